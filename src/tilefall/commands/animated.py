"""Animated: the part of `watch` that plays Quintris in real time."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace

import click

from tilefall.agents.agent import Agent
from tilefall.engines import engine
from tilefall.interfaces.terminal.live import FallView
from tilefall.interfaces.terminal.session import Session, run
from tilefall.play.animated import PERIOD, Fall, Frame, falls
from tilefall.play.clock import RealClock
from tilefall.play.match import Recorder
from tilefall.play.record import Record
from tilefall.rules.game import Game
from tilefall.rules.quintris import Quintris

MODES = ("simple", "animated")
LONGEST_PERIOD = 3600.0


def checked_period(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """A period that can be waited for."""
    if value is not None and not 0 < value <= LONGEST_PERIOD:
        allowed = f"more than 0 and at most {LONGEST_PERIOD:g}"
        raise click.BadParameter(f"{value:g} seconds, allowed are {allowed}.")
    return value


def animated_game(game: Game) -> Quintris:
    """The game with pieces that slide; only Quintris is played in real time (Q7)."""
    if not isinstance(game, Quintris):
        raise click.UsageError(f"--mode animated: {game.name} has no such mode, only quintris has.")
    return replace(game, reach="fall")


@dataclass
class Animation:
    """A game in real time before someone's eyes, or before nobody's."""

    game: Quintris
    agent: Agent
    seed: int
    engine_name: str
    period: float | None
    view: FallView | None
    pause: float
    played: list[Fall] = field(default_factory=list)

    def run(self, recorder: Recorder, max_turns: int) -> Session:
        """Play until something ends it."""
        match = falls(
            self.game,
            self.agent,
            self.seed,
            clock=RealClock(),
            engine=engine(self.engine_name),
            period=self.period or PERIOD,
            max_turns=max_turns,
            on_frame=self._on_frame,
        )
        return run(match, recorder, self._on_fall)

    @property
    def late(self) -> str:
        """How many pieces the fallback decided, in words."""
        count = sum(fall.is_fallback for fall in self.played)
        return f"{count} of {len(self.played)} pieces decided by the fallback"

    def json(self, record: Record) -> str:
        """The record, and what it does not say: the time, and who decided and pressed what."""
        pieces = [
            {
                "by": fall.turn.agent,
                "is_fallback": fall.is_fallback,
                "presses": [press._asdict() for press in fall.presses],
            }
            for fall in self.played
        ]
        content = {
            "record": json.loads(record.line()),
            "period": self.period or PERIOD,
            "fallbacks": sum(fall.is_fallback for fall in self.played),
            "pieces": pieces,
        }
        return json.dumps(content)

    def _on_frame(self, frame: Frame) -> None:
        if self.view:
            self.view.on_frame(frame)

    def _on_fall(self, fall: Fall) -> None:
        self.played.append(fall)
        if self.view and self.view.on_fall(fall):
            time.sleep(self.pause)
