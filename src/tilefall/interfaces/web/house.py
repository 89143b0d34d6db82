"""House: what all connections share: the clock, the limits, and where games and results are."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from tilefall.interfaces.app.keeper import Keeper
from tilefall.interfaces.web.limits import Limits
from tilefall.play.clock import Clock, RealClock


@dataclass(frozen=True)
class House:
    """What a server serves, and with how much of the machine."""

    folder: Path  # below it are arenas and runs of training
    clock: Clock = field(default_factory=RealClock)
    keeper: Keeper = field(default_factory=Keeper)
    limits: Limits = field(default_factory=Limits)
    engine: str = "native"
