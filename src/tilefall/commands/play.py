"""Play: a person plays, in the app or a line a move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from tilefall.agents.catalog import agent, default_agent
from tilefall.commands import options
from tilefall.commands.animated import MODES, checked_period
from tilefall.commands.terminal import is_terminal
from tilefall.play.animated import PERIOD
from tilefall.rules.game import Game
from tilefall.rules.marathon import Marathon
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

LEVELS = range(1, 21)


@click.command()
@options.game_argument
@click.option(
    "--mode",
    type=click.Choice(MODES),
    help="animated: pieces fall by themselves; simple: they wait for your drop.  "
    "[default: animated in the app, simple in plain text]",
)
@click.option(
    "--period",
    type=float,
    callback=checked_period,
    help=f"Seconds between the ticks of Quintris  [default: {PERIOD}]",
)
@click.option("--level", type=click.IntRange(LEVELS[0], LEVELS[-1]), help="Where Tetris begins.")
@click.option("--practice", is_flag=True, help="Take back moves and ask for advice freely.")
@click.option("--against", help="Who plays against you in IJK  [default: greedy]")
@click.option("--second", is_flag=True, help="Let the agent move first in IJK.")
@click.option("--two", is_flag=True, help="IJK for two people at one keyboard.")
@click.option("--plain", "is_plain", is_flag=True, help=options.PLAIN_HELP)
@options.seed_option
@options.record_option
@options.engine_option
@options.json_option
def play(
    game: Game,
    mode: str | None,
    period: float | None,
    level: int | None,
    practice: bool,
    against: str | None,
    second: bool,
    two: bool,
    is_plain: bool,
    seed: int,
    file: Path | None,
    engine: str,
    as_json: bool,
) -> None:
    """Play GAME: quintris, tetris or ijk, such as quintris:width=10,height=20."""
    if game.players == 1 and (against or second or two):
        raise click.UsageError(f"--against, --second and --two: {game.name} has one player.")
    if two and (against or second):
        raise click.UsageError("--two is without an agent, so without --against and --second.")
    options.check_file(file)
    if is_plain or as_json or not is_terminal():
        for name, value in (("--period", period), ("--level", level), ("--practice", practice)):
            if value:
                raise click.UsageError(f"{name} is for the app, in a terminal without --plain.")
        from tilefall.commands.play_lines import play_lines

        play_lines(_by_lines(game, mode), against, second, two, seed, file, engine, as_json)
        return
    game = _steered(game, mode)
    if period is not None and not (isinstance(game, Quintris) and game.reach == "fall"):
        raise click.UsageError("--period is for Quintris in which pieces fall by themselves.")
    if level is not None:
        if not isinstance(game, Marathon):
            raise click.UsageError("--level is for Tetris by the standard rules.")
        game = Marathon(level)
    if game.players == 2 and not two:
        against = against or default_agent(game, is_quick=True)
        agent(against, game, seed, engine)  # says now what is wrong with its name
    from tilefall.commands.app import all_stages, show
    from tilefall.interfaces.app.setup import Setup

    setup = Setup(
        game,
        seed,
        against,
        is_second=second,
        period=period or PERIOD,
        is_practice=practice,
        engine=engine,
    )
    stages = all_stages(file, engine)
    show(stages.playing(setup), stages)


def _steered(game: Game, mode: str | None) -> Game:
    """The game as it is played in the app: pieces fall by themselves unless nobody wants that."""
    if isinstance(game, Quintris):
        if mode == "simple" and game.reach == "fall":
            raise click.UsageError("--mode simple: with reach=fall pieces fall by themselves.")
        return game if mode == "simple" else replace(game, reach="fall")
    if isinstance(game, Marathon) and mode == "simple":
        raise click.UsageError("--mode simple is for `tetris`: pieces of marathon fall.")
    if isinstance(game, Tetris) and mode != "simple":
        if game == Tetris():
            return Marathon()
        if mode == "animated":
            raise click.UsageError(
                f"--mode animated: {game.text()} is played by placing; plain `tetris` falls."
            )
    return game


def _by_lines(game: Game, mode: str | None) -> Game:
    """The game as it is played by lines of text, where nothing falls while somebody types."""
    if mode == "animated":
        raise click.UsageError(
            "--mode animated needs the app; in plain text quintris:reach=fall takes ticks as dots."
        )
    return game
