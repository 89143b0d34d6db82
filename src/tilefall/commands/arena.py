"""Arena: agents play the same games, and the table says who is better and how sure that is."""

from __future__ import annotations

import json
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilefall.commands import options
from tilefall.commands.arena_options import arena_options, asked_plan
from tilefall.commands.arena_report import report
from tilefall.commands.nested import beside
from tilefall.commands.progress import progress_bar, teller
from tilefall.errors import FAILURE, INTERRUPTED

if TYPE_CHECKING:
    from tilefall.arena.crew import Crew
    from tilefall.arena.plan import Plan
    from tilefall.arena.store import Store


@click.command(cls=beside(report))
@click.argument("game", required=False)
@click.argument("agents", nargs=-1, metavar="AGENT...")
@arena_options
@options.jobs_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The folder of the arena; a free one in arenas/ if you give none.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Go on with this arena, as it was asked for.",
)
@options.workers_option
@options.address_option
@options.json_option
@click.pass_context
def arena(
    context: click.Context,
    /,
    game: str | None,
    agents: tuple[str, ...],
    jobs: int,
    out: Path | None,
    resume: Path | None,
    workers: str,
    address: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Let AGENTs play the same games of GAME, and say who is better.

    One player: all have the same dice, and each agent is compared with the first, game by game.
    Two players: pairs of games with colours swapped, everybody against everybody.

    An AGENT is a name (see `tilefall agents`), my_agent.py:MyAgent, exec:./program, or
    course:quintris.py. Foreign programs run in processes of their own, with limits; what goes wrong
    there is a forfeit with its reason in the table. `tilefall arena report DIR` writes a page.
    """
    from tilefall.arena.prints import check_prints
    from tilefall.arena.store import create, reopen

    given = {name: value for name, value in asked.items() if value is not None}
    if address is not None and workers != "ray":
        raise click.UsageError("--address is for --workers ray.")
    if resume is not None:
        if game is not None or out is not None or given:
            raise click.UsageError(
                "--resume goes on with an arena as it was asked for: give only --jobs, --workers, "
                "--address and --json with it."
            )
        with closing(reopen(resume)) as store:
            check_prints(store.plan)
            with closing(_crew(store.plan, workers, address, jobs)) as crew:
                context.exit(_carry_out(store, crew, as_json))
    plan = asked_plan(game, agents, given)
    # the crew first: if there is none to be had, no folder is left behind
    with (
        closing(_crew(plan, workers, address, jobs)) as crew,
        closing(create(out or _free_folder(plan), plan)) as store,
    ):
        context.exit(_carry_out(store, crew, as_json))


def _crew(plan: Plan, workers: str, address: str | None, jobs: int) -> Crew:
    from tilefall.arena.crew import LocalCrew

    if workers == "local":
        return LocalCrew(jobs)
    from tilefall.arena.ray_crew import RayCrew

    return RayCrew(plan, address, jobs)


def _free_folder(plan: Plan) -> Path:
    """The first folder of its kind that is not there yet."""
    number = 1
    while (folder := Path("arenas") / f"{plan.rules.name}-{number}").exists():
        number += 1
    return folder


def _carry_out(store: Store, crew: Crew, as_json: bool) -> int:
    """Plays to the end and prints what was found; the exit code."""
    from tilefall.arena.findings import findings
    from tilefall.arena.schedule import carry_out

    plan, ending = store.plan, 0
    options.hint(f"Playing in {store.folder}")
    with progress_bar() as progress:
        try:
            carry_out(store, crew, teller(progress, "games", plan.games * len(plan.groups)))
        except KeyboardInterrupt:
            ending = INTERRUPTED
        except BrokenProcessPool:
            ending = FAILURE
    found = findings(store.folder)
    click.echo(json.dumps(found.as_json()) if as_json else found.text())
    name = click.format_filename(store.folder)
    if ending == FAILURE:
        options.hint("Error: a process that played games ended by itself; is there enough memory?")
    if ending:
        options.hint(f"What was played is kept: tilefall arena --resume {name} goes on.")
    else:
        options.hint(f"tilefall arena report {name} makes a page of it.")
    return ending
