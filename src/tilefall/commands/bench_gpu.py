"""Bench GPU: placements a second on the GPU, against one core on the same games."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from tilefall.commands import options


@click.command("gpu")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    help="About how long each case is measured, on the GPU and on the core.",
)
@options.json_option
def bench_gpu(seconds: float, as_json: bool) -> None:
    """Whole games on the GPU: placements and pieces a second, and times one core."""
    from tilefall.bench.gpu import measure

    found = measure(seconds, options.measuring)
    if as_json:
        click.echo(json.dumps(asdict(found)))
        return
    click.echo(f"{found.gpu}, against one core with {found.isa}; in millions a second:")
    click.echo(f"  {'':28} {'placements':>12} {'pieces':>10} {'of a core':>10} {'times':>8}")
    for case in found.cases:
        click.echo(
            f"  {case.name:28} {case.placements_per_s / 1e6:12,.0f} "
            f"{case.pieces_per_s / 1e6:10,.1f} {case.core_pieces_per_s / 1e6:10,.3f} "
            f"{case.times_core:8,.0f}   "
            f"{case.weights}, {case.games:,} games in {case.device_seconds:.2f} s"
        )
