"""Arena options: what an arena may be told, and the plan that comes of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from tilefall.commands import options
from tilefall.play.openings import Plies
from tilefall.rules.catalog import check_agents_play
from tilefall.rules.dice import SEEDS
from tilefall.rules.ijk import Ijk

if TYPE_CHECKING:
    from tilefall.arena.plan import Plan

GAMES, MOST_GAMES = 100, 10_000  # if nobody says how many; the second until sure
PIECES, PLIES = 2_000, 30_000  # 6 x 6 of IJK ends before that
LONGEST_THOUGHT = 86_400.0
MOST_KEPT = 1 << 24  # moves that native games keep
ALPHA, ELO = 0.05, 20.0
FOREIGN = ("start_seconds", "memory_mb", "cpu_seconds")


class Positive(click.ParamType[float]):
    """A number above 0, and up to the most."""

    name = "number"

    def __init__(self, most: float, is_zero_fine: bool = False) -> None:
        self.most, self.is_zero_fine = most, is_zero_fine

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; words, infinities and what is no number are refused."""
        try:
            found = float(value)
        except ValueError:
            found = math.nan
        if not (0 < found <= self.most or (found == 0 and self.is_zero_fine)):
            low = "from 0" if self.is_zero_fine else "above 0 and"
            self.fail(f"{value!r}, expected a number {low} up to {self.most:,g}.", param, ctx)
        return found


def arena_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All options that make a plan; those that are not given are None."""
    several = (
        click.option(
            "--games",
            type=click.IntRange(1),
            help="Of each agent, or of each pairing (100); until sure the most (10,000).",
        ),
        click.option(
            "--until-sure",
            "is_until_sure",
            is_flag=True,
            default=None,
            help="Stop as soon as it is clear who is better.",
        ),
        click.option(
            "--time-per-move",
            "seconds_a_move",
            type=Positive(LONGEST_THOUGHT),
            metavar="S",
            help="Seconds; foreign programs have 10 if you give none, our agents all they want.",
        ),
        click.option(
            "--max-turns",
            type=click.IntRange(1, 10**9),
            help="Pieces or plies, at which a game ends (2,000; ijk 30,000).",
        ),
        click.option(
            "--first-seed",
            type=click.IntRange(0, SEEDS // 2),
            help="Games have this seed and the following ones (1).",
        ),
        click.option(
            "--openings", "plies", callback=options.plies, help="Random plies at first, ijk (8-10)."
        ),
        click.option(
            "--risk",
            "alpha",
            type=Positive(0.5),
            help="How often, at most, --until-sure may be wrong (0.05).",
        ),
        click.option(
            "--elo",
            type=Positive(200),
            help="A lead that --until-sure should find, of two players (20).",
        ),
        click.option(
            "--margin",
            type=Positive(1e9, is_zero_fine=True),
            help="Lines apart that are as good as equal to --until-sure, one player (none).",
        ),
        click.option(
            "--start-time",
            "start_seconds",
            type=Positive(LONGEST_THOUGHT),
            metavar="S",
            help="Seconds more for the first answer of a foreign program (10).",
        ),
        click.option(
            "--memory",
            "memory_mb",
            type=click.IntRange(1, 1 << 20),
            metavar="MB",
            help="Of a foreign program, with all that it starts (2,048).",
        ),
        click.option(
            "--cpu",
            "cpu_seconds",
            type=click.IntRange(1, 10**6),
            metavar="S",
            help="Processor seconds of a foreign program in a game (600).",
        ),
        click.option(
            "--no-records", is_flag=True, default=None, help="Keep results alone, not the moves."
        ),
    )
    for option in reversed(several):
        command = option(command)
    return command


def asked_plan(game: str | None, agents: tuple[str, ...], given: dict[str, Any]) -> Plan:
    """The plan that a command asks for; what is wrong with it is said before a game is played."""
    from tilefall.arena.plan import Plan
    from tilefall.arena.prints import agent_print

    if game is None:
        raise click.UsageError("Name a game and agents: tilefall arena quintris greedy lookahead")
    found = options.named_game(game)
    check_agents_play(found)
    is_solo = found.players == 1
    if len(agents) < found.players:
        raise click.UsageError(
            f"{len(agents)} agents for {found.text()}, expected {found.players} or more."
        )
    is_until_sure = bool(given.get("is_until_sure"))
    _check_fit(given, is_solo, is_until_sure)
    if is_until_sure and len(agents) < 2:
        raise click.UsageError("--until-sure compares agents: name two or more.")
    games = given.get("games") or (MOST_GAMES if is_until_sure else GAMES)
    if games % found.players:
        raise click.UsageError(
            f"--games {games}: two players play pairs of games, so give an even number."
        )
    prints = tuple(agent_print(text, found) for text in agents)
    if isinstance(found, Ijk) and not is_until_sure:
        _check_openings(found, games // 2, given)
    plan = Plan(
        game=found.text(),
        agents=agents,
        games=games,
        is_until_sure=is_until_sure,
        first_seed=given.get("first_seed", 1),
        max_turns=given.get("max_turns", PIECES if is_solo else PLIES),
        plies=given.get("plies") or Plies(8, 10),
        seconds_a_move=given.get("seconds_a_move"),
        alpha=given.get("alpha", ALPHA),
        elo=given.get("elo", ELO),
        margin=given.get("margin", 0.0),
        has_records=not given.get("no_records"),
        prints=prints,
        **{name: given[name] for name in FOREIGN if name in given},
    )
    if plan.margin and plan.margin >= plan.most_lines:
        raise click.UsageError(
            f"--margin {plan.margin:g}: with --max-turns {plan.max_turns:,} no two games are more "
            f"than {plan.most_lines:,} lines apart; give less."
        )
    return plan


def _check_fit(given: dict[str, Any], is_solo: bool, is_until_sure: bool) -> None:
    """Raises for an option that would have no effect."""
    for name, option in (("alpha", "--risk"), ("elo", "--elo"), ("margin", "--margin")):
        if name in given and not is_until_sure:
            raise click.UsageError(f"{option} is for --until-sure.")
    for name, option in (("elo", "--elo"), ("plies", "--openings")):
        if name in given and is_solo:
            raise click.UsageError(f"{option} is for games of two players.")
    if given.get("max_turns", 0) > MOST_KEPT and not given.get("no_records"):
        raise click.UsageError(
            f"--max-turns {given['max_turns']:,}: records have at most {MOST_KEPT:,} moves; "
            "give --no-records for longer games."
        )
    if "margin" in given and not is_solo:
        raise click.UsageError("--margin is for games of one player; give --elo.")


def _check_openings(game: Ijk, pairs: int, given: dict[str, Any]) -> None:
    """Raises if there are too few openings for so many pairs."""
    from tilefall.play.openings import TooFewOpenings, openings

    try:
        openings(game, pairs, given.get("first_seed", 1), given.get("plies") or Plies(8, 10))
    except TooFewOpenings as error:
        raise click.UsageError(f"{error}.") from error
