"""The environments of IJK play by the rules: every step, both players, every instruction set."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.envs import ijk_views
from tests.envs.ijk_views import AGENTS, arguments_of, games, using
from tests.rules.positions import ijk_states
from tilefall.engines.native import available_isas
from tilefall.envs import ijk_v0
from tilefall.envs.seeds import following_seed
from tilefall.rules.dice import SEEDS, Dice
from tilefall.rules.ijk import IjkState

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
