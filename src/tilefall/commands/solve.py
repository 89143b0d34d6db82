"""Solve: how a small game of IJK ends with the best play of both."""

from __future__ import annotations

import json
from math import inf

import click

from tilefall.commands import options
from tilefall.commands.errors import Failed, Missing
from tilefall.commands.progress import news_teller, progress_bar
from tilefall.engines.native import Native
from tilefall.interfaces.terminal.plain import drawing
from tilefall.rules.catalog import GAMES, parse, parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import MOVES, PLAYERS, IjkState
from tilefall.search.solving import Census, MemoryIsFull, Solution, Solver, Undecided


def _state(ctx: click.Context, param: click.Parameter, value: str) -> IjkState:
    """The position of a text, or the start of a game."""
    name = value.partition(" ")[0].partition(":")[0]
    if name not in GAMES:
        raise Missing(f'No game "{name}". There are {", ".join(GAMES)}; ijk is solved.')
    # the deterministic game starts the same with any dice (I2)
    state = parse(value) if " " in value else parse_game(value).start(Dice(seed=0))
    if not isinstance(state, IjkState):
        raise click.UsageError(f"{name}: games and positions of ijk are solved.")
    if state.game.mode != "deterministic":
        raise click.UsageError(f"{state.game.text()}: only the deterministic game is solved.")
    if state.is_over:
        raise click.UsageError("The game is over in this position.")
    return state


@click.command()
@click.argument("state", default="ijk:size=3", metavar="[POSITION-OR-GAME]", callback=_state)
@click.option("--all", "is_census", is_flag=True, help="Visit and count every position in reach.")
@click.option(
    "--memory",
    "mebibytes",
    type=click.IntRange(1, 1 << 20),
    default=1024,
    show_default=True,
    help="For known positions, in MiB: 16 to 48 bytes each.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    help="Stop then, and tell what is known; not with --all.",
)
@options.json_option
def solve(
    state: IjkState, is_census: bool, mebibytes: int, seconds: float | None, as_json: bool
) -> None:
    """Solve a position or a game of IJK (ijk:size=3 if none is given): who wins, and how soon.

    docs/ijk-solved.md tells which games are in reach.
    """
    if is_census and seconds is not None:
        raise click.UsageError("--seconds is not for --all, which knows nothing before the end.")
    solver = Solver(state, mebibytes, Native())
    with progress_bar() as progress:
        tell = news_teller(progress, state.game.text())
        try:
            found = solver.census(tell) if is_census else solver.solved(seconds or inf, tell=tell)
        except MemoryIsFull as error:
            raise Failed(
                f"{error}: give it more with --memory, or leave out --all for the outcome alone"
            ) from error
    if as_json:
        click.echo(json.dumps({"position": state.text(), **_figures(found)}))
        return
    click.echo(drawing(state))
    for line in _lines(state, found):
        click.echo(line)


def _lines(state: IjkState, found: Solution | Undecided | Census) -> list[str]:
    """What was found, for a person."""
    if isinstance(found, Undecided):
        return [
            f"Undecided: nobody can force a win within {found.slides} slides.",
            f"{found.nodes:,} positions searched. More --seconds look further, a smaller size or "
            "winning letter is easier.",
        ]
    if isinstance(found, Census):
        return [
            *_lines(state, found.solution),
            f"{found.positions:,} positions in which the game goes on: with the best play "
            f"{found.won:,} are won by +, {found.lost:,} by -, {found.tied:,} are ties.",
            f"The longest game has {found.longest} slides.",
        ]
    names = " ".join(MOVES[move] for move in found.line)
    if found.outcome == 0:
        return ["A tie with the best play of both, for instance:", names]
    winner, loser = PLAYERS[found.outcome != 1], PLAYERS[found.outcome == 1]
    slides = "1 slide" if found.slides == 1 else f"{found.slides} slides"
    return [f"{winner} wins in {slides}, whatever {loser} does:", names]


def _figures(found: Solution | Undecided | Census) -> dict[str, object]:
    """What was found, for JSON."""
    if isinstance(found, Undecided):
        return {"outcome": None, "no_win_within": found.slides, "searched": found.nodes}
    if isinstance(found, Census):
        return _figures(found.solution) | {
            "positions": found.positions,
            "won": found.won,
            "tied": found.tied,
            "lost": found.lost,
            "longest": found.longest,
        }
    return {
        "outcome": found.outcome,
        "slides": found.slides,
        "line": [MOVES[move] for move in found.line],
        "searched": found.nodes,
    }
