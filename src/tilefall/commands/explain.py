"""Explain: the candidates of a position, best first, and why the first beats the second."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import click

from tilefall.agents.catalog import agent
from tilefall.agents.considering import (
    Considered,
    NoReasons,
    PlacementsSeen,
    SlidesSeen,
    considered,
    default_explainer,
)
from tilefall.agents.searching import SearchAgent
from tilefall.commands import options
from tilefall.errors import NotFound
from tilefall.interfaces.terminal.plain import drawing, tile_rows
from tilefall.play.files import read_records
from tilefall.play.verify import replayed
from tilefall.rules.catalog import check_agents_play, parse
from tilefall.rules.game import State
from tilefall.rules.ijk import PLAYERS
from tilefall.rules.notation import board_text
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.explain import in_figures
from tilefall.search.slide_explain import Slide, points


@click.command()
@click.argument("position", required=False)
@click.option(
    "--record", "file", type=click.Path(path_type=Path), help="A file of records instead."
)
@click.option(
    "--game-number", "number", type=click.IntRange(1), default=1, help="Which game of it."
)
@click.option("--move", type=click.IntRange(1), default=1, help="Explain this move of the game.")
@click.option(
    "--agent",
    "name",
    help="Who explains  [default: expectimax; in IJK alphabeta, or who knows chance]",
)
@click.option(
    "--top", type=click.IntRange(1), default=5, show_default=True, help="Candidates shown."
)
@options.engine_option
@options.json_option
def explain(
    position: str | None,
    file: Path | None,
    number: int,
    move: int,
    name: str | None,
    top: int,
    engine: str,
    as_json: bool,
) -> None:
    """Explain POSITION, a position text, or a move of a record: what is best there, and why."""
    if (position is None) == (file is None):
        raise click.UsageError("Give a position text or --record FILE, one of the two.")
    played: int | None = None
    seed: int | None = None
    state: State
    if file is not None:
        state, played, seed = _recorded(file, number, move)
    else:
        assert position is not None
        state = parse(position)
    check_agents_play(state.game)
    if not state.legal_moves():
        raise click.UsageError("The game is over in this position.")
    seen = _considered(state, name or default_explainer(state.game), engine, seed)
    if isinstance(seen, SlidesSeen):
        as_text = json.dumps(figures(seen, played, top)) if as_json else text(seen, played, top)
        click.echo(as_text)
    elif as_json:
        click.echo(json.dumps(_as_json(seen, played, top)))
    else:
        _show(seen, played, top)


def _show(seen: PlacementsSeen, played: int | None, top: int) -> None:
    """Print the candidates for people."""
    state, shown = seen.state, seen.candidates[:top]
    click.echo(drawing(state))
    click.echo(f"{seen.agent}, depth {seen.depth}, {seen.placements:,} placements:")
    for rank, each in enumerate(shown, 1):
        mark = "  <- played" if each.move == played else ""
        click.echo(f"{rank:3}. {state.game.moves[each.move]}   {in_figures(each.value)}{mark}")
        nothing = "nothing that has a weight" if each.reasons else "ends the game"
        click.echo(f"     {', '.join(each.told) or nothing}")
    if played is not None and played not in [each.move for each in shown]:
        ranks = [each.move for each in seen.candidates]
        where = f"number {ranks.index(played) + 1}" if played in ranks else "not looked at here"
        click.echo(f"Played was {state.game.moves[played]}, {where}.")
    click.echo(seen.why or "It is the only move.")


def _considered(state: State, name: str, engine: str, seed: int | None) -> Considered:
    """What an agent of the catalog thinks of every move; the seed is that of the game, if known."""
    made = agent(name, state.game, seed or 0, engine)
    is_hidden = isinstance(state.game, Quintris | Tetris) and state.game.pieces == "hidden"
    if isinstance(made, SearchAgent) and made.belief == "told" and is_hidden and seed is None:
        raise click.UsageError("belief=told: a position does not tell its hidden mix.")
    try:
        return considered(state, made, name)
    except NoReasons as error:
        raise click.UsageError(f"--agent {error}") from error


def _recorded(file: Path, number: int, move: int) -> tuple[State, int, int]:
    """The state before a move of a record, the move that was played, and the game's seed."""
    record = next(islice(read_records(file), number - 1, None), None)
    if record is None:
        raise NotFound(f"{file}: no game {number}.")
    if move > len(record.moves):
        raise click.UsageError(f"--move {move}: the game has {len(record.moves)} moves.")
    state = next(islice(replayed(record), move - 1, None))
    return state, record.moves[move - 1], record.seed


def _as_json(seen: PlacementsSeen, played: int | None, top: int) -> dict[str, object]:
    return {
        "position": seen.state.text(),
        "depth": seen.depth,
        "placements": seen.placements,
        "played": played,
        "candidates": [
            {
                "move": each.move,
                "placement": str(seen.state.game.moves[each.move]),
                "value": each.value,
                "features": {r.feature: [r.count, r.weight] for r in each.reasons},
            }
            for each in seen.candidates[:top]
        ],
        "why": seen.why,
    }


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
