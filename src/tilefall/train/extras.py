"""Extras: packages that not everybody needs, and what to do if one is not there."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


class MissingExtra(RuntimeError):
    """A package that was not installed with tilefall; says how to install it."""


def extra_package(package: str, extra: str, purpose: str) -> ModuleType:
    """A package that an extra of tilefall brings; MissingExtra if it was not installed.

    >>> extra_package("nowhere_at_all", "plot", "a picture")
    Traceback (most recent call last):
    tilefall.train.extras.MissingExtra: a picture needs nowhere_at_all: pip install "tilefall[plot]"
    """
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        # one that lacks a package of its own is broken, which is another matter
        if error.name != package.partition(".")[0]:
            raise
        reason = f'{purpose} needs {error.name}: pip install "tilefall[{extra}]"'
        raise MissingExtra(reason) from error
