"""Explain: why one move is better than another, feature by feature."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from tilefall.engines import Engine
from tilefall.engines.protocol import WEIGHED, FallingState
from tilefall.rules.features import SURFACE
from tilefall.search.expectimax import FRACTION, Search
from tilefall.search.linear import LinearWeights

CASES = frozenset(SURFACE)
# The tables by how the names of their cases begin, and what people call them.
TABLES = {
    "well": "wells by depth",
    "fit": "fits of pieces",
    "room": "room at the top",
    "column_room": "room above columns",
    "step": "steps",
    "cover": "covers of holes",
    "bend": "bends",
}


@dataclass(frozen=True)
class Reason:
    """What one feature adds to the value of a move: how often it occurs, times its weight."""

    feature: str
    count: int
    weight: float

    @property
    def worth(self) -> float:
        """Count times weight."""
        return self.count * self.weight


@dataclass(frozen=True, slots=True)
class Weighed(Sequence[Reason]):
    """The reasons of a placement, made when somebody looks at them."""

    features: tuple[int, ...]
    weights: tuple[int, ...]

    def __iter__(self) -> Iterator[Reason]:
        """One after another, without those that weigh nothing.

        Of the many cases of the surface (E12 to E18) only those that occur are there, and then the
        most important features come first. Without any it would be a move that ends the game.
        """
        names = WEIGHED[: len(self.weights)]
        found = [
            Reason(name, count, weight)
            for name, count, weight in zip(names, self.features, self.weights, strict=True)
            if weight
        ]
        if len(self.weights) < len(WEIGHED):
            return iter(found)
        occurring = [each for each in found if each.count or each.feature not in CASES]
        return iter(sorted(occurring or found[:1], key=lambda each: -abs(each.worth)))

    def __len__(self) -> int:
        """How many weigh anything."""
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, index: int) -> Reason: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Reason, ...]: ...
    def __getitem__(self, index: int | slice) -> Reason | tuple[Reason, ...]:
        """Some of them."""
        return tuple(self)[index]


@dataclass(frozen=True, slots=True)
class Explained:
    """A candidate with its value, and the reasons in the placement itself."""

    move: int
    value: float  # of the search, in the unit of the weights
    reasons: Sequence[Reason]  # none for a move that ends the game

    @property
    def worths(self) -> dict[str, float]:
        """What each feature adds, by its spoken name, the cases of a table as one.

        Of these a placement changes many at once, up and down: where one ends the next begins.
        """
        found: dict[str, float] = {}
        for reason in self.reasons:
            name = spoken(reason.feature)
            found[name] = found.get(name, 0) + reason.worth
        return found

    @property
    def told(self) -> list[str]:
        """The reasons in words, each with its number times its weight, or a table with its sum."""
        single = {
            spoken(each.feature): f"{each.count} x {each.weight}"
            for each in self.reasons
            if each.feature not in CASES
        }
        worths = self.worths
        names = [name for name in worths if worths[name]]
        if any(name not in single for name in names):  # as mixed as that, the largest come first
            names.sort(key=lambda name: -abs(worths[name]))
        return [f"{name} {single.get(name) or in_figures(worths[name])}" for name in names]


def compared(first: Explained, second: Explained) -> dict[str, tuple[float, float]]:
    """What each feature adds to two candidates, by its spoken name."""
    one, other = first.worths, second.worths
    return {name: (one.get(name, 0), other.get(name, 0)) for name in {**one, **other}}


@dataclass(frozen=True, slots=True)
class Ranked(Sequence[Explained]):
    """Candidates, best first, each made when somebody looks at it: at most of them nobody does.

    Numbers alone, since opinions are kept by the thousand, and the collector walks over objects.
    """

    moves: tuple[int, ...]
    values: tuple[float, ...]
    features: tuple[tuple[int, ...] | None, ...]
    cases: tuple[bytes, ...]  # how often each of the surface occurs: never more than columns
    weights: tuple[int, ...]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.moves)

    @overload
    def __getitem__(self, index: int) -> Explained: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Explained, ...]: ...
    def __getitem__(self, index: int | slice) -> Explained | tuple[Explained, ...]:
        """One of them, or some."""
        if isinstance(index, slice):
            return tuple(self[i] for i in range(len(self))[index])
        features = self.features[index]
        reasons = () if features is None else Weighed((*features, *self.cases[index]), self.weights)
        return Explained(self.moves[index], self.values[index], reasons)


def explained(
    state: FallingState, search: Search, weights: LinearWeights, engine: Engine
) -> Ranked:
    """All candidates, best first, with their features times weights."""
    found = engine.features(state)
    ranked = sorted(search.candidates, key=lambda each: (-each.value, each.move))
    cases = engine.tables(state) if len(weights.weights) == len(WEIGHED) else {}
    return Ranked(
        tuple(each.move for each in ranked),
        tuple(each.value / FRACTION for each in ranked),
        tuple(found[each.move] for each in ranked),
        tuple(bytes(cases.get(each.move) or ()) for each in ranked),
        tuple(weights.weights),
    )


def sentence(first: Explained, second: Explained) -> str:
    """Why the first beats the second, in one sentence: what speaks for it most, and what against.

    Features speak of the placement itself; what the search adds to them is what may follow.
    """
    gap = first.value - second.value
    if gap == 0:
        return "The first two are worth the same; the order in which they were tried decides."
    if not second.reasons:
        return "The second would end the game."
    gains = {name: float(one - other) for name, (one, other) in compared(first, second).items()}
    gains["what may follow"] = gap - sum(gains.values())
    best, worst = max(gains, key=lambda name: gains[name]), min(gains, key=lambda name: gains[name])
    words = f"The first is worth {in_figures(gap)} more"
    words += f", above all for {best} (+{in_figures(gains[best])})"
    if gains[worst] < 0:
        words += f", in spite of {worst} ({in_figures(gains[worst])})"
    return f"{words}."


def in_figures(value: float) -> str:
    """A value for people: whole where it is large or whole, with a decimal or two elsewhere.

    >>> in_figures(-12345.6), in_figures(325.906), in_figures(7.0), in_figures(-40.25)
    ('-12,346', '326', '7', '-40.2')
    >>> in_figures(0.125)
    '0.12'
    """
    if abs(value) >= 100 or value == round(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def spoken(feature: str) -> str:
    """A feature's name for people; the cases of a table have one name together.

    >>> spoken("rows_with_holes"), spoken("column_room_edge_2"), spoken("fit_SZ_0")
    ('rows with holes', 'room above columns', 'fits of pieces')
    """
    if feature not in CASES:
        return feature.replace("_", " ")
    return next(TABLES[table] for table in TABLES if feature.startswith(f"{table}_"))
