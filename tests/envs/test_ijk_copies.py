"""Copies of IJK's environments: deepcopy, pickle and clone keep the game and what comes after."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.envs.ijk_views import AGENTS, arguments_of, games
from tilefall.envs import ijk_v0
from tilefall.rules.dice import SEEDS, Dice
from tilefall.rules.ijk import Ijk

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
