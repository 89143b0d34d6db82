"""LiveIjk: a person slides letters against an agent, or against whoever sits beside."""

from __future__ import annotations

from tilefall.agents.agent import UNLIMITED, Agent, Limit, close, tell_over
from tilefall.play.clock import Clock, RealClock
from tilefall.play.live.history import History, Moment
from tilefall.play.live.live import Action
from tilefall.play.live.mind import Mind, failure_line
from tilefall.play.live.stopwatch import Stopwatch
from tilefall.play.record import Record
from tilefall.rules.dice import Dice
from tilefall.rules.game import IllegalMove
from tilefall.rules.ijk import MOVES, Ijk, IjkState
from tilefall.rules.notation import Rows

SLIDES = {Action.UP: "U", Action.DOWN: "D", Action.LEFT: "L", Action.RIGHT: "R"}
SHOWN = 0.3  # seconds for which a slide is seen before the answer to it


class LiveIjk:
    """The agent thinks beside the game, and its slide is seen some time after the person's.

    A key is meant for the board that is seen: one that comes while the agent is to slide is lost.
    """

    def __init__(
        self,
        game: Ijk,
        seed: int,
        against: Agent | None = None,
        person_is: int = 0,
        *,
        limit: Limit = UNLIMITED,
        start: IjkState | None = None,
        clock: Clock | None = None,
    ) -> None:
        if person_is not in (0, 1):
            raise ValueError(f"player {person_is}, allowed are 0 and 1")
        first = game.start(Dice(seed)) if start is None else start
        self.game, self.seed, self.start = game, seed, start
        self.against, self.person_is = against, person_is
        self.failure = ""  # why the agent could not go on, in one line
        self._history = History(game, seed, Moment(first, first.board), start)
        self._watch = Stopwatch()
        self._seen_since = 0.0
        self._mind: Mind | None = None
        clock = RealClock() if clock is None else clock
        self._look = clock.look
        if against is not None:
            self._mind = Mind(against, limit, clock)

    @property
    def state(self) -> IjkState:
        """The position."""
        return self._history.now.state

    @property
    def actions(self) -> tuple[Action, ...]:
        """What can be asked for."""
        return tuple(SLIDES)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by its rules (I10), or because the agent could not go on."""
        return self.state.is_over or bool(self.failure)

    @property
    def is_assisted(self) -> bool:
        """Whether a slide was taken back, or an agent gave advice."""
        return self._history.is_assisted

    @property
    def is_paused(self) -> bool:
        """Whether no slide is made; an agent that thinks goes on."""
        return self._watch.is_stopped

    @property
    def is_thinking(self) -> bool:
        """Whether the agent is to slide."""
        return not self.is_over and not self._is_persons(self.state)

    @property
    def result(self) -> int | None:
        """1 if the person has won against the agent, -1 if it has, 0 for a tie; else None."""
        if self.against is None or not self.state.is_over:
            return None
        return -self.state.score if self.person_is else self.state.score

    @property
    def cells(self) -> Rows:
        """The board."""
        return self._history.now.cells

    @property
    def last(self) -> str:
        """The letter of the slide that led here; empty at the start."""
        move = self._history.now.last
        return "" if move is None else MOVES[move]

    @property
    def new(self) -> tuple[int, int] | None:
        """Row and column of the tile that has just appeared (I9)."""
        return self._history.now.new

    def _is_persons(self, state: IjkState) -> bool:
        return self._mind is None or state.player == self.person_is

    def act(self, action: Action, now: float) -> bool:
        """Slide, if it is the person's turn."""
        if self.is_paused or self.is_over or action not in SLIDES:
            return False
        if self.is_thinking:
            return self.advance(now)
        self._slide(MOVES.index(SLIDES[action]), now)
        self.advance(now)  # the agent is asked at once
        return True

    def _slide(self, move: int, now: float) -> None:
        after = self.state.play(move)
        state = after.draw(self._history.dice)
        new = next(
            (
                (row, column)
                for row, line in enumerate(state.board)
                for column, tile in enumerate(line)
                if tile != after.board[row][column]
            ),
            None,
        )
        self._history.add(Moment(state, state.board, move, after.reward, new))
        self._seen_since = self._watch.read(now)

    def advance(self, now: float) -> bool:
        """Let the agent slide if it has its answer, and the board was seen for long enough."""
        self._watch.read(now)
        if self._mind is None or self.is_paused or not self.is_thinking:
            return False
        answer = self._mind.answer(self.state)
        if answer is None or now < self._seen_until():
            return False
        if isinstance(answer, BaseException):
            return self._fail(failure_line(self._mind.agent, self.state.turn, answer))
        try:
            self._slide(answer, now)
        except IllegalMove as error:
            chosen = str(error).partition(", in:")[0]
            return self._fail(f"{self._mind.agent.name} chose {chosen}")
        return True

    def _fail(self, reason: str) -> bool:
        """The game ends here; after an undo the agent may be asked again."""
        assert self._mind is not None
        self.failure = reason
        self._mind.forget()
        return True

    def _seen_until(self) -> float:
        return self._watch.time_of(self._seen_since + SHOWN)

    def due(self, now: float) -> float | None:
        """When the agent slides, or is looked at again; None if it is the person's turn."""
        self._watch.read(now)
        if self._mind is None or self.is_paused or not self.is_thinking:
            return None
        if self._mind.has_answer(self.state):
            return self._seen_until()
        return max(self._seen_until(), now + self._look)

    def pause(self, now: float) -> None:
        """Make no slide until it goes on."""
        self.advance(now)
        if not self.is_over:
            self._watch.stop(now)

    def resume(self, now: float) -> None:
        """Let the time go on."""
        self._watch.go(now)

    def undo(self, now: float) -> bool:
        """Take back the person's last slide, and the answer to it."""
        if self.is_paused:
            return False
        earlier = self._history.moments[-2::-1]
        moves = next((i for i, each in enumerate(earlier, 1) if self._is_persons(each.state)), 0)
        if not self._history.take_back(moves):
            return False
        self.failure = ""
        return True

    def assist(self) -> None:
        """Mark the game as assisted."""
        self._history.is_assisted = True

    def record(self) -> Record:
        """The game so far."""
        return self._history.record(tuple(map(self._name, (0, 1))))

    def _name(self, player: int) -> str | None:
        if self.against is None or player == self.person_is:
            return None
        return self.against.name

    def close(self) -> None:
        """Tell the agent how the game ended, if it did, and end what it has started."""
        if self.against is None:
            return
        try:
            if self.state.is_over:
                tell_over([self.against], self.state)
        finally:
            close([self.against])
