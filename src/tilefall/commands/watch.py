"""Watch: agents play a game before your eyes."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from tilefall.agents.agent import Agent, close, tell_over
from tilefall.agents.catalog import agent, default_agent
from tilefall.commands import options
from tilefall.commands.animated import MODES, Animation, animated_game, checked_period
from tilefall.commands.terminal import is_terminal
from tilefall.errors import INTERRUPTED
from tilefall.interfaces.terminal.live import FallView, reason_not_live
from tilefall.interfaces.terminal.plain import drawing, move_line, result_line
from tilefall.interfaces.terminal.session import Ending, run
from tilefall.play.animated import PERIOD
from tilefall.play.match import Recorder, Turn, turns
from tilefall.rules.game import Game
from tilefall.rules.quintris import Quintris

TERMINAL_DELAY = 0.1
MAX_TURNS = {"quintris": 1000, "tetris": 1000, "ijk": 30_000}


@click.command()
@options.game_argument
@click.option("--agent", "name", help="Who plays; `tilefall agents` lists them.")
@click.option(
    "--mode",
    type=click.Choice(MODES),
    default="simple",
    show_default=True,
    help="animated: Quintris in real time, pieces fall while the agent thinks and may slide.",
)
@click.option(
    "--period",
    type=float,
    callback=checked_period,
    help=f"Seconds between the ticks of animated mode  [default: {PERIOD}]",
)
@click.option("--plain", "is_plain", is_flag=True, help=options.PLAIN_HELP)
@click.option("--against", help="Who plays second in IJK; the same agent if not given.")
@options.seed_option
@click.option("--every", type=click.IntRange(1), help="Print every n-th position only, as text.")
@click.option(
    "--delay",
    type=click.FloatRange(0),
    help="Print positions as text, so many seconds between them.",
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
    mode: str,
    period: float | None,
    is_plain: bool,
    against: str | None,
    seed: int,
    every: int | None,
    delay: float | None,
    max_turns: int | None,
    quiet: bool,
    file: Path | None,
    engine: str,
    as_json: bool,
) -> None:
    """Watch an agent play GAME: quintris, tetris or ijk, such as tetris:height=10."""
    is_animated = mode == "animated"
    if period is not None and not is_animated:
        raise click.UsageError("--period goes with --mode animated.")
    # In real time a searching agent takes all the time it has, which is long to look at.
    is_quick = is_animated or engine == "reference"
    first = name or default_agent(game, is_quick)
    names = [first, against or first][: game.players]
    if against and game.players == 1:
        raise click.UsageError(f"--against {against}: {game.name} has one player.")
    game = animated_game(game) if is_animated else game
    agents = [agent(each, game, seed, engine) for each in names]
    options.check_file(file)
    recorder = Recorder(game, names, seed)
    max_turns = MAX_TURNS[game.name] if max_turns is None else max_turns
    is_shown = not (quiet or as_json)
    is_text = is_plain or is_animated or every is not None or delay is not None
    if is_shown and not is_text and is_terminal():
        _show_in_app(game, agents, names, seed, max_turns, file, engine)
        return
    every = every or 1
    pause = (TERMINAL_DELAY if sys.stdout.isatty() else 0) if delay is None else delay
    animation = None
    if isinstance(game, Quintris) and is_animated:
        view = _view(game, names[0], is_plain, every) if is_shown else None
        animation = Animation(game, agents[0], seed, engine, period, view, pause)

    def show(turn: Turn) -> None:
        if is_shown and turn.state.turn % every == 0:
            said = move_line(turn.state, turn.agent, turn.move)
            click.echo(f"{drawing(turn.state)}\n{said}\n")
            time.sleep(pause)

    try:
        if animation:
            session = animation.run(recorder, max_turns)
        else:
            session = run(turns(game, agents, seed, max_turns=max_turns), recorder, show)
        if session.ending is not Ending.INTERRUPTED:
            tell_over(agents, session.state)
    finally:
        close(agents)
        again = options.keep(file, recorder.record())
    if as_json:
        record = recorder.record()
        click.echo(animation.json(record) if animation else record.line())
    else:
        if animation and animation.view:
            animation.view.on_end(session.state)
        elif is_shown:
            click.echo(drawing(session.state))
        late = f", {animation.late}" if animation else ""
        click.echo(f"{result_line(session.state, tuple(names))}, seed {seed}{late}")
    if session.ending is Ending.STOPPED:
        options.hint(f"Stopped after {max_turns} turns; --max-turns allows more.")
    if again:
        options.hint(f"Kept. See it again: {again}")
    if session.ending is Ending.INTERRUPTED:
        kept = "is kept" if file else "was not kept, --record FILE keeps it"
        options.hint(f"Interrupted; the game up to turn {session.state.turn} {kept}.")
        click.get_current_context().exit(INTERRUPTED)


def _show_in_app(
    game: Game,
    agents: list[Agent],
    names: list[str],
    seed: int,
    max_turns: int,
    file: Path | None,
    engine: str,
) -> None:
    """The game in the app, with what the agents think of it."""
    from tilefall.commands.app import all_stages, show

    stages = all_stages(engine=engine)
    stage = stages.watching(game, agents, seed, names=names, max_turns=max_turns)
    try:
        show(stage, stages)
    finally:
        if again := options.keep(file, stage.watching.record()):
            options.hint(f"Kept. See it again: {again}")


def _view(game: Quintris, agent_name: str, is_plain: bool, every: int) -> FallView:
    """Pieces as they fall if the terminal can show that, else each when it has locked."""
    reason = reason_not_live(game, is_plain)
    if reason:
        options.hint(reason)
    return FallView(agent_name, reason is None, every)
