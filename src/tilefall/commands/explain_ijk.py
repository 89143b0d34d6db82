"""Explain IJK: the four slides of a position, best first, each with the board it leads to."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

import click

from tilefall.agents.agent import UNLIMITED, Limit, SeenAll, Thinker
from tilefall.agents.catalog import agent
from tilefall.agents.expecting import ExpectiminimaxAgent
from tilefall.agents.minimaxing import MinimaxAgent
from tilefall.agents.tiles import TileGreedy, tile_value
from tilefall.interfaces.terminal.plain import drawing, tile_rows
from tilefall.rules.ijk import PLAYERS, IjkState
from tilefall.rules.notation import board_text
from tilefall.search.expectiminimax import FRACTION
from tilefall.search.explain import in_figures
from tilefall.search.ijk_network import SCALE
from tilefall.search.minimax import WIN, PlainMinimax, Thought
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
    thought: Thought | None = None  # of the search for the best one, where there is no chance
    has_odds: bool = False  # values are odds, as networks learn them (J11)

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
        found = slides(state, _valuer(made))
        thought = made.think(state, UNLIMITED)
        assert isinstance(thought, Thought)
        return SlidesSeen(state, name, made.depth, found, played, thought, _has_odds(made))
    seen = made.think(state, UNLIMITED)
    assert isinstance(seen, SeenAll), f"{name} tells nothing of other moves than the best"
    values = [value / FRACTION for value in seen.values]
    found = valued_slides(state, values)
    return SlidesSeen(state, name, seen.depth, found, played, has_odds=_has_odds(made))


def _has_odds(made: Thinker) -> bool:
    """True if an agent's values are odds."""
    if isinstance(made, ExpectiminimaxAgent):
        return made.plan.evaluation.network is not None
    return isinstance(made, MinimaxAgent) and made.evaluation.network is not None


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
        lines.append(f"{rank:3}. {slide.name}   {_worth(slide, seen.has_odds)}{mark}")
        lines += [f"       {row}" for row in tile_rows(slide.board)]
    if seen.played is not None and seen.played not in [each.move for each in seen.found[:top]]:
        ranks = [each.move for each in seen.found]
        name = seen.state.game.moves[seen.played]
        lines.append(f"Played was {name}, number {ranks.index(seen.played) + 1}.")
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
        score = 100 / (1 + exp(-slide.value / SCALE))
        return f"{in_figures(slide.value)}, {score:.0f} % of the points expected"
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
        "line": seen.thought and [seen.state.game.moves[move] for move in seen.thought.line],
        "nodes": seen.thought and seen.thought.nodes,
        "nodes_per_s": seen.thought and seen.thought.nodes_per_s,
        "why": seen.why,
    }
