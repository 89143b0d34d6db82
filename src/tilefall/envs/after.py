"""Afterstates: what every placement of many positions leaves behind, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilefall.engines.environments import packed
from tilefall.engines.protocol import FallingState
from tilefall.envs.settings import MOST_THREADS, Settings, checked_count
from tilefall.envs.spaces import Array
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState


@dataclass(frozen=True)
class Afterstates:
    """The placements of position i are rows offsets[i] to offsets[i + 1] of all other arrays."""

    offsets: Array  # positions + 1
    actions: Array  # the action that makes it
    rewards: Array  # what the step would give, but for chance
    ends: Array  # whether the game is over with it, before any chance (T4)
    columns: Array | None = None  # (rows, width) uint32, bit 0 the floor
    boards: Array | None = None  # (rows, height, width) uint8
    features: Array | None = None  # (rows, 11) float32, as rules/features.py names them

    def __len__(self) -> int:
        return len(self.actions)


def afterstates(
    states: Sequence[FallingState],
    *,
    columns: bool = False,
    boards: bool = False,
    features: bool = False,
    threads: int = 1,
) -> Afterstates:
    """What every legal placement of some positions of one game leaves behind."""
    threads = checked_count("threads", threads, 1, MOST_THREADS)
    if not isinstance(states, Sequence):
        raise TypeError(f"positions in a {type(states).__name__}, expected a list of states")
    for state in states:
        if not isinstance(state, QuintrisState | TetrisState):
            raise TypeError(
                f"a position is of type {type(state).__name__}, expected a state of the rules: "
                "game.parse(text) makes one"
            )
    games = {state.game for state in states}
    if len(games) != 1:
        texts = sorted(game.text() for game in games)
        raise ValueError(f"positions of {len(games)} games {texts}, expected those of one")
    native = Settings(games.pop()).native(1, threads, "disabled")
    found = native.successors([packed(state) for state in states], columns, boards, features)
    return Afterstates(**found)
