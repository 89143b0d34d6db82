"""Watching: a game that is looked at, position by position, while it is played or thought about.

Nothing here waits: threads think, and `advance` takes what they have found.
"""

from __future__ import annotations

from tilefall.agents.considering import Considered
from tilefall.engines import engine
from tilefall.play.clock import Clock
from tilefall.play.record import Record
from tilefall.play.turning import is_over
from tilefall.play.watching.judges import is_explained
from tilefall.play.watching.leafing import Leafing
from tilefall.play.watching.pace import USUAL
from tilefall.play.watching.pieces import by_pieces
from tilefall.play.watching.position import Beginning, Position
from tilefall.play.watching.sources import Source
from tilefall.play.watching.thinking import ASKING, Asking, Thinking
from tilefall.play.watching.unfolding import Unfolding
from tilefall.play.watching.wording import mistake_news, status
from tilefall.rules.game import State
from tilefall.rules.marathon import Marathon

# Positions beyond the one that is shown. Agents get ahead little by little: many may watch at once.
AT_FIRST, MATCH_AHEAD, RECORD_AHEAD = 10, 50, 1000


class Watching:
    """A game and the position of it that is shown. What changes something says whether it did."""

    def __init__(
        self,
        source: Source,
        clock: Clock,
        *,
        explainer: str | None = None,
        engine_name: str = "native",
        speed: float = USUAL,
        asking: Asking = ASKING,
    ) -> None:
        self.game, self.seed, self.names = source.game, source.seed, source.names
        self.source, self._look = source, clock.look
        self.news = ""  # what came of the last wish
        self.is_verifying = self.is_closed = False
        self._is_stirred = True  # something was wished since the last advance
        self.unfolding = Unfolding(source, clock, engine(engine_name))
        self.leafing = Leafing(self.unfolding, speed)
        self.thinking: Thinking | None = None  # of games that somebody can explain
        if is_explained(self.game):
            self.thinking = Thinking(
                source.game,
                source.names,
                source.seed,
                self.unfolding.positions,
                clock,
                explainer=explainer,
                engine_name=engine_name,
                asking=asking,
            )

    @property
    def position(self) -> int:
        """Which position is shown, 0 the first."""
        return self.leafing.position

    @property
    def length(self) -> int:
        """How many positions there are; those of a record from the start."""
        return self.unfolding.length

    @property
    def shown(self) -> Position:
        """The position that is shown, with its painted cells."""
        return self.unfolding.positions[self.position]

    @property
    def state(self) -> State:
        """The state that is shown."""
        return self.shown.state

    @property
    def before(self) -> State | None:
        """The state before the shown one, if there is one."""
        return self.unfolding.positions[self.position - 1].state if self.position else None

    @property
    def last_move(self) -> int | None:
        """The move that led to the shown position."""
        return self.unfolding.positions.moves[self.position - 1] if self.position else None

    @property
    def played(self) -> int | None:
        """The move that was played in the shown position, if it is known."""
        moves = self.unfolding.positions.moves
        return moves[self.position] if self.position < len(moves) else None

    @property
    def is_over(self) -> bool:
        """Whether no move is left in the shown position."""
        return is_over(self.state)

    @property
    def is_playing(self) -> bool:
        """Whether positions follow each other by themselves."""
        return self.leafing.pace.is_playing

    @property
    def considered(self) -> Considered | None:
        """What is thought of the shown position: by the judge where it found a mistake."""
        return self.thinking.of(self.position) if self.thinking else None

    @property
    def mistakes(self) -> tuple[int, ...]:
        """The positions at which a mistake was found."""
        return self.thinking.judge.mistakes if self.thinking else ()

    @property
    def values(self) -> tuple[float | None, ...]:
        """What every position is worth to player 0, None where nobody has looked."""
        if self.thinking is None:
            return (None,) * self.length
        return self.thinking.opinions.values.shown(self.length)

    @property
    def error(self) -> str:
        """What went wrong with the game or its explainer, if anything did."""
        return self.unfolding.error or (self.thinking.opinions.error if self.thinking else "")

    @property
    def status(self) -> str:
        """One line: what goes on, and what came of the last wish."""
        return status(self)

    def play(self) -> bool:
        """Go on from here by itself; from the start if this is the end."""
        self._wish()
        self.leafing.play()
        return True

    def pause(self) -> bool:
        """Stop here, also on the way to another position."""
        self._wish()
        return self.leafing.pause()

    def toggle(self) -> bool:
        """Play, or pause."""
        return self.pause() if self.is_playing else self.play()

    def faster(self) -> bool:
        """The next faster speed."""
        self._wish()
        return self.leafing.pace.change(1)

    def slower(self) -> bool:
        """The next slower speed."""
        self._wish()
        return self.leafing.pace.change(-1)

    def step(self, by: int) -> bool:
        """Some positions on or back, and stop there."""
        self._wish()
        return self.leafing.step(by)

    def step_pieces(self, by: int) -> bool:
        """Some pieces on or back, and stop there; a piece of marathon takes several keys."""
        if isinstance(self.game, Marathon):
            by = by_pieces(self.source.record().moves, self.position, by)
        return self.step(by)

    def seek(self, number: int) -> bool:
        """Show a position, the first or the last one if there is none of this number."""
        self._wish()
        return self.leafing.seek(number)

    def to_start(self) -> bool:
        """Show the first position."""
        return self.seek(0)

    def to_end(self) -> bool:
        """Show the last position, of a match the last one that was played."""
        return self.seek(self.length - 1)

    def preview(self, rank: int | None) -> bool:
        """Mark a candidate of the shown position, 1 the best; None marks none."""
        self._wish()
        seen = self.considered
        is_there = rank is None or (seen is not None and 1 <= rank <= len(seen.candidates))
        if not is_there or rank == self.leafing.preview:
            return False
        self.leafing.preview = rank
        return True

    def next_mistake(self) -> bool:
        """Look for a mistake from the shown position on, and go there when it is found."""
        return self._hunt(1)

    def previous_mistake(self) -> bool:
        """Look for a mistake before the shown position."""
        return self._hunt(-1)

    def verify(self) -> bool:
        """Check the record to its end; the status says whether it holds."""
        self._wish()
        if self.source.length is None:
            self.news = "a match that is being played needs no check"
        else:
            self.is_verifying = True
        return True

    def play_from_here(self) -> Beginning:
        """The shown position, for another game to go on from."""
        self._wish()
        self.leafing.pace.pause()
        return Beginning(self.game, self.seed, self.state, self.shown.cells)

    def record(self) -> Record:
        """The game so far, of a record all of it."""
        return self.source.record()

    def close(self) -> None:
        """End what goes on beside; what was played can still be looked at."""
        if not self.is_closed:
            self.is_closed = True
            self._wish()
            self.leafing.pace.pause()
            self.unfolding.close()
            if self.thinking:
                self.thinking.close()

    def advance(self, now: float) -> bool:
        """Take what threads have found, and show what is due; whether there is anything new."""
        self._is_stirred = False
        if self.is_closed:
            return False
        is_new = self.unfolding.advance(self._wanted())
        is_new |= self.leafing.advance(now) | self._say_verified()
        self.unfolding.want(self._wanted())  # from the position that is shown now
        if self.thinking:
            is_new |= self.thinking.advance(self.position) | self._say_hunted(self.thinking)
        return is_new

    def due(self, now: float) -> float | None:
        """When `advance` has something to do next; None if only a wish can change anything."""
        if self.is_closed:
            return None
        if self._is_stirred:
            return now
        is_busy = self.unfolding.is_busy or (self.thinking is not None and self.thinking.is_busy)
        times = [now + self._look] if is_busy else []
        if (due := self.leafing.due(now)) is not None:
            times.append(due)
        return min(times, default=None)

    def _wish(self) -> None:
        """Somebody wants something: what was wanted before is given up."""
        self._is_stirred = True
        self.news, self.is_verifying = "", False
        if self.thinking:
            self.thinking.stop()

    def _hunt(self, step: int) -> bool:
        self._wish()
        self.leafing.pace.pause()
        if self.thinking is None:
            self.news = f"nobody judges {self.game.name}"
        else:
            is_known = self.position in self.thinking.judge.known
            self.thinking.begin_hunt(self.position + (step if is_known or step < 0 else 0), step)
        return True

    def _wanted(self) -> int:
        """How many positions to make."""
        if self.source.length is None:
            return self.position + min(AT_FIRST + self.position // 4, MATCH_AHEAD) + 1
        if self.is_verifying:
            return self.source.length + 1
        hunted = self.thinking.hunt.number if self.thinking and self.thinking.hunt else 0
        return max(self.position, self.leafing.target or 0, hunted) + RECORD_AHEAD + 1

    def _say_verified(self) -> bool:
        if not (self.is_verifying and self.unfolding.is_complete):
            return False
        self.is_verifying = False
        holds = f"verified: {len(self.unfolding.positions) - 1:,} moves hold"
        self.news = self.unfolding.error or holds
        return True

    def _say_hunted(self, thinking: Thinking) -> bool:
        can_grow = self.source.length is not None and not self.unfolding.is_complete
        found = thinking.hunted(can_grow)
        if found is None:
            return False
        if isinstance(found, str):
            self.news = found
        else:
            self._is_stirred = self.leafing.show(found.number)  # there is more to think about
            self.news = mistake_news(found)
        return True
