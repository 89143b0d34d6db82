"""Judge: follows every comparison of an arena over its bouts, and says when one is decided.

Bouts count in their order, not in the order in which they happen to end: short games end first, so
whatever has ended already is no fair sample. It also makes the verdict the same however many games
are played at once, and whatever interrupts them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Protocol

from tilefall.arena.betting import PairedTest
from tilefall.arena.pairs import Pairs
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.sprt import Sprt
from tilefall.arena.verdict import Verdict, told
from tilefall.arena.winner import Winner
from tilefall.stats import Estimate, elo_difference, mean, pair_score


class Judge:
    """What is known of the comparisons of a plan; only one that is until sure ends early."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._sides: dict[tuple[int, int], _Side] = {
            pair: _Alone(plan, pair) if plan.players == 1 else _Together(plan, pair)
            for pair in plan.comparisons
        }

    def add(self, games: Iterable[Played]) -> None:
        """Hear of games that have ended, in whichever order."""
        for game in games:
            for pair, side in self._sides.items():
                if set(game.players) <= set(pair):
                    side.hear(game)
        for side in self._sides.values():
            side.go_on()

    def is_needed(self, players: tuple[int, ...], bout: int) -> bool:
        """Whether a bout of these players counts, or may still count."""
        sides = [each for pair, each in self._sides.items() if set(players) <= set(pair)]
        return not sides or any(bout < side.last for side in sides)

    def counted(self, played: Sequence[Played]) -> list[Played]:
        """The games that count: those of bouts up to the decision."""
        return [game for game in played if self.is_needed(game.players, game.bout)]

    def verdicts(self) -> list[Verdict]:
        """What is known of each comparison of which there are games."""
        return [found for side in self._sides.values() if (found := side.told())]


class _Side(Protocol):
    """One comparison."""

    last: int  # how many bouts count, as far as that is known

    def hear(self, game: Played) -> None:
        """One of its games has ended."""
        ...

    def go_on(self) -> None:
        """Take the bouts that are there, in their order, until it is decided."""
        ...

    def told(self) -> Verdict | None:
        """What is known; None before the first bout."""
        ...


class _Alone:
    """Two agents that play alone, with the same dice."""

    def __init__(self, plan: Plan, pair: tuple[int, int]) -> None:
        self.plan, self.pair = plan, pair
        self.last = plan.bouts
        self._scores: dict[int, dict[int, int]] = {place: {} for place in pair}
        self._differences: list[float] = []
        risk = plan.alpha / len(plan.comparisons)  # all that is proven may be wrong that often
        self._test = PairedTest(plan.most_lines, risk, plan.margin) if plan.is_until_sure else None

    def hear(self, game: Played) -> None:
        """One of the two has played a bout."""
        self._scores[game.players[0]][game.bout] = game.score

    def go_on(self) -> None:
        """Take the bouts that both have played."""
        first, second = (self._scores[place] for place in self.pair)
        while (bout := len(self._differences)) < self.last and bout in first and bout in second:
            self._differences.append(first[bout] - second[bout])
            if self._test:
                self._test.add(self._differences[-1])
                if self._test.verdict is not Winner.OPEN:
                    self.last = bout + 1

    def told(self) -> Verdict | None:
        """What is known of their lines."""
        if not self._differences:
            return None
        if self._test:
            winner, estimate = self._test.verdict, self._test.interval()
        else:
            estimate = mean(self._differences)
            winner = _outside(estimate)
        return told(self.plan, self.pair, winner, estimate, len(self._differences))


class _Together:
    """Two agents that play against each other, in pairs of games with colours swapped."""

    def __init__(self, plan: Plan, pair: tuple[int, int]) -> None:
        self.plan, self.pair = plan, pair
        self.last = plan.bouts
        self._games: dict[int, list[Played]] = defaultdict(list)
        self._pairs = Pairs(plan, pair[0])
        self._taken = 0
        risk = plan.alpha / len(plan.comparisons)
        self._test = Sprt(plan.elo, risk, risk) if plan.is_until_sure else None

    def hear(self, game: Played) -> None:
        """One game of a pair has ended."""
        self._games[game.bout].append(game)

    def go_on(self) -> None:
        """Take the bouts of which both games have ended."""
        while self._taken < self.last and len(self._games.get(self._taken, ())) == 2:
            is_new = self._pairs.add(
                sorted(self._games[self._taken], key=lambda game: game.players)
            )
            self._taken += 1
            if self._test and is_new:
                self._test.add(self._pairs.points[-1])
                if self._test.verdict is not Winner.OPEN:
                    self.last = self._taken

    def told(self) -> Verdict | None:
        """What is known of their strength."""
        if not self._pairs.points:
            return None
        estimate = elo_difference(pair_score(self._pairs.points))
        winner = self._test.verdict if self._test else _outside(estimate)
        return told(self.plan, self.pair, winner, estimate, 2 * len(self._pairs.points))


def _outside(difference: Estimate) -> Winner:
    """Who is better if 0 is outside of an interval."""
    if difference.low > 0:
        return Winner.FIRST
    return Winner.SECOND if difference.high < 0 else Winner.OPEN
