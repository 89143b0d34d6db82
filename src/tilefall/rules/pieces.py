"""Pieces: shapes, turns, moves as numbers (F1, F2), and which piece comes next (F10, F11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import overload

from tilefall.rules.dice import Dice
from tilefall.rules.notation import EMPTY, Rows

FILLED = "x"
LEVELS = 32  # a move counts the rows below its piece, 0 to 31


def rotated(rows: Rows) -> Rows:
    """The shape turned a quarter clockwise: new row i is old column i read bottom to top.

    >>> rotated(("xxxx", "...x"))
    ('.x', '.x', '.x', 'xx')
    """
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))


def flipped(rows: Rows) -> Rows:
    """The shape with each row reversed.

    >>> flipped(("xxxx", "...x"))
    ('xxxx', 'x...')
    """
    return tuple(row[::-1] for row in rows)


@dataclass(frozen=True)
class Shape:
    """A piece in one of its positions, named by letter and number: L3."""

    name: str
    piece: int
    rows: Rows

    @property
    def width(self) -> int:
        """Columns of the bounding box."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows of the bounding box."""
        return len(self.rows)

    @cached_property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The filled cells as (row, column) from the top left corner of the bounding box."""
        return tuple(
            (row, column)
            for row, line in enumerate(self.rows)
            for column, cell in enumerate(line)
            if cell == FILLED
        )


@dataclass(frozen=True)
class PieceSet:
    """All shapes of a game in a fixed order: by piece, then unflipped before flipped, by turns."""

    letters: str
    shapes: tuple[Shape, ...]

    @cached_property
    def of_piece(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of each piece's shapes, the first as the piece is drawn in the rules."""
        return tuple(
            tuple(i for i, shape in enumerate(self.shapes) if shape.piece == piece)
            for piece in range(len(self.letters))
        )

    @cached_property
    def rotations(self) -> tuple[int, ...]:
        """For each shape the number of the one turned a quarter clockwise."""
        return tuple(self._number(shape.piece, rotated(shape.rows)) for shape in self.shapes)

    @cached_property
    def flips(self) -> tuple[int, ...]:
        """For each shape the number of its mirror image."""
        return tuple(self._number(shape.piece, flipped(shape.rows)) for shape in self.shapes)

    def turned(self, piece: int, quarters: int) -> int:
        """The number of the shape that a piece has after some quarter turns."""
        number = self.of_piece[piece][0]
        for _ in range(quarters):
            number = self.rotations[number]
        return number

    def named(self, name: str) -> int | None:
        """The number of the shape with this name, if there is one."""
        return next((i for i, shape in enumerate(self.shapes) if shape.name == name), None)

    def _number(self, piece: int, rows: Rows) -> int:
        return next(
            i for i, shape in enumerate(self.shapes) if shape.piece == piece and shape.rows == rows
        )


def piece_set(drawings: Sequence[tuple[str, Rows]], *, flips: bool) -> PieceSet:
    """The piece set of some drawings; without flips only turns make new shapes.

    >>> bar = piece_set([("I", ("xxxxx",))], flips=True)
    >>> [shape.name for shape in bar.shapes]
    ['I0', 'I1']
    """
    shapes = []
    for piece, (letter, drawing) in enumerate(drawings):
        distinct: list[Rows] = []
        for first in (drawing, flipped(drawing)) if flips else (drawing,):
            rows = first
            for _ in range(4):
                if rows not in distinct:
                    distinct.append(rows)
                rows = rotated(rows)
        shapes += [Shape(f"{letter}{i}", piece, rows) for i, rows in enumerate(distinct)]
    return PieceSet("".join(letter for letter, _ in drawings), tuple(shapes))


@dataclass(frozen=True)
class Placement:
    """What a move means: a shape, and the row and column of its box's top left corner."""

    shape: Shape
    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.shape.name} at row {self.row}, column {self.column}"


