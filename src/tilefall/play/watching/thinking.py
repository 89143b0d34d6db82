"""Thinking: all that is thought of a watched game: opinions, and the hunt for mistakes."""

from __future__ import annotations

from itertools import chain, islice

from tilefall.agents.agent import UNLIMITED, Limit
from tilefall.agents.catalog import agent
from tilefall.agents.considering import Considered, NoReasons, SlidesSeen, has_reasons
from tilefall.play.clock import Clock
from tilefall.play.turning import is_over
from tilefall.play.watching.hunt import Hunt, Judge, PlayedMove
from tilefall.play.watching.judges import explainer_of, judge_of
from tilefall.play.watching.mistakes import Judged
from tilefall.play.watching.opinions import Asked, Opinions, value_at_the_end
from tilefall.play.watching.positions import Positions
from tilefall.play.watching.sources import Source

NEAR = (1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3, -4)  # positions whose candidates are wanted next
FAR = 300  # on either side: positions whose values are wanted for the graph
MOST_ASKED = 16  # positions at a time


class Thinking:
    """What is thought of the positions of a game by its explainer and its judge."""

    def __init__(
        self,
        source: Source,
        positions: Positions,
        clock: Clock,
        *,
        explainer: str | None = None,
        engine_name: str = "native",
        limit: Limit = UNLIMITED,
    ) -> None:
        game, names, seed = source.game, source.names, source.seed
        usual = explainer_of(game, names, seed, engine_name)
        if explainer and not has_reasons(agent(explainer, game, seed, engine_name), game):
            raise NoReasons(f"{explainer}: it has no reasons to give; try {usual}.")
        name = explainer or usual
        judge = judge_of(game, names, seed, engine_name)
        self.positions = positions
        self.opinions = Opinions(name, lambda: agent(name, game, seed, engine_name), clock, limit)
        self.judge = Judge(judge, lambda: agent(judge, game, seed, engine_name), clock, limit)
        self.hunt: Hunt | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a thread thinks."""
        return self.opinions.is_busy or self.judge.is_busy

    def of(self, number: int) -> Considered | None:
        """What is thought of a position: by the judge where it found a mistake."""
        mistake = self.judge.known.get(number)
        return self.opinions.of(number) if mistake is None else mistake.seen

    def advance(self, shown: int) -> bool:
        """Take what was found, and think about the shown position, then about those around it."""
        is_new = self.opinions.hear()
        first = None if self.opinions.knows(shown) else self._asked(shown)
        self.opinions.ask(first, [each for n in self._around(shown) if (each := self._asked(n))])
        self._value_the_end(shown)
        return self.judge.hear() or is_new

    def _around(self, shown: int) -> list[int]:
        """The next positions that are to be thought about, the nearest first."""
        knows, values = self.opinions.knows, self.opinions.values
        near = (shown + by for by in NEAR if not knows(shown + by))
        both = (shown + side * by for by in range(1, FAR) for side in (1, -1))
        far = (number for number in both if number not in values)
        found = (n for n in chain(near, far) if 0 <= n < len(self.positions))
        return list(islice(dict.fromkeys(islice(found, 2 * MOST_ASKED)), MOST_ASKED))

    def _asked(self, number: int) -> Asked | None:
        """A position to think about; None if there is nothing to choose."""
        state = self.positions[number].state
        return None if is_over(state) else Asked(number, state)

    def _value_the_end(self, shown: int) -> None:
        """A game that is over has a value that nobody has to think about."""
        seen = self.opinions.of(shown - 1)
        values = self.opinions.values
        if seen is not None and shown not in values and is_over(self.positions[shown].state):
            has_odds = isinstance(seen, SlidesSeen) and seen.has_odds
            value = value_at_the_end(self.positions[shown].state, has_odds)
            if value is not None:
                values.put(shown, value)

    def begin_hunt(self, number: int, step: int) -> None:
        """Look for a mistake from a position on, 1 forwards or -1 backwards."""
        self.judge.error = ""
        self.hunt = Hunt(self.judge, number, step)

    def hunted(self, can_grow: bool) -> Judged | str | None:
        """The mistake that the hunt has found, or why there is none; None if it goes on."""
        if self.hunt is None:
            return None
        hunt, end = self.hunt, len(self.positions.moves)
        found = hunt.pass_known(end)
        is_done = hunt.number < 0 or (hunt.number >= end and not can_grow)
        if found is None and not is_done and not self.judge.error:
            if not self.judge.is_busy:
                self.judge.ask([self._played(number) for number in hunt.next_numbers(end)])
            return None
        self.hunt = None
        where = "before" if hunt.step < 0 else "after"
        return found or self.judge.error or f"no mistake {where} this, says {self.judge.name}"

    def _played(self, number: int) -> PlayedMove:
        return PlayedMove(number, self.positions[number].state, self.positions.moves[number])

    def stop(self) -> None:
        """Give up the hunt."""
        self.hunt = None
        self.judge.stop()

    def close(self) -> None:
        """Let the threads end."""
        self.stop()
        self.opinions.close()
