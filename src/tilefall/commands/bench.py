"""Bench: figures of this machine, each with the command that prints it again."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from tilefall.commands import options
from tilefall.commands.bench_agents import bench_agents
from tilefall.commands.bench_arena import bench_arena
from tilefall.commands.bench_duel import bench_duel
from tilefall.commands.bench_envs import bench_envs
from tilefall.commands.bench_gpu import bench_gpu
from tilefall.commands.bench_ijk import bench_ijk
from tilefall.commands.bench_lines import bench_lines
from tilefall.commands.bench_records import bench_records
from tilefall.commands.bench_terminal import bench_terminal
from tilefall.commands.bench_training import bench_training
from tilefall.commands.bench_web import bench_web
from tilefall.commands.progress import progress_bar, teller
from tilefall.errors import NOT_MET, NotFound

if TYPE_CHECKING:
    from tilefall.bench.controllers import ControllerScore


seconds_option = click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    help="How long each part is measured.",
)


@click.group()
def bench() -> None:
    """Measure the engine and the agents on this machine."""


bench.add_command(bench_agents)
bench.add_command(bench_arena)
bench.add_command(bench_duel)
bench.add_command(bench_envs)
bench.add_command(bench_gpu)
bench.add_command(bench_ijk)
bench.add_command(bench_lines)
bench.add_command(bench_records)
bench.add_command(bench_terminal)
bench.add_command(bench_training)
bench.add_command(bench_web)


@bench.command("engine")
@seconds_option
@options.json_option
def bench_engine(seconds: float, as_json: bool) -> None:
    """Placements and leaves a second on one core, and how much faster than the plain rules."""
    from tilefall.bench.engine import measure

    title = "One core, instruction set {isa}, signature {signature}:"
    _print_figures(asdict(measure(seconds, options.measuring)), title, as_json)


@bench.command("search")
@seconds_option
@options.json_option
def bench_search(seconds: float, as_json: bool) -> None:
    """Full-tree searches of Quintris: milliseconds a move, moves a second, two threads."""
    from tilefall.bench.search import measure

    title = "Quintris, 50 mid-game positions, instruction set {isa}:"
    _print_figures(asdict(measure(seconds, options.measuring)), title, as_json)


@bench.command("controllers")
@click.option("--games", type=click.IntRange(2), default=10_000, show_default=True, help="Of each.")
@options.first_seed_option
@options.threads_option
@click.option(
    "--controller",
    "names",
    multiple=True,
    help="Only this one; may be given again.  [default: those with a known figure]",
)
@options.engine_option
@options.json_option
@click.pass_context
def bench_controllers(
    context: click.Context,
    games: int,
    first_seed: int,
    threads: int,
    names: tuple[str, ...],
    engine: str,
    as_json: bool,
) -> None:
    """Mean lines of the published Tetris controllers on 10 x 10; exit code 4 if one is off."""
    from tilefall.bench.controllers import KNOWN, TOLERANCE, measure
    from tilefall.engines import engine as engine_named
    from tilefall.search.linear import PUBLISHED, shipped

    for name in names:
        if name not in shipped(PUBLISHED):
            raise NotFound(f'No controller "{name}". There are {", ".join(shipped(PUBLISHED))}.')
    chosen, start = engine_named(engine), time.perf_counter()
    scores = []
    with progress_bar() as progress:
        for name in names or KNOWN:
            tell = teller(progress, name, games)
            score = measure(name, games, first_seed, chosen, threads, tell)
            scores.append(score)
            if not as_json:
                click.echo(_line(score))
    seconds = time.perf_counter() - start
    pieces = sum(score.pieces for score in scores)
    all_agree = all(score.agrees for score in scores)
    last_seed = first_seed + games - 1
    if as_json:
        found = [
            {**asdict(score), "deviation": score.deviation, "agrees": score.agrees}
            for score in scores
        ]
        totals = {"seconds": seconds, "threads": threads, "first_seed": first_seed}
        click.echo(json.dumps({"controllers": found, "all_agree": all_agree, **totals}))
    else:
        click.echo(
            f"{games:,} games each, seeds {first_seed} to {last_seed}, {pieces / 1e6:,.0f} million "
            f"pieces in {seconds:.0f} s on {threads} threads"
        )
    if not all_agree:
        options.hint(
            f"A controller is off its known figure by more than {TOLERANCE:.0%} and chance."
        )
        context.exit(NOT_MET)


def _print_figures(figures: dict[str, Any], title: str, as_json: bool) -> None:
    """Figures as JSON, or a line each below a title that may name some of them."""
    if as_json:
        click.echo(json.dumps(figures))
        return
    click.echo(title.format(**figures))
    for name, figure in figures.items():
        parts = figure if isinstance(figure, dict) else {"": figure}
        for part, value in parts.items():
            if isinstance(value, float):
                digits = 0 if value > 1000 else 2
                click.echo(f"  {name:28} {value:>13,.{digits}f}  {part}".rstrip())


def _line(score: ControllerScore) -> str:
    line = f"{score.name:12} {score.mean:8,.0f} +- {score.error:4,.0f} lines"
    if score.deviation is not None:
        line += f"   known {score.known:,.0f}, {score.deviation:+.1%}"
    return line
