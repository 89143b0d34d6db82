"""Native vector environments give what Gymnasium's own make of single ones, in every mode."""

from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.envs.many_envs import env_settings, is_same, some_action
from tests.rules.positions import SEEDS
from tilefall.envs.settings import Settings
from tilefall.envs.single import FallingEnv
from tilefall.envs.vector import FallingVectorEnv, QuintrisVectorEnv, TetrisVectorEnv
from tilefall.rules.tetris import Tetris

MODES = list(AutoresetMode)
SMALL = Settings(Tetris(width=4, height=6), max_episode_steps=9)


def both(
    given: Settings, count: int, threads: int, copy: bool, mode: AutoresetMode
) -> tuple[FallingVectorEnv, SyncVectorEnv]:
    """Native environments, and single ones that Gymnasium steps one after the other."""
    native = FallingVectorEnv(given, count, threads=threads, copy=copy, autoreset_mode=mode)
    singles = [lambda: FallingEnv(given)] * count
    return native, SyncVectorEnv(singles, autoreset_mode=mode)


def check_masked(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Infos are the same where Gymnasium says that there are any."""
    assert found.keys() == expected.keys()
    for name, mask in expected.items():
        if name.startswith("_"):
            assert is_same(found[name], mask), name
            values, others = found[name[1:]], expected[name[1:]]
            assert is_same(values[mask], others[mask]), name


def some_actions(random: Random, masks: Any, refuses: bool) -> Any:
    """An action for each environment, only legal ones where others are refused."""
    actions = [some_action(random, mask) for mask in masks]
    if refuses:
        actions = [
            action if mask[action] or not mask.any() else int(np.flatnonzero(mask)[-1])
            for action, mask in zip(actions, masks, strict=True)
        ]
    return np.array(actions)


def some_seeds(random: Random, count: int, seed: int) -> Any:
    """Seeds as later resets may have them."""
    seeds = [random.choice([None, seed + i]) for i in range(count)]
    return random.choice([None, seed, seeds])


@given(
    given=env_settings(),
    count=st.integers(1, 5),
    threads=st.sampled_from([1, 3]),
    copy=st.booleans(),
    mode=st.sampled_from(MODES),
    seed=SEEDS.filter(lambda seed: seed < 2**63),
    random=st.randoms(use_true_random=False),
)
@examples(100)
def test_vector_environments_are_single_ones_side_by_side(
    given: Settings,
    count: int,
    threads: int,
    copy: bool,
    mode: AutoresetMode,
    seed: int,
    random: Random,
) -> None:
    native, sync = both(given, count, threads, copy, mode)
    assert native.metadata["autoreset_mode"] is mode
    assert native.single_observation_space == sync.single_observation_space
    assert native.observation_space == sync.observation_space
    assert native.action_space == sync.action_space
    first: Any = random.choice([seed, [seed + 7 * i for i in range(count)]])
    assert is_same(native.reset(seed=first), sync.reset(seed=first))
    for _ in range(30):
        masks = native.action_masks()
        actions = some_actions(random, masks, given.illegal == "error")
        *found, infos = native.step(actions)
        *expected, expected_infos = sync.step(actions)
        assert is_same(found, expected)
        assert is_same(infos, expected_infos), (infos, expected_infos)
        assert native.observation_space.contains(found[0])
        ended = found[2] | found[3]
        chosen = ended if mode == AutoresetMode.DISABLED else ended ^ (random.random() < 0.1)
        if chosen.any() and (mode == AutoresetMode.DISABLED or random.random() < 0.2):
            seeds = some_seeds(random, count, seed)
            seen, told = native.reset(seed=seeds, options={"reset_mask": chosen.copy()})
            expected_seen, expected_told = sync.reset(
                seed=seeds, options={"reset_mask": chosen.copy()}
            )
            assert is_same(seen, expected_seen)
            check_masked(told, expected_told)
    seeds = some_seeds(random, count, seed)
    assert is_same(native.reset(seed=seeds), sync.reset(seed=seeds))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_the_limit_of_steps_is_that_of_gymnasium(mode: AutoresetMode, observation: str) -> None:
    """Also in the step in which a game ends by itself."""
    sizes: dict[str, Any] = {"width": 4, "height": 4, "observation": observation}
    ends = 0
    for limit in range(1, 12):
        made = {"num_envs": 6, "max_episode_steps": limit, **sizes}
        native = gymnasium.make_vec("tilefall/Tetris-v0", autoreset_mode=mode, **made)
        sync = gymnasium.make_vec(
            "tilefall/Tetris-v0",
            vectorization_mode="sync",
            vector_kwargs={"autoreset_mode": mode},
            **made,
        )
        assert isinstance(native, TetrisVectorEnv)
        assert isinstance(sync, SyncVectorEnv)
        assert is_same(native.reset(seed=5), sync.reset(seed=5))
        for step in range(16):
            actions = np.full(6, step % 16)
            found, expected = native.step(actions), sync.step(actions)
            assert is_same(found, expected), (limit, step)
            ended = found[2] | found[3]
            ends += int((found[2] & found[3]).sum())
            if mode == AutoresetMode.DISABLED and ended.any():
                options = [{"reset_mask": ended.copy()} for _ in range(2)]
                assert is_same(
                    native.reset(options=options[0])[0], sync.reset(options=options[1])[0]
                )
        sync.close()
    assert ends > 0


@pytest.mark.parametrize(
    ("name", "kind"), [("Tetris", TetrisVectorEnv), ("Quintris", QuintrisVectorEnv)]
)
@pytest.mark.parametrize("mode", MODES)
def test_make_vec_gives_native_environments_in_the_mode_asked_for(
    name: str, kind: type[FallingVectorEnv], mode: AutoresetMode
) -> None:
    made = gymnasium.make_vec(f"tilefall/{name}-v0", num_envs=3, autoreset_mode=mode)
    assert type(made) is kind
    assert made.metadata["autoreset_mode"] is mode
    by_text = gymnasium.make_vec(f"tilefall/{name}-v0", num_envs=3, autoreset_mode=mode.value)
    assert by_text.metadata["autoreset_mode"] is mode
    usual = gymnasium.make_vec(f"tilefall/{name}-v0", num_envs=3)
    assert usual.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("observation", ["dict", "float"])
def test_copies_never_change(mode: AutoresetMode, threads: int, observation: str) -> None:
    given = Settings(SMALL.game, observation=observation, max_episode_steps=4)
    env = FallingVectorEnv(given, 4, threads=threads, autoreset_mode=mode)
    kept: list[Any] = [env.reset(seed=3)]
    copies: list[Any] = deepcopy(kept)
    for i in range(12):
        kept.append(env.step(np.full(4, i)))
        copies.append(deepcopy(kept[-1]))
        ended = kept[-1][2] | kept[-1][3]
        if mode == AutoresetMode.DISABLED and ended.any():
            kept.append(env.reset(options={"reset_mask": ended}))
            copies.append(deepcopy(kept[-1]))
    assert is_same(kept, copies)


def arrays_in(given: Any) -> list[Any]:
    if isinstance(given, dict):
        given = tuple(given.values())
    if isinstance(given, tuple):
        return [array for each in given for array in arrays_in(each)]
    return [given]


@pytest.mark.parametrize("observation", ["dict", "flat", "float", "bits", "features"])
def test_without_copies_steps_write_where_they_wrote_before(observation: str) -> None:
    given = Settings(SMALL.game, observation=observation)
    env = FallingVectorEnv(given, 4, copy=False)
    seen = env.reset(seed=3)
    before = deepcopy(seen)
    found = env.step(np.full(4, 2))
    for array, later in zip(arrays_in(seen[0]), arrays_in(found[0]), strict=True):
        assert array is later or np.shares_memory(array, later)
    assert seen[1]["turn"].tolist() == [1] * 4
    assert not is_same(seen, before)
    again = env.step(np.full(4, 3))
    assert again[1] is found[1]
    assert again[4]["action_mask"] is found[4]["action_mask"]


def test_what_a_caller_writes_into_copies_stays_there() -> None:
    env = FallingVectorEnv(SMALL, 3)
    other = FallingVectorEnv(SMALL, 3)
    for each in (env, other):
        each.reset(seed=1)
    for i in range(20):
        found, expected = env.step(np.full(3, i % 16)), other.step(np.full(3, i % 16))
        assert is_same(found, expected)
        for array in arrays_in(found):
            array.fill(0)
    assert is_same(env.reset(), other.reset())


def test_one_action_that_is_refused_changes_no_environment() -> None:
    strict = Settings(SMALL.game, illegal="error")
    env = FallingVectorEnv(strict, 3)
    env.reset(seed=1)
    before = env.clone()
    illegal = int(np.flatnonzero(~env.action_masks()[2])[0])
    legal = [int(np.flatnonzero(mask)[0]) for mask in env.action_masks()]
    for wrong, message in (
        ([*legal[:2], illegal], "is not legal there: its action_mask says which are"),
        ([*legal[:2], 16], "action 16 of environment 2, allowed are 0 to 15"),
        ([*legal[:2], -1], "action -1 of environment 2, allowed are 0 to 15"),
        (legal[:2], r"actions of shape \(2,\) and type int64, expected 3 whole numbers"),
        ([0.0] * 3, r"actions of shape \(3,\) and type float64, expected 3 whole numbers"),
    ):
        with pytest.raises(gymnasium.error.InvalidAction, match=message):
            env.step(wrong)
        assert env.clone() == before


def test_ended_environments_that_do_not_begin_by_themselves_need_a_reset() -> None:
    given = Settings(SMALL.game, max_episode_steps=1)
    env = FallingVectorEnv(given, 2, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    env.step([0, 0])
    with pytest.raises(gymnasium.error.ResetNeeded, match="environment 0 has ended"):
        env.step([0, 0])
    env.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(gymnasium.error.ResetNeeded, match="environment 1 has ended"):
        env.step([0, 0])


# The threads of a process do not follow into its forks: each makes its own, and none waits for
# threads that are not there. An alarm ends what hangs.
FORKED = """
import os
import signal

import numpy as np
from gymnasium.vector import AsyncVectorEnv

from tilefall.envs import TetrisEnv, TetrisVectorEnv

signal.alarm(60)

def score(env):
    env.reset(seed=1)
    for i in range(50):
        env.step(np.full(6, i % 40))
    return sum(env.state(i).turn for i in range(6))

env = TetrisVectorEnv(6, threads=3)
expected = score(TetrisVectorEnv(6))
assert score(env) == expected
for _ in range(3):
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        right = score(env) == expected
        grandchild = os.fork()
        if grandchild == 0:
            os._exit(0 if score(env) == expected else 1)
        _, status = os.waitpid(grandchild, 0)
        del env
        os._exit(0 if right and status == 0 else 1)
    assert score(env) == expected
    assert os.waitpid(child, 0)[1] == 0
other = AsyncVectorEnv([TetrisEnv] * 2)
other.reset(seed=1)
other.step([0, 0])
other.close()
print("done")
"""


def test_forked_processes_step_with_threads_of_their_own() -> None:
    command = [sys.executable, "-c", FORKED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90)
    assert (done.returncode, done.stdout.strip()) == (0, "done"), done.stderr
