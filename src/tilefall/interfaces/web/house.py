"""House: what all connections share: the clock, the limits, and where games and results are."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from tilefall.interfaces.app.keeper import Keeper
from tilefall.interfaces.web.limits import Limits
from tilefall.interfaces.web.shared_opinions import SharedOpinions
from tilefall.interfaces.web.thoughts import Desk, Pool
from tilefall.play.clock import Clock, RealClock

HELPERS = 2  # threads; more would only keep the loop from Python


@dataclass(frozen=True)
class House:
    """What a server serves, and with how much of the machine."""

    folder: Path  # below it are arenas and runs of training
    clock: Clock = field(default_factory=RealClock)
    keeper: Keeper = field(default_factory=Keeper)
    limits: Limits = field(default_factory=Limits)
    engine: str = "native"
    pool: Pool = field(init=False)  # who thinks for the sessions
    opinions: SharedOpinions = field(init=False)
    helpers: Executor = field(init=False)  # who begins and ends sessions

    def __post_init__(self) -> None:
        object.__setattr__(self, "pool", Pool(self.limits.thoughts))
        object.__setattr__(self, "opinions", SharedOpinions(self.limits.search))
        object.__setattr__(self, "helpers", ThreadPoolExecutor(HELPERS, "tilefall helper"))


@dataclass(frozen=True)
class Room:
    """The house for one session, whose thoughts end with it."""

    house: House
    desk: Desk

    def close(self) -> None:
        """End what is thought for the session."""
        self.desk.close()


def room(house: House, wake: Callable[[], None]) -> Room:
    """A house whose clock is the session's own; `wake` is called, from any thread, by thoughts."""
    desk = house.pool.desk(wake)
    found = replace(house, clock=desk)
    for name in ("pool", "opinions", "helpers"):
        object.__setattr__(found, name, getattr(house, name))
    return Room(found, desk)
