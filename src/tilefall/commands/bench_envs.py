"""Bench envs: how fast learners step through the games."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from tilefall.commands import options
from tilefall.errors import extra

NEEDED = {"gymnasium": "gym", "pettingzoo": "pettingzoo"}
GOAL = 30e3  # turns a second through PettingZoo's wrappers


@click.command("envs")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="How long each part is measured.",
)
@options.json_option
def bench_envs(seconds: float, as_json: bool) -> None:
    """Steps a second of the environments on one core, with random legal actions."""
    for package, name in NEEDED.items():
        extra(package, name, "the bench of environments")
    from tilefall.bench import envs_ijk
    from tilefall.bench.envs import COUNT, PARTS, EnvSpeed, afterstates_per_s, measure
    from tilefall.engines.native import chosen_isa

    found = []
    for part in PARTS:
        options.measuring(part.name)
        found.append(measure(part, seconds))
    options.measuring("afterstates")
    found.append(EnvSpeed("afterstates, features", afterstates_per_s(seconds), None))
    for kind in envs_ijk.KINDS:
        options.measuring(f"ijk, {kind}")
        target = GOAL if kind == "wrapped" else None
        found.append(EnvSpeed(f"ijk, {kind}", envs_ijk.measure(seconds, kind), target))
    if as_json:
        figures = {each.name: asdict(each) for each in found}
        click.echo(json.dumps({"isa": chosen_isa(), "environments": COUNT, "figures": figures}))
        return
    click.echo(f"Steps a second on one core, {COUNT:,} side by side or one alone, {chosen_isa()}:")
    for each in found:
        goal = "" if each.target is None else f"   meant: {each.target:,.0f}"
        click.echo(f"  {each.name:28} {each.steps_per_s:>13,.0f}{goal}")
