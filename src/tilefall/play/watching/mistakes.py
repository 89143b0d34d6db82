"""Mistakes: moves that are worse than the best one by more than is usual among candidates."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from tilefall.agents.considering import Considered, SlidesSeen
from tilefall.play.watching.opinions import LOST
from tilefall.search.explain import Explained
from tilefall.search.minimax import is_decided
from tilefall.search.slide_explain import Slide, points

SHARE = 0.2  # of the gap between the best candidate and the middle one
POINTS = 5.0  # of 100, where values are odds


@dataclass(frozen=True)
class Judged:
    """What a judge thinks of a move that was played."""

    number: int  # of the position
    seen: Considered
    played: int
    loss: float  # behind the best move; in points of 100 where values are odds
    allowed: float  # no more than this is no mistake
    is_decisive: bool = False  # it gave away a certain win, or made a loss or an end certain

    @property
    def is_mistake(self) -> bool:
        """Whether the move lost more than is allowed."""
        return self.is_decisive or self.loss > self.allowed


def judged(number: int, seen: Considered, played: int) -> Judged | None:
    """How a played move stands beside the candidates; None if the judge did not look at it.

    Odds may lose 5 points of 100. Where values are sums of weights, which have no unit that
    people know, a fifth of the gap between the best candidate and the middle one is allowed: that
    gap is what a move chosen without thought would lose here. A certain end that was not certain
    before is always a mistake.
    """
    best = seen.candidates[0]
    found = next((each for each in seen.candidates if each.move == played), None)
    if found is None:
        return None
    if isinstance(seen, SlidesSeen) and seen.has_odds:
        loss, allowed = points(best.value) - points(found.value), POINTS
    else:
        loss = best.value - found.value
        allowed = SHARE * (best.value - median(each.value for each in seen.candidates))
    return Judged(number, seen, played, loss, allowed, _is_decisive(seen, best, found))


def _is_decisive(seen: Considered, best: Explained | Slide, found: Explained | Slide) -> bool:
    if not isinstance(seen, SlidesSeen):
        return found.value <= LOST < best.value
    return _outcome(best.value) > _outcome(found.value)


def _outcome(value: float) -> int:
    """1 for a certain win, -1 for a certain loss, 0 for all else."""
    if not is_decided(value):
        return 0
    return 1 if value > 0 else -1
