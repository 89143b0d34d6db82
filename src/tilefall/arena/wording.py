"""Wording: names, figures and facts of an arena as words, alike in every report."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence

from tilefall.arena.counting import Forfeited, seeds
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.summary import players
from tilefall.stats import Estimate

NOTHING = "-"
CUT = "..."
LARGE = 10_000  # from here on tenths tell nothing


def plain(text: str) -> str:
    """The text with what cannot be printed spelt out: programs choose some of it themselves.

    >>> plain("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shortened(text: str, width: int) -> str:
    """The text, cut in its middle if it is longer than that.

    >>> shortened("exec:./path/to/program --flag", 20)
    'exec:./pa...m --flag'
    """
    text = plain(text)
    if len(text) <= width:
        return text
    kept = width - len(CUT)
    return text[: kept - kept // 2] + CUT + text[len(text) - kept // 2 :]


def names(plan: Plan) -> list[str]:
    """What to call the agents where their places are not told; those named alike get a number."""
    return [
        f"{name} (number {place})" if plan.agents.count(name) > 1 else name
        for place, name in enumerate(plan.agents, 1)
    ]


def number(count: int, thing: str) -> str:
    """So many things.

    >>> number(1, "pair"), number(2000, "game")
    ('1 pair', '2,000 games')
    """
    return f"{count:,} {thing}{'s' * (count != 1)}"


def plus_minus(figure: Estimate | None, sign: str = "") -> str:
    """A figure and how far its interval reaches, which is as far to either side.

    >>> plus_minus(Estimate(213.04, 154.0, 272.08), "+")
    '+213.0 ± 59.0'
    >>> plus_minus(Estimate(3, -math.inf, math.inf))        # a single game
    '3.0'
    """
    if figure is None:
        return NOTHING
    error = figure.high - figure.value
    digits = 1 if abs(figure.value) < LARGE else 0
    told = f" ± {error:,.{digits}f}" if math.isfinite(error) else ""
    return f"{figure.value:{sign},.{digits}f}{told}"


def interval(figure: Estimate | None, form: str = ",.1f") -> str:
    """A figure with its interval.

    >>> interval(Estimate(190.8, -20.3, math.inf), "+.0f")
    '+191 [-20, +inf]'
    """
    if figure is None:
        return NOTHING
    return f"{figure.value:{form}} [{figure.low:{form}}, {figure.high:{form}}]"


def elo(figure: Estimate | None) -> str:
    """A difference in Elo with its interval; the first agent's own is 0 and has none."""
    if figure is not None and figure.low == figure.high:
        return f"{figure.value:.0f}"
    return interval(figure, "+.0f")


def milliseconds(figure: float | None) -> str:
    """A time with the digits that tell something.

    >>> milliseconds(0.02345), milliseconds(1234.5)
    ('0.0234', '1,234')
    """
    if figure is None:
        return NOTHING
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def forfeited(found: Sequence[Forfeited]) -> str:
    """How many games were forfeited and why.

    >>> forfeited([Forfeited("crash", 1, "exit 3"), Forfeited("time", 2, "1.2 s")])
    '3: 1 crash, 2 time'
    """
    if not found:
        return "0"
    causes = ", ".join(f"{each.games:,} {plain(each.cause)}" for each in found)
    return f"{sum(each.games for each in found):,}: {causes}" if len(found) > 1 else causes


def facts(plan: Plan, played: Sequence[Played]) -> list[str]:
    """Where the numbers come from: what was played, how often, with which seeds and limits."""
    is_solo = players(plan) == 1
    unit = "pieces" if is_solo else "plies"
    each = "each" if is_solo else "for each pairing"
    planned = f"{plan.games:,} games {each} were planned"
    if plan.is_until_sure:
        planned = f"until sure ({100 * plan.alpha:g} % risk), {plan.games:,} games {each} at most"
    found = seeds(played)
    what = [f"{plan.game}", f"{number(len(played), 'game')} played", planned]
    what += [str(found)] if found else [f"seeds from {plan.first_seed} on"]
    rules = [f"at most {plan.max_turns:,} {unit} a game"]
    if not is_solo:
        rules.append(f"openings of {plan.plies} random plies")
    if plan.seconds_a_move is None:
        rules.append("no time limit a move but that of foreign programs")
    else:
        rules.append(f"{plan.seconds_a_move:g} s a move")
    return [", ".join(what), ", ".join(rules)]


def replay_command(folder: str, record: int) -> str:
    """The command that shows a game.

    >>> replay_command("my arena", 7)
    "tilefall replay 'my arena/records.jsonl' --game-number 7"
    """
    return f"tilefall replay {shlex.quote(f'{folder}/records.jsonl')} --game-number {record}"


def repeat_command(plan: Plan) -> str:
    """The command that plays an arena again, with whatever it was asked for."""
    is_solo = players(plan) == 1
    words = ["tilefall arena", shlex.quote(plan.game), *map(shlex.quote, plan.agents)]
    words += [f"--games {plan.games} --first-seed {plan.first_seed}"]
    words += [f"--max-turns {plan.max_turns}"]
    if not is_solo:
        words.append(f"--openings {plan.plies.shortest}-{plan.plies.longest}")
    if plan.is_until_sure:
        least = f"--margin {_exact(plan.margin)}" if is_solo else f"--elo {_exact(plan.elo)}"
        words.append(f"--until-sure --risk {_exact(plan.alpha)} {least}")
    if plan.seconds_a_move is not None:
        words.append(f"--time-per-move {_exact(plan.seconds_a_move)}")
    for option, value, usual in (
        ("--start-time", plan.start_seconds, Plan.start_seconds),
        ("--memory", plan.memory_mb, Plan.memory_mb),
        ("--cpu", plan.cpu_seconds, Plan.cpu_seconds),
    ):
        if value != usual:
            words.append(f"{option} {_exact(value)}")
    return " ".join([*words, *(["--no-records"] * (not plan.has_records))])


def _exact(number: float) -> str:
    """A number that reads back as the same one, as short as can be.

    >>> _exact(20.0), _exact(1 / 3), _exact(10**6)
    ('20', '0.3333333333333333', '1000000')
    """
    short = f"{number:g}"
    return short if short.isdecimal() and float(short) == number else str(number)
