"""Explain: the candidates of a position, best first, and why the first beats the second."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import click

from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.agents.course import CourseAgent
from tilefall.agents.linear import LinearAgent
from tilefall.agents.searching import SearchAgent
from tilefall.agents.tuples import TupleAgent
from tilefall.commands import options
from tilefall.commands.errors import Missing
from tilefall.commands.explain_ijk import explainer, figures, slides_seen, text
from tilefall.engines.protocol import FallingState
from tilefall.interfaces.terminal.plain import drawing
from tilefall.play.files import read_records
from tilefall.play.verify import replayed
from tilefall.rules.catalog import check_agents_play, parse
from tilefall.rules.game import State
from tilefall.rules.ijk import IjkState
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState
from tilefall.search.course import CourseSearch
from tilefall.search.course_explain import course_explained
from tilefall.search.expectimax import Search, searched
from tilefall.search.explain import Explained, explained, in_figures, sentence, spoken
from tilefall.search.tuples_explain import tuples_explained


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
    if isinstance(state, IjkState):
        seen = slides_seen(state, name or explainer(state), engine, played)
        click.echo(json.dumps(figures(seen, top)) if as_json else text(seen, top))
        return
    assert isinstance(state, QuintrisState | TetrisState)
    name = name or "expectimax"
    search, candidates = _candidates(state, name, engine, seed)
    shown = candidates[:top]
    why = sentence(candidates[0], candidates[1]) if len(candidates) > 1 else ""
    if as_json:
        click.echo(json.dumps(_as_json(state, search, shown, why, played)))
        return
    click.echo(drawing(state))
    click.echo(f"{name}, depth {search.depth}, {search.placements:,} placements:")
    for rank, each in enumerate(shown, 1):
        mark = "  <- played" if each.move == played else ""
        click.echo(f"{rank:3}. {state.game.moves[each.move]}   {in_figures(each.value)}{mark}")
        words = [f"{spoken(r.feature)} {r.count} x {r.weight}" for r in each.reasons if r.count]
        click.echo(f"     {', '.join(words) or 'ends the game'}")
    if played is not None and played not in [each.move for each in shown]:
        ranks = [each.move for each in candidates]
        where = f"number {ranks.index(played) + 1}" if played in ranks else "not looked at here"
        click.echo(f"Played was {state.game.moves[played]}, {where}.")
    click.echo(why or "It is the only move.")


def _candidates(
    state: FallingState, name: str, engine: str, seed: int | None
) -> tuple[Search | CourseSearch, list[Explained]]:
    """What an agent of the catalog thinks of every move; the seed is that of the game, if known."""
    made = agent(name, state.game, seed or 0, engine)
    if isinstance(made, CourseAgent):
        seen = made.think(state, Limit())
        return seen, course_explained(state, seen, made.program)
    if isinstance(made, TupleAgent):
        return tuples_explained(state, made.tables, made.engine)
    if isinstance(made, SearchAgent):
        if made.belief == "told" and state.game.pieces == "hidden" and seed is None:
            raise click.UsageError("belief=told: a position does not tell its hidden mix.")
        search = made.think(state, Limit())
    elif isinstance(made, LinearAgent):
        search = searched(state, made.weights.weights, (1,) * len(state.seen), 1, made.engine)
    else:
        raise click.UsageError(f"--agent {name}: it has no reasons to give; try expectimax.")
    return search, explained(state, search, made.weights, made.engine)


def _recorded(file: Path, number: int, move: int) -> tuple[State, int, int]:
    """The state before a move of a record, the move that was played, and the game's seed."""
    record = next(islice(read_records(file), number - 1, None), None)
    if record is None:
        raise Missing(f"{file}: no game {number}.")
    if move > len(record.moves):
        raise click.UsageError(f"--move {move}: the game has {len(record.moves)} moves.")
    state = next(islice(replayed(record), move - 1, None))
    return state, record.moves[move - 1], record.seed


def _as_json(
    state: FallingState,
    search: Search | CourseSearch,
    shown: list[Explained],
    why: str,
    played: int | None,
) -> dict[str, object]:
    return {
        "position": state.text(),
        "depth": search.depth,
        "placements": search.placements,
        "played": played,
        "candidates": [
            {
                "move": each.move,
                "placement": str(state.game.moves[each.move]),
                "value": each.value,
                "features": {r.feature: [r.count, r.weight] for r in each.reasons},
            }
            for each in shown
        ],
        "why": why,
    }
