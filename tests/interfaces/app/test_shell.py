"""Shell and stages: keys by their names, errors and signals, and which stage is on top."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from rich.style import Style
from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.geometry import Region
from textual.pilot import Pilot
from textual.strip import Strip

from tests.interfaces.app.pilot import Driven, all_stages, drive, drive_game, kept_records, setup_of
from tests.play.watching.watched import HandClock
from tilefall.interfaces.app import shell as shell_file
from tilefall.interfaces.app.shell import Canvas, Shell, _named, run_theatre
from tilefall.interfaces.app.stage import BACK, IGNORED, QUIT, STAY, Go, Next, Over, Stage
from tilefall.interfaces.app.theatre import Theatre
from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Grid, Line, sized, written
from tilefall.interfaces.screen.look import Depth, Look


@dataclass
class Fake:
    """A stage that notes what happens to it, and does at a key what it was told."""

    name: str
    log: list[str]
    answers: dict[str, Next] = field(default_factory=dict)
    errors: dict[str, Exception] = field(default_factory=dict)  # by what it is asked for
    at: float | None = None

    def _note(self, what: str) -> None:
        self.log.append(f"{self.name} {what}")
        if (error := self.errors.get(what.partition(" ")[0])) is not None:
            raise error

    def grid(self, width: int, height: int, look: Look) -> Grid:
        if "grid" in self.errors:
            raise self.errors["grid"]
        return sized(Grid((written(self.name),)), width, height)

    def press(self, key: str, now: float) -> Next:
        self._note(f"press {key}")
        return self.answers.get(key, IGNORED)

    def advance(self, now: float) -> bool:
        if "advance" in self.errors:
            raise self.errors["advance"]
        return False

    def due(self, now: float) -> float | None:
        return self.at

    def leave(self, now: float) -> None:
        self._note("leave")

    def close(self) -> None:
        self._note("close")


PATIENCE = 30.0  # seconds
SENT = {  # what a terminal sends, and what stages hear
    "b": "b",
    "B": "B",
    "?": "?",
    "+": "+",
    "_": "_",
    "7": "7",
    " ": "space",
    "\r": "enter",
    "\t": "tab",
    "\x1b[Z": "shift+tab",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOC": "right",
    "\x1b[1;2C": "shift+right",
    "\x1b[1;2D": "shift+left",
    "\x1b[5~": "pageup",
    "\x1b[6~": "pagedown",
    "\x1b[H": "home",
    "\x1b[F": "end",
    "\x1b[1~": "home",
    "\x1b[4~": "end",
    "é": "é",
}


@pytest.mark.parametrize("sent", SENT)
def test_keys_have_names(sent: str) -> None:
    parser = XTermParser()
    found = [event for event in parser.feed(sent) if isinstance(event, events.Key)]
    assert [_named(event) for event in found] == [SENT[sent]]


def headless(monkeypatch: pytest.MonkeyPatch, deed: Callable[[Shell], None]) -> None:
    """`run_theatre` without a terminal; `deed` is done when the app has begun."""

    def run(self: Shell, mouse: bool) -> None:
        async def pilot(pilot: Pilot[object]) -> None:
            self.set_timer(PATIENCE, self.exit)  # so that an app that does not end is a failure
            deed(self)

        assert mouse is False
        App.run(self, headless=True, size=(80, 24), auto_pilot=pilot)

    monkeypatch.setattr(Shell, "run", run)


def shown(stage: Stage, clock: HandClock) -> bool:
    return run_theatre(Theatre(stage), Look(), clock.now)


def send(shell: Shell, *keys: str) -> None:
    for key in keys:
        shell.post_message(events.Key(key, key if len(key) == 1 else None))


@pytest.mark.parametrize(
    "what", [pytest.param(each, id=each) for each in ("press", "advance", "grid", "close")]
)
def test_an_error_of_a_stage_ends_the_app_and_is_raised_afterwards(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log: list[str] = []
    error = RuntimeError("broken on purpose")
    top = Fake("top", log, {"c": BACK}, {what: error}, at=0.0)
    bottom = Fake("bottom", log, {"o": Over(top)})
    headless(monkeypatch, lambda shell: send(shell, "o", "c"))
    with pytest.raises(RuntimeError, match="broken on purpose"):
        shown(bottom, HandClock())
    assert "bottom close" in log
    assert "top close" in log


def test_a_game_is_kept_when_the_app_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()
    stages = all_stages(clock)
    playing = stages.playing(setup_of("quintris"))

    def broken(*_: object) -> Grid:
        raise ZeroDivisionError("in the middle of a frame")

    def deed(shell: Shell) -> None:
        send(shell, "space", "space")
        shell.call_later(lambda: monkeypatch.setattr(type(playing), "grid", broken))
        send(shell, "space")

    headless(monkeypatch, deed)
    with pytest.raises(ZeroDivisionError, match="in the middle of a frame"):
        shown(playing, clock)
    assert [len(record.moves) for record in kept_records()] == [3]


def test_an_error_inside_of_textual_is_raised_afterwards_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> list[Strip]:
        raise ZeroDivisionError("while a line is drawn")

    def deed(shell: Shell) -> None:
        send(shell, "space")
        shell.call_later(lambda: monkeypatch.setattr(Canvas, "render_lines", broken))
        send(shell, "space")

    clock = HandClock()
    headless(monkeypatch, deed)
    with pytest.raises(ZeroDivisionError, match="while a line is drawn"):
        shown(all_stages(clock).playing(setup_of("quintris")), clock)
    assert [len(record.moves) for record in kept_records()] == [2]


def test_ctrl_c_ends_the_app_and_keeps_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()
    headless(monkeypatch, lambda shell: send(shell, "space", "space", "ctrl+c"))
    assert shown(all_stages(clock).playing(setup_of("quintris")), clock)
    assert [len(record.moves) for record in kept_records()] == [2]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_the_app_and_keep_the_game(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deed(shell: Shell) -> None:
        send(shell, "space")
        shell.call_later(lambda: os.kill(os.getpid(), number))

    before = signal.getsignal(number)
    clock = HandClock()
    headless(monkeypatch, deed)
    assert shown(all_stages(clock).playing(setup_of("quintris")), clock)
    assert [len(record.moves) for record in kept_records()] == [1]
    assert signal.getsignal(number) == before


def test_leaving_by_a_key_is_no_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()
    headless(monkeypatch, lambda shell: send(shell, "space", "q", "q"))
    assert not shown(all_stages(clock).playing(setup_of("quintris")), clock)
    assert len(kept_records()) == 1


def test_ctrl_z_pauses_a_game_before_the_terminal_is_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    async def deed(app: Driven) -> None:
        def suspend() -> None:
            asked.append(app.text)

        monkeypatch.setattr(app.shell, "action_suspend_process", suspend)
        await app.wait(0.0)
        await app.press("ctrl+z")

    drive_game(deed, setup_of("quintris:reach=fall"))
    assert len(asked) == 1
    assert "Go on" in asked[0]


def test_only_lines_that_changed_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Line] = []
    plain = shell_file._strip

    def counted(line: Line, depth: Depth) -> object:
        made.append(line)
        return plain(line, depth)

    monkeypatch.setattr(shell_file, "_strip", counted)

    async def deed(app: Driven) -> None:
        await app.drawn()
        assert len(made) >= app.grid.height
        for key in ("b", "m", "n", "f1", "b"):
            made.clear()
            before = app.grid
            await app.press(key)
            await app.drawn()
            after = app.grid
            changed = [
                new for old, new in zip(before.lines, after.lines, strict=True) if old != new
            ]
            assert made == changed, key
            assert len(made) < app.grid.height / 2

    drive_game(deed, setup_of("quintris"))


def test_what_textual_is_told_to_draw_is_what_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Region] = []
    plain = Canvas.refresh

    def noted(self: Canvas, *regions: Region, **more: bool) -> object:
        told.extend(regions)
        return plain(self, *regions, **more)

    monkeypatch.setattr(Canvas, "refresh", noted)

    async def deed(app: Driven) -> None:
        for key in ("b", "M", "n", "space", "p", "p", "?"):
            told.clear()
            before = app.grid
            await app.press(key)
            after = app.grid
            for y, (old, new) in enumerate(zip(before.lines, after.lines, strict=True)):
                changed = [x for x in range(after.width) if old[x] != new[x]]
                spans = [(each.x, each.right - 1) for each in told if each.y == y]
                if key in ("p", "?"):  # what is behind a panel is painted again
                    assert all(spans[0][0] <= x <= spans[0][1] for x in changed), (key, y)
                else:
                    assert spans == ([(changed[0], changed[-1])] if changed else []), (key, y)

    drive_game(deed, setup_of("quintris"))


def test_textual_gets_as_much_as_it_asks_for_also_of_a_smaller_grid() -> None:
    async def deed(app: Driven) -> None:
        canvas = app.shell.screen
        assert isinstance(canvas, Canvas)
        canvas.show(app.theatre.grid(60, 10, app.shell.look))
        for region in (Region(0, 0, 100, 32), Region(70, 5, 20, 8), Region(50, 0, 20, 1)):
            strips = canvas.render_lines(region)
            assert [strip.cell_length for strip in strips] == [region.width] * region.height

    drive_game(deed, setup_of("quintris"))


def test_the_app_wakes_when_something_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    plain = Shell.set_timer

    def noted(self: Shell, delay: float, callback: Callable[[], None]) -> object:
        if callback == self.wake:
            waits.append(delay)
        return plain(self, delay, callback)

    async def deed(app: Driven) -> None:
        monkeypatch.setattr(Shell, "set_timer", noted)
        await app.wait(0.0)
        assert waits.pop() == pytest.approx(0.5)
        await app.wait(0.4)
        assert waits.pop() == pytest.approx(0.1)
        await app.press("b")
        assert waits.pop() == pytest.approx(0.1)
        waits.clear()
        await app.press("p")
        await app.wait(5.0)
        assert waits == [], "a pause needs no time at all"

    drive_game(deed, setup_of("quintris:reach=fall"))


def test_a_timer_really_wakes_the_app() -> None:
    """The only test in which real time passes: what is due now comes without a key."""
    clock = HandClock()
    log: list[str] = []

    class Waking(Fake):
        def advance(self, now: float) -> bool:
            self.log.append("woken")
            return False

    async def deed(app: Driven) -> None:
        while "woken" not in log:
            await app.heard()

    drive(deed, Waking("only", log, {"x": STAY}, at=clock.time), clock)
    assert "woken" in log


@pytest.mark.parametrize(
    ("depth", "ink", "behind"),
    [
        (Depth.TRUE, palette.TEXT, palette.SCREEN),
        (Depth.INDEXED, "color(252)", "color(232)"),
        (Depth.BASIC, "white", "black"),
        (Depth.NONE, None, None),
    ],
)
def test_cells_without_colours_have_those_of_the_app(
    depth: Depth, ink: str | None, behind: str | None
) -> None:
    """The terminal's own may be dark on light."""
    (segment,) = shell_file._strip(written("abc"), depth)
    assert segment.style == Style(color=ink, bgcolor=behind)


