"""Pairs: the games of two agents against each other, two from each opening, each counted once."""

from __future__ import annotations

from collections.abc import Sequence

from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.rules.ijk import Ijk


class Pairs:
    """Whole pairs in the order of their bouts, without those that tell nothing new.

    Agents without chance that come to a position which they met before play on as they did then:
    a pair of which a game ends as one of an earlier pair did is dropped, since half a pair would
    favour a colour. The last position tells that: a turn adds one to the worth of all tiles, so the
    same board stands there after the same turns.
    """

    def __init__(self, plan: Plan, first: int) -> None:
        self.first = first
        self.games: list[Played] = []
        self.points: list[float] = []  # of the first agent, 0 to 2 a pair
        self.dropped = 0
        game = plan.rules
        # with chance in the game no two bouts have the same dice: each is new, wherever it ends
        self._may_repeat = isinstance(game, Ijk) and game.mode == "deterministic"
        self._known: set[tuple[object, ...]] = set()

    def add(self, pair: Sequence[Played]) -> bool:
        """One more pair; whether it counts."""
        assert len(pair) == 2
        # a forfeit is no play that could be repeated: each one counts
        ends = {
            (game.players, game.digest, game.turns, game.score)
            for game in pair
            if game.forfeiter is None
        }
        is_known = self._may_repeat and bool(ends & self._known)
        self._known |= ends
        if is_known:
            self.dropped += 1
        else:
            self.games += pair
            self.points.append(sum((result(game, self.first) + 1) / 2 for game in pair))
        return not is_known


def result(game: Played, agent: int) -> int:
    """1 if the agent has won, -1 if it has lost, 0 for a tie or a game that the cap ended."""
    return game.score if game.players[0] == agent else -game.score
