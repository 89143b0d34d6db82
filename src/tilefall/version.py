"""Version: which tilefall this is."""

from __future__ import annotations

from functools import cache

UNKNOWN = "unknown"  # run from its sources, without having been installed


@cache
def version() -> str:
    """The version of the installed package."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("tilefall")
    except PackageNotFoundError:
        return UNKNOWN
