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


def told_lines(
    plan: Plan, pair: tuple[int, int], winner: Winner, estimate: Estimate, games: int
) -> Verdict:
    """What is known of two agents that play alone; the estimate is the first one's lead."""
    better, worse = _ordered(plan, pair, winner, estimate)
    lead = _lead(winner, estimate)
    figure = f"{lead.value:+,.1f} [{lead.low:+,.1f}, {lead.high:+,.1f}] lines a game"
    after = _after(plan, games)
    match winner:
        case Winner.FIRST | Winner.SECOND:
            text = f"{better} is better than {worse}: {figure}, {after}"
        case Winner.EQUAL:
            text = f"{better} and {worse} are within {plan.margin:g} lines: {figure}, {after}"
        case Winner.OPEN:
            text = f"{better} and {worse} are not told apart by {number(games, 'game')}: {figure}"
    return Verdict(*pair, winner, text, estimate, games)


def told_strength(
    plan: Plan, pair: tuple[int, int], winner: Winner, estimate: Estimate, games: int
) -> Verdict:
    """What is known of two agents that play against each other; the estimate is in Elo."""
    better, worse = _ordered(plan, pair, winner, estimate)
    lead = _lead(winner, estimate)
    figure = f"{lead.value:+.0f} [{lead.low:+.0f}, {lead.high:+.0f}] Elo"
    after = _after(plan, games)
    match winner:
        case Winner.FIRST | Winner.SECOND:
            text = f"{better} is stronger than {worse}: {figure}, {after}"
        case Winner.EQUAL:
            text = f"{better} is not {plan.elo:g} Elo stronger than {worse}: {figure}, {after}"
        case Winner.OPEN:
            text = f"{better} and {worse} are not told apart by {number(games, 'game')}: {figure}"
    return Verdict(*pair, winner, text, estimate, games)


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
