"""Recorded games that a command is given: those of a file, or the one that a link tells."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from tilefall.errors import NotFound, UsageError
from tilefall.play.files import read_records
from tilefall.play.links import Linked, fragment_of, linked
from tilefall.play.record import Record


@lru_cache(maxsize=1)  # a command asks more than once, and a long game takes a second
def link_in(text: str) -> Linked | None:
    """What the text leads to if it is a link; a file of this name comes first."""
    fragment = fragment_of(text)
    if fragment is None or os.path.exists(text):
        return None
    if "&" not in fragment:
        raise UsageError("The link ends before its first &: put it in quotes.")
    return linked(fragment)


def games_in(text: str) -> Iterator[Record]:
    """The games of a file or of a link; BadRecord or BadLink says what is wrong."""
    link = link_in(text)
    return read_records(text) if link is None else iter((link.record,))


def game_in(text: str, number: int) -> Record:
    """The game of this number, 1 the first."""
    found = next(islice(games_in(text), number - 1, None), None)
    if found is None:
        count = sum(1 for _ in games_in(text))
        where = text if fragment_of(text) is None else "the link"
        raise NotFound(f"No game {number} in {where}, it has {count}.")
    return found
