"""Watch: agents play a game before your eyes."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from tilefall.agents.catalog import DEFAULT_AGENTS, agent
from tilefall.commands import options
from tilefall.commands.errors import INTERRUPTED
from tilefall.interfaces.terminal.plain import drawing, move_line, result_line
from tilefall.interfaces.terminal.session import Ending, run
from tilefall.play.match import Recorder, Turn, turns
from tilefall.rules.game import Game

TERMINAL_DELAY = 0.1
MAX_TURNS = {"quintris": 1000, "tetris": 1000, "ijk": 30_000}


@click.command()
@options.game_argument
@click.option("--agent", "name", help="Who plays; `tilefall agents` lists them.")
@options.plain_option
@click.option("--against", help="Who plays second in IJK; the same agent if not given.")
@options.seed_option
@click.option("--every", type=click.IntRange(1), default=1, help="Show every n-th position only.")
@click.option(
    "--delay",
    type=click.FloatRange(0),
    help=f"Seconds between positions  [default: {TERMINAL_DELAY} in a terminal, else 0]",
)
@click.option(
    "--max-turns",
    type=click.IntRange(0),
    help="Stop after so many turns  [default: 1000; 30000 in IJK, where a win takes 1024]",
)
@click.option("--quiet", is_flag=True, help="Print the result only.")
@options.record_option
@options.engine_option
@options.json_option
def watch(
    game: Game,
    name: str | None,
    against: str | None,
    seed: int,
    every: int,
    delay: float | None,
    max_turns: int | None,
    quiet: bool,
    file: Path | None,
    engine: str,
    as_json: bool,
) -> None:
    """Watch an agent play GAME: quintris, tetris or ijk, such as tetris:height=10."""
    first = name or DEFAULT_AGENTS[game.name]
    names = [first, against or first][: game.players]
    if against and game.players == 1:
        raise click.UsageError(f"--against {against}: {game.name} has one player.")
    agents = [agent(each, game, seed, engine) for each in names]
    options.check_file(file)
    recorder = Recorder(game, names, seed)
    max_turns = MAX_TURNS[game.name] if max_turns is None else max_turns
    is_shown = not (quiet or as_json)
    pause = (TERMINAL_DELAY if sys.stdout.isatty() else 0) if delay is None else delay

    def show(turn: Turn) -> None:
        if is_shown and turn.state.turn % every == 0:
            click.echo(f"{drawing(turn.state)}\n{move_line(turn.state, turn.agent, turn.move)}\n")
            time.sleep(pause)

    try:
        session = run(turns(game, agents, seed, max_turns=max_turns), recorder, show)
    finally:
        again = options.keep(file, recorder.record())
    if as_json:
        click.echo(recorder.record().line())
    else:
        if is_shown:
            click.echo(drawing(session.state))
        click.echo(f"{result_line(session.state, tuple(names))}, seed {seed}")
    if session.ending is Ending.STOPPED:
        options.hint(f"Stopped after {max_turns} turns; --max-turns allows more.")
    if again:
        options.hint(f"Kept. See it again: {again}")
    if session.ending is Ending.INTERRUPTED:
        kept = "is kept" if file else "was not kept, --record FILE keeps it"
        options.hint(f"Interrupted; the game up to turn {session.state.turn} {kept}.")
        click.get_current_context().exit(INTERRUPTED)
