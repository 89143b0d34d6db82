"""What environments of IJK are made with: the arguments, checked, and the spaces they lead to."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tilefall.envs.ijk_game import PLANES
from tilefall.rules.ijk import MOVES, Ijk, tile_codes

OBSERVATIONS = ("letters", "planes")
MASKS = ("observation", "info")
RENDER_MODES = ("human", "ansi", "rgb_array")

Observation = dict[str, NDArray[Any]] | NDArray[Any]
Space = gymnasium.spaces.Space[Any]


@dataclass(frozen=True)
class IjkArguments:
    """Rules (I1, I9, I10), what is observed, where the mask stands, how long games last.

    >>> IjkArguments(size=9)
    Traceback (most recent call last):
    ValueError: size 9, allowed are 2 to 8
    """

    size: int = 6
    mode: str = "deterministic"
    end: str = "ply"
    winning: str = "K"
    observation: str = "letters"
    mask: str = "observation"
    max_turns: int | None = None
    render_mode: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", _whole_number("size", self.size))
        if self.max_turns is not None:
            turns = _whole_number("max_turns", self.max_turns)
            if turns < 1:
                raise ValueError(f"max_turns {turns}, allowed are 1 or more, and None for no limit")
            object.__setattr__(self, "max_turns", turns)
        self.rules()  # says itself what is wrong with them
        for what, value, allowed in (
            ("observation", self.observation, OBSERVATIONS),
            ("mask", self.mask, MASKS),
            ("render_mode", self.render_mode, (*RENDER_MODES, None)),
        ):
            if value not in allowed:
                names = ", ".join(map(str, allowed))
                raise ValueError(f"{what} {value!r}, allowed are {names}")

    def rules(self) -> Ijk:
        """The rules of every game."""
        return Ijk(self.size, self.mode, self.end, self.winning)

    def board_space(self) -> Space:
        """The space of boards, a tile code a cell."""
        shape, highest = (self.size, self.size), max(tile_codes().values())
        return gymnasium.spaces.Box(0, highest, shape, np.uint8)

    def observation_space(self) -> Space:
        """The space of what an agent sees."""
        seen = self.board_space()
        if self.observation == "planes":
            seen = gymnasium.spaces.Box(0, 1, (PLANES, self.size, self.size), np.float32)
        if self.mask == "info":
            return seen
        mask = gymnasium.spaces.Box(0, 1, (len(MOVES),), np.int8)
        return gymnasium.spaces.Dict({"observation": seen, "action_mask": mask})


def _whole_number(what: str, value: SupportsIndex) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{what} {value!r}, expected a whole number") from None
