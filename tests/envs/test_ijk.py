"""IJK in PettingZoo: its own tests pass for every argument, and turns are kept as it wants."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tests.envs.ijk_views import AGENTS
from tilefall.envs import ijk_v0
from tilefall.envs.ijk_arguments import MASKS, OBSERVATIONS
from tilefall.rules.ijk import ENDS, MODES

# PettingZoo knows by name which of its own games have a dictionary to observe, and it looks for
# legal moves in the mask of a game that is over.
KNOWN = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Action mask numpy array is all zeros",
)
COMBINATIONS: list[dict[str, Any]] = [
    *(
        dict(zip(("mode", "end", "observation", "mask"), values, strict=True))
        for values in product(MODES, ENDS, OBSERVATIONS, MASKS)
    ),
    *({"size": size, "mask": "info"} for size in range(2, 9)),
    *({"winning": letter, "mask": "info"} for letter in "BK"),
    *({"max_turns": turns, "mask": mask} for turns in (1, 2, 7) for mask in MASKS),
]
CYCLES = 60


def name(arguments: dict[str, Any]) -> str:
    return ",".join(f"{key}={value}" for key, value in arguments.items())


def every_argument(test: Any) -> Any:
    return pytest.mark.parametrize("arguments", COMBINATIONS, ids=name)(test)


@contextmanager
def dictionaries_allowed(arguments: dict[str, Any]) -> Iterator[None]:
    with warnings.catch_warnings():
        for message in KNOWN if arguments.get("mask") != "info" else ():
            warnings.filterwarnings("ignore", message)
        yield


@every_argument
def test_the_api_test_passes(arguments: dict[str, Any]) -> None:
    with dictionaries_allowed(arguments):
        api_test(ijk_v0.env(**arguments), num_cycles=CYCLES)
        api_test(ijk_v0.raw_env(**arguments), num_cycles=CYCLES)


@every_argument
def test_the_parallel_api_test_passes(arguments: dict[str, Any]) -> None:
    parallel_api_test(ijk_v0.parallel_env(**arguments), num_cycles=CYCLES)


@every_argument
def test_the_seed_tests_pass(arguments: dict[str, Any]) -> None:
    seed_test(lambda: ijk_v0.env(**arguments), num_cycles=CYCLES)
    parallel_seed_test(lambda: ijk_v0.parallel_env(**arguments), num_cycles=CYCLES)


@every_argument
def test_the_state_test_passes(arguments: dict[str, Any]) -> None:
    state_test(ijk_v0.env(**arguments), ijk_v0.parallel_env(**arguments))


@pytest.mark.parametrize("made", [ijk_v0.env, ijk_v0.raw_env])
def test_the_render_test_passes(made: Any) -> None:
    render_test(made)


# + slides its A to the right, an a comes beside it, and - makes a b of both.
OPENING = (3, 2)


def test_the_end_is_told_to_both_and_both_leave_one_after_the_other() -> None:
    environment = ijk_v0.raw_env(size=2, winning="B")
    environment.reset(seed=1)
    environment.step(OPENING[0])
    assert environment.last()[1:4] == (0.0, False, False)
    environment.step(OPENING[1])
    assert environment.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert environment.terminations == dict.fromkeys(AGENTS, True)
    assert environment.truncations == dict.fromkeys(AGENTS, False)
    left = []
    for agent in environment.agent_iter():
        left.append((agent, *environment.last()[1:4]))
        environment.step(None)
    assert left == [("player_0", -1.0, True, False), ("player_1", 1.0, True, False)]
    assert environment.agents == []
    assert (environment.infos, environment.rewards) == ({}, {})


def test_a_tie_is_worth_nothing_to_anybody() -> None:
    environment = ijk_v0.raw_env(size=2)
    environment.reset(options={"position": "ijk:size=2 Ab/1B + 4"})
    environment.step(3)  # nothing moves, and the new tile fills the board
    assert environment.position == "ijk:size=2 Ab/aB - 5"
    assert environment.terminations == dict.fromkeys(AGENTS, True)
    assert repr(environment.rewards) == "{'player_0': 0.0, 'player_1': 0.0}"


def test_turns_are_limited_from_where_the_game_begins() -> None:
    environment = ijk_v0.raw_env(max_turns=2)
    environment.reset(options={"position": "ijk A5/6/6/6/6/6 - 41"})
    assert environment.agent_selection == "player_1"
    environment.step(0)
    assert environment.truncations == dict.fromkeys(AGENTS, False)
    environment.step(0)
    assert environment.truncations == dict.fromkeys(AGENTS, True)
    assert environment.terminations == dict.fromkeys(AGENTS, False)
    assert environment.rewards == dict.fromkeys(AGENTS, 0.0)
    seen = environment.observe(environment.agent_selection)
    assert isinstance(seen, dict)
    assert not seen["action_mask"].any()


def test_a_game_that_ends_with_its_last_turn_is_over_and_not_cut_short() -> None:
    environment = ijk_v0.raw_env(size=2, winning="B", max_turns=2)
    environment.reset(seed=1)
    for action in OPENING:
        environment.step(action)
    assert environment.terminations == dict.fromkeys(AGENTS, True)
    assert environment.truncations == dict.fromkeys(AGENTS, False)


def test_what_was_handed_out_does_not_change_later() -> None:
    environment = ijk_v0.raw_env(observation="planes")
    environment.reset(seed=1)
    seen, state, told = environment.observe("player_0"), environment.state(), environment.infos
    assert isinstance(seen, dict)
    before = (seen["observation"].copy(), state.copy())
    environment.step(3)
    environment.observe("player_0")
    assert np.array_equal(seen["observation"], before[0])
    assert np.array_equal(state, before[1])
    assert told["player_0"]["action_mask"].tolist() == [1, 1, 1, 1]
    environment.infos["player_1"]["action_mask"][:] = 0
    environment.step(3)
    environment.step(3)
    assert environment.infos["player_1"]["action_mask"].tolist() == [1, 1, 1, 1]


def test_one_more_wrapper_for_illegal_moves_does_no_harm() -> None:
    environment = wrappers.TerminateIllegalWrapper(ijk_v0.env(size=3), illegal_reward=-1)
    environment.reset(seed=3)
    rewards = {}
    for number, agent in enumerate(environment.agent_iter()):
        _, rewards[agent], is_over, _, _ = environment.last()
        environment.step(None if is_over else number % 4)
    assert sum(rewards.values()) == 0
    assert environment.agents == []


def test_pettingzoo_s_own_conversion_gives_the_same_games() -> None:
    converted: Any = turn_based_aec_to_parallel(ijk_v0.env(size=4, winning="F"))
    own = ijk_v0.parallel_env(size=4, winning="F")
    converted.reset(seed=1)
    own.reset(seed=1)
    turn = 0
    while own.agents:
        actions = dict.fromkeys(AGENTS, turn % 3)
        seen, *other = converted.step(actions)
        own_seen, *own_other = own.step(actions)
        for agent, both in own_seen.items():
            assert isinstance(both, dict)
            assert np.array_equal(seen[agent]["observation"], both["observation"])
        assert own_other[:3] == other[:3]
        turn += 1
    assert turn > 8
    assert own.step({}) == ({}, {}, {}, {}, {})


def test_the_name_and_the_agents_are_known_before_a_reset() -> None:
    environment = ijk_v0.env()
    assert str(environment) == "ijk_v0"
    assert environment.possible_agents == list(AGENTS)
    assert ijk_v0.parallel_env().possible_agents == list(AGENTS)
