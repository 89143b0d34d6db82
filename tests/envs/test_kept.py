"""Environments that were kept, pickled or copied go on as if nothing had happened."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import fields, replace
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.envs.many_envs import env_settings, is_same, played
from tests.rules.positions import SEEDS
from tilefall.envs import TetrisEnv, TetrisVectorEnv
from tilefall.envs.kept import Kept
from tilefall.envs.settings import Settings
from tilefall.envs.single import FallingEnv
from tilefall.envs.vector import FallingVectorEnv
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

Env = FallingEnv | FallingVectorEnv


def fresh(env: Env) -> Any:
    """Another environment of the same settings, in the middle of some other game."""
    if isinstance(env, FallingEnv):
        other = FallingEnv(env.settings)
        other.reset(seed=99)
        return other
    many = FallingVectorEnv(env.settings, env.num_envs, autoreset_mode=env.autoreset_mode)
    many.reset(seed=99)
    return many


def restored(env: Env, kept: Kept) -> Any:
    env.restore(kept)
    return env


WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "deepcopy": deepcopy,
    "clone": lambda env: restored(fresh(env), env.clone()),
    "clone pickled": lambda env: restored(fresh(env), pickle.loads(pickle.dumps(env.clone()))),
}


def played_vector(env: FallingVectorEnv, seed: int, steps: int) -> list[Any]:
    """What so many steps of vector environments give; those that end begin anew."""
    results: list[Any] = []
    for i in range(steps):
        actions = env.sample_actions(seed + i).copy()
        results.append(env.step(actions))
        ended = results[-1][2] | results[-1][3]
        if env.autoreset_mode == AutoresetMode.DISABLED and ended.any():
            results.append(env.reset(options={"reset_mask": ended.copy()}))
    return results


@pytest.mark.parametrize("way", WAYS)
@given(given=env_settings(), seed=SEEDS, before=st.integers(-1, 20))
@examples(40)
def test_single_environments_go_on(way: str, given: Settings, seed: int, before: int) -> None:
    """At any point, also before the first reset (-1), and in a game that has ended."""
    env = FallingEnv(given)
    if before >= 0:
        env.reset(seed=seed)
        played(env, Random(seed), before)
    other = WAYS[way](env)
    if before >= 0:
        assert (env.state, env.game_seed) == (other.state, other.game_seed)
    else:
        with pytest.raises(gymnasium.error.ResetNeeded):
            other.step(0)
        assert is_same(env.reset(seed=seed), other.reset(seed=seed))
    assert env.clone() == other.clone()
    assert is_same(played(env, Random(seed + 1), 20), played(other, Random(seed + 1), 20))
    assert is_same(env.reset(), other.reset())


@pytest.mark.parametrize("way", WAYS)
@given(
    given=env_settings(),
    seed=st.integers(0, 2**63),
    before=st.integers(-1, 12),
    mode=st.sampled_from(list(AutoresetMode)),
    threads=st.sampled_from([1, 3]),
)
@examples(40)
def test_vector_environments_go_on(
    way: str, given: Settings, seed: int, before: int, mode: AutoresetMode, threads: int
) -> None:
    env = FallingVectorEnv(given, 3, threads=threads, autoreset_mode=mode)
    if before >= 0:
        env.reset(seed=seed)
        played_vector(env, seed, before)
    other = WAYS[way](env)
    assert other.metadata["autoreset_mode"] is mode
    if before < 0:
        for each in (env, other):
            with pytest.raises(gymnasium.error.ResetNeeded):
                each.step([0, 0, 0])
            with pytest.raises(gymnasium.error.ResetNeeded):
                each.sample_actions(1)
        assert is_same(env.reset(seed=seed), other.reset(seed=seed))
    assert env.clone() == other.clone()
    found, expected = played_vector(other, seed, 15), played_vector(env, seed, 15)
    assert is_same(found, expected)
    assert is_same(env.reset(), other.reset())


@given(given=env_settings(), seed=SEEDS)
@examples(40)
def test_restore_goes_back_and_shows_what_was_seen(given: Settings, seed: int) -> None:
    env = FallingEnv(given)
    seen = env.reset(seed=seed)
    kept = env.clone()
    first = played(env, Random(seed), 12)
    assert is_same(env.restore(kept), seen)
    assert is_same(played(env, Random(seed), 12), first)


def test_restored_vector_environments_show_what_was_seen() -> None:
    env = TetrisVectorEnv(4, width=5, height=6, observation="flat")
    seen = env.reset(seed=2)
    kept = env.clone()
    assert kept == env.clone()
    first = played_vector(env, 1, 10)
    assert env.clone() != kept
    assert is_same(env.restore(kept), seen)
    assert is_same(played_vector(env, 1, 10), first)


def test_an_environment_that_goes_back_to_before_its_first_reset_needs_one() -> None:
    env, many = TetrisEnv(), TetrisVectorEnv(2)
    kept, kept_many = env.clone(), many.clone()
    env.reset(seed=1)
    many.reset(seed=1)
    env.restore(kept)
    observation, infos = many.restore(kept_many)
    assert not observation["seen"].any()
    assert not infos["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game has begun: call reset"):
        env.step(0)
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game has begun: call reset"):
        many.step([0, 0])
    assert is_same(env.reset(seed=4), TetrisEnv().reset(seed=4))
    env.restore(kept)
    env.reset()  # of a seed that nobody chose, not the one before
    assert env.game_seed != 4


def test_later_games_do_not_change_what_was_kept() -> None:
    env = TetrisEnv()
    env.reset(seed=1)
    kept = env.clone()
    before = copy(kept)
    played(env, Random(1), 30)
    assert kept == before


SETTINGS = Settings(Tetris())


@pytest.mark.parametrize(
    "other",
    [
        replace(SETTINGS, game=Tetris(width=9)),
        replace(SETTINGS, game=Tetris(pieces="bag")),
        replace(SETTINGS, game=Quintris()),
        replace(SETTINGS, actions="keys"),
        replace(SETTINGS, observation="flat"),
        replace(SETTINGS, gravity=5),
        replace(SETTINGS, reward_line=2.0),
        replace(SETTINGS, reward_piece=2.0),
        replace(SETTINGS, reward_end=2.0),
        replace(SETTINGS, illegal="error"),
        replace(SETTINGS, max_episode_steps=7),
    ],
    ids=lambda given: str(given)[:70],
)
def test_what_other_settings_kept_is_refused(other: Settings) -> None:
    env, stranger = FallingEnv(SETTINGS), FallingEnv(other)
    env.reset(seed=1)
    stranger.reset(seed=1)
    before = env.clone()
    names = [each.name for each in fields(Settings)]
    (name,) = (each for each in names if getattr(SETTINGS, each) != getattr(other, each))
    with pytest.raises(ValueError, match=f"^kept by an environment with {name} .*, this one has "):
        env.restore(stranger.clone())
    assert env.clone() == before


def test_what_more_environments_kept_is_refused() -> None:
    one, many = TetrisEnv(), TetrisVectorEnv(3)
    one.reset(seed=1)
    many.reset(seed=1)
    with pytest.raises(ValueError, match="kept of 3 environments, these are 1"):
        one.restore(many.clone())
    with pytest.raises(ValueError, match="kept of 1 environments, these are 3"):
        many.restore(one.clone())
    single = TetrisVectorEnv(1)
    single.restore(one.clone())
    assert single.state(0) == one.state


@pytest.mark.parametrize("change", [lambda games: games[:-1], lambda games: games + b"\0"])
def test_kept_bytes_of_another_length_are_refused(change: Callable[[bytes], bytes]) -> None:
    env = TetrisVectorEnv(2)
    env.reset(seed=1)
    kept = env.clone()
    with pytest.raises(
        ValueError, match=r"kept games of [0-9]+ bytes, needed are [0-9]+ for 2 games"
    ):
        env.restore(replace(kept, games=change(kept.games)))
    assert env.clone() == kept


def test_a_damaged_game_among_others_changes_none() -> None:
    env = TetrisVectorEnv(3)
    env.reset(seed=1)
    kept = env.clone()
    env.step(np.array([1, 2, 3]))
    later = env.clone()
    third = 2 * len(kept.games) // 3
    games = kept.games[:third] + b"\xff" * 4 + kept.games[third + 4 :]
    with pytest.raises(ValueError, match="a state of another game"):
        env.restore(replace(kept, games=games))
    assert env.clone() == later


def test_damaged_games_are_refused_or_harmless() -> None:
    command = [sys.executable, "-m", "tests.envs.damaged_kept", "0", "8", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90)
    assert done.returncode == 0, (done.returncode, done.stderr)
    refused, taken = map(int, done.stdout.split())
    assert refused > 500
    assert taken > 500
