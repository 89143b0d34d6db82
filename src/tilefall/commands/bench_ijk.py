"""Bench ijk: how fast IJK slides and how far its searches look."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from tilefall.commands import options
from tilefall.tables import table_lines

if TYPE_CHECKING:
    from tilefall.bench.ijk import IjkSpeed

HEAD = ["agent", "nodes a second", "depth in 10 ms", "in 100 ms", "in 1 s", "decided"]


@click.command("ijk")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    help="How long slides and the plain search are measured.",
)
@click.option(
    "--table",
    type=click.IntRange(0, 32),
    default=22,
    show_default=True,
    help="Bits of the table of known positions.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    help="Of each search, if the agent has threads.",
)
@click.option(
    "--positions",
    type=click.IntRange(1),
    default=16,
    show_default=True,
    help="Only the first so many, for a quick look.",
)
@options.json_option
def bench_ijk(seconds: float, table: int, threads: int, positions: int, as_json: bool) -> None:
    """Slides a second, and the depth that searches reach in 10 ms, 100 ms and 1 s."""
    from tilefall.bench.ijk import measure

    speed = measure(seconds, table, threads, positions, options.measuring)
    click.echo(json.dumps(speed.figures()) if as_json else _text(speed))


def _text(speed: IjkSpeed) -> str:
    """The figures in Markdown."""
    figures = speed.figures()
    rows = [
        [
            f"`{search.agent}`",
            f"{search.nodes_per_s:,.0f}",
            *("" if depth is None else f"{depth:.2f}" for depth in search.depths.values()),
            f"{search.decided}",
        ]
        for search in speed.searches.values()
    ]
    lines = [
        f"{speed.positions} positions, {speed.chance_positions} of the game with chance; "
        f"instruction set {speed.isa}, {speed.threads} thread{'s' * (speed.threads > 1)},",
        f"table of {1 << speed.table if speed.table else 0:,} positions, "
        f"at most {speed.peak_memory_mib:,.0f} MiB of memory in all:",
        "",
        *table_lines(HEAD, rows),
        "",
        "Depths are means of searches that ended, without positions in which an end was seen.",
        f"Slides, each with its tile and its test for the end: {speed.slides_per_s:,.0f} a second.",
        f"The plain search: {speed.plain_nodes_per_s:,.0f} nodes a second, "
        f"{figures['nodes_ratio_to_python']:,.0f} times fewer.",
    ]
    return "\n".join(lines)
