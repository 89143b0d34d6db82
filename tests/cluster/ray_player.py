"""A process that plays with Ray workers and prints what came of it; tests start and disturb it.

    python -m tests.cluster.ray_player games 127.0.0.1:6379

`games` plays a population; `impatient` too, but waits for no CPU; `one` plays a single long game;
`bad` weights that no engine takes; `interrupted` games without an end until Ctrl-C, and then the
population. `items` plays no games but items of its own.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from tests.cluster.ray_nodes import wait_for
from tilefall.cluster import ray_cluster
from tilefall.cluster.ray_cluster import RayCluster
from tilefall.train.ray_workers import RayWorkers
from tilefall.train.task import Games, Task
from tilefall.train.workers import Workers

FEATURES = (
    *("landing_height", "eroded_cells", "row_transitions", "column_transitions"),
    *("holes", "wells"),
)
TASK = Task("quintris", "lookahead", FEATURES, max_pieces=2000)
POPULATION = [TASK.whole((-1.0, 1.0, -1.0 - part / 8, -3.0, -4.0, 0.0)) for part in range(8)]
SEEDS = list(range(500, 506))
LONG = Task("tetris", "lookahead", FEATURES, max_pieces=15_000)
ENDLESS = Task("tetris", "lookahead", FEATURES, max_pieces=10**15)
IMMORTAL = ENDLESS.whole(ENDLESS.start("dellacherie"))


def bad_population() -> list[tuple[int, ...]]:
    """One of its members has a weight that is too large."""
    return [*POPULATION[:3], (1 << 62, *POPULATION[3][1:])]


def as_lists(games: list[Games]) -> list[list[list[int]]]:
    """The games of each member, as JSON can tell them."""
    return [[list(game) for game in member] for member in games]


def played(mode: str, workers: Workers) -> object:
    """What comes of a mode: games, or the name and the text of an error."""
    if mode == "one":
        return as_lists(workers.play(LONG, [IMMORTAL], SEEDS[:1]))
    if mode == "interrupted":
        with suppress(KeyboardInterrupt):
            workers.play(ENDLESS, [IMMORTAL], SEEDS)
    try:
        population = bad_population() if mode == "bad" else POPULATION
        return as_lists(workers.play(TASK, population, SEEDS))
    except Exception as error:
        return [type(error).__name__, str(error)]


def halves(numbers: Sequence[int]) -> list[float]:
    """Half of every number."""
    return [number / 2 for number in numbers]


def naps(items: Sequence[tuple[str, float]]) -> list[float]:
    """How long each has slept; a file is there as soon as it begins."""
    for name, seconds in items:
        Path(name).touch()
        time.sleep(seconds)
    return [seconds for _, seconds in items]


def items_played(address: str) -> object:
    """What comes of a function that is not there, of one item of many, and of all items."""
    cluster = RayCluster(address)
    try:
        cluster.play("tests.cluster.ray_player:nobody", [1])
        missing = "nothing"
    except AttributeError as error:
        missing = str(error)
    with tempfile.TemporaryDirectory() as folder:
        items = [(f"{folder}/short", 0.0), (f"{folder}/long", 100_000.0)]
        with closing(cluster.play("tests.cluster.ray_player:naps", items)) as results:
            first = next(results)
            wait_for(Path(folder, "long").exists)
    with closing(cluster.play("tests.cluster.ray_player:halves", range(3000))) as results:
        found = sorted((done.place, done.result) for done in results)
    cluster.close()
    return [missing, first.place, first.result, found]


def main() -> None:
    """Play as the words of the command line say."""
    mode, address = sys.argv[1:]
    if mode == "items":
        print(json.dumps(items_played(address)))
        return
    if mode == "impatient":
        ray_cluster.PATIENCE_SECONDS = 0.1
    workers = RayWorkers(address)
    try:
        print(json.dumps(played(mode, workers)))
    finally:
        workers.close()
    import ray

    assert not ray.is_initialized()


if __name__ == "__main__":
    main()
