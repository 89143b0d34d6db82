"""Weights files: JSON lists of named weights by feature, with where they come from."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from tilefall.errors import NotFound, TilefallError
from tilefall.rules.features import unknown_feature
from tilefall.search.provenance import BadProvenance, Provenance, parse_provenance

FIELDS = ("name", "about", "source", "features")
SUFFIX = ".json"


class BadWeights(TilefallError, ValueError):
    """Weights that cannot be used; says where, what was found and what was expected."""


class MissingWeights(NotFound, BadWeights):
    """There are no weights of this name, and no such file; says which there are."""


@dataclass(frozen=True)
class Entry:
    """Named weights as a file has them."""

    name: str
    about: str
    source: str
    features: Mapping[str, float]
    provenance: Provenance | None = None

    def as_json(self) -> dict[str, Any]:
        """The words and numbers for a file."""
        found: dict[str, Any] = {field: getattr(self, field) for field in FIELDS}
        found["features"] = dict(self.features)
        if self.provenance is not None:
            found["provenance"] = self.provenance.as_json()
        return found


def file_text(*entries: Entry) -> str:
    """The text of a weights file."""
    return json.dumps([entry.as_json() for entry in entries], indent=2) + "\n"


def parse_entries(text: str, where: str) -> tuple[Entry, ...]:
    """The entries of a weights file, whatever their features are called."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadWeights(f"{where}: {error}, expected JSON") from error
    if not isinstance(found, list):
        raise BadWeights(f"{where}: expected a list")
    return tuple(_entry(each, f"{where}, entry {number}") for number, each in enumerate(found, 1))


def _entry(found: object, where: str) -> Entry:
    if not isinstance(found, dict) or not set(FIELDS) <= set(found) <= {*FIELDS, "provenance"}:
        raise BadWeights(f"{where}: expected {', '.join(FIELDS)} and maybe provenance")
    name, about, source, features = (found[field] for field in FIELDS)
    if not all(isinstance(word, str) and word for word in (name, about, source)):
        raise BadWeights(f"{where}: name, about and source must be texts")
    if not isinstance(features, dict):
        raise BadWeights(f"{where}, {name}: features must be names with numbers")
    provenance = None
    if "provenance" in found:
        try:
            provenance = parse_provenance(found["provenance"])
        except BadProvenance as error:
            raise BadWeights(f"{where}, {name}: {error}") from error
    return Entry(name, about, source, features, provenance)


def checked_features(floats: Mapping[str, float], allowed: tuple[str, ...]) -> list[int]:
    """The weights of the allowed features in proportion, 0 for one that is left out.

    Floats are whole numbers over powers of two: times the largest of these, none loses a bit.
    """
    known = frozenset(allowed)
    for name, value in floats.items():
        if name not in known:
            raise BadWeights(unknown_feature(name, allowed))
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not abs(value) < math.inf:
            raise BadWeights(f"weight {value!r} of {name}, expected a finite number")
    ratios = [floats.get(name, 0).as_integer_ratio() for name in allowed]
    largest = max(under for _, under in ratios)
    return [over * (largest // under) for over, under in ratios]


def with_largest(exact: Sequence[int], largest: int) -> tuple[int, ...]:
    """The weights in proportion, rounded, the largest in size being this.

    >>> with_largest([1, -3, 6], 3)  # halves go to the even number
    (0, -2, 3)
    """
    size = max(map(abs, exact))
    if not size:
        raise BadWeights("all weights are 0, expected one that is not")
    return tuple(_divided(weight * largest, size) if weight else 0 for weight in exact)


def _divided(number: int, by: int) -> int:
    """The nearest whole number, of two the even one."""
    whole, rest = divmod(number, by)
    return whole + (2 * rest + (whole & 1) > by)


@cache
def shipped_entries(file: str) -> dict[str, Entry]:
    """The entries by name of one of the weights files that ship with tilefall."""
    path = files("tilefall").joinpath("weights", f"{file}{SUFFIX}")
    entries = parse_entries(path.read_text(encoding="utf-8"), path.name)
    return {entry.name: entry for entry in entries}


def known_entries(shipped: tuple[str, ...]) -> dict[str, Entry]:
    """The entries by name of some of these files."""
    return {name: entry for file in shipped for name, entry in shipped_entries(file).items()}


def named_entry(text: str, shipped: tuple[str, ...]) -> Entry:
    """What a name of shipped weights or a file with one entry stands for."""
    known = known_entries(shipped)
    if text in known:
        return known[text]
    path = Path(text)
    if not path.is_file():
        names = f" or one of {', '.join(known)}" if known else ""
        raise MissingWeights(f"weights {text!r}, expected a file{names}")
    try:
        entries = parse_entries(path.read_text(encoding="utf-8"), text)
    except UnicodeDecodeError as error:
        raise BadWeights(f"{text}: not UTF-8, expected JSON") from error
    if len(entries) != 1:
        names = ", ".join(entry.name for entry in entries) or "none"
        raise BadWeights(f"{text}: expected a list of one evaluator, it has {names}")
    return entries[0]
