"""Bench lines: lines a game and lines per death of agents with weights, on many games."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

import click

from tilefall.commands import options
from tilefall.commands.crews import crew_of, fresh_seed_option
from tilefall.commands.progress import progress_bar, teller
from tilefall.errors import INTERRUPTED
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

if TYPE_CHECKING:
    from tilefall.bench.lines import Lines


@click.command("lines")
@options.game_argument
@click.option(
    "--agent", "names", multiple=True, required=True, help="Who plays; may be given again."
)
@click.option("--games", type=click.IntRange(2), default=1000, show_default=True, help="Of each.")
@click.option("--max-pieces", type=click.IntRange(1), default=10**9, show_default=True)
@fresh_seed_option
@click.option("--at-once", type=click.IntRange(1), help="Games between two looks at the progress.")
@options.players_option
@options.threads_option
@options.json_option
@click.pass_context
def bench_lines(
    ctx: click.Context,
    /,
    game: Quintris | Tetris,
    names: tuple[str, ...],
    games: int,
    max_pieces: int,
    first_seed: int,
    at_once: int | None,
    workers: str,
    threads: int,
    as_json: bool,
) -> None:
    """Lines of agents with weights in a GAME, in as many games as you want.

    Where --max-pieces ends games early, lines per death count: all lines, divided by the games that
    died. Ctrl-C ends it with the games that are done.
    """
    from tilefall.bench.lines import contender, measure

    if not isinstance(game, Quintris | Tetris):
        raise click.BadParameter(f"{game.text()}, expected quintris or tetris.")
    contenders = [contender(name, game, max_pieces) for name in names]
    seeds = range(first_seed, first_seed + games)
    found: list[Lines] = []
    with progress_bar() as progress, closing(crew_of(workers, None, threads)) as crew:
        for who in contenders:
            tell = teller(progress, who.text, games)
            found.append(measure(who, seeds, crew, at_once or _usual(workers, games), tell))
            if not as_json:
                _print(found)
            if found[-1].games < games:
                break
    if as_json:
        click.echo(json.dumps([each.as_json() for each in found]))
    if found[-1].games < games:
        options.hint(f"Interrupted after {found[-1].games:,} of {games:,} games.")
        ctx.exit(INTERRUPTED)


def _usual(workers: str, games: int) -> int:
    """A GPU wants all games at once; cores are asked often, so that somebody sees them work."""
    return games if workers == "cuda" else 64


def _print(all_found: list[Lines]) -> None:
    first, found = all_found[0], all_found[-1]
    click.echo(f"{found.agent} in {found.game}")
    if found.per_death is not None:
        click.echo(f"  lines per death  {found.per_death}, {found.deaths:,} deaths")
    else:
        click.echo(f"  lines per death  unknown: no game died in {found.lines:,} lines")
    click.echo(f"  lines a game     {found.mean}, alive at the end {found.alive_percent} %")
    if found is not first and found.games > 1:
        more = found.more_than(first)
        by = f"{more.value:+,.1f} [{more.low:+,.1f}, {more.high:+,.1f}]"
        click.echo(f"  on these seeds   {by} lines a game beside {first.agent}")
    click.echo(
        f"  {found.games:,} games, seeds {found.first_seed} to {found.last_seed}, at most "
        f"{found.max_pieces:,} pieces; {found.pieces:,} pieces in {found.seconds:.1f} s"
    )
