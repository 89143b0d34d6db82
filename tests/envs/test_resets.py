"""Resets, seeds and ends of environments: which games begin, and what a refusal leaves alone."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from typing import Any

import gymnasium
import numpy as np
import pytest

from tests.engines.refusals import bound, steps, views
from tests.envs.arguments import QUINTRIS, TETRIS
from tilefall.agents import simple
from tilefall.envs.seeds import BLOCK, Seeding, checked_seed, following_seed, next_seeding
from tilefall.play import openings
from tilefall.rules import pieces
from tilefall.rules.dice import SEEDS, philox
from tilefall.rules.tetris import PIECES

COUNT = 7


def seeds_of(many: Any) -> list[int]:
    return [many.game_seed(i) for i in range(many.num_envs)]


@pytest.mark.parametrize("threads", [1, 3])
def test_seeds_may_be_a_number_a_list_a_range_or_an_array(threads: int) -> None:
    many: Any = gymnasium.make_vec(QUINTRIS, COUNT, threads=threads)
    expected = list(range(5, 5 + COUNT))
    for seed in (5, np.int64(5), np.uint8(5), expected, range(5, 12), np.arange(5, 12)):
        many.reset(seed=list(range(COUNT)))
        observations, infos = many.reset(seed=seed)
        assert seeds_of(many) == expected
        assert all(infos["_turn"])
        for i, number in enumerate(expected):
            single: Any = gymnasium.make(QUINTRIS)
            alone, told = single.reset(seed=number)
            assert np.array_equal(alone["board"], observations["board"][i])
            assert np.array_equal(told["action_mask"], infos["action_mask"][i])


@pytest.mark.parametrize("threads", [1, 3])
def test_of_many_only_the_chosen_begin_anew_with_the_seeds_that_they_have(threads: int) -> None:
    many: Any = gymnasium.make_vec(TETRIS, COUNT, threads=threads)
    many.reset(seed=10)
    many.step(many.sample_actions(seed=1))
    mask = np.array([True, False, True, True, False, False, True])
    seeds = [None, 1, 2, None, None, 3, 4]
    _, infos = many.reset(seed=seeds, options={"reset_mask": mask})
    next_of = [following_seed(10 + i, 1) for i in range(COUNT)]
    assert seeds_of(many) == [next_of[0], 11, 2, next_of[3], 14, 15, 4]
    assert infos["turn"].tolist() == [0, 1, 0, 0, 1, 1, 0]


def test_seeds_reach_to_the_last_one_there_is() -> None:
    many: Any = gymnasium.make_vec(TETRIS, 2)
    many.reset(seed=2**64 - 2)
    assert seeds_of(many) == [2**64 - 2, 2**64 - 1]


def test_first_games_without_a_seed_differ_and_those_with_one_have_it() -> None:
    many: Any = gymnasium.make_vec(TETRIS, COUNT)
    many.reset(seed=[None, 3, *[None] * (COUNT - 2)])
    found = seeds_of(many)
    assert found[1] == 3
    assert len(set(found)) == COUNT


@pytest.mark.parametrize(
    "arguments",
    [
        {"seed": -1},
        {"seed": 3, "options": {"position": "nowhere"}},
        {"seed": 3, "options": {"place": 1}},
    ],
)
def test_a_reset_that_is_refused_changes_nothing(arguments: dict[str, Any]) -> None:
    environments: list[Any] = [gymnasium.make(TETRIS).unwrapped, gymnasium.make_vec(TETRIS, 1)]
    for env in environments:
        env.reset(seed=1)
        random = env.np_random.bit_generator.state
        before = env.clone()
        with pytest.raises(ValueError, match=r"allowed|expected"):
            env.reset(**arguments)
        assert env.clone() == before
        assert env.np_random.bit_generator.state == random


def test_a_single_environment_takes_seeds_of_numpy() -> None:
    env: Any = gymnasium.make(TETRIS)
    env.reset(seed=np.int64(7))
    assert env.unwrapped.game_seed == 7


def test_memory_that_cannot_be_bound_leaves_the_memory_before_it() -> None:
    games, memory = bound(), steps()
    games.bind(memory, views())
    rewards = weakref.ref(memory.pop("reward"))
    with pytest.raises(ValueError, match="no array score"):
        games.bind(steps(), views(score=None))
    gc.collect()
    assert rewards() is not None


def test_the_space_of_all_observations_is_made_when_it_is_asked_for() -> None:
    many: Any = gymnasium.make_vec(TETRIS, 3, observation="flat")
    assert "observation_space" not in vars(many)
    observations, _ = many.reset(seed=1)
    assert observations in many.observation_space
    assert many.observation_space is many.observation_space


def test_the_seed_of_the_first_game_is_the_one_given() -> None:
    assert following_seed(SEEDS - 1, 0) == SEEDS - 1


def test_later_seeds_are_the_first_words_of_a_block_of_dice() -> None:
    words = philox(9, 4, 7)
    assert following_seed(9, 4) == words[0] + (words[1] << 32)


def test_neither_games_nor_agents_roll_the_lanes_of_seeds() -> None:
    first, last = 4 * BLOCK, 4 * BLOCK + 3
    assert max(pieces.COLUMN_LANE, pieces.MIX_LANE + len(PIECES.letters)) < first
    assert last < min(simple.LANE, openings.LANE)


def test_games_without_a_seed_go_on_where_the_last_seed_leads() -> None:
    first = next_seeding(None, 3)
    second = next_seeding(first, None)
    assert (first, second) == (Seeding(3, 0), Seeding(3, 1))
    assert second.seed == following_seed(3, 1)
    assert next_seeding(second, 8) == Seeding(8, 0)


def test_nobody_s_seed_is_a_new_one() -> None:
    assert len({next_seeding(None, None).first for _ in range(8)}) == 8


def test_numbers_of_numpy_are_seeds() -> None:
    seed = checked_seed(np.uint64(SEEDS - 1))
    assert (seed, type(seed)) == (SEEDS - 1, int)


@pytest.mark.parametrize("seed", [-1, SEEDS, 1.5, "7"])
def test_what_is_no_seed_is_said(seed: int) -> None:
    with pytest.raises(ValueError, match=f"seed {seed!r}, allowed are"):
        next_seeding(None, seed)


BEGINNING = """
import gymnasium, os, sys, threading, time, tilefall.envs
many = gymnasium.make_vec("tilefall/Tetris-v0", 64, threads=3, autoreset_mode="same_step")
many.reset(seed=1)

