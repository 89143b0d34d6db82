"""Provenance: where trained weights come from, so that anyone can make and judge them again."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from tilefall.errors import TilefallError
from tilefall.stats import Estimate

LATER = ("deaths", "lines_per_death", "earlier")  # that older files do not have


class BadProvenance(TilefallError, ValueError):
    """What a file says of its origin cannot be right; says why."""


@dataclass(frozen=True)
class Validation:
    """How weights did on seeds that chose nothing."""

    first_seed: int
    games: int
    max_pieces: int
    mean: Estimate
    median: Estimate
    alive_percent: Estimate
    # Where a cap ends nearly every game the mean says little, and this says how good they are.
    deaths: int | None = None
    lines_per_death: Estimate | None = None  # none without a death

    @property
    def last_seed(self) -> int:
        """The seed of the last game."""
        return self.first_seed + self.games - 1


@dataclass(frozen=True)
class DuelValidation:
    """How a network did against another agent, in pairs of games from openings of other seeds."""

    first_seed: int
    pairs: int
    opponent: str
    depth: int  # of both
    score_percent: Estimate

    @property
    def last_seed(self) -> int:
        """The seed of the last opening, if every seed has one."""
        return self.first_seed + self.pairs - 1


@dataclass(frozen=True)
class Earlier:
    """A training whose weights the next one began with."""

    name: str  # that the next command calls them by
    command: str
    version: str
    date: str
    games: int

    @property
    def again(self) -> str:
        """The command that makes them again, where the next one looks for them."""
        return f"{self.command} --out {self.name}"


@dataclass(frozen=True)
class Provenance:
    """Who made weights, on which games, and how good they were on others."""

    command: str
    version: str
    date: str
    game: str
    agent: str
    first_seed: int  # of the training
    last_seed: int
    games: int  # played by all candidates together
    validation: Validation | DuelValidation | None = None
    earlier: tuple[Earlier, ...] = ()  # oldest first

    def as_json(self) -> dict[str, Any]:
        """The words and numbers for a file."""
        found = asdict(self)
        if not self.earlier:
            del found["earlier"]
        return found


def parse_provenance(found: object) -> Provenance:
    """The provenance of a file's words and numbers; BadProvenance says what is wrong."""
    read = _checked(found, Provenance, "provenance")
    validation = read.pop("validation")
    if validation is not None:
        validation = _validation(validation)
    earlier = parse_earlier(read.pop("earlier", None) or [])
    provenance = Provenance(**read, validation=validation, earlier=earlier)
    _check_date(provenance.date)
    if provenance.first_seed > provenance.last_seed:
        raise BadProvenance(f"seeds {provenance.first_seed} to {provenance.last_seed}")
    if validation is not None and (
        validation.first_seed <= provenance.last_seed
        and validation.last_seed >= provenance.first_seed
    ):
        raise BadProvenance("the validation has seeds of the training")
    return provenance


def parse_earlier(found: object) -> tuple[Earlier, ...]:
    """The earlier trainings of a file's words and numbers."""
    if not isinstance(found, list | tuple):
        raise BadProvenance(f"earlier is {found!r}, expected a list of trainings")
    earlier = tuple(Earlier(**_checked(each, Earlier, "earlier")) for each in found)
    for each in earlier:
        _check_date(each.date)
    return earlier


def _check_date(text: str) -> None:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        raise BadProvenance(f"date {text!r}, expected year-month-day")


def parse_duel(found: object) -> DuelValidation:
    """A validation by duels of a file's words and numbers."""
    return DuelValidation(**_figures(found, DuelValidation))


def _validation(found: object) -> Validation | DuelValidation:
    if isinstance(found, Mapping) and "opponent" in found:
        return parse_duel(found)
    return Validation(**_figures(found, Validation))


def _figures(found: object, kind: type) -> dict[str, Any]:
    figures = _checked(found, kind, "validation")
    for field in fields(kind):
        if "Estimate" in str(field.type) and figures.get(field.name) is not None:
            figure = _checked(figures[field.name], Estimate, field.name)
            figures[field.name] = Estimate(**figure)
    return figures


def _checked(found: object, kind: type, what: str) -> dict[str, Any]:
    """A mapping that has just the fields of a class, each of its type; LATER may be missing."""
    expected = {field.name: str(field.type) for field in fields(kind)}
    needed = {field.name for field in fields(kind) if field.name not in LATER}
    if not isinstance(found, Mapping) or not needed <= set(found) <= set(expected):
        raise BadProvenance(f"{what}: expected {', '.join(expected)}")
    for name, value in found.items():
        if name in LATER and value is None:
            continue
        text = expected[name].removesuffix(" | None")
        is_right = {
            "int": type(value) is int and value >= 0,
            "str": isinstance(value, str) and bool(value),
            "float": type(value) in (int, float) and abs(value) < math.inf,
        }.get(text, True)
        if not is_right:
            raise BadProvenance(f"{what}: {name} is {value!r}")
    return dict(found)