@dataclass(frozen=True)
class Placements(Sequence[Placement]):
    """Moves as numbers: ((shape * width) + column) * 32 + empty rows below the box (F2).

    Numbers ascend by shape, then column, then from the floor up.
    """

    pieces: PieceSet
    width: int
    height: int

    def number(self, shape: int, row: int, column: int) -> int:
        """The move that puts a shape's box with its top left corner at (row, column)."""
        bottom = self.height - row - self.pieces.shapes[shape].height
        return (shape * self.width + column) * LEVELS + bottom

    def shape_number(self, move: int) -> int:
        """The number of the shape that a move places."""
        return move // (LEVELS * self.width)

    def __len__(self) -> int:
        return len(self.pieces.shapes) * self.width * LEVELS

    @overload
    def __getitem__(self, move: int) -> Placement: ...
    @overload
    def __getitem__(self, move: slice) -> Sequence[Placement]: ...
    def __getitem__(self, move: int | slice) -> Placement | Sequence[Placement]:
        if isinstance(move, slice):
            return [self[i] for i in range(*move.indices(len(self)))]
        if not 0 <= move < len(self):
            raise IndexError(f"move {move}, allowed are 0 to {len(self) - 1}")
        shape = self.pieces.shapes[self.shape_number(move)]
        row = self.height - move % LEVELS - shape.height
        return Placement(shape, row, move // LEVELS % self.width)


def empty_board(width: int, height: int) -> Rows:
    """A board without a filled cell."""
    return (EMPTY * width,) * height


def check_size(what: str, size: int, sizes: range) -> None:
    """ValueError if a board may not be of this width or height."""
    if size not in sizes:
        raise ValueError(f"{what} {size}, allowed are {sizes[0]} to {sizes[-1]}")


PIECE_LANE, ROTATION_LANE, COLUMN_LANE, MIX_LANE = 0, 1, 2, 8
LARGEST_WEIGHT = 10  # a hidden mix has weights 0 to 10


@dataclass(frozen=True)
class Draws:
    """How the pieces of a game are drawn, written as one word.

    `hidden` a mix that the dice draw at the start and nobody sees; `uniform`; `bag` every piece
    once before any comes again; `3-0-1-2-4-5` a told mix; `XILYUN` this list, over and over.
    """

    letters: str
    text: str

    def __post_init__(self) -> None:
        letters, text = self.letters, self.text
        if text in ("hidden", "uniform", "bag") or (text and set(text) <= set(letters)):
            return
        if re.fullmatch(r"(-(0|[1-9][0-9]{0,5}))+", f"-{text}"):
            weights = [int(word) for word in text.split("-")]
            if len(weights) == len(letters) and sum(weights) > 0:
                return
        raise ValueError(
            f"pieces {text!r}, allowed are hidden, uniform, bag, "
            f"{len(letters)} whole numbers with dashes between them, not all 0, "
            f"or a list of the letters {letters}"
        )

    @property
    def is_list(self) -> bool:
        """Whether the order of the pieces is told."""
        return set(self.text) <= set(self.letters)

    @cached_property
    def told(self) -> tuple[int, ...] | None:
        """The weights, where the text gives them."""
        if self.text == "uniform":
            return (1,) * len(self.letters)
        return tuple(int(word) for word in self.text.split("-")) if "-" in self.text else None

    def weights(self, number: int, seen: tuple[int, ...], dice: Dice) -> tuple[int, ...]:
        """How likely each piece is as the draw of this number, in whole parts of their sum."""
        return self._known(number, seen) or mix(dice, len(self.letters))

    def piece(self, number: int, seen: tuple[int, ...], dice: Dice) -> int:
        """The piece that the dice give as the draw of this number (F10)."""
        weights = self.weights(number, seen, dice)
        rest = dice.roll(turn=number, sides=sum(weights), lane=PIECE_LANE)
        piece = 0
        while rest >= weights[piece]:
            rest -= weights[piece]
            piece += 1
        return piece

    def chances(self, number: int, seen: tuple[int, ...]) -> tuple[Fraction, ...]:
        """The chance of each piece for one who knows what a player knows (F11)."""
        weights = self._known(number, seen)
        if weights is None:
            return posterior(seen)
        return tuple(Fraction(weight, sum(weights)) for weight in weights)

    def _known(self, number: int, seen: tuple[int, ...]) -> tuple[int, ...] | None:
        if self.text == "hidden":
            return None
        if self.text == "bag":  # what the bag still holds has been seen least
            return tuple(int(count == min(seen)) for count in seen)
        if self.is_list:
            letter = self.text[number % len(self.text)]
            return tuple(int(letter == other) for other in self.letters)
        return self.told


def counted(seen: tuple[int, ...], piece: int) -> tuple[int, ...]:
    """What has been seen once this piece is drawn too."""
    return tuple(count + (other == piece) for other, count in enumerate(seen))


def mix(dice: Dice, pieces: int) -> tuple[int, ...]:
    """The hidden mix of a game: weights from 0 to 10 each, drawn again if all are 0 (F10)."""
    attempt = 0
    while True:
        weights = tuple(
            dice.roll(turn=attempt, sides=LARGEST_WEIGHT + 1, lane=MIX_LANE + piece)
            for piece in range(pieces)
        )
        if any(weights):
            return weights
        attempt += 1


def posterior(seen: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The chance of each piece under a hidden mix, given the pieces seen: exact Bayes (F11).

    >>> posterior((0, 0))
    (Fraction(1, 2), Fraction(1, 2))
    >>> first, second = posterior((9, 0))
    >>> first > Fraction(3, 4)
    True
    """
    shares = []
    for piece in range(len(seen)):
        counts = [count + (other == piece) for other, count in enumerate(seen)]
        by_sum = {0: 1}  # sum of the weights -> summed product of weight ** count
        for count in counts:
            folded: dict[int, int] = {}
            for total, product in by_sum.items():
                for weight in range(LARGEST_WEIGHT + 1):
                    folded[total + weight] = folded.get(total + weight, 0) + product * weight**count
            by_sum = folded
        power = sum(counts)
        shares.append(sum(Fraction(n, total**power) for total, n in by_sum.items() if total))
    return tuple(Fraction(share) / sum(shares) for share in shares)
