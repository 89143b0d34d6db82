"""History: the positions of a live game, which can be taken back, and the record of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from tilefall.play.live.live import ASSISTED, PERSON
from tilefall.play.match import Recorder
from tilefall.play.record import Record
from tilefall.rules.dice import Dice
from tilefall.rules.game import Game, State
from tilefall.rules.notation import Rows

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Moment(Generic[S]):
    """A position, with what can be seen of the way to it."""

    state: S
    cells: Rows  # the board as it is painted
    last: int | None = None  # the move that led here; None at the start
    reward: int = 0  # what that move was worth
    new: tuple[int, int] | None = None  # IJK: where a tile has just appeared


class History(Generic[S]):
    """All moments of a game from its start to now."""

    def __init__(self, game: Game, seed: int, first: Moment[S], start: State | None) -> None:
        if first.state.game != game:
            raise ValueError(f"a start of {first.state.game.text()}, expected {game.text()}")
        self.dice = Dice(seed)
        self.is_assisted = False
        self._moments = [first]
        self._recorder = Recorder(game, (PERSON,) * game.players, seed, start)

    @property
    def now(self) -> Moment[S]:
        """The moment that the game has come to."""
        return self._moments[-1]

    @property
    def before(self) -> Moment[S] | None:
        """The moment before the last move; None at the start."""
        return self._moments[-2] if len(self._moments) > 1 else None

    @property
    def moments(self) -> tuple[Moment[S], ...]:
        """All of them, the first one first."""
        return tuple(self._moments)

    def add(self, moment: Moment[S]) -> None:
        """Go on to a moment."""
        assert moment.last is not None, "a moment to which no move led"
        self._recorder.add(moment.last, moment.state)
        self._moments.append(moment)

    def take_back(self, moves: int) -> bool:
        """Whether there were so many moves; they are gone then, and the game is assisted."""
        if not 0 < moves < len(self._moments):
            return False
        del self._moments[-moves:]
        self._recorder.take_back(moves)
        self.is_assisted = True
        return True

    def record(self, agents: tuple[str | None, ...]) -> Record:
        """The game so far; None stands for the person."""
        person = ASSISTED if self.is_assisted else PERSON
        names = tuple(person if name is None else name for name in agents)
        return replace(self._recorder.record(), agents=names).sealed()
