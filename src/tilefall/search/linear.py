"""Linear: features times weights, and the weights that ship with tilefall."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path

from tilefall.engines.protocol import LARGEST_WEIGHT
from tilefall.rules.features import Features

# Files in weights/
PUBLISHED, QUINTRIS_GREEDY, QUINTRIS_LOOKAHEAD = (
    "published",
    "quintris-greedy",
    "quintris-lookahead",
)
SHIPPED = (PUBLISHED, QUINTRIS_GREEDY, QUINTRIS_LOOKAHEAD)
FIELDS = {"name", "about", "source", "features"}


class BadWeights(ValueError):
    """Weights that cannot be used; says where, what was found and what was expected."""


class MissingWeights(BadWeights):
    """There are no weights of this name, and no such file; says which there are."""


@dataclass(frozen=True)
class LinearWeights:
    """A linear evaluator: one whole number a feature, in the order of Features."""

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
    for name, value in floats.items():
        if name not in Features._fields:
            raise BadWeights(f"feature {name!r}, allowed are {', '.join(Features._fields)}")
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(value)
        ):
            raise BadWeights(f"weight {value!r} of {name}, expected a finite number")
    exact = [Fraction(floats.get(name, 0)) for name in Features._fields]
    exact[Features._fields.index("landing_height")] /= 2
    largest = max(map(abs, exact))
    if not largest:
        raise BadWeights("all weights are 0, expected one that is not")
    return tuple(round(weight * LARGEST_WEIGHT / largest) for weight in exact)


def parse_weights(text: str, where: str) -> tuple[LinearWeights, ...]:
    """The evaluators of a weights file: a JSON list of name, about, source and features."""
    try:
        entries = json.loads(text)
    except ValueError as error:
        raise BadWeights(f"{where}: {error}, expected JSON") from error
    if not isinstance(entries, list):
        raise BadWeights(f"{where}: expected a list")
    found = []
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or set(entry) != FIELDS:
            raise BadWeights(f"{where}, entry {number}: expected {', '.join(sorted(FIELDS))}")
        name, about, source, features = (
            entry[field] for field in ("name", "about", "source", "features")
        )
        if not all(isinstance(word, str) and word for word in (name, about, source)):
            raise BadWeights(f"{where}, entry {number}: name, about and source must be texts")
        if not isinstance(features, dict):
            raise BadWeights(f"{where}, {name}: features must be names with numbers")
        try:
            found.append(LinearWeights(name, about, scaled(features)))
        except BadWeights as error:
            raise BadWeights(f"{where}, {name}: {error}") from error
    return tuple(found)


@cache
def shipped(file: str) -> dict[str, LinearWeights]:
    """The evaluators by name of one of the weights files that ship with tilefall.

    >>> list(shipped("published"))
    ['dellacherie', 'bcts', 'dt-10', 'dt-20', 'rv-ce', 'el-tetris']
    """
    path = files("tilefall").joinpath("weights", f"{file}.json")
    entries = parse_weights(path.read_text(encoding="utf-8"), path.name)
    return {entry.name: entry for entry in entries}


def named_weights(text: str) -> LinearWeights:
    """The weights that a name or a file stands for: `dt-10`, or `mine.json` with one evaluator.

    >>> named_weights("dt-10").name
    'dt-10'
    """
    known = {name: entry for file in SHIPPED for name, entry in shipped(file).items()}
    if text in known:
        return known[text]
    path = Path(text)
    if not path.is_file():
        raise MissingWeights(f"weights {text!r}, expected a file or one of {', '.join(known)}")
    try:
        entries = parse_weights(path.read_text(encoding="utf-8"), text)
    except UnicodeDecodeError as error:
        raise BadWeights(f"{text}: not UTF-8, expected JSON") from error
    if len(entries) != 1:
        names = ", ".join(entry.name for entry in entries) or "none"
        raise BadWeights(f"{text}: expected a list of one evaluator, it has {names}")
    return entries[0]
