"""Schedule: which games of an arena are played next, how many at a time; and their loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import count, islice

from tilefall.arena.crew import Crew
from tilefall.arena.judge import Judge
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.store import Store
from tilefall.arena.work import Bout, Work, setting_of
from tilefall.cluster.cluster import Pace
from tilefall.play.openings import distinct_openings
from tilefall.rules.ijk import Ijk

MOST_UNTIL_SURE = 16  # bouts at a time: those after the decision are played for nothing


def bouts_of(plan: Plan) -> Iterator[Bout]:
    """The bouts of a plan: seeds in a row, or for two players those of distinct openings."""
    game = plan.rules
    seeds: Iterator[int] = count(plan.first_seed)
    if isinstance(game, Ijk):
        found = distinct_openings(game, plan.first_seed, plan.plies)
        seeds = (opening.seed for opening in found)
    return (Bout(number, seed) for number, seed in enumerate(islice(seeds, plan.bouts)))


class Schedule:
    """The games that are left, those of the players who are furthest behind first.

    If there are fewer openings than a plan that is until sure would allow, they end there.
    """

    def __init__(self, plan: Plan, judge: Judge, played: Iterable[Played], slots: int) -> None:
        self.plan, self._judge, self._slots = plan, judge, slots
        self._setting = setting_of(plan)
        self._done = {(tuple(sorted(game.players)), game.bout) for game in played}
        self._coming = bouts_of(plan)
        self._bouts: list[Bout] = []  # those that came already
        self._next = dict.fromkeys(plan.groups, 0)
        self._paces = {players: Pace() for players in plan.groups}

    def take(self) -> Work | None:
        """The next games to play; None if all are played or under way, or not needed any more."""
        behind = [players for players in self._next if self._is_open(players)]
        if not behind:
            return None
        players = min(behind, key=lambda each: self._next[each])
        size = self._paces[players].size(self.plan.bouts - self._next[players], self._slots)
        if self.plan.is_until_sure:
            size = min(size, MOST_UNTIL_SURE)
        return Work(self._setting, players, tuple(self._taken(players, size)))

    def has_taken(self, work: Work, seconds: float) -> None:
        """Learn how long work took."""
        self._paces[work.players].add(len(work.bouts), seconds)

    def _taken(self, players: tuple[int, ...], size: int) -> list[Bout]:
        """The next bouts of these players, which are open."""
        if not self.plan.is_until_sure and not self._done:  # then all are
            start = self._next[players]
            missing = max(start + size - len(self._bouts), 0)
            self._bouts += islice(self._coming, missing)
            bouts = self._bouts[start : start + size]
            self._next[players] += len(bouts)
            return bouts
        bouts = []
        while len(bouts) < size and self._is_open(players):
            bouts.append(self._bouts[self._next[players]])
            self._next[players] += 1
        return bouts

    def _is_open(self, players: tuple[int, ...]) -> bool:
        """Whether there is a bout for these players, which is then their next one."""
        while (players, self._next[players]) in self._done:
            self._next[players] += 1
        number = self._next[players]
        while len(self._bouts) <= number and (bout := next(self._coming, None)):
            self._bouts.append(bout)
        if number >= len(self._bouts):
            return False
        return not self.plan.is_until_sure or self._judge.is_needed(players, number)


def carry_out(store: Store, crew: Crew, tell: Callable[[int], None] = lambda games: None) -> Judge:
    """The judge of all games; `tell` hears how many more are kept."""
    played = store.played()
    judge = Judge(store.plan)
    judge.add(played)
    schedule = Schedule(store.plan, judge, played, crew.slots)
    tell(len(played))
    with closing(crew.play(schedule.take)) as finished:
        for each in finished:
            store.add(each.games)
            schedule.has_taken(each.work, each.seconds)
            judge.add([done.played for done in each.games])
            tell(len(each.games))
    return judge
