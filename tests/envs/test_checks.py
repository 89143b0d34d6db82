"""Gymnasium's own checks of the falling environments, for all combinations of arguments."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tilefall.envs  # noqa: F401  registers the environments
from tests.envs.arguments import QUINTRIS, TETRIS, WAYS, games
from tilefall.envs.settings import Settings

STEPS = 12
TYPES = {"flat": np.uint8, "bits": np.uint8, "float": np.float32, "features": np.float32}


@pytest.mark.parametrize(("name", "actions", "observation"), WAYS)
def test_check_env_has_nothing_to_say(name: str, actions: str, observation: str) -> None:
    """It warns of what it does not like, and warnings are errors in tests."""
    for arguments in games(name):
        env = gymnasium.make(name, actions=actions, observation=observation, **arguments)
        # one of each kind is enough to see frames of all modes
        check_env(env.unwrapped, skip_render_check="width" in arguments)


@pytest.mark.parametrize("name", [TETRIS, QUINTRIS])
@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_check_env_has_nothing_to_say_of_render_modes(name: str, mode: str) -> None:
    for actions in ("placement", "keys"):
        check_env(gymnasium.make(name, render_mode=mode, actions=actions).unwrapped)


@pytest.mark.parametrize("name", [TETRIS, QUINTRIS])
@pytest.mark.parametrize(
    "arguments",
    [
        {"actions": "keys", "illegal": "error"},
        {"actions": "keys", "gravity": 0},
        {"actions": "keys", "gravity": 1},
        {"illegal": "next"},
        {"reward_line": 10, "reward_piece": -0.5, "reward_end": -1e9},
        {"reward_piece": np.float32(0.25)},
        {"width": np.int64(9)},
    ],
)
def test_check_env_has_nothing_to_say_of_other_arguments(
    name: str, arguments: dict[str, Any]
) -> None:
    check_env(gymnasium.make(name, **arguments).unwrapped)


def test_check_env_would_say_something() -> None:
    """The tests above would pass for a checker that checks nothing."""
    env: Any = gymnasium.make(TETRIS, render_mode="ansi").unwrapped
    env.metadata = {**env.metadata, "render_fps": None}
    with pytest.raises(UserWarning, match="No render fps"):
        check_env(env)


def check_seen(space: Any, observation: Any, kind: str) -> None:
    assert space.contains(observation)
    if kind != "dict":
        assert observation.dtype == TYPES[kind]
        return
    assert list(observation) in (["board", "current", "next", "seen"], ["board", "current", "seen"])
    assert observation["board"].dtype == np.uint8
    assert observation["seen"].dtype == np.int64


@pytest.mark.parametrize(("name", "actions", "observation"), WAYS)
def test_spaces_contain_all_that_is_seen_through_the_usual_wrappers(
    name: str, actions: str, observation: str
) -> None:
    """Those of gymnasium.make check each step, and warn."""
    ended = 0
    for arguments in games(name):
        env: Any = gymnasium.make(name, actions=actions, observation=observation, **arguments)
        env.action_space.seed(1)
        seen, info = env.reset(seed=1)
        for _ in range(STEPS):
            check_seen(env.observation_space, seen, observation)
            assert info["action_mask"].dtype == np.int8
            assert info["action_mask"].shape == (env.action_space.n,)
            assert type(info["score"]) is type(info["turn"]) is int
            action = env.action_space.sample(info["action_mask"])
            assert info["action_mask"][action] == 1
            seen, reward, terminated, truncated, info = env.step(action)
            assert type(reward) is float
            assert type(terminated) is type(truncated) is bool
            assert not truncated
            if terminated:
                ended += 1
                check_seen(env.observation_space, seen, observation)
                assert not info["action_mask"].any()
                seen, info = env.reset()
    assert ended


@pytest.mark.parametrize(("name", "actions", "observation"), WAYS)
def test_spaces_of_vectors_contain_all_that_they_show(
    name: str, actions: str, observation: str
) -> None:
    ended = 0
    for arguments in games(name):
        many: Any = gymnasium.make_vec(
            name, 3, actions=actions, observation=observation, **arguments
        )
        one: Any = gymnasium.make(name, actions=actions, observation=observation, **arguments)
        assert many.single_observation_space == one.observation_space
        assert many.single_action_space == one.action_space
        assert many.metadata["render_modes"] == one.metadata["render_modes"]
        seen, _ = many.reset(seed=1)
        for step in range(STEPS):
            assert many.observation_space.contains(seen)
            actions_now = many.sample_actions(seed=step)
            assert many.action_space.contains(actions_now)
            seen, rewards, terminated, truncated, infos = many.step(actions_now)
            ended += int(terminated.sum())
            assert not truncated.any()
            assert (rewards.dtype, terminated.dtype) == (np.float64, np.bool_)
            assert infos["action_mask"].shape == (3, one.action_space.n)
            assert np.array_equal(infos["action_mask"].any(axis=1), ~terminated)
    assert ended


@pytest.mark.parametrize(("name", "actions"), sorted({way[:2] for way in WAYS}))
def test_masks_reach_learners_through_wrappers(name: str, actions: str) -> None:
    """As sb3-contrib asks for them."""
    env: Any = gymnasium.make(name, actions=actions)
    env = gymnasium.wrappers.FlattenObservation(gymnasium.wrappers.RecordEpisodeStatistics(env))
    assert env.has_wrapper_attr("action_masks")
    _, info = env.reset(seed=4)
    for _ in range(4):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert np.array_equal(masks, info["action_mask"])
        *_, info = env.step(int(np.flatnonzero(masks)[-1]))


@pytest.mark.parametrize("name", [TETRIS, QUINTRIS])
def test_episodes_are_cut_short_by_make_and_by_the_environment_itself(name: str) -> None:
    """`gymnasium.make` puts a wrapper around; all others hand the argument on."""
    wrapped: Any = gymnasium.make(name, max_episode_steps=3)
    many: Any = gymnasium.make_vec(name, 2, max_episode_steps=3)
    bare: Any = type(wrapped.unwrapped)(max_episode_steps=3)
    for env in (wrapped, bare):
        env.reset(seed=1)
        assert [env.step(0)[3] for _ in range(3)] == [False, False, True]
    many.reset(seed=1)
    assert [many.step([0, 0])[3].tolist() for _ in range(3)] == [[False] * 2] * 2 + [[True] * 2]
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game has ended"):
        bare.step(0)


def test_arguments_have_the_defaults_that_settings_have() -> None:
    for name in (TETRIS, QUINTRIS):
        env: Any = gymnasium.make(name)
        assert env.unwrapped.settings == Settings(type(env.unwrapped.game)())


@pytest.mark.parametrize(
    "program",
    [
        "import tilefall.envs, gymnasium; gymnasium.make('tilefall/Tetris-v0')",
        "import gymnasium, tilefall.envs; gymnasium.make_vec('tilefall/Quintris-v0', 2)",
        "import gymnasium; gymnasium.make('tilefall.envs:tilefall/Tetris-v0')",
    ],
)
def test_ids_are_known_by_an_import_in_any_order_and_by_their_module(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
