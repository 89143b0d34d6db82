"""Watch view: what there is to see of a watched game at a moment."""

from __future__ import annotations

from tilefall.agents.considering import Considered, SlidesSeen
from tilefall.interfaces.screen.boards import (
    following_views,
    plain_board,
    tiles_view,
    well_view,
)
from tilefall.interfaces.screen.opinion_views import (
    candidate_views,
    reason_views,
    thinker,
    value_text,
)
from tilefall.interfaces.screen.views import Board, CandidateView, Figures, TilesView, WatchView
from tilefall.play.watching import Watching
from tilefall.rules.ijk import MOVES, PLAYERS, IjkState
from tilefall.rules.marathon import MarathonState
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState


def watch_view(watching: Watching) -> WatchView:
    """The shown position of a game, and all that is thought of it."""
    seen = watching.considered
    return WatchView(
        title=title_of(watching),
        board=board_of(watching, seen),
        figures=figures_of(watching, seen),
        candidates=_candidates(watching, seen),
        reasons=reason_views(seen) if seen else (),
        why=seen.why if seen else "",
        values=watching.values,
        position=watching.position,
        length=watching.length,
        status=watching.status,
        following=following_views(watching.state),
        mistakes=watching.mistakes,
        nothing="the game is over" if watching.is_over else "",
        is_explained=watching.thinking is not None,
    )


def title_of(watching: Watching) -> str:
    """What is watched, in one line."""
    return f"{watching.game.text()}, {' against '.join(watching.names)}, seed {watching.seed}"


def board_of(watching: Watching, seen: Considered | None) -> Board:
    """The shown position as a board, with what is thought of it."""
    state, cells = watching.state, watching.shown.cells
    rank = watching.leafing.preview
    if isinstance(state, QuintrisState | TetrisState):
        marked = seen.candidates[rank - 1].move if seen and rank else None
        name = str(rank) if rank else ""
        return well_view(state, cells, played=watching.played, marked=marked, marked_name=name)
    if isinstance(state, IjkState):
        return _tiles(watching, state, seen)
    return plain_board(state, cells)  # a game that is only shown has its view there


def _tiles(watching: Watching, state: IjkState, seen: Considered | None) -> Board:
    before, rank = watching.before, watching.leafing.preview
    assert before is None or isinstance(before, IjkState)
    if not isinstance(seen, SlidesSeen):
        return tiles_view(state, before, watching.last_move, {})
    if rank:  # the board that the slide would lead to
        slide = seen.candidates[rank - 1]
        return TilesView(slide.board, last=slide.name)
    said = {each.name: value_text(seen, each) for each in seen.candidates}
    return tiles_view(state, before, watching.last_move, said, seen.candidates[0].name)


def _candidates(watching: Watching, seen: Considered | None) -> tuple[CandidateView, ...]:
    if seen is None:
        return ()
    return candidate_views(seen, watching.played, watching.leafing.preview)


def figures_of(watching: Watching, seen: Considered | None) -> Figures:
    """The score and the like, and who thinks how deep."""
    state = watching.state
    moves = f"{watching.position:,} of {watching.length - 1:,}"
    figures = [("score", f"{state.score:,}"), ("move", moves)]
    if isinstance(state, IjkState):
        figures[0] = ("to move", _mover(watching, state))
        if watching.is_over:
            figures[0] = ("result", {1: "+ has won", -1: "- has won", 0: "a tie"}[state.score])
        if watching.played is not None:
            figures.append(("plays", MOVES[watching.played]))
    if isinstance(state, MarathonState):
        figures += [("lines", f"{state.lines:,}"), ("level", str(state.level))]
    if seen is not None:
        figures += [("thinks", thinker(seen.agent)), ("depth", str(seen.depth))]
    return tuple(figures)


def _mover(watching: Watching, state: IjkState) -> str:
    return f"{PLAYERS[state.player]} {watching.names[state.player]}"
