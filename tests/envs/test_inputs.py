"""What environments take for an action or a position, and what is left as it was otherwise."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from tests.envs.many_envs import is_same
from tests.rules.boards import tetris
from tilefall.envs import TetrisEnv

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
