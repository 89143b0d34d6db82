"""Marathon view: what there is to see of a game of Marathon, live or recorded."""

from __future__ import annotations

from tilefall.interfaces.screen.views import Figures, PieceView, PlayView, WellView
from tilefall.play.live.marathon import LiveMarathon
from tilefall.rules.falling_piece import HIDDEN, Falling
from tilefall.rules.marathon import MarathonState
from tilefall.rules.notation import Rows
from tilefall.rules.tetris import PIECES

ABOVE = 2  # rows over the top that are shown: those in which pieces appear


def marathon_view(live: LiveMarathon, best: str = "") -> PlayView:
    """The game at this moment; best is the best score so far, if there is one."""
    state = live.state
    return PlayView(
        title="Marathon",
        board=marathon_well(state, live.hidden_cells + live.cells),
        figures=_figures(live, best),
        following=marathon_following(state),
        held=None if state.held is None else _alone(state.held),
        has_hold=True,
        is_hold_spent=state.is_hold_spent,
        notice=_notice(live),
        hidden=live.is_paused,
    )


def marathon_well(state: MarathonState, painted: Rows) -> WellView:
    """The well of a state; painted are the letters of all its rows, the hidden ones first."""
    return WellView(
        game="tetris",
        cells=painted[HIDDEN:],
        above=ABOVE,
        piece=_placed(state.falling),
        ghost=_placed(state.ghost),
        roof=painted[HIDDEN - ABOVE : HIDDEN],
    )


def marathon_following(state: MarathonState) -> tuple[PieceView, ...]:
    """The pieces that come next."""
    return tuple(map(_alone, state.queue))


def _figures(live: LiveMarathon, best: str) -> Figures:
    state = live.state
    figures = [
        ("score", f"{state.score:,}"),
        ("lines", str(state.lines)),
        ("level", str(state.level)),
        *([("best", best)] if best else []),
        ("pieces", str(state.pieces)),
        ("seed", str(live.seed)),
    ]
    return tuple(figures)


def _notice(live: LiveMarathon) -> str:
    """How things stand; a game with help always says so."""
    if live.is_over:
        stand = "game over"
    elif live.is_paused:
        stand = "paused"
    else:
        stand = live.news
    return "; ".join(filter(None, (stand, "practice: assisted" if live.is_assisted else "")))


def _placed(piece: Falling | None) -> PieceView | None:
    """A piece in the well, as far as its rows are shown."""
    if piece is None:
        return None
    places = tuple(place for place in piece.places if place[0] >= -ABOVE)
    return PieceView(PIECES.letters[piece.piece], places)


def _alone(piece: int) -> PieceView:
    """A piece as it appears, by itself."""
    return PieceView(PIECES.letters[piece], PIECES.shapes[PIECES.of_piece[piece][0]].cells)
