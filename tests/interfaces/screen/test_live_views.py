"""Live views: board, pieces, figures and the line of news at every moment of a game."""

from __future__ import annotations

import pytest

from tests.play.live.lives import HandClock, Quiet
from tests.rules.marathon import EMPTY_ROW, SEED, START, at, begun, number, spun
from tilefall.interfaces.screen.live_view import ijk_view, piece_view, quintris_view, tetris_view
from tilefall.interfaces.screen.marathon_view import marathon_view
from tilefall.interfaces.screen.views import PieceView, TilesView, WellView
from tilefall.play.live.ijk import LiveIjk
from tilefall.play.live.live import Action
from tilefall.play.live.marathon import LiveMarathon
from tilefall.play.live.quintris import LiveQuintris
from tilefall.play.live.tetris import LiveTetris
from tilefall.rules.falling_piece import Falling
from tilefall.rules.ijk import MOVES, Ijk
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

FALL = Quintris(reach="fall")


def bar() -> LiveQuintris:
    start = FALL.parse("quintris:reach=fall - I0@3 X0 1-1-0-0-0-0 4 11")
    return LiveQuintris(FALL, 42, start=start)


def flat(row: int, column: int) -> PieceView:
    return PieceView("I", tuple((row, column + i) for i in range(5)))


def against(person_is: int = 0, text: str = "ijk A5/6/6/6/6/6 + 0") -> LiveIjk:
    agent, game = Quiet(), Ijk()
    return LiveIjk(game, 7, agent, person_is, start=game.parse(text), clock=HandClock(agent))


def test_a_piece_is_seen_where_it_is() -> None:
    live = bar()
    live.advance(0.0)
    live.advance(1.0)
    view = quintris_view(live)
    assert view.board == WellView("quintris", live.cells, 0, flat(2, 3), flat(24, 3))
    assert view.title == "quintris:reach=fall"
    assert view.following == (PieceView("X", ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))),)
    assert view.figures == (("lines", "4"), ("pieces", "11"), ("seed", "42"))
    assert (view.notice, view.hidden) == ("", False)
    assert piece_view(None) is None


def test_the_best_score_is_shown_if_there_is_one() -> None:
    assert ("best", "31") in quintris_view(bar(), best="31").figures
    assert ("best", "31") in tetris_view(LiveTetris(Tetris(), 1), best="31").figures


def test_locked_pieces_keep_their_letters() -> None:
    live = bar()
    live.act(Action.DROP, 0.0)
    board = quintris_view(live).board
    assert isinstance(board, WellView)
    assert board.cells[-1] == "...IIIII......."


def test_a_pause_hides_the_board() -> None:
    for live in (bar(), LiveTetris(Tetris(), 1), LiveIjk(Ijk(), 1)):
        live.pause(0.0)
        view = (
            quintris_view(live)
            if isinstance(live, LiveQuintris)
            else tetris_view(live)
            if isinstance(live, LiveTetris)
            else ijk_view(live)
        )
        assert (view.notice, view.hidden) == ("paused", True)


def test_practice_is_told() -> None:
    live = bar()
    live.assist()
    assert quintris_view(live).notice == "practice: assisted"
    live.pause(0.0)
    assert quintris_view(live).notice == "paused; practice: assisted"


def test_the_end_of_quintris() -> None:
    start = FALL.parse("quintris:reach=fall " + "14x/" * 24 + "14x I0@10 X0 1-1-0-0-0-0 1 11")
    live = LiveQuintris(FALL, 42, start=start)
    view = quintris_view(live)
    assert view.notice == "game over: 1 line"
    assert view.board == WellView("quintris", live.cells, 0, flat(0, 10), None)


def test_a_tetris_piece_waits_above_the_well() -> None:
    game = Tetris(rules="preview", pieces="IO")
    view = tetris_view(LiveTetris(game, 1))
    assert view.title == "tetris:rules=preview,pieces=IO"
    assert view.board == WellView(
        "tetris",
        ("..........",) * 20,
        4,
        PieceView("I", ((-1, 3), (-1, 4), (-1, 5), (-1, 6))),
        PieceView("I", ((19, 3), (19, 4), (19, 5), (19, 6))),
    )
    assert view.following == (PieceView("O", ((0, 0), (0, 1), (1, 0), (1, 1))),)
    assert view.figures == (("lines", "0"), ("pieces", "0"), ("seed", "1"))


def test_t4_the_piece_that_ended_a_game_of_tetris_is_seen_whole() -> None:
    game = Tetris(width=4, height=4)
    start = game.parse("tetris:width=4,height=4 x3/x3/x3 O - 0-1-0-0-0-0-0 0 3")
    live = LiveTetris(game, 1, start=start)
    live.act(Action.WALL_LEFT, 0.0)
    live.act(Action.DROP, 0.0)
    view = tetris_view(live)
    assert view.notice == "game over: 0 lines"
    assert view.board == WellView(
        "tetris",
        live.cells,
        4,
        PieceView("O", ((-1, 0), (-1, 1), (0, 0), (0, 1))),
        None,
    )


def test_a_game_of_ijk_tells_whose_turn_it_is() -> None:
    live = against()
    view = ijk_view(live, best="3-2-1")
    assert view.board == TilesView(("A.....", *["......"] * 5))
    assert view.figures == (
        ("+ you", "A"),
        ("- quiet", "A"),
        ("turn", "0"),
        ("won-lost-tied", "3-2-1"),
        ("seed", "7"),
    )
    assert view.notice == "you are to slide"
    live.act(Action.RIGHT, 0.0)
    view = ijk_view(live)
    assert view.notice == "quiet is thinking"
    assert view.board == TilesView(("a....A", *["......"] * 5), last="R", new=(0, 0))


def test_the_highest_letters_belong_to_their_players() -> None:
    view = ijk_view(against(person_is=1, text="ijk Bc4/6/6/6/6/6 - 3"))
    assert view.figures[:2] == (("+ quiet", "B"), ("- you", "C"))


def test_two_people_have_names() -> None:
    live = LiveIjk(Ijk(), 1)
    assert ijk_view(live).notice == "first is to slide"
    live.act(Action.UP, 0.0)
    assert ijk_view(live, names=("Ada", "Bob")).notice == "Bob is to slide"
    assert ijk_view(live, names=("Ada", "Bob")).figures[0] == ("+ Ada", "A")


@pytest.mark.parametrize(
    ("board", "person_is", "said"),
    [
        ("K5/6/6/6/6/6", 0, "you have won"),
        ("K5/6/6/6/6/6", 1, "quiet has won"),
        ("k5/6/6/6/6/6", 0, "quiet has won"),
        ("Kk4/6/6/6/6/6", 0, "a tie"),
    ],
)
def test_the_end_of_ijk(board: str, person_is: int, said: str) -> None:
    live = against(person_is, f"ijk {board} + 20")
    assert ijk_view(live).notice == f"game over: {said}"


def test_an_agent_that_fails_is_told() -> None:
    agent = Quiet()
    clock = HandClock(agent)
    live = LiveIjk(Ijk(), 7, agent, clock=clock)
    live.act(Action.UP, 0.0)
    clock.thoughts[-1].found = len(MOVES)
    live.advance(1.0)
    live.assist()
    assert ijk_view(live).notice == (
        "game over: quiet chose move 4, legal are (0, 1, 2, 3); practice: assisted"
    )


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
