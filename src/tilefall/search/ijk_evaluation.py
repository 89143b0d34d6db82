"""What a position of IJK is worth at once: by tiles (J2), by terms (J10), by a network (J11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tilefall.engines.packing_ijk import ijk
from tilefall.rules.ijk import (
    LETTERS,
    Ijk,
    IjkAfterstate,
    IjkState,
    empty_cells,
    highest_letters,
    leader,
    transposed,
)
from tilefall.rules.notation import EMPTY, Rows
from tilefall.search.ijk_network import SIZE, WINNING, Network, shipped_network

MOST = 250_000  # no tile is worth more


@dataclass(frozen=True)
class Terms:
    """What is added to the tiles, for either player (J10)."""

    lead: int = 0  # for every letter that one's highest tile is above the other's
    owned: int = 0  # for every tile
    free: int = 0  # for every free cell, for the one who leads
    captured: int = 0  # sixteenths of a tile that the player to move can capture


@dataclass(frozen=True)
class Evaluation:
    """A way to value positions; a network, where there is one, goes before the rest."""

    name: str
    tiles: tuple[int, ...]  # by letter, an empty cell first
    terms: Terms = Terms()
    network: Network | None = None

    def native(self) -> ijk.Evaluation:
        """The same for native searches, made anew."""
        terms = self.terms.lead, self.terms.owned, self.terms.free, self.terms.captured
        return ijk.Evaluation(self.tiles, terms, self.network.native() if self.network else None)

    def value(self, state: IjkState | IjkAfterstate) -> int:
        """What a position is worth for player 0; in an afterstate a tile is missing (J7)."""
        board, player = state.board, state.player
        if self.network:
            return self.network.value(board, player, state.turn)
        return tile_total(board, self.tiles) + self._term_total(board, player)

    def _term_total(self, board: Rows, player: int) -> int:
        cells = "".join(board)
        uppers, lowers = sum(map(str.isupper, cells)), sum(map(str.islower, cells))
        upper, lower = (LETTERS.index(letter) for letter in highest_letters(board))
        # a player without tiles is a letter below one with an A
        lead = (upper + (uppers > 0)) - (lower + (lowers > 0))
        letters = mixed_pairs(board)
        captured = sum(quotient(self.tiles[letter] * self.terms.captured) for letter in letters)
        return (
            self.terms.lead * lead
            + self.terms.owned * (uppers - lowers)
            + self.terms.free * len(empty_cells(board)) * leader(board)
            + (captured if player == 0 else -captured)
        )


class Ready:
    """Keeps the native form of the evaluation that was asked for last."""

    def __init__(self) -> None:
        self.kept: tuple[Evaluation, ijk.Evaluation] | None = None

    def native(self, evaluation: Evaluation) -> ijk.Evaluation:
        """The native form, made once as long as the evaluation stays the same."""
        if self.kept is None or self.kept[0] is not evaluation:
            self.kept = evaluation, evaluation.native()
        return self.kept[1]


def quotient(sixteenths: int) -> int:
    """Sixteenths in whole numbers, rounded towards zero."""
    return sixteenths // 16 if sixteenths >= 0 else -(-sixteenths // 16)


def tile_total(board: Rows, values: Sequence[int]) -> int:
    """Upper case less lower case, each tile by its letter (J2).

    >>> tile_total(("C.a", ".B."), BY_LETTER.tiles)
    4
    """
    tiles = "".join(board).replace(EMPTY, "")
    worth = {letter: values[i] for i, letter in enumerate(LETTERS, 1)}
    return sum(worth[tile] if tile.isupper() else -worth[tile.upper()] for tile in tiles)


def mixed_pairs(board: Rows) -> list[int]:
    """The letters, A as 1, of neighbouring tiles that differ in their case alone.

    >>> mixed_pairs(("Cc", "c."))
    [3, 3]
    """
    lines = (*board, *transposed(board))
    neighbours = [pair for line in lines for pair in pairwise(line)]
    return [
        LETTERS.index(first.upper()) + 1
        for first, second in neighbours
        if first != EMPTY and first == second.swapcase()
    ]


def powers(base: float) -> tuple[int, ...]:
    """16 times a power of the base for every letter, an empty cell first."""
    return (0, *(min(round(16 * base**level), MOST) for level in range(1, len(LETTERS) + 1)))


BY_LETTER = Evaluation("letters", tuple(range(len(LETTERS) + 1)))
BY_POWER = Evaluation("tiles", powers(2.2))
HAND_MADE = Evaluation("terms", powers(2.3), Terms(lead=100, owned=40, free=-10, captured=32))
LEARNED = "learned"
EVALUATIONS = (LEARNED, HAND_MADE.name, BY_POWER.name, BY_LETTER.name)


def best_evaluation(game: Ijk) -> str:
    """The strongest one for a game: networks know one size and one winning letter."""
    return LEARNED if (game.size, game.winning) == (SIZE, WINNING) else HAND_MADE.name


def networked(network: Network, game: Ijk) -> Evaluation:
    """The evaluation by a network, for a game of its size and mode."""
    if (game.size, game.winning) != (SIZE, WINNING):
        raise ValueError(
            f"network {network.name} plays on {SIZE} x {SIZE} for a {WINNING}, not {game.text()}"
        )
    if game.mode != network.mode:
        raise ValueError(f"network {network.name} plays {network.mode} ijk, not {game.text()}")
    return Evaluation(LEARNED, BY_POWER.tiles, network=network)


def evaluation_named(name: str, game: Ijk) -> Evaluation:
    """The evaluation of a name, for a game."""
    if name == LEARNED:
        return networked(shipped_network(game.mode), game)
    known = {each.name: each for each in (HAND_MADE, BY_POWER, BY_LETTER)}
    if name not in known:
        raise ValueError(f"evaluation {name!r}, allowed are {', '.join(EVALUATIONS)}")
    return known[name]
