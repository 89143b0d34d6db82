"""Ray crew: the machines of a Ray cluster play the games of an arena."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from itertools import islice

from tilefall.agents.foreign.names import is_foreign
from tilefall.arena.crew import Finished
from tilefall.arena.plan import Plan
from tilefall.arena.work import Work
from tilefall.cluster.ray_cluster import BadCluster, RayCluster

UNTIL_SURE = 128  # works at a time: those after the decision are played for nothing


class RayCrew:
    """The CPUs of a cluster: the one at an address, or one that is started for this alone."""

    slots = 1  # the cluster cuts work by its own pace

    def __init__(self, plan: Plan, address: str | None, jobs: int) -> None:
        if foreign := [text for text in plan.agents if is_foreign(text)]:
            raise BadCluster(
                f"{foreign[0]}: a cluster plays agents by name; programs and files are on this "
                "machine alone, so play them without --workers ray"
            )
        self._most = UNTIL_SURE if plan.is_until_sure else None
        self._cluster = RayCluster(address, jobs)

    def play(self, take: Callable[[], Work | None]) -> Generator[Finished, None, None]:
        """The works as they end, all that there are at once unless a decision may end them."""
        while works := list(islice(iter(take, None), self._most)):
            with closing(self._cluster.play("tilefall.arena.work:play_all", works)) as results:
                for done in results:
                    seconds = sum(sum(each.played.seconds) for each in done.result)
                    yield Finished(works[done.place], done.result, seconds)

    def close(self) -> None:
        """Leaves the cluster; one that was started for this ends."""
        self._cluster.close()