def play(steps):
    for seed in range(steps):
        many.step(many.sample_actions(seed))

play(20)
"""
ENDS = {
    "nobody closes anything": "",
    "it was closed": "many.close()",
    "a thread plays to the end of its games": "threading.Thread(target=play, args=[200]).start()",
    "a thread plays that nobody waits for": """
threading.Thread(target=play, args=[10**9], daemon=True).start()
time.sleep(0.05)
""",
    "a child ends as a program does": """
child = os.fork()
if child != 0:
    assert os.waitpid(child, 0)[1] == 0
    play(20)
""",
}


@pytest.mark.parametrize("end", ENDS)
def test_a_program_with_threads_ends_in_peace(end: str) -> None:
    if "fork" in ENDS[end] and not hasattr(os, "fork"):
        pytest.skip("there is no fork here")
    strict = ["-X", "dev", "-W", "error", "-W", "ignore:.*fork.*:DeprecationWarning"]
    program = [sys.executable, *strict, "-c", BEGINNING + ENDS[end]]
    ended = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


SCARCE = """
import resource, gymnasium, tilefall.envs
many = gymnasium.make_vec("tilefall/Tetris-v0", 8, threads=200)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**28, resource.RLIM_INFINITY))
for _ in range(2):
    try:
        many.reset(seed=1)
    except RuntimeError as error:
        print(error)
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
many.reset(seed=1)
many.step(many.sample_actions(1))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="there is no limit of memory")
def test_threads_that_are_not_to_be_had_are_told_and_nobody_waits_for_them() -> None:
    program = [sys.executable, "-c", SCARCE]
    ended = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    said = "there are no 200 threads to be had: ask for fewer\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, 2 * said, "")
