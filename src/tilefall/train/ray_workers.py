"""Ray workers: a Ray cluster plays the games of a generation."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from tilefall.cluster.ray_cluster import RayCluster
from tilefall.train.task import Games, Task
from tilefall.train.workers import Item


class RayWorkers:
    """The CPUs of a Ray cluster: the one at an address, or one that is started for this alone."""

    def __init__(self, address: str | None, threads: int | None = None) -> None:
        self._cluster = RayCluster(address, threads)

    def play(
        self, task: Task, population: Sequence[tuple[int, ...]], seeds: Sequence[int]
    ) -> list[Games]:
        """The games of every member, one a seed."""
        items = [Item(task, member, seed) for member in population for seed in seeds]
        with closing(self._cluster.play("tilefall.train.workers:play_items", items)) as results:
            found = {done.place: done.result for done in results}
        return Games.of(found[place] for place in range(len(items))).parts(len(seeds))

    def close(self) -> None:
        """Leaves the cluster; one that was started for this ends."""
        self._cluster.close()
