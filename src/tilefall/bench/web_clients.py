"""Web clients: watchers that note when each position of their game arrives.

A process of its own, so that it takes nothing from the server: a plan as JSON on stdin, what was
seen as JSON on stdout.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin


@dataclass(frozen=True)
class Plan:
    """Who watches what, for how long."""

    host: str  # with its port
    cookie: str
    watchers: int
    seconds: float
    stay: float  # seconds after which a watcher leaves and another comes; 0 if all stay
    game: str
    agent: str
    first_seed: int


@dataclass
class Seen:
    """What one watcher saw of one game."""

    seed: int
    positions: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # of the positions, in seconds
    frames: int = 0
    bytes: int = 0
    end: str = ""  # why it ended before its time


def seed_of(plan: Plan, number: int) -> int:
    """Half of the watchers see the same game, the others one each."""
    return plan.first_seed + (1 + number // 2 if number % 2 else 0)


async def watched(plan: Plan, seed: int, until: float) -> Seen:
    """Watch a game from its beginning until some time."""
    seen = Seen(seed)
    try:
        async with connect(
            f"ws://{plan.host}/socket",
            origin=Origin(f"http://{plan.host}"),
            additional_headers={"Cookie": plan.cookie},
            compression=None,
            proxy=None,
        ) as socket:
            wish = {"do": "watch", "game": plan.game, "agents": [plan.agent], "seed": seed}
            await socket.send(json.dumps(wish))
            await _see(socket, seen, until)
    except Exception as error:  # whatever it is, it is what is measured
        seen.end = f"{type(error).__name__}: {error}"
    return seen


async def _see(socket: ClientConnection, seen: Seen, until: float) -> None:
    while True:
        try:
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                text = await socket.recv()
        except TimeoutError:
            return
        now = time.monotonic()
        frame: dict[str, Any] = json.loads(text)
        seen.frames += 1
        seen.bytes += len(text)
        if frame["is"] == "trouble":
            raise RuntimeError(frame["words"])
        if "position" in frame:
            seen.positions.append(frame["position"])
            seen.times.append(now)


async def all_watched(plan: Plan) -> list[Seen]:
    """What all watchers saw; they come one after another within a second."""
    end = time.monotonic() + plan.seconds

    async def watcher(number: int) -> list[Seen]:
        await asyncio.sleep(number / plan.watchers)
        found: list[Seen] = []
        while not found or (plan.stay and time.monotonic() < end):
            until = min(end, time.monotonic() + plan.stay) if plan.stay else end
            seed = seed_of(plan, number) + 1000 * len(found)
            found.append(await watched(plan, seed, until))
        return found

    every = await asyncio.gather(*(watcher(number) for number in range(plan.watchers)))
    return [seen for found in every for seen in found]


def main() -> None:
    """Watch as the plan on stdin says."""
    plan = Plan(**json.loads(sys.stdin.readline()))
    seen = asyncio.run(all_watched(plan))
    json.dump([asdict(each) for each in seen], sys.stdout)


if __name__ == "__main__":
    main()
