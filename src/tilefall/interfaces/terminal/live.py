"""Live: pieces as they fall, drawn over each other in a terminal, or one by one as they lock."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import replace

import click

from tilefall.interfaces.terminal.plain import drawing, drawing_at
from tilefall.play.animated import Fall, Frame
from tilefall.rules.dice import Dice
from tilefall.rules.falling import Spot
from tilefall.rules.game import State
from tilefall.rules.quintris import PIECES, Quintris, QuintrisState
from tilefall.rules.timing import in_words

NEWS_LINES = 3  # two of news, and the cursor's


class Screen:
    """A part of the terminal, as many lines as its text, that is written over and over."""

    def __init__(self) -> None:
        self._lines = 0

    def show(self, text: str) -> None:
        """Write this text where the last one was; lines that would wrap are cut."""
        width = shutil.get_terminal_size().columns
        lines = [line[: width - 1] for line in text.split("\n")]
        back = f"\x1b[{self._lines}A" if self._lines else ""
        body = "".join(f"{line}\x1b[K\n" for line in lines)
        click.echo(f"{back}{body}\x1b[J", nl=False)
        self._lines = len(lines)


def lines_of(game: Quintris) -> int:
    """How many lines of a terminal a game takes in which pieces are drawn as they fall."""
    tallest = max(range(len(PIECES.shapes)), key=lambda shape: PIECES.shapes[shape].height)
    state = replace(game.start(Dice(0)), next=tallest)  # a low well is not as tall as its panel
    return len(drawing(state).split("\n")) + NEWS_LINES


def reason_not_live(game: Quintris, is_plain: bool) -> str | None:
    """Why pieces cannot be drawn as they fall, in words if the user may wonder; None if they can.

    Redrawing needs a terminal that knows where its cursor is and has room for the well.
    """
    if is_plain or not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return ""
    lines, needed = shutil.get_terminal_size().lines, lines_of(game)
    if lines < needed:
        return (
            f"This terminal has {lines} lines; with {needed} pieces would be shown as they fall, "
            "so each is shown when it has locked."
        )
    return None


def fall_line(fall: Fall, agent: str) -> str:
    """Who put the piece where, with the keys that were pressed and when."""
    place = fall.turn.state.game.moves[fall.move]
    late = f" ({agent} was late)" if fall.is_fallback else ""
    return f"{fall.turn.agent} plays {place}: {in_words(fall.presses)}{late}"


class FallView:
    """Shows a game in real time, as it falls or piece by piece."""

    def __init__(self, agent: str, is_live: bool, every: int) -> None:
        self.agent, self.every = agent, every
        self.screen = Screen() if is_live else None
        self.news = ""

    def on_frame(self, frame: Frame) -> None:
        """A piece has appeared, fallen a row or heard a key."""
        if self.screen:
            self._draw(frame.state, frame.spot, f"tick {frame.fallen}")

    def on_fall(self, fall: Fall) -> bool:
        """A piece has locked; whether that was shown."""
        state, moves = fall.turn.state, fall.next.game.moves
        assert isinstance(state, QuintrisState)
        self.news = fall_line(fall, self.agent)
        if state.turn % self.every:
            return False
        place = moves[fall.move]
        self._draw(state, Spot(moves.shape_number(fall.move), place.row, place.column), "")
        return True

    def on_end(self, state: State) -> None:
        """The game has ended, or was ended, in this state."""
        if self.screen:
            self.screen.show(f"{drawing(state)}\n\n{self.news}")
        else:
            click.echo(drawing(state))

    def _draw(self, state: QuintrisState, spot: Spot, when: str) -> None:
        if self.screen:
            self.screen.show(f"{drawing_at(state, spot)}\n{when}\n{self.news}")
        else:
            click.echo(f"{drawing_at(state, spot)}\n{self.news}\n")
