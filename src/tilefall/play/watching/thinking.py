"""Thinking: all that is thought of a watched game: opinions, and the hunt for mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from tilefall.agents.catalog import agent
from tilefall.agents.considering import Considered, NoReasons, SlidesSeen, has_reasons
from tilefall.play.clock import Clock
from tilefall.play.watching.hunt import Hunt, Judge, PlayedMove
from tilefall.play.watching.judges import explainer_of, judge_of
from tilefall.play.watching.mistakes import Judged
from tilefall.play.watching.opinions import Asked, Opinions, value_at_the_end
from tilefall.play.watching.positions import Positions
from tilefall.play.watching.turning import is_over
from tilefall.rules.game import Game

AROUND = (1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3, -4)  # thought about after the one that is shown


class Thinking:
    """What is thought of the positions of a game by its explainer and its judge."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        seed: int,
        positions: Positions,
        clock: Clock,
        *,
        explainer: str | None = None,
        engine_name: str = "native",
    ) -> None:
        usual = explainer_of(game, names, seed, engine_name)
        if explainer and not has_reasons(agent(explainer, game, seed, engine_name), game):
            raise NoReasons(f"{explainer}: it has no reasons to give; try {usual}.")
        name = explainer or usual
        judge = explainer or judge_of(game, names, seed, engine_name)
        self.positions = positions
        self.opinions = Opinions(name, lambda: agent(name, game, seed, engine_name), clock)
        self.judge = Judge(judge, lambda: agent(judge, game, seed, engine_name), clock)
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
        first, *others = (self._asked(shown + by) for by in (0, *AROUND))
        around = [each for each in others if each is not None]
        is_new = self.opinions.advance(first, around)
        self._value_the_end(shown)
        return self.judge.hear() or is_new

    def _asked(self, number: int) -> Asked | None:
        """A position to think about; None if that is done or there is nothing to choose."""
        is_there = 0 <= number < len(self.positions)
        if not is_there or self.opinions.knows(number):
            return None
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
        self.hunt = Hunt(self.judge, number, step)

    def hunted(self, can_grow: bool) -> Judged | str | None:
        """The mistake that the hunt has found, or why there is none; None if it goes on."""
        if self.hunt is None:
            return None
        hunt, end = self.hunt, len(self.positions.moves)
        found = hunt.pass_known(end)
        is_done = hunt.number < 0 or (hunt.number >= end and not can_grow)
        if found is None and not is_done and not self.judge.error:
            numbers = hunt.next_numbers(end)
            moves = self.positions.moves
            self.judge.ask(
                [PlayedMove(each, self.positions[each].state, moves[each]) for each in numbers]
                if not self.judge.is_busy
                else []
            )
            return None
        self.hunt = None
        where = "before" if hunt.step < 0 else "after"
        return found or self.judge.error or f"no mistake {where} this, says {self.judge.name}"

    def stop(self) -> None:
        """Give up the hunt."""
        self.hunt = None
        self.judge.stop()

    def close(self) -> None:
        """Let the threads end."""
        self.stop()
        self.opinions.close()
