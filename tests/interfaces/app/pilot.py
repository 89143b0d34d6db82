"""The app without a terminal and without time: keys go in, the screen comes out as text."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.keys import _character_to_key

from tests.play.watching.watched import HandClock
from tilefall.interfaces.app.keeper import Keeper
from tilefall.interfaces.app.play_keys import COMMON_SHORT
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.app.shell import Shell
from tilefall.interfaces.app.stage import Stage
from tilefall.interfaces.app.stages import AllStages
from tilefall.interfaces.app.theatre import Theatre
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.play_screen import play_screen
from tilefall.play import Record, read_records
from tilefall.play.kept import kept_games
from tilefall.play.live.live import Live
from tilefall.rules.catalog import parse_game

SIZE = (100, 32)
TODAY = datetime(2026, 11, 15, 14, 25, 30)
MOST_STEPS = 5000
POLL = 0.02  # seconds between two looks at a thought


def all_stages(clock: HandClock | None = None, file: Path | None = None) -> AllStages:
    """Stages by a clock that stands still; their games are kept at a fixed time."""
    return AllStages(clock or HandClock(), Keeper(today=lambda: TODAY, file=file))


def setup_of(game: str, seed: int = 1, **more: Any) -> Setup:
    """A game to play; `start` may be a text."""
    found = parse_game(game)
    if isinstance(more.get("start"), str):
        more["start"] = found.parse(more["start"])
    return Setup(found, seed, **more)


def play_grid(setup: Setup, live: Live, best: str = "", size: tuple[int, int] = SIZE) -> Grid:
    """What a game should look like while it is played and nothing lies over it."""
    view = replace(
        setup.view(live, best), title=setup.title, keys=(*setup.keys.short, *COMMON_SHORT)
    )
    return play_screen(view, *size, Look())


def kept_records() -> list[Record]:
    """All records of the data folder, the newest first."""
    return [record for game in kept_games() for record in read_records(game.path)]


def key_event(key: str) -> events.Key:
    """A key as Textual names it: `?` is `question_mark`, a space is `space`."""
    if key == "space":
        return events.Key("space", " ")
    if len(key) == 1:
        return events.Key(_character_to_key(key), key)
    return events.Key(key, None)


@dataclass
class Driven:
    """An app that runs, and the clock that it goes by."""

    shell: Shell
    clock: HandClock

    @property
    def theatre(self) -> Theatre:
        return self.shell.theatre

    @property
    def grid(self) -> Grid:
        """What there is to see."""
        return self.theatre.grid(*self.shell.size, self.shell.look)

    @property
    def text(self) -> str:
        return self.grid.text()

    @property
    def words(self) -> str:
        """All that is written, with single blanks."""
        return " ".join(self.text.split())

    @property
    def said(self) -> str:
        """What is written left and right of the board, with single blanks."""
        lines = [line.replace("▶", " ").split("│") for line in self.text.split("\n")]
        left = " ".join(parts[0] for parts in lines)
        right = " ".join(parts[-1] for parts in lines if len(parts) > 1)
        return " ".join(f"{left} {right}".split())

    async def press(self, *keys: str) -> None:
        """Press keys one after another; all have been heard afterwards."""
        for key in keys:
            self.shell.post_message(key_event(key))
        await self.heard()

    async def heard(self) -> None:
        """All messages of the app up to now have been handled."""
        done = asyncio.Event()
        self.shell.call_later(done.set)
        await asyncio.wait_for(done.wait(), 60)

    async def wait(self, seconds: float) -> None:
        """Let time pass, and what is due happen."""
        self.clock.time += seconds
        self.shell.call_later(self.shell.wake)
        await self.heard()

    async def settle(self) -> None:
        """Let everything happen that is due now, or as soon as answers that are there are heard."""
        for _ in range(MOST_STEPS):
            due = self.theatre.due(self.clock.time)
            if due is None or due > self.clock.time + POLL:
                return
            await self.wait(0.0)
        raise AssertionError("the app never settles")

    async def resize(self, width: int, height: int) -> None:
        """Give the terminal another size."""
        size = Size(width, height)
        driver = self.shell._driver
        assert isinstance(driver, HeadlessDriver)
        driver._size = (width, height)
        self.shell.post_message(events.Resize(size, size))
        self.shell.call_later(self.shell._check_resize)  # which Textual puts off for a moment
        await self.heard()

    async def drawn(self) -> list[str]:
        """The lines that Textual has composed, without blanks at their ends."""
        screen = self.shell.screen
        for later in (self.shell.call_later, screen.call_later, screen.call_after_refresh):
            done = asyncio.Event()
            later(done.set)
            await asyncio.wait_for(done.wait(), 60)
        strips = self.shell.screen._compositor.render_strips()
        return [strip.text.rstrip() for strip in strips]


@asynccontextmanager
async def running(
    stage: Stage, clock: HandClock, size: tuple[int, int] = SIZE, look: Look | None = None
) -> AsyncIterator[Driven]:
    """An app that shows this stage; it is over afterwards and its stages are closed."""
    shell = Shell(Theatre(stage), look or Look(), clock.now)
    try:
        async with shell.run_test(size=size):
            yield Driven(shell, clock)
    finally:
        shell.theatre.close()
    if shell.failure is not None:
        raise shell.failure


def drive(
    deed: Callable[[Driven], Awaitable[None]],
    stage: Stage,
    clock: HandClock,
    size: tuple[int, int] = SIZE,
    look: Look | None = None,
) -> None:
    """Run an app with this stage, and what a test does with it."""

    async def whole() -> None:
        async with running(stage, clock, size, look) as driven:
            await deed(driven)

    asyncio.run(whole())


def drive_game(deed: Callable[[Driven], Awaitable[None]], setup: Setup, **more: Any) -> AllStages:
    """Play a game; what there is of it afterwards is with the stages."""
    clock = more.pop("clock", None) or HandClock()
    stages = all_stages(clock)
    drive(deed, stages.playing(setup), clock, **more)
    return stages
