"""Duel report: what pairs of games say about two agents, each game counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from tilefall.play.duel import CAP, ENDS, Duel, DuelGame, Effort, Pair
from tilefall.stats import Estimate, elo_difference, pair_score

PAIR_SCORES = (0, 0.5, 1, 1.5, 2)


@dataclass(frozen=True)
class Results:
    """Games by how they went for the first side."""

    wins: int
    ties: int
    losses: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.ties + self.losses


@dataclass(frozen=True)
class DuelReport:
    """The pairs that count, by their seeds, and how many were played before."""

    duel: Duel
    pairs: tuple[Pair, ...]
    dropped: int
    first_seed: int
    last_seed: int

    @property
    def seeds(self) -> str:
        """The seeds of the pairs that were played; some between them may have none."""
        return f"{self.first_seed} to {self.last_seed}"

    @property
    def games(self) -> tuple[DuelGame, ...]:
        """Both games of every pair."""
        return tuple(game for pair in self.pairs for game in pair.games)

    @property
    def results(self) -> Results:
        """All games."""
        return _results(self.games)

    @property
    def results_by_end(self) -> dict[str, Results]:
        """The games by why they ended; those at the cap are ties."""
        return {end: _results(game for game in self.games if game.end == end) for end in ENDS}

    @property
    def cut_off(self) -> int:
        """The ties that are games at the cap."""
        return self.results_by_end[CAP].games

    @property
    def tie_percent(self) -> float:
        """The share of ties among all games."""
        return 100 * self.results.ties / self.results.games

    @property
    def pairs_by_score(self) -> dict[float, int]:
        """How many pairs brought the first side so many points."""
        counted = Counter(pair.score for pair in self.pairs)
        return {score: counted[score] for score in PAIR_SCORES}

    @property
    def score(self) -> Estimate:
        """The points of the first side in percent."""
        return pair_score([pair.score for pair in self.pairs])

    @property
    def elo(self) -> Estimate:
        """How much stronger the first side is."""
        return elo_difference(self.score)

    @property
    def mean_plies(self) -> float:
        """The length of a game, its opening included."""
        return fmean(len(game.record.moves) for game in self.games)

    @property
    def ms_a_move(self) -> tuple[float, float]:
        """What a move took the first side and the second."""
        return (
            _ms_a_move([game.first for game in self.games]),
            _ms_a_move([game.second for game in self.games]),
        )


def report(duel: Duel, pairs: Iterable[Pair]) -> DuelReport:
    """The pairs by their seeds, without those of which a game is a game of an earlier pair.

    Agents without chance that come to a position which they met in another game play on as they
    did there: it tells nothing new, and half a pair would favour a colour.
    """
    counted: list[Pair] = []
    known: set[tuple[object, ...]] = set()
    ordered = sorted(pairs, key=lambda pair: pair.opening.seed)
    for pair in ordered:
        keys = {game.key for game in pair.games}
        if not keys & known:
            counted.append(pair)
        known |= keys
    first_seed, last_seed = ordered[0].opening.seed, ordered[-1].opening.seed
    return DuelReport(duel, tuple(counted), len(ordered) - len(counted), first_seed, last_seed)


def _results(games: Iterable[DuelGame]) -> Results:
    counted = Counter(game.result for game in games)
    return Results(counted[1], counted[0], counted[-1])


def _ms_a_move(efforts: list[Effort]) -> float:
    moves = sum(effort.moves for effort in efforts)
    return 1000 * sum(effort.seconds for effort in efforts) / max(moves, 1)
