"""Errors: what a caller can cause and its exit code; packages that may not be installed."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import ClassVar

FAILURE, USAGE, NOT_FOUND, NOT_MET, INTERRUPTED = 1, 2, 3, 4, 130  # exit codes


class TilefallError(Exception):
    """What a caller can cause; the text says what was given, what is allowed and what to do."""

    exit_code: ClassVar[int] = FAILURE


class UsageError(TilefallError):
    """Something was given that cannot be taken."""

    exit_code = USAGE


class NotFound(TilefallError):
    """There is no file, folder, agent or game of this name."""

    exit_code = NOT_FOUND


class MissingExtra(TilefallError, ModuleNotFoundError):
    """A package that did not come with tilefall cannot be imported; says how to install it."""


def extra(package: str, name: str, purpose: str) -> ModuleType:
    """Return a package that the extra of this name installs; MissingExtra if it is not there.

    >>> extra("nowhere_at_all", "plot", "a picture")
    Traceback (most recent call last):
    tilefall.errors.MissingExtra: a picture needs nowhere_at_all: pip install "tilefall[plot]"
    """
    try:
        return import_module(package)
    except ImportError as error:
        top = package.partition(".")[0]
        is_missing = isinstance(error, ModuleNotFoundError) and error.name == top
        why = "" if is_missing else f", which cannot be imported ({error})"
        reason = f'{purpose} needs {top}{why}: pip install "tilefall[{name}]"'
        raise MissingExtra(reason, name=top) from error
