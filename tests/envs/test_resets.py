"""Resets of many environments at once: which games begin, and what a refusal leaves alone."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import gymnasium
import numpy as np
import pytest

from tests.engines.environment_refusals import bound, steps, views
from tests.envs.arguments import QUINTRIS, TETRIS
from tilefall.envs.seeds import following_seed

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
    with pytest.raises(ValueError, match="an array is missing: score"):
        games.bind(steps(), views(score=None))
    gc.collect()
    assert rewards() is not None


def test_the_space_of_all_observations_is_made_when_it_is_asked_for() -> None:
    many: Any = gymnasium.make_vec(TETRIS, 3, observation="flat")
    assert "observation_space" not in vars(many)
    observations, _ = many.reset(seed=1)
    assert observations in many.observation_space
    assert many.observation_space is many.observation_space
