"""Advisor: what an agent says of a position that a person is in, thought beside the game."""

from __future__ import annotations

from dataclasses import replace

from tilefall.agents.agent import UNLIMITED, Limit
from tilefall.agents.catalog import agent
from tilefall.agents.considering import Considered, PlacementsSeen, considered, default_explainer
from tilefall.interfaces.screen.live_view import piece_view
from tilefall.interfaces.screen.opinion_views import candidate_views, value_text
from tilefall.interfaces.screen.views import CandidateView, PlayView, TilesView, WellView
from tilefall.play.clock import Clock, Thought
from tilefall.rules.game import State

SHOWN = 3  # candidates


class Advisor:
    """Asks an agent about a position, and lays its answer over the game."""

    def __init__(self, clock: Clock, engine: str, limit: Limit = UNLIMITED) -> None:
        self._clock, self._engine, self._limit = clock, engine, limit
        self._thought: Thought[Considered] | None = None
        self._answer: Considered | None = None
        self._lines: tuple[str, ...] = ()

    @property
    def is_asked(self) -> bool:
        """Whether there is a question, answered or not."""
        return self._thought is not None or bool(self._lines)

    @property
    def candidates(self) -> tuple[CandidateView, ...]:
        """The best moves, as soon as there is an answer."""
        return () if self._answer is None else _shown(self._answer)

    def ask(self, state: State | None, seed: int) -> None:
        """Begin to think about a position; None is one that no agent knows."""
        self.forget()
        if state is None:
            self._lines = ("No agent plays with a stack as high as this.",)
            return
        name = default_explainer(state.game)
        made = agent(name, state.game, seed, self._engine)
        self._lines = (f"{name} is thinking ...",)
        limit = self._limit
        self._thought = self._clock.begin(lambda: considered(state, made, name, limit))

    def forget(self) -> None:
        """Ask no more; an answer that comes later is not heard."""
        self._thought, self._answer, self._lines = None, None, ()

    def advance(self, now: float) -> bool:
        """Look whether the answer is there."""
        if self._thought is None or not self._thought.is_done:
            return False
        answer = self._thought.answer()
        self._thought = None
        if isinstance(answer, BaseException):
            self._lines = (f"No advice: {answer}",)
        else:
            self._answer = answer
            self._lines = (*_lines(answer), answer.why or "It is the only move.")
        return True

    def due(self, now: float) -> float | None:
        """When to look again."""
        return None if self._thought is None else now + self._clock.look

    def shown(self, view: PlayView) -> PlayView:
        """The view with the advice on it: lines, and the best move on the board."""
        if not self._lines:
            return view
        view = replace(view, advice=self._lines, hidden=False)
        answer, board = self._answer, view.board
        if isinstance(answer, PlacementsSeen) and isinstance(board, WellView):
            best = answer.state.game.moves[answer.candidates[0].move]
            return replace(view, board=replace(board, outline=piece_view(best), outline_name="1"))
        if answer is not None and isinstance(board, TilesView):
            assert not isinstance(answer, PlacementsSeen)
            said = {slide.name: value_text(answer, slide) for slide in answer.candidates}
            best_slide = answer.candidates[0].name
            return replace(view, board=replace(board, said=said, best=best_slide))
        return view


def _lines(answer: Considered) -> list[str]:
    """The best candidates, a line each."""
    return [f"{each.rank}  {each.name}  {each.value}" for each in _shown(answer)]


def _shown(answer: Considered) -> tuple[CandidateView, ...]:
    return candidate_views(answer, None, None)[:SHOWN]
