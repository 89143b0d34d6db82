"""Explain IJK: the four slides of a position, best first, each with the board it leads to."""

from __future__ import annotations

from dataclasses import dataclass

import click

from tilefall.agents.agent import UNLIMITED, Limit, SeenAll, Thinker
from tilefall.agents.catalog import agent
from tilefall.agents.minimaxing import MinimaxAgent
from tilefall.agents.tiles import TileGreedy, tile_value
from tilefall.interfaces.terminal.plain import drawing, tile_rows
from tilefall.rules.ijk import PLAYERS, IjkState
from tilefall.rules.notation import board_text
from tilefall.search.expectiminimax import FRACTION
from tilefall.search.explain import in_figures
from tilefall.search.minimax import WIN, PlainMinimax
from tilefall.search.slide_explain import (
    Slide,
    Valuer,
    slide_sentence,
    slides,
    valued_slides,
)


@dataclass(frozen=True)
class SlidesSeen:
    """What an agent thinks of the four slides of a state."""

    state: IjkState
    agent: str
    depth: int
    found: list[Slide]
    played: int | None

    @property
    def why(self) -> str:
        """The sentence about them."""
        return slide_sentence(self.found, self.state.player)


def explainer(state: IjkState) -> str:
    """Who explains if nobody is asked for."""
    return "alphabeta" if state.game.mode == "deterministic" else "expectiminimax"


def slides_seen(state: IjkState, name: str, engine: str, played: int | None) -> SlidesSeen:
    """What an agent of the catalog thinks of all four slides."""
    made = agent(name, state.game, engine_name=engine)
    if isinstance(made, TileGreedy):
        return SlidesSeen(state, name, 1, _greedy_slides(state), played)
    if not isinstance(made, Thinker):
        raise click.UsageError(
            f"--agent {name}: it has no reasons to give; try {explainer(state)}."
        )
    if state.game.mode == "deterministic":
        return SlidesSeen(state, name, made.depth, slides(state, _valuer(made)), played)
    seen = made.think(state, UNLIMITED)
    assert isinstance(seen, SeenAll), f"{name} tells nothing of other moves than the best"
    values = [value / FRACTION for value in seen.values]
    return SlidesSeen(state, name, seen.depth, valued_slides(state, values), played)


def _valuer(made: Thinker) -> Valuer:
    """What an agent thinks of a state that is a slide further on."""
    if isinstance(made, MinimaxAgent) and made.depth == 1:
        plain = PlainMinimax(made.evaluation)
        return lambda state: plain.of_state(state, depth=0, ply=0)
    limit = Limit(depth=made.depth - 1)
    return lambda state: made.think(state, limit).value


def _greedy_slides(state: IjkState) -> list[Slide]:
    """The slides as the greedy agent ranks them: by who wins at once, then by the tiles."""
    side = 1 - 2 * state.player
    after = {move: state.play(move) for move in state.legal_moves()}
    ranking = sorted(
        after, key=lambda move: (-side * after[move].reward, -side * tile_value(after[move].board))
    )
    found = [(move, after[move]) for move in ranking]
    return [
        Slide(move, side * (each.reward * (WIN - 1) or tile_value(each.board)), each.board)
        for move, each in found
    ]


def text(seen: SlidesSeen, top: int) -> str:
    """The slides for people."""
    sign = PLAYERS[seen.state.player]
    lines = [
        drawing(seen.state),
        f"{seen.agent}, depth {seen.depth}, what slides are worth to {sign}:",
    ]
    for rank, slide in enumerate(seen.found[:top], 1):
        mark = "  <- played" if slide.move == seen.played else ""
        lines.append(f"{rank:3}. {slide.name}   {_worth(slide)}{mark}")
        lines += [f"       {row}" for row in tile_rows(slide.board)]
    if seen.played is not None and seen.played not in [each.move for each in seen.found[:top]]:
        ranks = [each.move for each in seen.found]
        name = seen.state.game.moves[seen.played]
        lines.append(f"Played was {name}, number {ranks.index(seen.played) + 1}.")
    return "\n".join([*lines, seen.why])


def _worth(slide: Slide) -> str:
    if slide.ends_in is None:
        return in_figures(slide.value)
    return f"{'wins' if slide.value > 0 else 'loses'} in {slide.ends_in}"


def figures(seen: SlidesSeen, top: int) -> dict[str, object]:
    """The slides for JSON."""
    return {
        "position": seen.state.text(),
        "agent": seen.agent,
        "depth": seen.depth,
        "played": seen.played,
        "candidates": [
            {
                "move": slide.move,
                "slide": slide.name,
                "value": slide.value,
                "ends_in": slide.ends_in,
                "board": board_text(slide.board),
            }
            for slide in seen.found[:top]
        ],
        "why": seen.why,
    }
