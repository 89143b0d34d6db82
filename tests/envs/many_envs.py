"""Many environments: settings of all kinds to test with, and actions that are mostly legal."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
from hypothesis import strategies as st

from tests.rules.positions import quintris_games, tetris_games
from tilefall.envs.settings import ACTIONS, ILLEGAL, OBSERVATIONS, Settings
from tilefall.envs.single import FallingEnv
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

REWARDS = st.one_of(st.sampled_from([0.0, 1.0, -1.0, 0.1]), st.floats(-1e9, 1e9))
GAMES: st.SearchStrategy[Quintris | Tetris] = st.one_of(quintris_games(), tetris_games())


@st.composite
def env_settings(draw: st.DrawFn, games: st.SearchStrategy[Quintris | Tetris] = GAMES) -> Settings:
    """Any settings that an environment can have."""
    return Settings(
        game=draw(games),
        actions=draw(st.sampled_from(ACTIONS)),
        observation=draw(st.sampled_from(OBSERVATIONS)),
        gravity=draw(st.integers(0, 5)),
        reward_line=draw(REWARDS),
        reward_piece=draw(REWARDS),
        reward_end=draw(REWARDS),
        illegal=draw(st.sampled_from(ILLEGAL)),
        max_episode_steps=draw(st.one_of(st.none(), st.integers(1, 40))),
    )


def some_action(random: Random, mask: Any) -> int:
    """A legal action mostly, any other one sometimes; drops often, so that games end."""
    legal = np.flatnonzero(mask)
    if len(legal) == 0 or random.random() < 0.15:
        return random.randrange(len(mask))
    if len(mask) < 8 and random.random() < 0.3:
        return 5  # the drop
    return int(random.choice(legal))


def is_same(first: Any, second: Any) -> bool:
    """Whether two observations, infos or results hold the same, types included."""
    if isinstance(first, dict):
        return (
            isinstance(second, dict)
            and first.keys() == second.keys()
            and all(is_same(first[key], second[key]) for key in first)
        )
    if isinstance(first, tuple | list):
        return len(first) == len(second) and all(map(is_same, first, second))
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        if first.dtype == object:
            return second.dtype == object and is_same(first.tolist(), second.tolist())
        return first.dtype == second.dtype and np.array_equal(first, second)
    return type(first) is type(second) and bool(first == second)


def played(env: FallingEnv, random: Random, steps: int) -> list[Any]:
    """What so many steps of an environment give; games that have ended begin anew."""
    results: list[Any] = []
    for _ in range(steps):
        mask = env.action_masks()
        action = some_action(random, mask)
        if env.settings.illegal == "error" and mask.any() and not mask[action]:
            action = int(np.flatnonzero(mask)[0])
        try:
            results.append(env.step(action))
        except gymnasium.error.ResetNeeded:
            results.append(env.reset())
    return results
