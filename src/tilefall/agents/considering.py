"""Considering: what an agent thinks of every move of a position, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tilefall.agents.agent import UNLIMITED, Agent, Limit, SeenAll, Thinker
from tilefall.agents.course import CourseAgent
from tilefall.agents.expecting import ExpectiminimaxAgent
from tilefall.agents.linear import LinearAgent
from tilefall.agents.minimaxing import MinimaxAgent
from tilefall.agents.searching import SearchAgent
from tilefall.agents.tiles import TileGreedy, tile_value
from tilefall.engines.protocol import FallingState
from tilefall.errors import UsageError
from tilefall.rules.game import Game, State
from tilefall.rules.ijk import Ijk, IjkState
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState
from tilefall.search.course import CourseSearch
from tilefall.search.course_explain import course_explained
from tilefall.search.expectimax import Search, searched
from tilefall.search.expectiminimax import FRACTION
from tilefall.search.explain import Explained, Ranked, explained, sentence
from tilefall.search.minimax import WIN, PlainMinimax, Thought
from tilefall.search.slide_explain import Slide, Valuer, slide_sentence, slides, valued_slides

FALLING_EXPLAINER = "expectimax"


class NoReasons(UsageError, ValueError):
    """An agent that only chooses was asked what it thinks; says who can be asked instead."""


@dataclass(frozen=True)
class PlacementsSeen:
    """What an agent thinks of the placements of a piece."""

    state: FallingState
    agent: str
    depth: int
    candidates: Sequence[Explained]  # best first
    placements: int  # how many it looked at in all

    @property
    def moves(self) -> Sequence[int]:
        """The moves of the candidates."""
        found = self.candidates
        return found.moves if isinstance(found, Ranked) else [each.move for each in found]

    @property
    def why(self) -> str:
        """Why the first beats the second; empty if it is the only one."""
        return sentence(*self.candidates[:2]) if len(self.candidates) > 1 else ""


@dataclass(frozen=True)
class SlidesSeen:
    """What an agent thinks of the four slides of a state; values are those of the one who slides.

    With odds, values are what networks learn (J11).
    """

    state: IjkState
    agent: str
    depth: int
    candidates: tuple[Slide, ...]  # best first
    thought: Thought | None = None  # of the search for the best one, where there is no chance
    has_odds: bool = False

    @property
    def moves(self) -> Sequence[int]:
        """The moves of the candidates."""
        return [each.move for each in self.candidates]

    @property
    def why(self) -> str:
        """The sentence about them."""
        return slide_sentence(list(self.candidates), self.state.player)


Considered = PlacementsSeen | SlidesSeen


Consider = Callable[[State, Agent, str], Considered]  # what an agent of this name thinks


def default_explainer(game: Game) -> str:
    """Who explains if nobody is asked for.

    >>> default_explainer(Ijk(mode="nondeterministic"))
    'expectiminimax'
    """
    if isinstance(game, Ijk):
        return "alphabeta" if game.mode == "deterministic" else "expectiminimax"
    return FALLING_EXPLAINER


def has_reasons(made: Agent, game: Game) -> bool:
    """Whether an agent that plays this game can tell what it thinks of its moves."""
    if isinstance(game, Ijk):
        return isinstance(made, TileGreedy | Thinker)
    return isinstance(made, CourseAgent | SearchAgent | LinearAgent)


def considered(state: State, made: Agent, name: str = "", limit: Limit = UNLIMITED) -> Considered:
    """What an agent thinks of all moves of a state that is not over.

    The name is how the agent was asked for, if that says more than its own.
    """
    name = name or made.name
    if not has_reasons(made, state.game):
        instead = default_explainer(state.game)
        raise NoReasons(f"{name}: it has no reasons to give; try {instead}.")
    if isinstance(state, IjkState):
        return _slides_seen(state, made, name, limit)
    assert isinstance(state, QuintrisState | TetrisState), f"no reasons in {state.game.name}"
    search, found = _candidates(state, made, limit)
    return PlacementsSeen(state, name, search.depth, found, search.placements)


def _candidates(
    state: FallingState, made: Agent, limit: Limit
) -> tuple[Search | CourseSearch, Sequence[Explained]]:
    if isinstance(made, CourseAgent):
        seen = made.think(state, limit)
        return seen, course_explained(state, seen, made.program)
    if isinstance(made, SearchAgent):
        search = made.think(state, limit)
    else:
        assert isinstance(made, LinearAgent)
        search = searched(state, made.weights.weights, (1,) * len(state.seen), 1, made.engine)
    return search, explained(state, search, made.weights, made.engine)


def _slides_seen(state: IjkState, made: Agent, name: str, limit: Limit) -> SlidesSeen:
    if isinstance(made, TileGreedy):
        return SlidesSeen(state, name, 1, tuple(_greedy_slides(state)))
    assert isinstance(made, Thinker)
    if state.game.mode == "deterministic":
        found = slides(state, _valuer(made, limit))
        thought = made.think(state, limit)
        assert isinstance(thought, Thought)
        depth = limit.depth or made.depth
        return SlidesSeen(state, name, depth, tuple(found), thought, _has_odds(made))
    seen = made.think(state, limit)
    assert isinstance(seen, SeenAll), f"{name} tells nothing of other moves than the best"
    values = [value / FRACTION for value in seen.values]
    found = valued_slides(state, values)
    return SlidesSeen(state, name, seen.depth, tuple(found), has_odds=_has_odds(made))


def _has_odds(made: Thinker) -> bool:
    """True if an agent's values are odds."""
    if isinstance(made, ExpectiminimaxAgent):
        return made.plan.evaluation.network is not None
    return isinstance(made, MinimaxAgent) and made.evaluation.network is not None


def _valuer(made: Thinker, limit: Limit) -> Valuer:
    """What an agent thinks of a state that is a slide further on."""
    depth = limit.depth or made.depth
    if isinstance(made, MinimaxAgent) and depth == 1:
        plain = PlainMinimax(made.evaluation)
        return lambda state: plain.of_state(state, depth=0, ply=0)
    shallower = replace(limit, depth=depth - 1)
    return lambda state: made.think(state, shallower).value


def _greedy_slides(state: IjkState) -> list[Slide]:
    """The slides as the greedy agent ranks them: by who wins at once, then by the tiles."""
    side = 1 - 2 * state.player
    after = {move: state.play(move) for move in state.legal_moves()}
    ranking = sorted(
        after, key=lambda move: (-side * after[move].reward, -side * tile_value(after[move].board))
    )
    found = [(move, after[move]) for move in ranking]
    return [
        Slide(move, side * (each.reward * (WIN - 1) or tile_value(each.board)), each.board)
        for move, each in found
    ]
