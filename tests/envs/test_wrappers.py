"""Gymnasium's wrappers around the falling environments, one by one and around many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import wrappers
from gymnasium.wrappers import vector

from tests.envs.arguments import QUINTRIS, TETRIS

NOTHING, ONE = np.float32(0), np.float32(1)
OF_ONE: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "flattened": ("dict", wrappers.FlattenObservation),
    "filtered": ("dict", lambda env: wrappers.FilterObservation(env, ["board", "current"])),
    "stacked parts": ("dict", lambda env: wrappers.FrameStackObservation(env, 3)),
    "stacked": ("bits", lambda env: wrappers.FrameStackObservation(env, 3)),
    "late": ("flat", lambda env: wrappers.DelayObservation(env, 2)),
    "in floats": ("flat", lambda env: wrappers.DtypeObservation(env, np.float32)),
    "rescaled": ("features", lambda env: wrappers.RescaleObservation(env, NOTHING, ONE)),
    "normal": ("float", wrappers.NormalizeObservation),
    "normal rewards": ("flat", wrappers.NormalizeReward),
    "other rewards": ("flat", lambda env: wrappers.TransformReward(env, float)),
    "counted": ("dict", wrappers.RecordEpisodeStatistics),
    "short": ("dict", lambda env: wrappers.TimeLimit(env, 5)),
    "beginning anew": ("dict", wrappers.Autoreset),
    "sticky": ("dict", lambda env: wrappers.StickyAction(env, 0.3)),
}
OF_MANY: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "flattened": ("dict", vector.FlattenObservation),
    "filtered": ("dict", lambda env: vector.FilterObservation(env, ["board"])),
    "in floats": ("flat", lambda env: vector.DtypeObservation(env, np.float32)),
    "rescaled": ("flat", lambda env: vector.RescaleObservation(env, 0, 1)),
    "normal": ("float", vector.NormalizeObservation),
    "normal rewards": ("flat", vector.NormalizeReward),
    "other rewards": ("flat", lambda env: vector.TransformReward(env, lambda reward: -reward)),
    "clipped": ("flat", lambda env: vector.ClipReward(env, 0, 1)),
    "counted": ("dict", vector.RecordEpisodeStatistics),
    "lists": ("dict", vector.DictInfoToList),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [TETRIS, QUINTRIS])
@pytest.mark.parametrize("kind", OF_ONE)
def test_wrappers_of_one(name: str, kind: str) -> None:
    observation, wrapped = OF_ONE[kind]
    env = wrapped(gymnasium.make(name, observation=observation))
    env.action_space.seed(3)
    env.reset(seed=1)
    ends = 0
    for _ in range(60):
        seen, _, terminated, truncated, _ = env.step(env.action_space.sample())
        assert seen in env.observation_space
        if terminated or truncated:
            ends += 1
            env.reset()
    assert ends > 0


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("kind", OF_MANY)
def test_wrappers_of_many(kind: str, copy: bool) -> None:
    observation, wrapped = OF_MANY[kind]
    games = gymnasium.make_vec(QUINTRIS, 3, observation=observation, copy=copy, reward_piece=0.5)
    env = wrapped(games)
    env.action_space.seed(3)
    env.reset(seed=1)
    ends = 0
    for _ in range(60):
        seen, _, terminated, _, _ = env.step(env.action_space.sample())
        assert seen in env.observation_space
        ends += int(terminated.sum())
    assert ends > 0


def test_statistics_of_many_are_those_of_the_games() -> None:
    games: Any = gymnasium.make_vec(QUINTRIS, 3, reward_line=0, reward_piece=1, copy=False)
    env: Any = vector.RecordEpisodeStatistics(games)
    env.action_space.seed(3)
    env.reset(seed=1)
    counted = 0
    for _ in range(80):
        _, _, terminated, _, infos = env.step(env.action_space.sample())
        for i in np.flatnonzero(terminated):
            assert infos["episode"]["r"][i] == infos["episode"]["l"][i] == infos["turn"][i]
            counted += 1
    assert counted > 3
