"""Opinions as views: what is thought of moves, in the few words that fit beside a board."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilefall.agents.considering import Considered, PlacementsSeen, SlidesSeen
from tilefall.interfaces.screen.views import CandidateView, Place, ReasonView, placed
from tilefall.play.watching.opinions import LOST
from tilefall.rules.game import State
from tilefall.rules.pieces import Placement
from tilefall.rules.quintris import QuintrisState
from tilefall.search.explain import Explained, compared, in_figures
from tilefall.search.minimax import is_decided
from tilefall.search.slide_explain import Slide, points

MOST_SHOWN = 9  # one for each key
MOST_REASONS = 12  # weights without tables have no more
FOLLOWING = "what may follow"  # what a search adds to the features of the placement itself


def move_name(state: State, move: int) -> str:
    """A move in a few characters: L3 column 4; with its row where that is not the only one."""
    found = state.game.moves[move]
    if not isinstance(found, Placement):
        return str(found)
    slides_under = isinstance(state, QuintrisState) and state.game.reach == "fall"
    row = f" row {found.row}" if slides_under else ""
    return f"{found.shape.name} column {found.column}{row}"


def thinker(agent: str) -> str:
    """Who thinks, with the names of its files wherever these are.

    >>> thinker("greedy:weights=/home/me/runs/one/best.json")
    'greedy:weights=best.json'
    """
    return re.sub("=[^,]*/", "=", agent)


def candidate_views(
    seen: Considered, played: int | None, preview: int | None
) -> tuple[CandidateView, ...]:
    """The best candidates, and the one that was played if it is not among them."""
    candidates: Sequence[Explained | Slide] = seen.candidates
    best = candidates[0]
    ranked = [
        (rank, candidates[rank - 1])
        for rank, move in enumerate(seen.moves, 1)
        if rank <= MOST_SHOWN or move == played or rank == preview
    ]
    return tuple(
        CandidateView(
            rank,
            move_name(seen.state, each.move),
            value_text(seen, each),
            "" if rank == 1 else _gap_text(seen, best, each),
            is_played=each.move == played,
            is_previewed=rank == preview,
            places=_places(seen, each.move),
            board=each.board if isinstance(each, Slide) else (),
        )
        for rank, each in ranked
    )


def _places(seen: Considered, move: int) -> tuple[Place, ...]:
    placement = seen.state.game.moves[move]
    return placed(placement) if isinstance(placement, Placement) else ()


def value_text(seen: Considered, candidate: Explained | Slide) -> str:
    """What a candidate is worth: 62 %, wins 5, +3.1, -12,346; to the one who moves."""
    value = candidate.value
    if isinstance(candidate, Explained):
        return "ends the game" if value <= LOST else in_figures(value)
    if candidate.ends_in is not None:
        return f"{'wins' if value > 0 else 'loses'} {candidate.ends_in}"
    if isinstance(seen, SlidesSeen) and seen.has_odds:
        return f"{points(value):.0f} %"
    return f"{value:+.0f}" if value == round(value) else f"{value:+.1f}"


def _gap_text(seen: Considered, best: Explained | Slide, candidate: Explained | Slide) -> str:
    if isinstance(seen, SlidesSeen) and seen.has_odds:
        return f"{points(candidate.value) - points(best.value):.1f}"
    if candidate.value <= LOST or is_decided(candidate.value) or is_decided(best.value):
        return ""  # a certain end is no number
    return in_figures(candidate.value - best.value)


def reason_views(seen: Considered) -> tuple[ReasonView, ...]:
    """Features times weights of the first and the second candidate, the most different first."""
    if not isinstance(seen, PlacementsSeen) or len(seen.candidates) < 2:
        return ()
    first, second = seen.candidates[:2]
    if not (first.reasons and second.reasons) or second.value <= LOST:
        return ()
    found = [ReasonView(name, one, other) for name, (one, other) in compared(first, second).items()]
    rest = ReasonView(FOLLOWING, _following(first), _following(second))
    if rest.first or rest.second:
        found.append(rest)
    found.sort(key=lambda each: -abs(each.first - each.second))
    if len(found) > MOST_REASONS:
        others = found[MOST_REASONS - 1 :]
        together = (sum(each.first for each in others), sum(each.second for each in others))
        found[MOST_REASONS - 1 :] = [ReasonView(f"{len(others)} others", *together)]
    return tuple(found)


def _following(candidate: Explained) -> float:
    """What a candidate is worth beyond its features; 0 if that is all."""
    return candidate.value - sum(reason.worth for reason in candidate.reasons)
