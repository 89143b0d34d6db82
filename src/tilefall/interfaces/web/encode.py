"""Encode: views as JSON, and what has changed from one to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from tilefall.interfaces.screen.views import TilesView, WellView

Encoded = dict[str, Any]
PLAIN = (str, int, float, bool, type(None))  # values of JSON as they are
KINDS = {WellView: "well", TilesView: "tiles"}  # boards of both sorts stand in the same places


@dataclass(frozen=True)
class Grown:
    """A list that only grows, as long as it was: whoever knows its start is sent the rest.

    It goes out as {"from": 40, "more": [...]}.
    """

    items: Sequence[Any]
    length: int

    def since(self, before: object) -> Encoded:
        """What there is beyond a former length of the same list; all of another one."""
        is_same = isinstance(before, Grown) and before.items is self.items
        known = before.length if is_same and isinstance(before, Grown) else 0
        return {"from": known, "more": list(self.items[known : self.length])}


def encoded(value: Any) -> Any:
    """A view as values of JSON: fields by their names, boards with their kind.

    >>> encoded(TilesView(("A.", ".."), last="U"))["kind"]
    'tiles'
    """
    sort = type(value)
    if sort in PLAIN:
        return value
    if sort is tuple or sort is list:
        return value if not value or _is_plain(value[0]) else [encoded(each) for each in value]
    if isinstance(value, Mapping):
        return {key: encoded(each) for key, each in value.items()}
    found = {"kind": KINDS[sort]} if sort in KINDS else {}
    for name in _names(sort):
        found[name] = encoded(getattr(value, name))
    return found


def _is_plain(value: Any) -> bool:
    """Whether a value goes out as it is; those of a list are all of one sort."""
    while type(value) is tuple and value:
        value = value[0]
    return type(value) in PLAIN


_known: dict[type[Any], tuple[str, ...]] = {}


def _names(kind: type[Any]) -> tuple[str, ...]:
    if kind not in _known:
        if not is_dataclass(kind):
            raise TypeError(f"{kind.__name__} is no view")
        _known[kind] = tuple(field.name for field in fields(kind))
    return _known[kind]


def changes(before: Encoded, after: Encoded) -> Encoded:
    """The parts of a view that are not as they were, and what has been added to those that grow.

    >>> changes({"a": 1, "b": 2}, {"a": 1, "b": 3})
    {'b': 3}
    >>> known = [5, 6, 7]
    >>> changes({"a": Grown(known, 2)}, {"a": Grown(known, 3)})
    {'a': {'from': 2, 'more': [7]}}
    """
    found = {}
    for name, value in after.items():
        was = before.get(name)
        if name in before and (was is value or was == value):
            continue
        found[name] = value.since(was) if isinstance(value, Grown) else value
    return found
