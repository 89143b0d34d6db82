"""Winner: who of two is better, as far as that is proven."""

from __future__ import annotations

from enum import StrEnum


class Winner(StrEnum):
    """What a comparison of two agents has come to."""

    FIRST = "first"
    SECOND = "second"
    EQUAL = "equal"  # so nearly that the difference does not matter
    OPEN = "open"
