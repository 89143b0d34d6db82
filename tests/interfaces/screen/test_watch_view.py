"""Views of watched games: boards, candidates and reasons, as a person reads them."""

from __future__ import annotations

from dataclasses import replace

from tests.play.watching.watched import HandClock, record_watching, recorded, settle
from tilefall.agents.considering import SlidesSeen
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.marathon_view import marathon_view
from tilefall.interfaces.screen.opinion_views import candidate_views, value_text
from tilefall.interfaces.screen.views import TilesView, WatchView, WellView
from tilefall.interfaces.screen.watch_screen import watch_screen
from tilefall.interfaces.screen.watch_view import watch_view
from tilefall.play.live.live import Action
from tilefall.play.live.marathon import LiveMarathon
from tilefall.play.watching import Watching
from tilefall.rules.ijk import Ijk
from tilefall.search.minimax import WIN
from tilefall.search.slide_explain import Slide


def shown(game: str, names: tuple[str, ...], number: int) -> tuple[Watching, WatchView]:
    watching = record_watching(recorded(game, names))
    watching.seek(number)
    settle(watching)
    return watching, watch_view(watching)


def test_a_well_shows_what_waits_where_it_goes_and_what_is_marked() -> None:
    watching, view = shown("quintris", ("greedy",), 12)
    board = view.board
    assert isinstance(board, WellView)
    assert board.piece is not None
    assert board.ghost is not None
    assert board.piece.letter == board.ghost.letter
    assert min(row for row, _ in board.piece.places) == 0
    assert len(board.ghost.places) == 5
    assert board.outline is None
    watching.preview(3)
    marked = watch_view(watching).board
    assert isinstance(marked, WellView)
    assert marked.outline is not None
    assert (marked.outline.letter, marked.outline_name) == (board.piece.letter, "3")
    assert watch_view(watching).candidates[2].is_previewed
    assert set("".join(board.cells)) <= set("XILYUN.")
    assert len(view.following) == 1
    assert view.title == "quintris, greedy, seed 3"
    assert dict(view.figures)["move"] == "12 of 40"


def test_what_is_played_becomes_part_of_the_well() -> None:
    watching, view = shown("tetris:height=10", ("dt-10",), 3)
    board = view.board
    assert isinstance(board, WellView)
    assert board.ghost is not None
    assert board.piece is not None
    assert board.above == 2
    assert all(row < 0 for row, _ in board.piece.places)
    watching.step(1)
    after = watch_view(watching).board
    assert isinstance(after, WellView)
    assert all(after.cells[row][column] == board.ghost.letter for row, column in board.ghost.places)


def test_reasons_that_differ_least_are_told_together() -> None:
    _, view = shown("quintris", ("greedy",), 12)
    assert len(view.reasons) == 12
    *some, others = view.reasons
    gaps = [abs(each.first - each.second) for each in some]
    assert gaps == sorted(gaps, reverse=True)
    number, word = others.feature.split()
    assert (int(number) > 2, word) == (True, "others")
    _, fewer = shown("quintris", ("dt-20",), 12)
    assert 1 < len(fewer.reasons) < 12
    assert not any("others" in each.feature for each in fewer.reasons)


def test_candidates_are_named_briefly_and_reasons_add_up_to_their_values() -> None:
    _, view = shown("quintris", ("lookahead",), 9)
    assert [each.rank for each in view.candidates[:9]] == list(range(1, 10))
    assert view.candidates[0].gap == ""
    assert view.candidates[1].gap.startswith("-")
    assert [each.rank for each in view.candidates if each.is_played] == [1]
    first = view.candidates[0]
    assert first.name.split()[1] == "column"
    differences = [abs(each.first - each.second) for each in view.reasons]
    assert differences == sorted(differences, reverse=True)
    assert f"{sum(each.first for each in view.reasons):,.0f}" == first.value
    assert f"{sum(each.second for each in view.reasons):,.0f}" == view.candidates[1].value
    assert view.why.startswith("The first is worth")


def test_a_played_move_far_behind_is_shown_too() -> None:
    watching = record_watching(recorded("quintris", ("first-fit",), turns=5))
    settle(watching)
    candidates = watch_view(watching).candidates
    assert (len(candidates), candidates[-1].is_played) == (10, True)
    assert candidates[-1].rank > 9


def test_pieces_that_slide_are_named_with_their_row() -> None:
    watching = record_watching(recorded("quintris:reach=fall", ("greedy",), turns=2))
    settle(watching)
    assert " row " in watch_view(watching).candidates[0].name


def test_tiles_show_slides_their_values_and_the_new_tile() -> None:
    watching, view = shown("ijk", ("greedy", "first-fit"), 11)
    board = view.board
    assert isinstance(board, TilesView)
    assert set(board.said) == set("UDLR")
    assert all(text.endswith(" %") for text in board.said.values())
    assert board.best == view.candidates[0].name
    assert board.last == Ijk.moves[recorded("ijk", ("greedy", "first-fit")).moves[10]]
    assert board.new is not None
    row, column = board.new
    assert board.board[row][column] == "a", "- is to move and has received a tile"
    assert dict(view.figures)["to move"] == "- first-fit"
    watching.preview(2)
    marked = watch_view(watching).board
    assert isinstance(marked, TilesView)
    assert marked.last == view.candidates[1].name
    assert marked.board != board.board


def slides(*values: float, has_odds: bool) -> SlidesSeen:
    state = Ijk().parse("ijk A5/6/6/6/6/6 + 0")
    found = tuple(Slide(move, value, state.board) for move, value in enumerate(values))
    return SlidesSeen(state, "made up", 1, found, has_odds=has_odds)


def test_values_of_slides_are_a_few_characters() -> None:
    seen = slides(WIN - 5, 3.14, -2, 6 - WIN, has_odds=False)
    assert [value_text(seen, each) for each in seen.candidates] == [
        "wins 5",
        "+3.1",
        "-2",
        "loses 6",
    ]
    assert {each.gap for each in candidate_views(seen, None, None)} == {""}
    odds = slides(500, -500, -(10**8), 6 - WIN, has_odds=True)
    assert [value_text(odds, each) for each in odds.candidates] == [
        "62 %",
        "38 %",
        "0 %",
        "loses 6",
    ]
    assert [each.gap for each in candidate_views(odds, None, None)] == [
        "",
        "-24.5",
        "-62.2",
        "-62.2",
    ]


def test_nothing_is_shown_of_thoughts_before_they_are_there() -> None:
    view = watch_view(record_watching(recorded("ijk", ("greedy", "first-fit")), HandClock(False)))
    assert (view.candidates, view.reasons, view.why) == ((), (), "")
    assert view.values == (None,) * 41
    assert isinstance(view.board, TilesView)
    assert (view.board.said, view.board.new) == ({}, None)


def test_a_marathon_is_shown_with_its_pieces_and_without_candidates() -> None:
    live = LiveMarathon(5)
    for action in (Action.HOLD, Action.WALL_LEFT, *[Action.DROP] * 6):
        live.act(action, 0.0)
    watching = record_watching(live.record())
    watching.to_end()
    settle(watching)
    view = watch_view(watching)
    assert view.board == marathon_view(live).board
    assert view.following == marathon_view(live).following
    assert ("level", "1") in view.figures
    assert not view.is_explained
    shown = watch_screen(view, 100, 30, Look()).text()
    assert "CANDIDATES" not in shown
    assert "marathon, person, seed 5" in shown
    assert "CANDIDATES" in watch_screen(replace(view, is_explained=True), 100, 30, Look()).text()
