"""Encode: views as JSON, and what has changed from one to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from tilefall.interfaces.screen.views import TilesView, WellView

Encoded = dict[str, Any]
KINDS = {WellView: "well", TilesView: "tiles"}  # boards of both sorts stand in the same places


def encoded(value: Any) -> Any:
    """A view as values of JSON: fields by their names, boards with their kind.

    >>> encoded(TilesView(("A.", ".."), last="U"))["kind"]
    'tiles'
    """
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple | list):
        return [encoded(each) for each in value]
    if isinstance(value, Mapping):
        return {key: encoded(each) for key, each in value.items()}
    found = {name: encoded(getattr(value, name)) for name in _names(type(value))}
    kind = KINDS.get(type(value))
    return found if kind is None else {"kind": kind, **found}


_known: dict[type[Any], tuple[str, ...]] = {}


def _names(kind: type[Any]) -> tuple[str, ...]:
    if kind not in _known:
        if not is_dataclass(kind):
            raise TypeError(f"{kind.__name__} is no view")
        _known[kind] = tuple(field.name for field in fields(kind))
    return _known[kind]


def changes(before: Encoded, after: Encoded) -> Encoded:
    """The parts of a view that are not as they were.

    >>> changes({"a": 1, "b": 2}, {"a": 1, "b": 3})
    {'b': 3}
    """
    return {
        name: value for name, value in after.items() if name not in before or before[name] != value
    }
