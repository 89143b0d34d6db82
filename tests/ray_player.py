"""A process that plays with Ray workers and prints what came of it; tests start and disturb it.

    python -m tests.ray_player games 127.0.0.1:6379

`games` plays a population; `impatient` too, but waits for no CPU; `one` plays a single long game;
`bad` weights that no engine takes; `interrupted` games without an end until Ctrl-C, and then the
population.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress

from tilefall.train import ray_workers
from tilefall.train.task import Task
from tilefall.train.workers import Workers

FEATURES = (
    *("landing_height", "eroded_cells", "row_transitions", "column_transitions"),
    *("holes", "wells"),
)
TASK = Task("quintris", "lookahead", FEATURES, max_pieces=2000)
POPULATION = [TASK.whole((-1.0, 1.0, -1.0 - part / 8, -3.0, -4.0, 0.0)) for part in range(8)]
SEEDS = range(500, 506)
LONG = Task("tetris", "lookahead", FEATURES, max_pieces=15_000)
ENDLESS = Task("tetris", "lookahead", FEATURES, max_pieces=10**15)
IMMORTAL = ENDLESS.whole(ENDLESS.start("dellacherie"))


def bad_population() -> list[tuple[int, ...]]:
    """One of its members has a weight that is too large."""
    return [*POPULATION[:3], (1 << 62, *POPULATION[3][1:])]


def played(mode: str, workers: Workers) -> object:
    """What comes of a mode: games, or the name and the text of an error."""
    if mode == "one":
        return workers.play(LONG, [IMMORTAL], SEEDS[:1])
    if mode == "interrupted":
        with suppress(KeyboardInterrupt):
            workers.play(ENDLESS, [IMMORTAL], SEEDS)
    try:
        return workers.play(TASK, bad_population() if mode == "bad" else POPULATION, SEEDS)
    except Exception as error:
        return [type(error).__name__, str(error)]


def main() -> None:
    """Play as the words of the command line say."""
    mode, address = sys.argv[1:]
    if mode == "impatient":
        ray_workers.PATIENCE_SECONDS = 0.1
    workers = ray_workers.RayWorkers(address)
    try:
        print(json.dumps(played(mode, workers)))
    finally:
        workers.close()
    import ray

    assert not ray.is_initialized()


if __name__ == "__main__":
    main()
