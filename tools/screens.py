"""Screens for pictures: the app at chosen moments of fixed games, without a terminal or a clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.interfaces.app.keeper import Keeper
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.app.stage import Stage
from tilefall.interfaces.app.stages import MARATHON_FOR_AGENTS, AllStages
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.live_view import quintris_view
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.marathon_view import marathon_view
from tilefall.interfaces.screen.play_screen import play_screen
from tilefall.interfaces.screen.views import PlayView
from tilefall.play.clock import LOOK
from tilefall.play.live.live import Action
from tilefall.play.live.marathon import LiveMarathon
from tilefall.play.live.quintris import LiveQuintris
from tilefall.rules.catalog import parse_game
from tilefall.rules.falling_piece import DROP, LEFT, RIGHT, TURN, TURN_BACK
from tilefall.rules.marathon_tetris import as_tetris, keys_to
from tilefall.rules.quintris import Quintris

Answer = TypeVar("Answer")
MOST_LOOKS = 10_000
KEYS = {"b": Action.LEFT, "m": Action.RIGHT, "n": Action.TURN, "h": Action.FLIP, ".": Action.DOWN}
MOVES = {
    LEFT: Action.LEFT,
    RIGHT: Action.RIGHT,
    TURN: Action.TURN,
    TURN_BACK: Action.TURN_BACK,
    DROP: Action.DROP,
}


@dataclass(frozen=True)
class Known(Generic[Answer]):
    """A thought that has come to its end."""

    found: Answer | BaseException

    is_done = True

    def wait(self, until: float) -> None:
        """Nothing to wait for."""

    def answer(self) -> Answer | BaseException:
        """The answer, or the error instead of it."""
        return self.found


class StillClock:
    """Time that never passes; whoever is asked answers at once."""

    look = LOOK

    def now(self) -> float:
        """Always the same."""
        return 0.0

    def sleep(self, until: float) -> None:
        """Nobody waits."""

    def begin(self, question: Callable[[], Answer], is_urgent: bool = True) -> Known[Answer]:
        """Answer a question."""
        try:
            return Known(question())
        except Exception as error:
            return Known(error)


def stages() -> AllStages:
    """The app, whose time stands still."""
    return AllStages(StillClock(), Keeper())


def watched(game: str, seed: int, position: int, keys: str = "") -> Stage:
    """The best agent at a position of a game, with all that it thinks, after some keys."""
    stage = stages().showing(Setup(parse_game(game), seed))
    now = 0.0
    stage.press("space", now)
    for _ in range(position):
        stage.advance(now)
        stage.press("right", now)
    for _ in range(MOST_LOOKS):
        if not stage.advance(now):
            break
    for key in keys:
        stage.press(key, now)
    return stage


def played_quintris(seed: int, pieces: int) -> PlayView:
    """Quintris as somebody plays it who knows it well, the last piece on its way down."""
    game = Quintris(reach="fall")
    live, player = LiveQuintris(game, seed), agent("greedy", game, seed)
    live.advance(0.0)
    for _ in range(pieces):
        state = live.state
        for key in state.keys_to(player.choose(state, Limit())):
            live.act(KEYS[key], 0.0)
        live.act(Action.DROP, 0.0)
    for action in (Action.TURN, *[Action.LEFT] * 3, *[Action.DOWN] * 6):
        live.act(action, 0.0)
    return quintris_view(live)


def played_marathon(seed: int, pieces: int) -> PlayView:
    """Marathon as somebody plays it who knows it well, with a piece on hold."""
    live = LiveMarathon(seed)
    live.act(Action.HOLD, 0.0)
    player = agent("lookahead", MARATHON_FOR_AGENTS, seed)
    for _ in range(pieces):
        state = as_tetris(live.state)
        assert state is not None
        keys = keys_to(live.state, state.game.moves[player.choose(state, Limit())])
        for move in keys or (DROP,):
            live.act(MOVES[move], 0.0)
    for action in (Action.TURN, *[Action.DOWN] * 5):
        live.act(action, 0.0)
    return marathon_view(live)


def screen(view: PlayView, width: int, height: int) -> Grid:
    """The screen of a game that is played."""
    return play_screen(view, width, height, Look())
