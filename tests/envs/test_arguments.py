"""Which arguments, actions and observations the falling environments take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from inspect import signature
from typing import Any

import gymnasium
import numpy as np
import pytest

import tilefall
from tests.envs.arguments import TETRIS
from tests.envs.many_envs import is_same
from tests.rules.boards import tetris
from tilefall import envs
from tilefall.envs import FallingVectorEnv, TetrisEnv, TetrisVectorEnv, afterstates
from tilefall.envs.settings import Settings


def names_allowed(make: Callable[..., object]) -> set[str]:
    """The names of arguments that a refusal lists."""
    with pytest.raises(TypeError, match="argument 'colour', allowed are ") as error:
        make(colour=1)
    return set(str(error.value).split(" are ")[1].split(", "))


def test_the_names_that_a_refusal_lists_are_those_that_are_taken() -> None:
    of_settings = {field.name for field in fields(Settings)} - {"game"}
    of_many = set(signature(FallingVectorEnv).parameters) - {"settings"}
    assert {"num_envs", "threads", "copy", "autoreset_mode", "render_mode"} == of_many
    for game in ("Tetris", "Quintris"):
        of_game = {field.name for field in fields(getattr(tilefall, game))}
        single, many = getattr(envs, f"{game}Env"), getattr(envs, f"{game}VectorEnv")
        assert names_allowed(single) == of_game | of_settings | {"render_mode"}
        assert names_allowed(many) == of_game | of_settings | of_many
        usual = single().settings
        for name in of_game | of_settings:
            value = getattr(usual if name in of_settings else usual.game, name)
            assert single(**{name: value}).settings == many(**{name: value}).settings == usual


def test_numbers_of_numpy_are_numbers() -> None:
    make: Any = TetrisVectorEnv
    many = make(
        num_envs=np.int64(3),
        threads=np.uint8(1),
        width=np.int16(6),
        gravity=np.uint32(2),
        max_episode_steps=np.int64(9),
        reward_line=np.float32(0.5),
        actions="keys",
    )
    assert many.num_envs == 3
    same = make(3, width=6, gravity=2, max_episode_steps=9, reward_line=0.5, actions="keys")
    assert many.settings == same.settings
    assert {type(many.settings.gravity), type(many.settings.max_episode_steps)} == {int}


@pytest.mark.parametrize("number", [2, -1, "a", 0.0, None])
def test_numbers_of_environments(number: Any) -> None:
    many: Any = gymnasium.make_vec(TETRIS, 2)
    many.reset(seed=1)
    for question in (many.state, many.game_seed):
        with pytest.raises(ValueError, match="environment") as error:
            question(number)
        assert str(error.value) == f"environment {number!r}, allowed are whole numbers from 0 to 1"


def test_positions_of_afterstates() -> None:
    start = tilefall.Tetris().start(tilefall.Dice(1))
    given: list[tuple[Any, str]] = [
        (start, "positions in a TetrisState, expected a list"),
        (iter([start]), "positions in a list_iterator, expected a list"),
        ([start.text()], "a position is of type str, expected a state of the rules"),
    ]
    for states, said in given:
        with pytest.raises(TypeError, match=said):
            afterstates(states)
    with pytest.raises(ValueError, match="threads 0, allowed are whole numbers from 1 to 256"):
        afterstates([start], threads=0)


CROWDED = "....\n.xx.\nxx.x\nxx.x"  # a square finds no room at its top, but can be placed


def begun(**arguments: Any) -> TetrisEnv:
    env = TetrisEnv(**arguments)
    env.reset(seed=1)
    return env


def at(position: object, **arguments: Any) -> object:
    return TetrisEnv(width=4, height=4, **arguments).reset(seed=1, options={"position": position})


def test_a_crowded_position_can_be_placed_into_but_not_steered_in() -> None:
    assert at(tetris(CROWDED, "O")) is not None
    with pytest.raises(ValueError, match=r"^the game is over at tetris"):
        at(tetris(CROWDED, "O"), actions="keys")


@pytest.mark.parametrize("action", [-1, 40, 2**70, 2.7, "x", None, np.float64(1), [1]])
def test_what_is_no_action_is_refused_and_changes_nothing(action: object) -> None:
    env = begun()
    before = env.clone()
    with pytest.raises(gymnasium.error.InvalidAction, match=r"^action .*, allowed are .*0 to 39$"):
        env.step(action)
    assert env.clone() == before


@pytest.mark.parametrize("action", [np.int64(3), np.uint8(3), np.array(3)])
def test_whole_numbers_of_any_kind_are_actions(action: object) -> None:
    assert is_same(begun().step(action), begun().step(3))
