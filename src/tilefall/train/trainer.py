"""Trainer: asks for candidates to be played, is told their scores, and has a best one.

A trainer draws all its chance from its seed. So what it was told so far is all that there is to
know of it: told the same scores again, a new one stands where the old one stood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tilefall.train.task import Vector


@dataclass(frozen=True)
class Question:
    """Candidates that a trainer wants to see play, all on the same fresh seeds."""

    candidates: tuple[Vector, ...]
    games: int
    stage: str = "population"


class Trainer(Protocol):
    """One way to look for good weights."""

    @property
    def generation(self) -> int:
        """How many generations are finished."""
        ...

    @property
    def best(self) -> Vector:
        """What it would play with now."""
        ...

    def ask(self) -> Question:
        """Who should play next; the same until it is told."""
        ...

    def tell(self, scores: Sequence[float]) -> None:
        """How those who were asked for did."""
        ...
