"""What an engine does: the same questions, answered by plain Python or by native code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from tilefall.errors import TilefallError
from tilefall.rules.dice import Dice
from tilefall.rules.falling import Spot
from tilefall.rules.features import SURFACE, Features, surface_of
from tilefall.rules.game import Afterstate, State
from tilefall.rules.ijk import Ijk
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import PieceSet
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisState

FallingState = QuintrisState | TetrisState

# Weights are whole numbers no larger than this, so that a value always fits 32 bits.
LARGEST_WEIGHT = 1 << 16

# What weights weigh, in their order; without tables they end after the features E1 to E11.
WEIGHED = (*Features._fields, *SURFACE)


class EngineError(TilefallError, RuntimeError):
    """An engine that was asked for is not to be had here; says why and what is."""


@dataclass(frozen=True)
class Perft:
    """The leaves of all games of a length from a state, and the sum of their digests."""

    leaves: int
    digest: int


@dataclass(frozen=True)
class Outcome:
    """How one game of a playout ended, or where its cap stopped it."""

    seed: int
    score: int
    turns: int
    digest: int
    is_over: bool


class Engine(Protocol):
    """One implementation of the rules. All agree to the last bit on any position."""

    @property
    def name(self) -> str:
        """What it is: `reference`, or `native` with an instruction set."""
        ...

    def legal_moves(self, state: State) -> tuple[int, ...]:
        """The moves of a state, ascending."""
        ...

    def keys(self, state: QuintrisState) -> dict[int, str]:
        """The moves of a state with the shortest keys to each (F9)."""
        ...

    def keys_from(self, state: QuintrisState, spot: Spot) -> dict[int, str]:
        """The moves in reach of the piece at a spot with the shortest keys from there (F12)."""
        ...

    def play(self, state: State, move: int) -> Afterstate:
        """The certain half of a turn."""
        ...

    def draw(self, after: Afterstate, dice: Dice) -> State:
        """The chance half of a turn."""
        ...

    def digest(self, state: State) -> int:
        """64 bits that stand for a state (D5)."""
        ...

    def features(self, state: FallingState) -> dict[int, Features | None]:
        """The features of every legal move; None for a move that ends a game of Tetris."""
        ...

    def tables(self, state: FallingState) -> dict[int, tuple[int, ...] | None]:
        """How often each case of SURFACE occurs after every legal move; None as with features."""
        ...

    def choose(self, state: FallingState, weights: Sequence[int]) -> int:
        """The move whose features times weights sum to the most, the first of equal ones."""
        ...

    def choose_from(self, state: QuintrisState, spot: Spot, weights: Sequence[int]) -> int:
        """The best of the moves in reach of the piece at a spot, as `choose` weighs them (F12)."""
        ...

    def slid(self, game: Ijk, board: Rows, player: int, move: int) -> Rows:
        """An IJK board after a slide, before its new tile."""
        ...

    def perft(self, state: State, depth: int, dice: Dice) -> Perft:
        """All games of `depth` moves from a state, chance decided by the dice."""
        ...

    def playout(
        self,
        game: Quintris | Tetris,
        weights: Sequence[int],
        seeds: Sequence[int],
        max_turns: int,
        threads: int = 1,
    ) -> list[Outcome]:
        """Whole games, one a seed, in which `choose` makes every move."""
        ...


def checked_weights(
    weights: Sequence[int], game: Quintris | Tetris | None = None
) -> tuple[int, ...]:
    """The weights, if there is one for each feature and all are small enough for 32 bits.

    Those of E12 to E18 may be left out. With a game they must not weigh another game's pieces.
    """
    names: tuple[str, ...] = Features._fields
    if len(weights) == len(WEIGHED):
        names = WEIGHED
    elif len(weights) != len(names):
        raise ValueError(
            f"{len(weights)} weights, expected {len(names)}: {', '.join(names)}; "
            f"or {len(WEIGHED)}, with E12 to E18"
        )
    for name, weight in zip(names, weights, strict=True):
        if not isinstance(weight, int) or abs(weight) > LARGEST_WEIGHT:
            raise ValueError(
                f"weight {weight} of {name}, expected a whole number "
                f"from {-LARGEST_WEIGHT} to {LARGEST_WEIGHT}"
            )
    if game is not None:
        check_weighed(game, [name for name, weight in zip(names, weights, strict=True) if weight])
    return tuple(weights)


def check_weighed(game: Quintris | Tetris, names: Sequence[str]) -> None:
    """Raises ValueError if one of these features is of pieces that a game does not have."""
    known = _known(game.moves.pieces)
    for name in names:
        if name not in known:
            raise ValueError(f"weights of {name}: {fits_by_game()}")


@cache
def _known(pieces: PieceSet) -> frozenset[str]:
    return frozenset((*Features._fields, *surface_of(pieces)))


def fits_by_game() -> str:
    """Which tables of E13 each game has, in words."""
    games = (("tetris", Tetris()), ("quintris", Quintris()))
    return ", ".join(f"{name} has {_listed(game.moves.pieces)}" for name, game in games)


def _listed(pieces: PieceSet) -> str:
    fits = [name.rpartition("_")[0] for name in surface_of(pieces) if name.startswith("fit_")]
    return " ".join(dict.fromkeys(fits))
