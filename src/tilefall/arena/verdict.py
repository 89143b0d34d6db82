"""Verdict: what was found out about two agents, in words and as data."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.stats import Estimate

FIRST, SECOND, EQUAL, OPEN = "first", "second", "equal", "open"
KINDS = (FIRST, SECOND, EQUAL, OPEN)  # who is better; as good as each other; not known yet


@dataclass(frozen=True)
class Verdict:
    """One sentence about two agents, told by their places in the plan."""

    first: int
    second: int
    kind: str  # one of KINDS
    text: str  # a sentence for people, without its full stop
    estimate: Estimate | None  # how much better the first is: lines a game, or Elo
    games: int  # that it rests on

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind {self.kind!r}, allowed are {', '.join(KINDS)}")
