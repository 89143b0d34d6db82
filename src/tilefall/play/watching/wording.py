"""Wording: what goes on with a watched game, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilefall.agents.considering import SlidesSeen
from tilefall.play.watching.mistakes import Judged
from tilefall.search.explain import in_figures

if TYPE_CHECKING:
    from tilefall.play.watching.watching import Watching


def status(watching: Watching) -> str:
    """What goes on, what came of the last wish, and what went wrong."""
    parts = [_activity(watching), watching.news]
    if watching.error not in watching.news:
        parts.append(watching.error)
    return "; ".join(part for part in parts if part)


def _activity(watching: Watching) -> str:
    leafing = watching.leafing
    known, moves = leafing.known - 1, watching.length - 1
    hunt = watching.thinking.hunt if watching.thinking else None
    if leafing.target is not None:
        return f"replaying, {known:,} of {leafing.target:,} moves"
    if hunt is not None:
        return f"looking for mistakes with {hunt.judge.name}, at move {hunt.number + 1:,}"
    if watching.is_verifying:
        return f"verifying, {known:,} of {moves:,} moves"
    if watching.is_playing:
        is_waiting = leafing.is_at_edge and not leafing.is_at_end
        if is_waiting:
            return "thinking" if watching.source.length is None else "replaying"
        return f"playing, {leafing.pace.name}"
    if leafing.is_at_end:
        return "the game is over" if watching.is_over else "the end, the game is not over"
    return "paused"


def mistake_news(mistake: Judged) -> str:
    """A mistake in a few words."""
    judge = mistake.seen.agent
    if isinstance(mistake.seen, SlidesSeen) and mistake.seen.has_odds:
        lost = f"loses {mistake.loss:.0f} points of 100"
    else:
        lost = f"loses {in_figures(mistake.loss)}"
    if mistake.is_decisive:
        lost = "changes a certain end"
    return f"mistake: move {mistake.number + 1:,} {lost}, says {judge}"
