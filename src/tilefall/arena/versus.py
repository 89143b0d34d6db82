"""Versus: what the games of an arena say about agents that play against each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from tilefall.arena.counting import Forfeited, forfeits, ms_a_move, ordered
from tilefall.arena.pairs import Pairs, result
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.ratings import Rating, ratings
from tilefall.play.duel_report import Results
from tilefall.stats import Estimate, pair_score


@dataclass(frozen=True)
class Ends:
    """How games ended."""

    rules: int  # somebody won, or nobody could
    cap: int
    forfeit: int  # of either player


@dataclass(frozen=True)
class Pairing:
    """The pairs of games of two agents that count, by bout; the first has the lower place."""

    first: int
    second: int
    games: tuple[Played, ...]
    points: tuple[float, ...]  # of the first, 0 to 2 a pair
    dropped: int  # pairs that repeat an earlier one

    @property
    def score(self) -> Estimate | None:
        """The first's points in percent."""
        return pair_score(self.points) if self.points else None


@dataclass(frozen=True)
class VersusRow:
    """One agent against all others; what needs a pair of games is None without one."""

    agent: int  # its place in the plan
    results: Results
    score: Estimate | None  # percent
    rating: Rating | None  # against the first agent; None too if no games connect the two
    ends: Ends
    ms_a_move: float | None  # this and the forfeits are of all its games
    forfeits: tuple[Forfeited, ...]


@dataclass(frozen=True)
class Versus:
    """The agents in the order of the plan, and all their pairings."""

    rows: tuple[VersusRow, ...]
    pairings: tuple[Pairing, ...]
    halves: int  # games that wait for the other one of their pair

    @property
    def dropped(self) -> int:
        """The pairs that repeat an earlier one."""
        return sum(pairing.dropped for pairing in self.pairings)

    @property
    def ranked(self) -> list[VersusRow]:
        """The highest score first; agents without games last."""
        return sorted(self.rows, key=lambda row: -row.score.value if row.score else 1.0)

    def score(self, agent: int, other: int) -> Estimate | None:
        """The points of an agent against another, in percent."""
        pairing = self.pairing(agent, other)
        points = [*_points_of(pairing, agent)]
        return pair_score(points) if points else None

    def pairing(self, agent: int, other: int) -> Pairing:
        """The pairing of two agents, in whichever order they are named."""
        places = {agent, other}
        return next(each for each in self.pairings if {each.first, each.second} == places)


def versus(plan: Plan, played: Sequence[Played]) -> Versus:
    """The figures of every agent and pairing, of whole pairs that tell something new."""
    agents = range(len(plan.agents))
    pairings = [_pairing(plan, played, pair) for pair in combinations(agents, 2)]
    counted = sum(len(each.games) + 2 * each.dropped for each in pairings)
    rated = _ratings(len(plan.agents), pairings)
    rows = [_row(agent, played, pairings, rated.get(agent)) for agent in agents]
    return Versus(tuple(rows), tuple(pairings), len(played) - counted)


def _pairing(plan: Plan, played: Sequence[Played], places: tuple[int, int]) -> Pairing:
    """The whole pairs that tell something new."""
    bouts: dict[int, list[Played]] = defaultdict(list)
    for game in ordered(played):
        if set(game.players) == set(places):
            bouts[game.bout].append(game)
    pairs = Pairs(plan, places[0])
    for games in bouts.values():
        if len(games) == 2:
            pairs.add(games)
    return Pairing(*places, tuple(pairs.games), tuple(pairs.points), pairs.dropped)


def _points_of(pairing: Pairing, agent: int) -> Iterable[float]:
    return pairing.points if pairing.first == agent else [2 - each for each in pairing.points]


def _ratings(agents: int, pairings: Sequence[Pairing]) -> dict[int, Rating]:
    """The ratings of the first agent and of all that games connect with it."""
    connected, size = {0}, 0
    while len(connected) > size:
        size = len(connected)
        for each in pairings:
            if each.points and {each.first, each.second} & connected:
                connected |= {each.first, each.second}
    if len(connected) < 2:
        return {}
    places = sorted(connected)
    points = {
        (places.index(each.first), places.index(each.second)): each.points
        for each in pairings
        if each.points and each.first in connected
    }
    return dict(zip(places, ratings(len(places), points), strict=True))


def _row(
    agent: int, played: Sequence[Played], pairings: Sequence[Pairing], rating: Rating | None
) -> VersusRow:
    mine = [each for each in pairings if agent in (each.first, each.second)]
    games = [game for pairing in mine for game in pairing.games]
    points = [point for pairing in mine for point in _points_of(pairing, agent)]
    counted = Counter(result(game, agent) for game in games)
    forfeited = sum(game.forfeiter is not None for game in games)
    over = sum(game.is_over and game.forfeiter is None for game in games)
    return VersusRow(
        agent=agent,
        results=Results(counted[1], counted[0], counted[-1]),
        score=pair_score(points) if points else None,
        rating=rating,
        ends=Ends(over, len(games) - over - forfeited, forfeited),
        ms_a_move=ms_a_move(played, agent),
        forfeits=forfeits(played, agent),
    )
