"""Shell: the theatre in a real terminal, by Textual; the only file of the app that knows it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer

from tilefall.interfaces.app.theatre import Theatre
from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.grid import Grid, Line
from tilefall.interfaces.screen.look import Depth, Look
from tilefall.interfaces.screen.reduced import colour_in

NAMES = {" ": "space"}  # characters that keys are better known by


class Canvas(Screen[None]):
    """Shows a grid, and redraws only the lines that have changed."""

    DEFAULT_CSS = "Canvas { background: ansi_default; }"

    def __init__(self, depth: Depth) -> None:
        super().__init__()
        self._depth = depth
        self._grid = Grid(())
        self._strips: dict[int, Strip] = {}  # of the lines that have not changed since

    def show(self, grid: Grid) -> None:
        """Draw a grid where the last one was."""
        old, self._grid = self._grid, grid
        if (old.width, old.height) != (grid.width, grid.height):
            self._strips.clear()
            self.refresh()
            return
        pairs = enumerate(zip(old.lines, grid.lines, strict=True))
        changed = [_changed(y, *lines) for y, lines in pairs if lines[0] is not lines[1]]
        if regions := [region for region in changed if region]:
            for region in regions:
                self._strips.pop(region.y, None)
            self.refresh(*regions)

    def render_lines(self, crop: Region) -> list[Strip]:
        """A part of the grid as Textual wants it; it often asks for much that has not changed.

        For a moment after a change of the terminal's size it may ask for more than there is.
        """
        width = crop.right
        return [
            self._strip(y).extend_cell_length(width).crop(crop.x, width) for y in crop.line_range
        ]

    def _strip(self, y: int) -> Strip:
        if y >= self._grid.height:
            return Strip.blank(self.size.width)
        if y not in self._strips:
            self._strips[y] = _strip(self._grid.lines[y], self._depth)
        return self._strips[y]


def _changed(y: int, old: Line, new: Line) -> Region:
    """The part of a line in which it differs from the one before; empty if it does not."""
    differing = [
        x for x, cells in enumerate(zip(old, new, strict=True)) if cells[0] is not cells[1]
    ]
    if not differing:
        return Region()
    return Region(differing[0], y, differing[-1] + 1 - differing[0], 1)


@lru_cache(maxsize=512)
def _style(foreground: str, background: str, depth: Depth) -> Style:
    """Colours of our own where a cell has none: those of the terminal may be dark on light."""
    ink = foreground or colour_in(palette.TEXT, depth)
    behind = background or colour_in(palette.SCREEN, depth)
    return Style(color=ink or None, bgcolor=behind or None)


# Lines come back while a piece goes to and fro, and Textual keeps what it makes of a strip with it.
@lru_cache(maxsize=2048)
def _strip(line: Line, depth: Depth) -> Strip:
    """A line as segments, one for each run of equal colours."""
    segments: list[Segment] = []
    glyphs = ""
    ink = behind = ""
    for glyph, foreground, background in line:
        if (foreground != ink or background != behind) and glyphs:
            segments.append(Segment(glyphs, _style(ink, behind, depth)))
            glyphs = ""
        ink, behind = foreground, background
        glyphs += glyph
    segments.append(Segment(glyphs, _style(ink, behind, depth)))
    return Strip(segments, len(line))


class Shell(App[None]):
    """Hands keys and time to a theatre, and shows what it has to show."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, theatre: Theatre, look: Look, now: Callable[[], float]) -> None:
        super().__init__(ansi_color=True)
        self.theatre, self.look, self.now = theatre, look, now
        self.failure: BaseException | None = None
        self.is_interrupted = False
        self._canvas = Canvas(look.depth)
        self._timer: Timer | None = None

    def get_default_screen(self) -> Canvas:
        """One screen with nothing on it but the grid."""
        return self._canvas

    def on_mount(self) -> None:
        """A signal to end is a wish to end: the terminal must be left as it was."""
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(each, self.interrupt)

    def on_resize(self, event: events.Resize) -> None:
        """The terminal has another size, or its first; the app itself learns of it after this."""
        self._redraw(event.size)

    async def on_event(self, event: events.Event) -> None:
        """Keys go to the theatre at once, without the detour that widgets would need."""
        if isinstance(event, events.Key):
            self._press(event)
        else:
            await super().on_event(event)

    def _press(self, event: events.Key) -> None:
        """Ctrl-C ends everything, all other keys are the theatre's."""
        if event.key == "ctrl+c":
            self.interrupt()
        elif event.key == "ctrl+z":
            self._guarded(lambda: self.theatre.leave(self.now()))
            self._redraw()
            self.action_suspend_process()
        else:
            self._guarded(lambda: self._hear(_named(event)))

    def on_app_blur(self) -> None:
        """The terminal has lost the keyboard."""
        self._guarded(lambda: self.theatre.leave(self.now()))
        self._redraw()

    def interrupt(self) -> None:
        """End now; what was played is kept."""
        self.is_interrupted = True
        self.exit()

    def wake(self) -> None:
        """Let the theatre do what is due."""
        self._guarded(self._advance)

    def _hear(self, key: str) -> None:
        now = self.now()
        is_new = self.theatre.advance(now)
        is_new |= self.theatre.press(key, now)
        self._after(is_new)

    def _advance(self) -> None:
        self._after(self.theatre.advance(self.now()))

    def _after(self, is_new: bool) -> None:
        if self.theatre.is_over:
            self.exit()
            return
        if is_new:
            self._redraw()
        self._plan()

    def _redraw(self, size: Size | None = None) -> None:
        size = size or self.size
        if not self.theatre.is_over and size.width and size.height:
            self._guarded(
                lambda: self._canvas.show(self.theatre.grid(size.width, size.height, self.look))
            )
            self._plan()

    def _plan(self) -> None:
        """Wake up when something is due."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        now = self.now()
        due = None if self.theatre.is_over else self.theatre.due(now)
        if due is not None:
            self._timer = self.set_timer(max(0.001, due - now), self.wake)

    def _handle_exception(self, error: Exception) -> None:
        """Errors inside of Textual end the app like all others."""
        self.failure = self.failure or error
        self.exit()

    def _guarded(self, deed: Callable[[], None]) -> None:
        """Do it; an error ends the app, and is told when the terminal is a terminal again."""
        try:
            deed()
        except Exception as error:
            self.failure = self.failure or error
            self.exit()


def _named(event: events.Key) -> str:
    """A key by its character where it has one: B, ?, but `space`; by its name elsewhere."""
    character = event.character
    if character and character.isprintable():
        return NAMES.get(character, character)
    return event.key


def run_theatre(theatre: Theatre, look: Look, now: Callable[[], float]) -> bool:
    """Show a theatre until it is over; whether it was interrupted.

    Whatever happens, the terminal is left as it was and every stage is closed.
    """
    shell = Shell(theatre, look, now)
    try:
        shell.run(mouse=False)
    finally:
        theatre.close()
    if shell.failure is not None:
        raise shell.failure
    return shell.is_interrupted
