"""Linear: features times weights, and the weights that ship with tilefall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tilefall.engines.protocol import LARGEST_WEIGHT, WEIGHED, checked_weights
from tilefall.rules.features import Features
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.weights_file import (
    BadWeights,
    Entry,
    checked_features,
    named_entry,
    parse_entries,
    shipped_entries,
    with_largest,
)

# Files in weights/
PUBLISHED = "published"
QUINTRIS_START, QUINTRIS_GREEDY = "quintris-start", "quintris-greedy"
QUINTRIS_LOOKAHEAD, QUINTRIS_DEEP = "quintris-lookahead", "quintris-deep"
TETRIS_GREEDY, TETRIS_TABLES = "tetris-greedy", "tetris-tables"
QUINTRIS_TABLES, QUINTRIS_TABLES_DEEP = "quintris-tables", "quintris-tables-deep"
SHIPPED = (
    *(PUBLISHED, QUINTRIS_START, QUINTRIS_GREEDY, QUINTRIS_LOOKAHEAD, QUINTRIS_DEEP),
    *(TETRIS_GREEDY, TETRIS_TABLES, QUINTRIS_TABLES, QUINTRIS_TABLES_DEEP),
)


@dataclass(frozen=True)
class LinearWeights:
    """A linear evaluator: one whole number a feature, in the order of WEIGHED.

    Those of E12 to E18 are left out where none of them weighs anything.
    """

    name: str
    about: str
    weights: tuple[int, ...]


def scaled(floats: Mapping[str, float]) -> tuple[int, ...]:
    """Weights by feature as whole numbers, the largest of them 65536; those left out are 0.

    Landing height is published in rows and counted in half rows, so its weight is halved.
    Scaling changes no choice, and whole numbers make every engine choose alike.

    >>> scaled({"landing_height": -1, "holes": -4})
    (-8192, 0, 0, 0, -65536, 0, 0, 0, 0, 0, 0)
    """
    exact = checked_features(floats, WEIGHED)
    if not any(exact[len(Features._fields) :]):
        exact = exact[: len(Features._fields)]
    halved = Features._fields.index("landing_height")
    exact = [weight if place == halved else 2 * weight for place, weight in enumerate(exact)]
    return with_largest(exact, LARGEST_WEIGHT)


def parse_weights(text: str, where: str) -> tuple[LinearWeights, ...]:
    """The evaluators of a weights file: a JSON list of name, about, source and features."""
    return tuple(linear(entry, where) for entry in parse_entries(text, where))


def linear(entry: Entry, where: str) -> LinearWeights:
    """The evaluator of an entry; BadWeights if it weighs other features."""
    try:
        return LinearWeights(entry.name, entry.about, scaled(entry.features))
    except BadWeights as error:
        raise BadWeights(f"{where}, {entry.name}: {error}") from error


def for_game(weights: LinearWeights, game: Quintris | Tetris) -> LinearWeights:
    """The weights, if they weigh no pieces that a game does not have; otherwise BadWeights."""
    try:
        checked_weights(weights.weights, game)
    except ValueError as error:
        raise BadWeights(f"{weights.name} in {game.name}: {error}") from error
    return weights


@cache
def shipped(file: str) -> dict[str, LinearWeights]:
    """The evaluators by name of one of the weights files that ship with tilefall.

    >>> list(shipped("published"))
    ['dellacherie', 'bcts', 'dt-10', 'dt-20', 'rv-ce', 'el-tetris']
    """
    return {name: linear(entry, file) for name, entry in shipped_entries(file).items()}


def named_weights(text: str) -> LinearWeights:
    """The weights that a name or a file stands for: `dt-10`, or `mine.json` with one evaluator.

    >>> named_weights("dt-10").name
    'dt-10'
    """
    return linear(named_entry(text, SHIPPED), text)
