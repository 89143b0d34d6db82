"""Chosen: the few games of an arena that its page shows, the ones people ask for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from tilefall.arena import wording
from tilefall.arena.counting import forfeiter, ordered
from tilefall.arena.pairs import result
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.solo import games_of
from tilefall.arena.summary import players

MOST = 30


@dataclass(frozen=True)
class Chosen:
    """A game to watch, and why."""

    game: Played
    why: str


def chosen(plan: Plan, played: Sequence[Played]) -> list[Chosen]:
    """At most MOST recorded games, each once; what is left out first stands last here."""
    recorded = [game for game in ordered(played) if game.record is not None]
    found = _of_one(plan, recorded) if players(plan) == 1 else _of_two(plan, recorded)
    once: dict[int | None, Chosen] = {}
    for each in found:
        once.setdefault(each.game.record, each)
    return list(once.values())[:MOST]


def records_wanted(plan: Plan, played: Sequence[Played]) -> list[int]:
    """The lines of the file of records, from 1, that the page has to be given."""
    return sorted(each.game.record for each in chosen(plan, played) if each.game.record is not None)


def _of_one(plan: Plan, played: Sequence[Played]) -> Iterable[Chosen]:
    ranked = [
        sorted(games_of(played, agent), key=lambda game: (-game.score, game.bout))
        for agent in range(len(plan.agents))
    ]
    yield from _at(ranked, "best", 0.0)
    yield from _forfeits(plan, played)
    yield from _at(ranked, "worst", 1.0)
    yield from _at(ranked, "median", 0.5)


def _at(ranked: Sequence[Sequence[Played]], why: str, part: float) -> Iterable[Chosen]:
    """The game of each agent that stands so far down among its games."""
    return [Chosen(games[round(part * (len(games) - 1))], why) for games in ranked if games]


def _of_two(plan: Plan, played: Sequence[Played]) -> Iterable[Chosen]:
    for wanted in (1, -1):
        for first, second in combinations(range(len(plan.agents)), 2):
            winner = wording.names(plan)[first if wanted == 1 else second]
            for game in played:
                is_fit = set(game.players) == {first, second} and game.forfeiter is None
                if is_fit and result(game, first) == wanted:
                    yield Chosen(game, f"won by {winner}")
                    break
    yield from _forfeits(plan, played)
    for game in played:
        if game.score == 0:
            yield Chosen(game, "a tie")
            break


def _forfeits(plan: Plan, played: Sequence[Played]) -> Iterable[Chosen]:
    """The first forfeit of each agent and cause."""
    seen: set[tuple[int, str]] = set()
    for game in played:
        lost = forfeiter(game)
        if lost is not None and (lost, game.cause) not in seen:
            seen.add((lost, game.cause))
            yield Chosen(game, f"forfeited by {wording.names(plan)[lost]}: {game.cause}")
