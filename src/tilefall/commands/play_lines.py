"""Play by lines: a person plays in any terminal or pipe, a line a move."""

from __future__ import annotations

import io
import sys
from datetime import datetime
from pathlib import Path

import click

from tilefall.agents.agent import Agent, close, tell_over
from tilefall.agents.catalog import agent, default_agent
from tilefall.commands import options
from tilefall.errors import INTERRUPTED
from tilefall.interfaces.terminal.person import Person
from tilefall.interfaces.terminal.plain import drawing, move_line, result_line
from tilefall.interfaces.terminal.session import Ending, Session, run
from tilefall.play.kept import NotKept, keep_game
from tilefall.play.match import Recorder, Turn, turns
from tilefall.play.record import Record
from tilefall.rules.game import Game


def play_lines(
    game: Game,
    against: str | None,
    second: bool,
    two: bool,
    seed: int,
    file: Path | None,
    engine: str,
    as_json: bool,
) -> None:
    """A whole game, a line a move, and what is said at its end."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no text are bad keys, not the end

    def show(text: str) -> None:
        click.echo(text, err=as_json)

    person = Person(_asked, show, options.hint)
    agents: list[Agent] = [person]
    if two:
        agents.append(person)
    elif game.players == 2:
        agents.append(agent(against or default_agent(game, is_quick=True), game, seed, engine))
        agents = agents[::-1] if second else agents
    names = [each.name for each in agents]
    recorder = Recorder(game, names, seed)

    def tell(turn: Turn) -> None:
        if turn.agent != Person.name:
            show(move_line(turn.state, turn.agent, turn.move))
        elif turn.after.reward > 0 and game.players == 1:
            show(f"{turn.after.reward} row{'s' * (turn.after.reward > 1)} removed")

    try:
        session = run(turns(game, agents, seed), recorder, tell)
        if session.ending is Ending.OVER:
            tell_over(agents, session.state)
    finally:
        close(agents)
        again = options.keep(file, recorder.record()) or _kept(recorder.record())
    if session.ending is Ending.OVER:
        show(drawing(session.state))
    if as_json:
        click.echo(recorder.record().line())
    else:
        click.echo(f"{result_line(session.state, tuple(names))}, seed {seed}")
    _say_goodbye(session, again or f"tilefall play '{game.text()}' --seed {seed}", bool(again))


def _kept(record: Record) -> str:
    """Keep what somebody at a keyboard has played; the command that shows it again.

    Nothing falls while a line is typed, so it is no best score.
    """
    if not sys.stdin.isatty() or not record.moves:
        return ""
    try:
        path = keep_game(record, datetime.now()).path
    except NotKept as error:
        options.hint(str(error))
        return ""
    return f"tilefall replay {click.format_filename(path)}"


def _asked(question: str) -> str | None:
    """A line of the person's; the question shows only where someone can read it."""
    if sys.stdin.isatty():
        click.echo(question, nl=False, err=True)
    return sys.stdin.readline() or None


def _say_goodbye(session: Session, command: str, is_kept: bool) -> None:
    if session.ending is Ending.INTERRUPTED:
        kept = "is kept" if is_kept else "was not kept, --record FILE keeps it"
        options.hint(f"\nInterrupted; the game up to turn {session.state.turn} {kept}.")
    if is_kept:
        options.hint(f"See it again: {command}")
    else:
        options.hint(f"Play this game again: {command}")
    if session.ending is Ending.INTERRUPTED:
        click.get_current_context().exit(INTERRUPTED)
