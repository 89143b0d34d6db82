"""Draws: which piece comes next, from a hidden, told or uniform mix, a bag or a list (F10, F11)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tilefall.rules.dice import Dice

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
