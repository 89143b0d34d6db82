"""Verdict: what is proven about two agents."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """Who of two is better, as far as that is proven."""

    FIRST = "first"
    SECOND = "second"
    EQUAL = "equal"  # so nearly that the difference does not matter
    OPEN = "open"
