"""The app: whether this terminal can show it, and what is said when it is left."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from tilefall.commands import options
from tilefall.errors import INTERRUPTED
from tilefall.rules.ijk import PLAYERS

if TYPE_CHECKING:
    from pathlib import Path

    from tilefall.interfaces.app.keeper import Keeper, Kept
    from tilefall.interfaces.app.stage import Stage
    from tilefall.interfaces.app.stages import AllStages

MOST_FRAMES = "120"  # a second, and only if something has changed


def all_stages(file: Path | None = None, engine: str = "native") -> AllStages:
    """What makes the stages of the app, with the time of this machine."""
    from tilefall.interfaces.app.keeper import Keeper
    from tilefall.interfaces.app.stages import AllStages
    from tilefall.play.clock import RealClock

    return AllStages(RealClock(), Keeper(file=file), engine)


def show(first: Stage, stages: AllStages) -> None:
    """Show a stage and all that it leads to; then say which games were kept, and where."""
    # Textual reads it when it is loaded; a key that comes after a frame waits half as long.
    os.environ.setdefault("TEXTUAL_FPS", MOST_FRAMES)
    from tilefall.interfaces.app.shell import run_theatre
    from tilefall.interfaces.app.theatre import Theatre
    from tilefall.interfaces.screen.terminal_look import look_of

    look = look_of(os.environ, sys.stdout.encoding)
    try:
        is_interrupted = run_theatre(Theatre(first), look, stages.clock.now)
    finally:
        _say_goodbye(stages.keeper)
    if is_interrupted:
        options.hint("Interrupted.")
        click.get_current_context().exit(INTERRUPTED)


def _say_goodbye(keeper: Keeper) -> None:
    """A line for every game that was played, and how to see the last one again."""
    for kept in keeper.games:
        record = kept.record
        news = "" if kept.is_over else ", not over"
        click.echo(f"{record.game}, seed {record.seed}: {_result(kept)}{news}")
        for words in kept.words:
            options.hint(words)
    paths = [kept.game.path for kept in keeper.games if kept.game is not None]
    if paths:
        options.hint(f"See it again: tilefall replay {click.format_filename(paths[-1])}")


def _result(kept: Kept) -> str:
    """The score, or who played and who has won."""
    record = kept.record
    if len(record.agents) == 1:
        return f"score {record.score:,}"
    first, second = (f"{sign} {name}" for sign, name in zip(PLAYERS, record.agents, strict=True))
    if not kept.is_over:
        return f"{first} against {second}"
    if record.score == 0:
        return f"a tie of {first} and {second}"
    winner, loser = (first, second) if record.score > 0 else (second, first)
    return f"{winner} has won against {loser}"
