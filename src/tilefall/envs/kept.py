"""Kept: how an environment stands, to be put back later, in it or in one of the same settings."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from tilefall.envs.settings import Settings
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris


@dataclass(frozen=True)
class Kept:
    """What `clone` gives and `restore` takes: the games with all that will come; can be pickled."""

    settings: Settings
    count: int
    games: bytes = field(repr=False)
    has_begun: bool  # whether there was a reset before it


def kept_games(kept: object, settings: Settings, count: int) -> bytes:
    """The games that were kept, if environments of these settings can go on from there."""
    if not isinstance(kept, Kept):
        raise TypeError(f"restore() takes what clone() gave, not {type(kept).__name__}")
    if kept.settings != settings:
        raise ValueError(_difference(kept.settings, settings))
    if kept.count != count:
        raise ValueError(f"kept of {kept.count} environments, these are {count}")
    return kept.games


def _difference(theirs: Settings, ours: Settings) -> str:
    """The first setting that is not the same."""
    names = [field.name for field in fields(Settings)]
    name = next(name for name in names if getattr(theirs, name) != getattr(ours, name))
    there, here = (_said(getattr(each, name)) for each in (theirs, ours))
    return f"kept by an environment with {name} {there}, this one has {here}"


def _said(value: object) -> str:
    return value.text() if isinstance(value, Quintris | Tetris) else repr(value)
