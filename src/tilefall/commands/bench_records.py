"""Bench records: are the weights that ship with tilefall as good as their files say?"""

from __future__ import annotations

import json
import math
from contextlib import closing
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tilefall.commands import options
from tilefall.commands.crews import crew_of, fresh_seed_option
from tilefall.commands.progress import progress_bar, teller
from tilefall.errors import NOT_MET, NotFound

if TYPE_CHECKING:
    from tilefall.bench.records import Remeasured
    from tilefall.search.provenance import DuelValidation, Validation


@click.command("records")
@click.argument("names", nargs=-1)
@click.option(
    "--games",
    type=click.IntRange(2),
    default=1000,
    show_default=True,
    help="At most so many of each; never more than its file counts.",
)
@click.option(
    "--pieces",
    type=click.IntRange(1),
    help="Of each at most about so many, in fewer games. [default: 100 million; a GPU plays all]",
)
@fresh_seed_option
@options.players_option
@options.threads_option
@options.json_option
@click.pass_context
def bench_records(
    ctx: click.Context,
    /,
    names: tuple[str, ...],
    games: int,
    pieces: int | None,
    first_seed: int,
    workers: str,
    threads: int,
    as_json: bool,
) -> None:
    """Play with the shipped weights again, all or those of these NAMES, on other seeds.

    Exits with 4 if a figure differs from the one in its file by more than chance allows.
    """
    from tilefall.bench.records import GAMES_AT_ONCE, PIECES, measure, records

    known = records()
    for name in names:
        if name not in known:
            raise NotFound(f"No record of {name!r}. There are {', '.join(known)}.")
    found: list[Remeasured] = []
    with progress_bar() as progress, closing(crew_of(workers, None, threads)) as crew:
        for name in names or known:
            count = known[name].part(games, pieces or (math.inf if workers == "cuda" else PIECES))
            tell = teller(progress, name, count)
            at_once = count if workers == "cuda" else GAMES_AT_ONCE
            found.append(measure(name, count, first_seed, crew, at_once, tell))
            if not as_json:
                _print(found[-1])
    if as_json:
        click.echo(json.dumps([{**asdict(each), "agrees": each.agrees} for each in found]))
    if not all(each.agrees for each in found):
        ctx.exit(NOT_MET)


def _print(record: Remeasured) -> None:
    verdict = "as its file says" if record.agrees else "NOT as its file says"
    click.echo(f"{record.name}: {record.agent} in {record.game}, {verdict}")
    click.echo(f"  file   {_told(record.recorded)}")
    click.echo(f"  again  {_told(record.found)}")


def _told(found: Validation | DuelValidation) -> str:
    from tilefall.search.provenance import DuelValidation

    if isinstance(found, DuelValidation):
        return (
            f"{found.score_percent} % against {found.opponent} at depth {found.depth}; "
            f"{found.pairs} pairs of games, openings of seeds from {found.first_seed} on"
        )
    deaths = ""
    if found.lines_per_death is not None and found.deaths != found.games:
        deaths = f"lines per death {found.lines_per_death}, {found.deaths:,} deaths; "
    return (
        f"{deaths}mean {found.mean}, median {found.median}, alive {found.alive_percent} %; "
        f"{found.games} games, seeds {found.first_seed} to {found.last_seed}, "
        f"at most {found.max_pieces} pieces"
    )
