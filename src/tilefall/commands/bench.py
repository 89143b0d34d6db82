"""Bench: figures of this machine, each with the command that prints it again."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from tilefall.commands import options
from tilefall.commands.errors import NOT_MET, Missing

if TYPE_CHECKING:
    from rich.progress import Progress

    from tilefall.bench.agents import Games
    from tilefall.bench.controllers import ControllerScore


seconds_option = click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    help="How long each part is measured.",
)
threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
)
first_seed_option = click.option(
    "--first-seed",
    type=click.IntRange(0, 2**63),
    default=1,
    show_default=True,
    help="Games have this seed and the following ones.",
)


@click.group()
def bench() -> None:
    """Measure the engine and the agents on this machine."""


@bench.command("engine")
@seconds_option
@options.json_option
def bench_engine(seconds: float, as_json: bool) -> None:
    """Placements and leaves a second on one core, and how much faster than the plain rules."""
    from tilefall.bench.engine import measure

    title = "One core, instruction set {isa}, signature {signature}:"
    _print_figures(asdict(measure(seconds, _tell)), title, as_json)


@bench.command("search")
@seconds_option
@options.json_option
def bench_search(seconds: float, as_json: bool) -> None:
    """Full-tree searches of Quintris: milliseconds a move, moves a second, two threads."""
    from tilefall.bench.search import measure

    title = "Quintris, 50 mid-game positions, instruction set {isa}:"
    _print_figures(asdict(measure(seconds, _tell)), title, as_json)


@bench.command("controllers")
@click.option("--games", type=click.IntRange(2), default=10_000, show_default=True, help="Of each.")
@first_seed_option
@threads_option
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
            raise Missing(f'No controller "{name}". There are {", ".join(shipped(PUBLISHED))}.')
    chosen, start = engine_named(engine), time.perf_counter()
    scores = []
    with _progress() as progress:
        for name in names or KNOWN:
            tell = _teller(progress, name, games)
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


@bench.command("agents")
@click.option("--game", type=click.Choice(["quintris"]), default="quintris", show_default=True)
@click.option("--games", type=click.IntRange(2), default=200, show_default=True, help="Of each.")
@first_seed_option
@click.option("--max-pieces", type=click.IntRange(1), default=2000, show_default=True)
@threads_option
@click.option("--agent", "names", multiple=True, help="Only this one; may be given again.")
@options.json_option
def bench_agents(
    game: str,
    games: int,
    first_seed: int,
    max_pieces: int,
    threads: int,
    names: tuple[str, ...],
    as_json: bool,
) -> None:
    """Lines and survival of the agents on the same games with a hidden mix.

    Two hundred games of one expectimax take about half an hour on two cores.
    """
    from tilefall.bench.agents import AGENTS, paired, play

    for name in names:
        if name not in AGENTS:
            raise Missing(f'No agent "{name}" here. There are {", ".join(AGENTS)}.')
    seeds = range(first_seed, first_seed + games)
    found = []
    with _progress() as progress:
        for name in names or AGENTS:
            played = play(name, seeds, max_pieces, threads, _teller(progress, name, games))
            found.append(played)
            if not as_json:
                click.echo(f"{name}, {played.ms_a_move:.3f} ms a move")
                for what, figure in played.figures().items():
                    click.echo(f"  {what:16} {figure}")
                for what, part in played.by_pluses().items():
                    click.echo(f"  pluses {what:12} median {part or 'no game'}")
                if len(found) > 1:
                    more = paired(played, found[-2])
                    click.echo(f"  lines more than {found[-2].agent}: {more}")
    if as_json:
        click.echo(json.dumps([_agent_figures(each) for each in found]))
    else:
        click.echo(
            f"{games} games each, seeds {seeds[0]} to {seeds[-1]}, at most {max_pieces} pieces"
        )


def _agent_figures(games: Games) -> dict[str, object]:
    """The figures of one agent for JSON."""
    return {
        "agent": games.agent,
        "first_seed": games.seeds[0],
        "games": len(games.seeds),
        "ms_a_move": games.ms_a_move,
        "lines": games.lines,
        **{name: asdict(figure) for name, figure in games.figures().items()},
        "median_by_pluses": {
            name: figure and asdict(figure) for name, figure in games.by_pluses().items()
        },
    }


def _tell(what: str) -> None:
    options.hint(f"Measuring {what} ...")


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


def _teller(progress: Progress | None, name: str, games: int) -> Callable[[int], None]:
    """What hears of finished games: a new line of the progress bar, or nobody."""
    if progress is None:
        return lambda done: None
    return partial(progress.advance, progress.add_task(name, total=games))


def _progress() -> AbstractContextManager[Progress | None]:
    """A progress bar where somebody can see it."""
    if not sys.stderr.isatty():
        return nullcontext(None)
    from rich.console import Console
    from rich.progress import Progress

    return Progress(console=Console(stderr=True), transient=True)
