"""The command line: finds commands, loads them when they are asked for, and reports errors."""

from __future__ import annotations

import io
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn

import click

from tilefall import __version__
from tilefall.errors import FAILURE, INTERRUPTED, NOT_FOUND, TilefallError

# Name, where the command is, and its line in the help: the help must not load any of them.
COMMANDS = {
    "play": ("tilefall.commands.play:play", "Play a game in the terminal."),
    "watch": ("tilefall.commands.watch:watch", "Watch an agent play."),
    "replay": ("tilefall.commands.replay:replay", "Show or verify recorded games."),
    "record": ("tilefall.commands.record:record", "Make a picture of a recorded game."),
    "explain": ("tilefall.commands.explain:explain", "Show what is best in a position, and why."),
    "train": ("tilefall.commands.train:train", "Make weights by learning from games."),
    "arena": ("tilefall.commands.arena:arena", "Let agents play: who is better, and how sure."),
    "agents": ("tilefall.commands.agents:agents", "List the agents and what they play."),
    "bench": ("tilefall.commands.bench:bench", "Measure the engine and the controllers."),
    "serve": ("tilefall.commands.serve:serve", "Play, watch and compare in a browser."),
    "doctor": ("tilefall.commands.doctor:doctor", "Check the installation."),
}


class Commands(click.Group):
    """A group whose commands are imported only when they run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the words ask for; an unknown one gets a suggestion."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            close = get_close_matches(name, COMMANDS, n=1)
            hint = f" Did you mean {close[0]}?" if close else ""
            names = ", ".join(COMMANDS)
            raise click.UsageError(f'No command "{name}".{hint} There are {names}.', ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in the help, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what a user can cause ends in one clear line and an exit code."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _forget_output()
            ctx.exit(0)
        except TilefallError as error:
            _fail(ctx, str(error), error.exit_code)
        except OSError as error:
            text = error.strerror or str(error)
            if error.strerror and error.filename:
                text = f"{error.filename}: {text}"
            is_missing = isinstance(error, FileNotFoundError)
            _fail(ctx, text, NOT_FOUND if is_missing else FAILURE)


def _fail(ctx: click.Context, text: str, exit_code: int) -> NoReturn:
    """End with an error in one line, as click prints its own."""
    click.echo(f"Error: {text}", err=True)
    ctx.exit(exit_code)


def _forget_output() -> None:
    """Point stdout to nowhere, so that nothing more fails while the program ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    click.echo(f"tilefall {__version__}")
    ctx.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play, search, train and compare AIs on games where tiles fall or slide."""
    if ctx.invoked_subcommand is not None:
        return
    from tilefall.commands.terminal import is_terminal

    if not is_terminal():
        click.echo(ctx.get_help())
        return
    from tilefall.commands.menu import menu

    menu()


def main() -> None:
    """Run the command line with the words that the program was started with."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # no name in a record stops a replay
    cli(prog_name="tilefall")
