"""Options: what several commands take, and what they do with it."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from tilefall.errors import NotFound
from tilefall.play.files import append_record, read_records
from tilefall.play.openings import Plies
from tilefall.play.record import Record
from tilefall.rules.catalog import GAMES, parse_game
from tilefall.rules.dice import SEEDS
from tilefall.rules.game import BadText, Game

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def named_game(value: str) -> Game:
    """The game of a text; exit code 3 if there is none of this name, 2 for a bad parameter."""
    try:
        return parse_game(value)
    except BadText as error:
        if value.partition(":")[0] not in GAMES:
            raise NotFound(str(error)) from error
        raise click.BadParameter(f"{error}.") from error


def _game(ctx: click.Context, param: click.Parameter, value: str | None) -> Game | None:
    return None if value is None else named_game(value)


def _engine(ctx: click.Context, param: click.Parameter, value: str) -> str:
    kind, colon, isa = value.partition(":")
    if value in ("native", "reference") or (kind == "native" and colon and isa):
        return value
    raise click.BadParameter(f"{value!r}, allowed are native, native:ISA and reference.")


def _seed(ctx: click.Context, param: click.Parameter, value: int | None) -> int:
    return secrets.randbits(32) if value is None else value


game_argument: Decorator = click.argument("game", default="quintris", callback=_game)
any_game_argument: Decorator = click.argument("game", required=False, callback=_game)
seed_option: Decorator = click.option(
    "--seed",
    type=click.IntRange(0, SEEDS - 1),
    callback=_seed,
    help="Decides all chance; one is drawn and printed if you give none.",
)
engine_option: Decorator = click.option(
    "--engine",
    default="native",
    show_default=True,
    callback=_engine,
    metavar="NAME",
    help="What agents compute with: native, native:ISA or reference.",
)
record_option: Decorator = click.option(
    "--record",
    "file",
    type=click.Path(path_type=Path),
    help="Add the game to this file, also if it is cut short (.gz is compressed).",
)
PLAIN_HELP = "Plain text for any terminal, pipe or screen reader."
json_option: Decorator = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object instead of text."
)

threads_option: Decorator = click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
)
first_seed_option: Decorator = click.option(
    "--first-seed",
    type=click.IntRange(0, 2**63),
    default=1,
    show_default=True,
    help="Games have this seed and the following ones.",
)


jobs_option: Decorator = click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
    help="Games at the same time.",
)


def _workers(names: Sequence[str], who: str) -> Decorator:
    kind = click.Choice(["local", *names])
    text = f"Who plays: the cores of this machine, or {who}."
    return click.option("--workers", type=kind, default="local", show_default=True, help=text)


workers_option = _workers(["ray"], "a Ray cluster")
players_option = _workers(["cuda"], "its GPU")
trainers_option = _workers(["ray", "cuda"], "a Ray cluster or its GPU")
address_option: Decorator = click.option(
    "--address", help="Of the Ray cluster; one is started here if you give none."
)


def plies(ctx: click.Context, param: click.Parameter, value: str | None) -> Plies | None:
    """How long openings are: 8, or from 8 to 10 as 8-10."""
    if value is None:
        return None
    found = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", value)
    shortest, longest = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if shortest > longest:
        raise click.BadParameter(f"{value!r}, expected plies such as 8 or 8-10, at most 999.")
    return Plies(shortest, longest)


def check_file(file: Path | None) -> None:
    """Fail before the game rather than after it if the record cannot be kept in this file."""
    if file is None:
        return
    if file.exists():
        for _ in read_records(file):
            pass
    elif not file.parent.is_dir():
        raise FileNotFoundError(2, "no such directory", str(file.parent))


def keep(file: Path | None, record: Record) -> str:
    """Add the record to the file if there is one; the command that shows it again."""
    if file is None:
        return ""
    number = append_record(file, record)
    return f"tilefall replay {click.format_filename(file)} --game-number {number}"


def hint(text: str) -> None:
    """Say something that is not a result."""
    click.echo(text, err=True)


def measuring(what: str) -> None:
    """Say what is being measured, to somebody who waits for it."""
    hint(f"Measuring {what} ...")
