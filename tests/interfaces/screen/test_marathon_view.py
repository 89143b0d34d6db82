"""Marathon as a screen shows it: cells above the top, what is held and what comes, notices."""

from __future__ import annotations

from tests.rules.marathon import EMPTY_ROW, SEED, START, at, begun, number, spun
from tilefall.interfaces.screen.marathon_view import marathon_view
from tilefall.interfaces.screen.views import PieceView, WellView
from tilefall.play.live.live import Action
from tilefall.play.live.marathon import LiveMarathon
from tilefall.rules.falling_piece import Falling


def well_of(live: LiveMarathon) -> WellView:
    board = marathon_view(live).board
    assert isinstance(board, WellView)
    return board


def test_the_view_shows_all_there_is() -> None:
    live = begun()
    live.act(Action.HOLD, START)
    view = marathon_view(live, best="9,000")
    assert view.title == "Marathon"
    assert view.figures == (
        ("score", "0"),
        ("lines", "0"),
        ("level", "1"),
        ("best", "9,000"),
        ("pieces", "0"),
        ("seed", str(SEED)),
    )
    assert ("best", "") not in marathon_view(live).figures
    assert [each.letter for each in view.following] == [*"OJIT", view.following[-1].letter]
    assert view.following[0] == PieceView("O", ((0, 0), (0, 1), (1, 0), (1, 1)))
    assert view.held == PieceView("L", ((0, 2), (1, 0), (1, 1), (1, 2)))
    assert (view.has_hold, view.is_hold_spent, view.notice, view.hidden) == (True, True, "", False)
    well = well_of(live)
    assert (well.game, well.above, len(well.cells)) == ("tetris", 2, 20)
    assert well.piece == PieceView("S", ((-1, 4), (-1, 5), (0, 3), (0, 4)))
    assert well.ghost == PieceView("S", ((18, 4), (18, 5), (19, 3), (19, 4)))
    assert well.roof == (EMPTY_ROW,) * 2


def test_the_view_shows_cells_above_the_top() -> None:
    live = begun()
    board = (EMPTY_ROW,) * 19 + ("x.........",) * 21
    live.state = at(EMPTY_ROW, board=board, falling=Falling(number("I"), 1, -10, 6, -10))
    live._painted = board
    well = well_of(live)
    assert well.roof == (EMPTY_ROW, "x.........")
    assert well.piece == PieceView("I", ())  # too high to be seen
    assert well.ghost is not None


def test_notices() -> None:
    live = begun()
    live.state = spun()
    live.act(Action.TURN, START)
    live.act(Action.DROP, START)
    assert marathon_view(live).notice == "T-spin double, back to back"
    live.assist()
    assert marathon_view(live).notice == "T-spin double, back to back; practice: assisted"
    live.act(Action.DROP, START)
    assert marathon_view(live).notice == "practice: assisted"
    live.pause(START)
    assert marathon_view(live).notice == "paused; practice: assisted"
    assert marathon_view(live).hidden
    over = begun()
    over.advance(START + 1000)
    assert marathon_view(over).notice == "game over"
    assert not marathon_view(over).hidden
    assert well_of(over).ghost is None
