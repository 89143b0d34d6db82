"""Tournament: plays what a plan asks for into a store, until all is played or decided."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from tilefall.arena.crew import Crew
from tilefall.arena.judge import Judge
from tilefall.arena.schedule import Schedule
from tilefall.arena.store import Store


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
