"""Casts: played by a terminal, they show the grids that they were made from, at their times."""

from __future__ import annotations

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.interfaces.pictures.grids import QUICK, grids
from tilefall.interfaces.pictures.cast import cast
from tilefall.interfaces.pictures.frames import Frame
from tilefall.interfaces.screen.grid import BLANK, Cell, Grid, cell, grid_of, put, written
from tilefall.interfaces.screen.palette import SCREEN, TEXT


class Terminal:
    """As much of a terminal as casts need: places, colours, characters, the cursor."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = [[BLANK] * width for _ in range(height)]
        self.row = self.column = 0
        self.colours = ["", ""]
        self.is_cursor_shown = True

    def write(self, text: str) -> None:
        for word in re.findall(r"\x1b\[[?\d;]*[A-Za-z]|.", text, flags=re.DOTALL):
            if word.startswith("\x1b"):
                self._obey(word[2:-1], word[-1])
            elif word not in "\r\n":
                assert word.isprintable()
                self.cells[self.row][self.column] = Cell(word, *self.colours)
                self.column += 1

    def _obey(self, numbers: str, command: str) -> None:
        if command == "H":
            self.row, self.column = (int(number) - 1 for number in numbers.split(";"))
        elif command == "J":
            assert numbers == "2"
            self.cells = [[BLANK] * self.width for _ in range(self.height)]
        elif command == "m":
            self._colour([int(number) for number in numbers.split(";")])
        else:
            assert (numbers, command) in (("?25", "h"), ("?25", "l"))
            self.is_cursor_shown = command == "h"

    def _colour(self, codes: list[int]) -> None:
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.colours = ["", ""]
            elif code in (39, 49):
                self.colours[code == 49] = ""
            else:
                assert code in (38, 48)
                assert codes.pop(0) == 2
                parts = [codes.pop(0) for _ in range(3)]
                self.colours[code == 48] = "#" + "".join(f"{part:02x}" for part in parts)

    def grid(self) -> Grid:
        return Grid(tuple(tuple(line) for line in self.cells))


@examples(50, phases=QUICK)
@given(st.lists(grids(), min_size=1, max_size=5))
def test_a_terminal_shows_the_grids_at_their_times(shown: list[Grid]) -> None:
    frames = [Frame(grid, 0.1 * number) for number, grid in enumerate(shown, 1)]
    header, *lines = cast(frames, 7, 4, "a title").splitlines()
    assert json.loads(header)["title"] == "a title"
    terminal = Terminal(7, 4)
    events = [json.loads(line) for line in lines]
    end = events.pop()
    now = 0.0
    for frame in frames:
        while events and events[0][0] <= now + 1e-6:
            moment, kind, text = events.pop(0)
            assert (kind, moment) == ("o", round(now, 6))
            terminal.write(text)
        assert terminal.grid() == frame.grid
        assert not terminal.is_cursor_shown
        now += frame.seconds
    assert events == []
    assert end[0] == round(now, 6)
    terminal.write(end[2])
    assert terminal.is_cursor_shown
    assert terminal.grid() == shown[-1]
    assert terminal.colours == ["", ""]


def test_the_header_is_that_of_version_2() -> None:
    header = json.loads(cast([], 80, 24).splitlines()[0])
    colours = header["theme"].pop("palette").split(":")
    assert len(colours) == 8
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)
    theme = {"fg": TEXT, "bg": SCREEN}
    assert header == {"version": 2, "width": 80, "height": 24, "theme": theme}


def test_only_what_has_changed_is_written() -> None:
    first = grid_of([written("abcdef", "#ff0000")] * 9)
    second = put(first, grid_of([written("XY")]), 4, 2)
    _, _, event, _ = cast([Frame(first, 1), Frame(second, 1)], 6, 9).splitlines()
    assert json.loads(event) == [1, "o", "\x1b[5;3HXY"]


def test_what_does_not_change_writes_nothing() -> None:
    grid = grid_of([written("a")])
    lines = cast([Frame(grid, 1), Frame(grid, 1)], 1, 1).splitlines()
    assert [json.loads(line)[0] for line in lines[1:]] == [0, 2]


def test_no_glyph_steers_the_terminal() -> None:
    text = cast([Frame(grid_of([[cell("\x1b"), cell("\n"), cell("\x9b")]]), 1)], 3, 1)
    terminal = Terminal(3, 1)
    terminal.write(json.loads(text.splitlines()[1])[2])
    assert terminal.grid().text() == "\ufffd\ufffd\ufffd"
