"""Unfolding: the positions of a game become known, in a thread, as far as somebody wants them."""

from __future__ import annotations

from tilefall.engines import Engine
from tilefall.play.clock import Clock, Thought
from tilefall.play.watching.positions import Positions
from tilefall.play.watching.sources import Growth, Source

FIRST = 2  # positions that are made at first: so many who begin at once wait little
STRIDE = 5  # positions of a match that may be missing: some at once are less trouble than each


class Unfolding:
    """A source and what it has given so far."""

    def __init__(self, source: Source, clock: Clock, engine: Engine) -> None:
        self.source = source
        self.positions = Positions(source.first, source.seed, engine)
        self.is_complete = False  # nothing follows
        self.error = ""  # why nothing follows, if the game has not come to its end
        self._clock = clock
        self._thought: Thought[Growth] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether positions are being made."""
        return self._thought is not None

    @property
    def length(self) -> int:
        """How many positions there are, also those that are not made yet."""
        if self.source.length is None or self.is_complete:
            return len(self.positions)
        return self.source.length

    def advance(self, wanted: int) -> bool:
        """Take what has been made, and go on up to so many; whether there is anything new.

        Whoever wants more than there are learns whether that is all, and a record's end holds.
        """
        is_new = self._hear()
        self.want(wanted)
        return is_new

    def want(self, wanted: int) -> None:
        """Go on up to so many positions, if many of them are missing."""
        missing = wanted - len(self.positions)
        is_match = self.source.length is None
        if missing > (STRIDE if is_match else 0):
            is_first = is_match and len(self.positions) == 1
            self._ask(min(missing, FIRST) if is_first else missing)

    def _ask(self, most: int) -> None:
        if self._thought is None and not self.is_complete:
            last, more = self.positions.last, self.source.more
            self._thought = self._clock.begin(lambda: more(last, most))

    def _hear(self) -> bool:
        if self._thought is None or not self._thought.is_done:
            return False
        answer, self._thought = self._thought.answer(), None
        if isinstance(answer, BaseException):  # sources tell their errors: this is a fault
            answer = Growth((), is_complete=True, error=f"{type(answer).__name__}: {answer}")
        for ply in answer.plies:
            self.positions.add(ply.move, ply.position)
            self.source.note(ply)
        self.is_complete, self.error = answer.is_complete, answer.error
        return True

    def close(self) -> None:
        """End what the source has started; comes back at once."""
        self.is_complete = True
        self._clock.begin(self.source.close)
