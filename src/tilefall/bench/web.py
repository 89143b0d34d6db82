"""Web bench: many watch games in browsers; whether every position comes, and how late."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread

from tilefall.agents.catalog import agent as made
from tilefall.bench.web_clients import Plan, Seen
from tilefall.bench.web_server import Deaf, NoServer, Server, served
from tilefall.play.watching.pace import USUAL
from tilefall.rules.catalog import parse_game

GAME, AGENT = "quintris", "expectimax"
ENDLESS = {"do": "watch", "game": "tetris", "agents": ["dt-20"], "seed": 1}
FIRST_SEED = 1
WARM_UP = 1.5  # seconds until all watchers have come; what is late then is late for them too
STAY = 5.0  # seconds that a watcher stays in a soak
DROPPED_WITHIN = 60.0  # seconds that a client may go on without reading


@dataclass(frozen=True)
class WebLoad:
    """What watchers saw, and what it cost."""

    watchers: int
    seconds: float
    games: int  # half of the watchers share one
    positions: int  # that were to be seen, by all watchers together
    missing: int  # positions that never came
    out_of_order: int  # that came twice or before an earlier one
    failed: int  # watchers that were cut off
    median_late_ms: float
    p99_late_ms: float
    slowest_late_ms: float
    frames_per_s: float
    kilobytes_per_s: float
    core_share: float  # of one core, by the server
    memory_start_mb: float
    memory_end_mb: float
    memory_mb_per_minute: float  # slope over the second half
    deaf_dropped_s: float | None  # how long a client that never reads was borne

    @property
    def is_whole(self) -> bool:
        """Whether everybody saw every position once and in order."""
        return not (self.missing or self.out_of_order or self.failed)


def lateness(seen: Seen, speed: float = USUAL) -> list[float]:
    """How many seconds after its moment each position came; the earliest sets the pace.

    Not of the first, which is seen until the agent has played.

    >>> lateness(Seen(1, [0, 1, 2, 3], [10.0, 10.05, 10.33, 10.55]), speed=4.0)
    [0.0, 0.03, 0.0]
    """
    arrivals = zip(seen.positions, seen.times, strict=True)
    offsets = [at - number / speed for number, at in arrivals if number]
    first = min(offsets, default=0.0)
    return [round(offset - first, 6) for offset in offsets]


def missing(positions: Sequence[int]) -> int:
    """How many numbers between the first and the last never came.

    >>> missing([0, 1, 4])
    2
    """
    return max(positions, default=0) + 1 - min(positions, default=1) - len(set(positions))


def out_of_order(positions: Sequence[int]) -> int:
    """How many came twice, or after a later one.

    >>> out_of_order([0, 1, 1, 3, 2])
    2
    """
    return sum(b <= a for a, b in pairwise(positions))


def measure(
    watchers: int,
    seconds: float,
    soak: bool = False,
    agent: str = AGENT,
    patience: float = DROPPED_WITHIN,
) -> WebLoad:
    """Watchers of a server in a process of its own; in a soak they come and go."""
    made(agent, parse_game(GAME))  # UnknownName before anything is measured
    with TemporaryDirectory() as folder, served(Path(folder)) as server:
        memory = Memory(server)
        plan = Plan(
            server.host,
            server.cookie,
            watchers,
            seconds,
            STAY if soak else 0.0,
            GAME,
            agent,
            FIRST_SEED,
        )
        deaf = Deaf(server, json.dumps(ENDLESS))
        before, begun = server.processor_seconds(), time.monotonic()
        seen = _seen(plan)
        spent, share = time.monotonic() - begun, server.processor_seconds() - before
        memory.stop()
        dropped = deaf.dropped_after(patience)
        deaf.close()
    if not any(one.positions for one in seen):
        raise NoServer(f"nobody saw a game: {seen[0].end or 'none came'}")
    return _summary(watchers, spent, share / spent, seen, memory, dropped)


def _seen(plan: Plan) -> list[Seen]:
    """What the watchers saw, in a process of their own."""
    clients = subprocess.run(
        [sys.executable, "-m", "tilefall.bench.web_clients"],
        input=json.dumps(asdict(plan)) + "\n",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [Seen(**each) for each in json.loads(clients.stdout)]


def _summary(
    watchers: int,
    seconds: float,
    share: float,
    seen: Sequence[Seen],
    memory: Memory,
    dropped: float | None,
) -> WebLoad:
    late = sorted(1e3 * each for one in seen for each in lateness(one)) or [0.0]
    return WebLoad(
        watchers,
        seconds,
        len({one.seed for one in seen}),
        sum(len(one.positions) for one in seen),
        sum(missing(one.positions) for one in seen),
        sum(out_of_order(one.positions) for one in seen),
        sum(bool(one.end) or not one.positions for one in seen),
        median(late),
        quantiles(late, n=100)[98] if len(late) > 1 else late[0],
        late[-1],
        sum(one.frames for one in seen) / seconds,
        sum(one.bytes for one in seen) / seconds / 1024,
        share,
        memory.samples[0][1],
        memory.samples[-1][1],
        memory.slope(),
        dropped,
    )


class Memory:
    """The memory of a server, looked at four times a second."""

    def __init__(self, server: Server) -> None:
        self.samples: list[tuple[float, float]] = [(time.monotonic(), server.memory_mb())]
        self._server, self._ended = server, Event()
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._ended.wait(0.25):
            self.samples.append((time.monotonic(), self._server.memory_mb()))

    def stop(self) -> None:
        """Look no more."""
        self._ended.set()
        self._thread.join()

    def slope(self) -> float:
        """MiB a minute, over the second half of what was seen."""
        half = self.samples[len(self.samples) // 2 :]
        if len(half) < 2:
            return 0.0
        times, sizes = zip(*half, strict=True)
        middle, mean = sum(times) / len(half), sum(sizes) / len(half)
        spread = sum((at - middle) ** 2 for at in times)
        rise = sum((at - middle) * (size - mean) for at, size in half)
        return 60 * rise / spread if spread else 0.0
