"""IJK in PettingZoo: its own tests, the rules, turns, and copies."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
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

from tests.conftest import examples
from tests.envs import ijk_views
from tests.envs.ijk_views import AGENTS, arguments_of, games, using
from tests.rules.positions import ijk_states
from tilefall.engines.native import available_isas
from tilefall.envs import ijk_v0
from tilefall.envs.ijk_arguments import MASKS, OBSERVATIONS
from tilefall.envs.seeds import following_seed
from tilefall.rules.dice import SEEDS, Dice
from tilefall.rules.ijk import ENDS, MODES, Ijk, IjkState

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


ISAS = available_isas()
MOST_TURNS = 100


def random_actions(seed: int) -> list[int]:
    return [Dice(seed).roll(turn=turn, sides=4) for turn in range(MOST_TURNS)]


OPEN_STATES = ijk_states().filter(lambda state: not state.is_over)
ACTIONS = st.integers(0, SEEDS - 1).map(random_actions)


def assert_shows(environment: Any, planes: Any, state: IjkState) -> None:
    """Both environments stand at a state, and every agent sees it."""
    assert environment.position == planes.position == state.text()
    assert environment.agent_selection == AGENTS[state.player]
    assert environment.state().tolist() == ijk_views.letters(state, player=0)
    for player, agent in enumerate(AGENTS):
        mask = ijk_views.mask(state, player)
        seen = environment.observe(agent)
        assert seen["observation"].tolist() == ijk_views.letters(state, player)
        assert seen["action_mask"].tolist() == mask
        assert np.array_equal(planes.observe(agent), ijk_views.planes(state, player))
        assert environment.infos[agent]["action_mask"].tolist() == mask
        assert environment.terminations[agent] == state.is_over
        assert environment.truncations[agent] is False
        assert environment.rewards[agent] == (state.score if player == 0 else -state.score)


def assert_plays(state: IjkState, seed: int, actions: list[int], is_start: bool) -> None:
    """Play on from a state, as long as there are actions and the game lasts."""
    options = None if is_start else {"position": state.text()}
    arguments = arguments_of(state.game)
    environment = ijk_v0.raw_env(**arguments)
    planes = ijk_v0.raw_env(observation="planes", mask="info", **arguments)
    for each in (environment, planes):
        each.reset(seed=seed, options=options)
    assert_shows(environment, planes, state)
    for action in actions:
        if state.is_over:
            break
        state = state.play(action).draw(Dice(seed))
        environment.step(action)
        planes.step(action)
        assert_shows(environment, planes, state)


@pytest.mark.parametrize("isa", ISAS)
@examples(100)
@given(game=games(), seed=st.integers(0, SEEDS - 1), actions=ACTIONS)
def test_games_are_those_of_the_rules(isa: str, game: Any, seed: int, actions: list[int]) -> None:
    with using(isa):
        assert_plays(game.start(Dice(seed)), seed, actions, is_start=True)


@pytest.mark.parametrize("isa", ISAS)
@examples(100)
@given(
    state=OPEN_STATES,
    seed=st.integers(0, SEEDS - 1),
    actions=ACTIONS,
)
def test_games_from_any_position_are_those_of_the_rules(
    isa: str, state: IjkState, seed: int, actions: list[int]
) -> None:
    with using(isa):
        assert_plays(state, seed, actions, is_start=False)


@examples(60)
@given(game=games(), seed=st.integers(0, SEEDS - 1), actions=ACTIONS)
def test_both_kinds_of_environments_play_the_same(game: Any, seed: int, actions: list[int]) -> None:
    in_turn = ijk_v0.raw_env(**arguments_of(game))
    at_once = ijk_v0.parallel_env(**arguments_of(game))
    in_turn.reset(seed=seed)
    observations, infos = at_once.reset(seed=seed)
    for action in actions:
        for agent in AGENTS:
            same = in_turn.observe(agent)
            assert isinstance(same, dict)
            assert isinstance(observations[agent], dict)
            for key, seen in same.items():
                assert np.array_equal(observations[agent][key], seen)
            assert np.array_equal(infos[agent]["action_mask"], same["action_mask"])
        if any(in_turn.terminations.values()):
            assert at_once.agents == []
            break
        # what the agent says who is not to move makes no difference
        both = dict.fromkeys(AGENTS, 3 - action) | {in_turn.agent_selection: action}
        in_turn.step(action)
        observations, rewards, terminations, truncations, infos = at_once.step(both)
        assert rewards == in_turn.rewards
        assert terminations == in_turn.terminations
        assert truncations == in_turn.truncations
        assert at_once.position == in_turn.position


def test_a_seed_decides_all_the_games_that_follow() -> None:
    environment = ijk_v0.raw_env(mode="nondeterministic")
    environment.reset(seed=5)
    for episode in range(3):
        state = environment._game.rules.start(Dice(0))
        for action in (0, 3, 1, 2) * 3:
            environment.step(action)
            state = state.play(action).draw(Dice(following_seed(5, episode)))
        assert environment.position == state.text()
        environment.reset()


def test_without_a_seed_games_differ() -> None:
    seeds = set()
    for _ in range(3):
        environment = ijk_v0.raw_env(mode="nondeterministic")
        environment.reset()
        seeds.add(environment.clone().game.seeding)
    assert len(seeds) == 3


TURNS = 30


def revived(environment: Any) -> Any:
    return pickle.loads(pickle.dumps(environment))


def restored(environment: Any) -> Any:
    """Another environment of the same game, led astray before it is set to the clone."""
    other = copy.deepcopy(environment)
    other.reset(seed=99)
    other.step(2)
    other.restore(pickle.loads(pickle.dumps(environment.clone())))
    return other


COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": revived,
    "clone": restored,
}


def step(environment: Any, action: int) -> None:
    """The next step of whoever is selected, alive or not; another game if all have left."""
    if not environment.agents:
        environment.reset()
    else:
        _, _, is_over, is_cut, _ = environment.last()
        environment.step(None if is_over or is_cut else action)


def told(environment: Any) -> list[object]:
    """Everything that PettingZoo may ask for."""
    seen = [environment.observe(agent)["observation"].tolist() for agent in AGENTS]
    masks = {agent: info["action_mask"].tolist() for agent, info in environment.infos.items()}
    live = [
        environment.position,
        environment.agents,
        environment.agent_selection if environment.agents else None,
        environment.rewards,
        environment._cumulative_rewards,
        environment.terminations,
        environment.truncations,
        masks,
        seen,
    ]
    return copy.deepcopy(live)


@pytest.mark.parametrize("kind", COPIES)
@pytest.mark.parametrize("made", [ijk_v0.env, ijk_v0.raw_env])
@examples(30)
@given(
    game=games(),
    max_turns=st.none() | st.integers(1, 30),
    seed=st.integers(0, SEEDS - 1),
    turns=st.integers(0, 40),
)
def test_a_copy_goes_the_same_way_and_is_on_its_own(
    made: Any, kind: str, game: Ijk, max_turns: int | None, seed: int, turns: int
) -> None:
    environment = made(max_turns=max_turns, **arguments_of(game))
    environment.reset(seed=seed)
    actions = [Dice(seed).roll(turn=turn, sides=4, lane=1) for turn in range(turns + TURNS)]
    for action in actions[:turns]:
        step(environment, action)
    before = told(environment)
    twin = COPIES[kind](environment)
    assert told(twin) == before
    way = []
    for action in actions[turns:]:
        step(twin, action)
        way.append(told(twin))
    assert told(environment) == before, "the copy has moved the original"
    for action, expected in zip(actions[turns:], way, strict=True):
        step(environment, action)
        assert told(environment) == expected


@pytest.mark.parametrize("kind", COPIES)
def test_a_parallel_environment_is_copied_too(kind: str) -> None:
    environment = ijk_v0.parallel_env(size=3, mode="nondeterministic", max_turns=9)
    environment.reset(seed=4)
    for _ in range(3):
        environment.step(dict.fromkeys(AGENTS, 1))
    if kind == "clone":
        twin = ijk_v0.parallel_env(size=3, mode="nondeterministic", max_turns=9)
        twin.restore(pickle.loads(pickle.dumps(environment.clone())))
    else:
        twin = COPIES[kind](environment)
    position = environment.position
    turns = 3
    while environment.agents:
        seen, *rest = twin.step(dict.fromkeys(AGENTS, turns % 4))
        assert environment.position == position
        own_seen, *own_rest = environment.step(dict.fromkeys(AGENTS, turns % 4))
        position, turns = environment.position, turns + 1
        assert twin.position == position
        assert rest[:3] == own_rest[:3]
        for agent in AGENTS:
            assert np.array_equal(seen[agent]["observation"], own_seen[agent]["observation"])
    assert turns > 4
    assert twin.agents == []
    assert twin.clone() == environment.clone()


def test_a_clone_comes_back_as_often_as_it_is_wanted() -> None:
    environment = ijk_v0.raw_env(mode="nondeterministic")
    environment.reset(seed=2)
    environment.step(3)
    moment = environment.clone()
    ways = []
    for _ in range(2):
        environment.restore(moment)
        for action in (0, 1, 2, 3):
            environment.step(action)
        ways.append(environment.position)
    assert ways[0] == ways[1]
    assert moment == pickle.loads(pickle.dumps(moment))


def test_a_restored_game_is_followed_by_the_same_games() -> None:
    environment = ijk_v0.raw_env(mode="nondeterministic")
    environment.reset(seed=2)
    environment.reset()
    moment = environment.clone()
    environment.reset(seed=77)
    environment.restore(moment)
    environment.reset()
    seeding = environment.clone().game.seeding
    assert seeding is not None
    assert (seeding.first, seeding.episode) == (2, 2)


def test_spaces_of_a_copy_sample_what_those_of_the_original_would() -> None:
    environment = ijk_v0.raw_env()
    environment.action_space("player_0").seed(3)
    twin = copy.deepcopy(environment)
    spaces = [each.action_space("player_0") for each in (environment, twin)]
    samples = [[int(space.sample()) for _ in range(9)] for space in spaces]
    assert samples[0] == samples[1]


@pytest.mark.parametrize("copied", [copy.deepcopy, revived])
@pytest.mark.parametrize("made", [ijk_v0.env, ijk_v0.raw_env, ijk_v0.parallel_env])
def test_an_environment_is_copied_before_its_first_game_too(made: Any, copied: Any) -> None:
    twin = copied(made(size=4, render_mode="ansi"))
    twin.reset(seed=3)
    assert twin.render().startswith("A . . .")


def test_a_limit_of_turns_is_restored_with_its_game() -> None:
    environment, other = ijk_v0.raw_env(max_turns=3), ijk_v0.raw_env(max_turns=3)
    environment.reset(options={"position": "ijk A5/6/6/6/6/6 + 8"})
    environment.step(3)
    other.reset(seed=1)
    other.restore(environment.clone())
    for is_cut in (False, True):
        other.step(3)
        assert other.truncations == dict.fromkeys(AGENTS, is_cut)


def test_the_end_of_a_game_comes_back_as_often_as_it_is_wanted() -> None:
    environment = ijk_v0.raw_env(max_turns=1)
    environment.reset(seed=1)
    environment.step(3)
    moment, ended = environment.clone(), told(environment)
    for _ in range(2):
        environment.step(None)
        environment.step(None)
        environment.restore(moment)
        assert told(environment) == ended


def test_agents_who_have_left_stay_away_when_the_end_is_restored() -> None:
    environment = ijk_v0.parallel_env(max_turns=1)
    environment.reset(seed=1)
    environment.step({"player_0": 3})
    moment = environment.clone()
    environment.reset(seed=1)
    environment.restore(moment)
    assert environment.agents == []
