"""Explain IJK: the four slides of a position, best first, each with the board it leads to."""

from __future__ import annotations

from tilefall.agents.considering import SlidesSeen
from tilefall.interfaces.terminal.plain import drawing, tile_rows
from tilefall.rules.ijk import PLAYERS
from tilefall.rules.notation import board_text
from tilefall.search.explain import in_figures
from tilefall.search.slide_explain import Slide, points


def text(seen: SlidesSeen, played: int | None, top: int) -> str:
    """The slides for people."""
    sign = PLAYERS[seen.state.player]
    lines = [
        drawing(seen.state),
        f"{seen.agent}, depth {seen.depth}, what slides are worth to {sign}:",
    ]
    for rank, slide in enumerate(seen.candidates[:top], 1):
        mark = "  <- played" if slide.move == played else ""
        lines.append(f"{rank:3}. {slide.name}   {_worth(slide, seen.has_odds)}{mark}")
        lines += [f"       {row}" for row in tile_rows(slide.board)]
    if played is not None and played not in [each.move for each in seen.candidates[:top]]:
        ranks = [each.move for each in seen.candidates]
        name = seen.state.game.moves[played]
        lines.append(f"Played was {name}, number {ranks.index(played) + 1}.")
    return "\n".join([*lines, *_search_lines(seen), seen.why])


def _search_lines(seen: SlidesSeen) -> list[str]:
    """What the search for the best slide did."""
    if seen.thought is None:
        return []
    names = " ".join(seen.state.game.moves[move] for move in seen.thought.line)
    return [
        f"Best for both: {names}",
        f"{seen.thought.nodes:,} positions, {seen.thought.nodes_per_s:,.0f} a second.",
    ]


def _worth(slide: Slide, has_odds: bool) -> str:
    if slide.ends_in is None and has_odds:
        return f"{in_figures(slide.value)}, {points(slide.value):.0f} % of the points expected"
    if slide.ends_in is None:
        return in_figures(slide.value)
    return f"{'wins' if slide.value > 0 else 'loses'} in {slide.ends_in}"


def figures(seen: SlidesSeen, played: int | None, top: int) -> dict[str, object]:
    """The slides for JSON."""
    return {
        "position": seen.state.text(),
        "agent": seen.agent,
        "depth": seen.depth,
        "played": played,
        "candidates": [
            {
                "move": slide.move,
                "slide": slide.name,
                "value": slide.value,
                "ends_in": slide.ends_in,
                "board": board_text(slide.board),
            }
            for slide in seen.candidates[:top]
        ],
        "line": seen.thought and [seen.state.game.moves[move] for move in seen.thought.line],
        "nodes": seen.thought and seen.thought.nodes,
        "nodes_per_s": seen.thought and seen.thought.nodes_per_s,
        "why": seen.why,
    }
