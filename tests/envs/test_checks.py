"""Gymnasium's own checks of the falling environments, its wrappers, and their registration."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import wrappers
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import vector

import tilefall.envs  # noqa: F401  registers the environments
from tests.envs.arguments import QUINTRIS, TETRIS, WAYS, games
from tilefall import envs
from tilefall.envs import NAMES
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


MADE = "; print(gymnasium.make('tilefall/Tetris-v0').unwrapped.game.width)"
ALONE = "; print(gymnasium.make('tilefall.envs:tilefall/Tetris-v0').unwrapped.game.width)"
MISSING = "import sys; sys.modules['gymnasium'] = None; import tilefall.envs; "


def finished(script: str) -> subprocess.CompletedProcess[str]:
    """A script in a Python of its own, in which warnings are errors."""
    command = [sys.executable, "-W", "error", "-c", script]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "script",
    [
        "import tilefall.envs, gymnasium" + MADE,
        "import gymnasium, tilefall.envs" + MADE,
        "import gymnasium" + ALONE,
        "import tilefall, gymnasium" + ALONE,
    ],
)
def test_an_import_registers_in_any_order_and_so_does_a_name(script: str) -> None:
    done = finished(script)
    assert (done.stdout, done.stderr) == ("10\n", "")


def test_importing_tilefall_alone_leaves_gymnasium_alone() -> None:
    heavy = "{'gymnasium', 'numpy', 'pettingzoo'} & {name.split('.')[0] for name in sys.modules}"
    done = finished(f"import sys; before = [*sys.meta_path]; import tilefall; print({heavy}); "
                    "print(before == sys.meta_path)")  # fmt: skip
    assert done.stdout == "set()\nTrue\n"
    assert "NamespaceNotFound" in finished("import tilefall, gymnasium" + MADE).stderr


@pytest.mark.parametrize("name", NAMES.values())
def test_the_registered_ones_can_be_made_again_from_their_specification(name: str) -> None:
    env = gymnasium.make(name, observation="flat", max_episode_steps=7)
    assert env.spec is not None
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    first, second = env.reset(seed=5)[0], again.reset(seed=5)[0]
    assert first.tolist() == second.tolist()
    assert again.spec == env.spec


def test_public_names_are_all_there() -> None:
    assert all(getattr(envs, name) is not None for name in envs.__all__)
    with pytest.raises(AttributeError, match=r"module 'tilefall\.envs' has no attribute 'Chess'"):
        _ = envs.Chess


def test_without_gymnasium_it_is_said_what_is_needed() -> None:
    said = 'tilefall.envs.TetrisEnv needs gymnasium: pip install "tilefall[gym]"'
    assert said in finished(MISSING + "tilefall.envs.TetrisEnv").stderr
