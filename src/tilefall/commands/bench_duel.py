"""Bench duel: two agents play pairs of games, and the figures say who is stronger."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from tilefall.agents.agent import Forfeit, Limit
from tilefall.commands import options
from tilefall.commands.progress import progress_bar, teller
from tilefall.errors import FAILURE, INTERRUPTED
from tilefall.rules.ijk import Ijk
from tilefall.search.minimax import DEEPEST, MOST_NODES

if TYPE_CHECKING:
    from tilefall.play.duel import Duel, Pair
    from tilefall.play.openings import Opening, Plies

Number = TypeVar("Number", int, float)
LONGEST_THOUGHT = 86_400.0
MAX_PLIES = 30_000  # every ply adds an A, and 36 J's are 18,432 of them: 6 x 6 ends before that


def _ijk(ctx: click.Context, param: click.Parameter, value: str) -> Ijk:
    found = options.named_game(value)
    if not isinstance(found, Ijk):
        raise click.BadParameter(f"{value!r}, allowed is ijk, the game of two players.")
    return found


def _for_both(
    number: Callable[[str], Number], most: Number
) -> Callable[..., tuple[Number | None, Number | None] | None]:
    """What reads one number for both agents or one for each, `0.2,0.1`, or for one: `0.2,-`."""

    def read(
        ctx: click.Context, param: click.Parameter, value: str | None
    ) -> tuple[Number | None, Number | None] | None:
        if value is None:
            return None
        try:
            found = [None if word == "-" else number(word) for word in value.split(",")]
        except ValueError:
            found = []
        if len(found) not in (1, 2) or not all(each is None or 0 < each <= most for each in found):
            kind = "a number" if number is float else "a whole number"
            raise click.BadParameter(
                f"{value!r}, expected {kind} above 0 and up to {most:,}, "
                "or one for each agent such as 2,1, with - for none."
            )
        return found[0], found[-1]

    return read


@click.command("duel")
@click.argument("first")
@click.argument("second")
@click.option("--game", default="ijk", show_default=True, callback=_ijk)
@click.option(
    "--pairs", type=click.IntRange(1), default=100, show_default=True, help="Of two games each."
)
@click.option(
    "--seconds",
    callback=_for_both(float, LONGEST_THOUGHT),
    help="Seconds a move for both agents, or for each: 0.2,0.1; 0.2,- limits only the first.",
)
@click.option("--nodes", callback=_for_both(int, MOST_NODES), help="Or: positions a move.")
@click.option("--depth", callback=_for_both(int, DEEPEST), help="Or: slides ahead.")
@click.option(
    "--openings",
    "plies",
    default="8-10",
    show_default=True,
    callback=options.plies,
    help="Random plies before the agents begin.",
)
@click.option(
    "--max-plies",
    type=click.IntRange(1),
    default=MAX_PLIES,
    show_default=True,
    help="A game that is not over by then is a tie.",
)
@options.first_seed_option
@options.threads_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the games to this file, in place of the records it holds (.gz is compressed).",
)
@options.json_option
@click.pass_context
def bench_duel(
    context: click.Context,
    first: str,
    second: str,
    game: Ijk,
    pairs: int,
    seconds: tuple[float | None, float | None] | None,
    nodes: tuple[int | None, int | None] | None,
    depth: tuple[int | None, int | None] | None,
    plies: Plies,
    max_plies: int,
    first_seed: int,
    threads: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Pairs of games between FIRST and SECOND, each of them once as + from the same opening.

    Without a limit agents think as their own parameters say. As many pairs as there are threads are
    played at once: with --seconds, give no more of them than there are free cores.
    """
    from tilefall.agents.catalog import agent
    from tilefall.commands.duel_text import figures, text
    from tilefall.play.duel import Duel, Side
    from tilefall.play.duel_report import report
    from tilefall.play.openings import TooFewOpenings, openings

    limits = _limits(seconds, nodes, depth)
    for name in (first, second):
        agent(name, game)  # a wrong name is an error now, not in another process
    options.check_file(out)
    try:
        chosen = openings(game, pairs, first_seed, plies)
    except TooFewOpenings as error:
        raise click.UsageError(f"{error}.") from error
    duel = Duel(game, Side(first, limits[0]), Side(second, limits[1]), plies, max_plies)
    start = time.perf_counter()
    outcome = _played(duel, chosen, threads)
    played, ending = outcome.pairs, outcome.ending
    if played:
        found = report(duel, played)
        wall = {"threads": threads, "seconds": time.perf_counter() - start}
        click.echo(json.dumps(figures(found, pairs) | wall) if as_json else text(found))
        _keep(out, played)
    if ending == INTERRUPTED:
        options.hint(f"Interrupted; {len(played)} of {pairs} pairs were played.")
    if ending == FAILURE:
        options.hint(f"Error: {outcome.why}; {len(played)} of {pairs} pairs were played.")
    context.exit(ending)


def _limits(
    seconds: tuple[float | None, float | None] | None,
    nodes: tuple[int | None, int | None] | None,
    depth: tuple[int | None, int | None] | None,
) -> tuple[Limit, Limit]:
    """How much each agent may think about a move."""
    given = {"--seconds": seconds, "--nodes": nodes, "--depth": depth}
    names = [name for name, value in given.items() if value]
    if len(names) > 1:
        raise click.UsageError(f"{' and '.join(names)}: give one of them.")
    if seconds:
        return Limit(seconds=seconds[0]), Limit(seconds=seconds[1])
    if nodes:
        return Limit(nodes=nodes[0]), Limit(nodes=nodes[1])
    if depth:
        return Limit(depth=depth[0]), Limit(depth=depth[1])
    return Limit(), Limit()


@dataclass(frozen=True)
class _Outcome:
    """The pairs that were played, the exit code of what ended them, and why it did."""

    pairs: list[Pair]
    ending: int = 0
    why: str = ""


def _played(duel: Duel, openings: list[Opening], threads: int) -> _Outcome:
    """Whatever could be played."""
    from tilefall.play.duel import play_pairs

    played: list[Pair] = []
    with progress_bar() as progress, closing(play_pairs(duel, openings, threads)) as pairs:
        tell = teller(progress, "pairs", len(openings))
        try:
            for pair in pairs:
                played.append(pair)
                tell(1)
        except KeyboardInterrupt:
            return _Outcome(played, INTERRUPTED)
        except BrokenProcessPool:
            advice = f"is there memory for two tables in each of {threads} processes?"
            return _Outcome(played, FAILURE, f"a process ended by itself; {advice}")
        except Forfeit as error:
            return _Outcome(played, FAILURE, str(error))
    return _Outcome(played)


def _keep(out: Path | None, played: list[Pair]) -> None:
    """All games in the order of their seeds, in the file if there is one."""
    from tilefall.play.files import write_records

    if out is None:
        return
    ordered = sorted(played, key=lambda pair: pair.opening.seed)
    write_records(out, [game.record for pair in ordered for game in pair.games])
    name = click.format_filename(out)
    options.hint(f"Kept {2 * len(played)} games. Prove them: tilefall replay {name} --verify")
