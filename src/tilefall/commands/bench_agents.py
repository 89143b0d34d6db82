"""Bench agents: who makes how many lines on the same games, with intervals."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tilefall.commands import options
from tilefall.commands.progress import progress_bar, teller
from tilefall.rules.quintris import Quintris

if TYPE_CHECKING:
    from tilefall.bench.agents import Games


def _hidden_quintris(ctx: click.Context, param: click.Parameter, value: str) -> Quintris:
    found = options.named_game(value)
    if not isinstance(found, Quintris) or found.pieces != "hidden":
        raise click.BadParameter(f"{value!r}, allowed are quintris and quintris:reach=fall.")
    return found


@click.command("agents")
@click.option("--game", default="quintris", show_default=True, callback=_hidden_quintris)
@click.option("--games", type=click.IntRange(2), default=200, show_default=True, help="Of each.")
@options.first_seed_option
@click.option("--max-pieces", type=click.IntRange(1), default=2000, show_default=True)
@options.threads_option
@click.option("--agent", "names", multiple=True, help="Only this one; may be given again.")
@options.json_option
def bench_agents(
    game: Quintris,
    games: int,
    first_seed: int,
    max_pieces: int,
    threads: int,
    names: tuple[str, ...],
    as_json: bool,
) -> None:
    """Lines and survival of the agents on the same games with a hidden mix.

    Each agent is compared with the one before it, game by game. All of them take about an hour on
    two cores, most of it course-wavy:search=full.
    """
    from tilefall.agents.catalog import agent
    from tilefall.bench.agents import AGENTS, play

    for name in names or AGENTS:
        agent(name, game)  # a wrong name is an error now, not after the others have played
    seeds = range(first_seed, first_seed + games)
    found: list[Games] = []
    with progress_bar() as progress:
        for name in names or AGENTS:
            tell = teller(progress, name, games)
            found.append(play(name, seeds, max_pieces, threads, tell, game))
            if not as_json:
                _print_games(*found[-2:])
    if as_json:
        pairs = zip(found, [None, *found], strict=False)
        click.echo(json.dumps([_agent_figures(each, before) for each, before in pairs]))
    else:
        click.echo(
            f"{games} games each, seeds {seeds[0]} to {seeds[-1]}, at most {max_pieces} pieces; "
            "[...] are 95 % intervals"
        )


def _print_games(*games: Games) -> None:
    """What the last of these agents did, and how much better than the one before it."""
    from tilefall.bench.agents import paired

    last = games[-1]
    figures = last.figures()
    click.echo(f"{last.agent}, {last.ms_a_move:.3g} ms a move")
    click.echo(f"  lines: mean {figures['mean']}, median {figures['median']},")
    click.echo(f"    geometric mean {figures['geometric_mean']}")
    click.echo(f"  alive at the end: {figures['alive_percent']} %")
    for part, group in last.by_pluses().items():
        if group.played:
            of_part = group.figures()
            click.echo(
                f"    pluses {part:12} of the mix, {len(group.played):3} games: "
                f"median {of_part['median']}, alive {of_part['alive_percent']} %"
            )
    if len(games) > 1:
        click.echo(f"  lines more than {games[0].agent}: {paired(last, games[0])}")


def _agent_figures(games: Games, before: Games | None) -> dict[str, object]:
    """The figures of one agent for JSON, and how much better it is than the one before it."""
    from tilefall.bench.agents import paired

    return {
        "agent": games.agent,
        "first_seed": games.seeds[0],
        "games": len(games.seeds),
        "ms_a_move": games.ms_a_move,
        "lines": games.lines,
        **{name: asdict(figure) for name, figure in games.figures().items()},
        "by_pluses": {
            part: {name: asdict(figure) for name, figure in group.figures().items()}
            if group.played
            else None
            for part, group in games.by_pluses().items()
        },
        "compared_with": before and before.agent,
        "lines_more": before and asdict(paired(games, before)),
    }