def test_stages_lie_on_each_other_and_close_in_order() -> None:
    log: list[str] = []
    top = Fake("top", log, {"b": BACK})
    other = Fake("other", log, {"b": BACK, "q": QUIT})
    bottom = Fake("bottom", log, {"o": Over(top), "g": Go(other)})
    theatre = Theatre(bottom)
    assert theatre.press("o", 0.0)
    assert theatre.top is top
    assert not theatre.press("x", 0.0)
    theatre.leave(0.0)
    assert theatre.press("b", 0.0)
    assert theatre.top is bottom
    assert theatre.press("g", 0.0)
    assert theatre.top is other
    assert theatre.press("b", 0.0)
    assert theatre.is_over
    assert log == [
        "bottom press o",
        "top press x",
        "top leave",
        "top press b",
        "top close",
        "bottom press g",
        "bottom close",
        "other press b",
        "other close",
    ]


def test_quitting_closes_all_from_the_top() -> None:
    log: list[str] = []
    top = Fake("top", log, {"q": QUIT})
    theatre = Theatre(Fake("bottom", log, {"o": Over(top)}))
    theatre.press("o", 0.0)
    assert theatre.press("q", 0.0)
    assert theatre.is_over
    assert log[-2:] == ["top close", "bottom close"]


def test_an_error_of_one_stage_keeps_no_other_open() -> None:
    log: list[str] = []
    error = RuntimeError("the disk is full")
    top = Fake("top", log, errors={"close": error})
    middle = Fake("middle", log, {"o": Over(top)}, {"close": ValueError("the second error")})
    theatre = Theatre(Fake("bottom", log, {"o": Over(middle)}))
    theatre.press("o", 0.0)
    theatre.press("o", 0.0)
    with pytest.raises(RuntimeError, match="the disk is full"):
        theatre.close()
    assert log[-3:] == ["top close", "middle close", "bottom close"]
    theatre.close()
    assert len(log) == 5


def test_after_the_end_nothing_is_heard() -> None:
    theatre = Theatre(Fake("only", []))
    theatre.close()
    assert not theatre.press("x", 0.0)
    assert not theatre.advance(0.0)
    assert theatre.due(0.0) is None
    theatre.leave(0.0)
