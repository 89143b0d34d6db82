"""Verdict: what was found out about two agents, in words and as data."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.arena.plan import Plan
from tilefall.arena.winner import Winner
from tilefall.arena.wording import number
from tilefall.stats import Estimate


@dataclass(frozen=True)
class Verdict:
    """One sentence about two agents, told by their places in the plan."""

    first: int
    second: int
    kind: Winner
    text: str  # a sentence for people, without its full stop
    estimate: Estimate | None  # how much better the first is: lines a game, or Elo
    games: int  # that it rests on


def told(
    plan: Plan, pair: tuple[int, int], winner: Winner, estimate: Estimate, games: int
) -> Verdict:
    """What is known of two agents; the estimate is the first one's lead, in lines or in Elo."""
    is_solo = plan.players == 1
    better, worse = _ordered(plan, pair, winner, estimate)
    figure = _figure(_lead(winner, estimate), is_solo)
    near = f"{better} is not {plan.elo:g} Elo stronger than {worse}"
    if is_solo:
        near = f"{better} and {worse} are within {plan.margin:g} lines"
    match winner:
        case Winner.FIRST | Winner.SECOND:
            adjective = "better" if is_solo else "stronger"
            text = f"{better} is {adjective} than {worse}: {figure}, {_after(plan, games)}"
        case Winner.EQUAL:
            text = f"{near}: {figure}, {_after(plan, games)}"
        case Winner.OPEN:
            by = number(games, "game")
            text = f"{better} and {worse} are not told apart by {by}: {figure}"
    return Verdict(*pair, winner, text, estimate, games)


def _figure(lead: Estimate, is_solo: bool) -> str:
    form, unit = ("+,.1f", "lines a game") if is_solo else ("+.0f", "Elo")
    return f"{lead.value:{form}} [{lead.low:{form}}, {lead.high:{form}}] {unit}"


def _ordered(
    plan: Plan, pair: tuple[int, int], winner: Winner, estimate: Estimate
) -> tuple[str, str]:
    """The names, that of the one who leads first."""
    names = [plan.agents[place] for place in pair]
    if names[0] == names[1]:
        names = [f"{name} (number {place + 1})" for name, place in zip(names, pair, strict=True)]
    return (names[1], names[0]) if _is_turned(winner, estimate) else (names[0], names[1])


def _is_turned(winner: Winner, estimate: Estimate) -> bool:
    return winner is Winner.SECOND or (winner is not Winner.FIRST and estimate.value < 0)


def _lead(winner: Winner, estimate: Estimate) -> Estimate:
    """The estimate as the lead of the one who is named first."""
    if not _is_turned(winner, estimate):
        return estimate
    return Estimate(-estimate.value, -estimate.high, -estimate.low)


def _after(plan: Plan, games: int) -> str:
    if plan.is_until_sure:
        return f"proven after {number(games, 'game')} ({100 * plan.alpha:g} % risk)"
    return f"over {number(games, 'game')}"
