"""Pictures of games: pieces where they were put, rows that light up, tiles that are new."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.boards import move_to
from tests.boards import tetris as board_of_tetris
from tilefall.agents.catalog import agent
from tilefall.interfaces.pictures.drawing import well_grid
from tilefall.interfaces.pictures.games import END_SECONDS, Style, game_frames, still
from tilefall.interfaces.pictures.moments import PICTURED, Moment, Span, moments
from tilefall.interfaces.pictures.positions import Size, picture_of, size_of, view_of
from tilefall.interfaces.pictures.tiles import tiles_grid
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.palette import PIECES, WELL
from tilefall.interfaces.screen.views import PieceView, TilesView, WellView
from tilefall.play.match import play_match
from tilefall.play.record import BadRecord, Record
from tilefall.play.verify import replayed
from tilefall.rules.catalog import GAMES, parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.notation import EMPTY

LOOK = Look()


def match(game: str, *names: str, moves: int, seed: int = 3) -> Record:
    found = parse_game(game)
    agents = [agent(name, found, seed, "native") for name in names]
    return play_match(found, agents, seed, max_turns=moves)


@pytest.fixture(scope="module")
def quintris() -> Record:
    return match("quintris", "lookahead", moves=40)


@pytest.fixture(scope="module")
def tetris() -> Record:
    return match("tetris:height=6", "first-fit", moves=400)


@pytest.fixture(scope="module")
def ijk() -> Record:
    return match("ijk:size=4,mode=nondeterministic", "random", "random", moves=40)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 9))
def test_a_span_counts_what_it_holds(first: int, between: int, every: int) -> None:
    span = Span(first, first + between, every)
    held = [number for number in range(80) if number in span]
    assert len(held) == len(span)
    assert held[0] == first
    assert held[-1] == span.last
    assert all(b - a == every for a, b in pairwise(held[:-1]))


def test_every_position_has_the_board_of_the_rules(quintris: Record, tetris: Record) -> None:
    for record in (quintris, tetris):
        states = list(replayed(record))
        found = list(moments(record, Span(0, len(record.moves))))
        assert [moment.state for moment in found] == states
        for moment in found:
            assert isinstance(moment.state, PICTURED)
            filled = tuple(
                "".join(EMPTY if letter == EMPTY else "x" for letter in row) for row in moment.cells
            )
            assert filled == moment.state.board


def test_pieces_are_shown_where_they_were_put_and_the_last_where_it_appears(
    quintris: Record,
) -> None:
    first, *_, last = moments(quintris, Span(0, 40))
    place = parse_game("quintris").moves[quintris.moves[0]]
    view = view_of(first, quintris.agents)
    assert isinstance(view.board, WellView)
    assert view.board.piece == PieceView(
        place.shape.name[0],  # type: ignore[attr-defined]
        tuple((place.row + i, place.column + j) for i, j in place.shape.cells),  # type: ignore[attr-defined]
    )
    shown = view_of(last, quintris.agents).board
    assert isinstance(shown, WellView)
    assert shown.piece is not None
    assert min(row for row, _ in shown.piece.places) == 0


def test_pieces_of_tetris_wait_above_the_well(tetris: Record) -> None:
    (moment,) = moments(tetris, Span(0, 0))
    view = view_of(moment, tetris.agents).board
    assert isinstance(view, WellView)
    assert view.piece is not None
    assert {row for row, _ in view.piece.places} <= {-2, -1}
    grid = well_grid(view, LOOK)
    assert grid.height == 2 + 6 + 1
    letters = [each for line in grid.lines[:2] for each in line if each.glyph == view.piece.letter]
    assert len(letters) == 4


def test_rows_light_up_before_they_go(quintris: Record) -> None:
    """Positions after which the score grows have frames in two halves, others have one."""
    states = list(replayed(quintris))
    gains = [b.score - a.score for a, b in pairwise(states)]
    assert max(gains) > 0
    found = list(moments(quintris, Span(0, 40)))
    for moment, gain in zip(found, gains, strict=False):
        bright = view_of(replace(moment, is_flashing=True), quintris.agents).board
        assert isinstance(bright, WellView)
        assert len(bright.full_rows) == gain
    frames = list(game_frames(quintris, Span(0, 40), Style(Size(60, 30), speed=5)))
    assert len(frames) == 41 + sum(gain > 0 for gain in gains)
    assert sum(frame.seconds for frame in frames) == pytest.approx(40 / 5 + END_SECONDS)


def test_a_piece_that_ends_a_game_of_tetris_clears_nothing() -> None:
    """T4: the second row would be complete, but the piece reaches above."""
    state = board_of_tetris(
        """
        xx..
        xx..
        xxx.
        xxx.
        """,
        "L",
    )
    moment = Moment(0, state, state.board, move=move_to(state, "L1", 2), is_flashing=True)
    ending = view_of(moment, ("first-fit",)).board
    assert isinstance(ending, WellView)
    assert ending.full_rows == ()
    assert ending.piece is not None
    assert min(row for row, _ in ending.piece.places) < 0


def test_the_last_position_stays(quintris: Record) -> None:
    frames = list(game_frames(quintris, Span(3, 9, 2), Style(Size(60, 30), speed=10)))
    assert frames[-1].seconds == END_SECONDS
    assert frames[-1].grid == still(quintris, 9, Style(Size(60, 30)))
    slow = list(game_frames(quintris, Span(9, 9), Style(Size(60, 30), speed=0.1)))
    assert [frame.seconds for frame in slow] == [10]


def test_tiles_that_are_new_and_the_last_slide_are_known(ijk: Record) -> None:
    first, *others = moments(ijk, Span(0, len(ijk.moves)))
    assert (first.last, first.new) == ("", None)
    for before, moment in zip([first, *others], others, strict=False):
        assert moment.last == "UDLR"[ijk.moves[before.number]]
        if moment.new is not None:
            row, column = moment.new
            assert moment.cells[row][column] in "Aa"
    assert sum(moment.new is not None for moment in others) > 20


def test_of_a_record_that_does_not_hold_there_is_no_picture(quintris: Record) -> None:
    wrong = replace(quintris, checks="0000" + quintris.checks[4:])
    with pytest.raises(BadRecord, match="at move 1"):
        still(wrong, 5, Style(Size(60, 30)))
    wrong = replace(quintris, seal="0" * 16)
    assert still(wrong, 39, Style(Size(60, 30))).height == 30
    with pytest.raises(BadRecord, match="seal"):
        still(wrong, 40, Style(Size(60, 30)))
    with pytest.raises(BadRecord, match="seal"):
        list(game_frames(wrong, Span(0, 40), Style(Size(60, 30))))


def test_a_well_is_drawn_with_letters_and_colours() -> None:
    well = WellView("quintris", ("...", "L.x"), piece=PieceView("I", ((0, 0), (0, 1))))
    grid = well_grid(well, LOOK)
    assert grid.text() == "│I I · │\n│L ·   │\n╰──────╯"
    piece, stack, unknown = grid.lines[0][1], grid.lines[1][1], grid.lines[1][5]
    assert piece.background == PIECES["quintris"]["I"]
    assert stack.background not in (PIECES["quintris"]["L"], WELL)
    assert unknown.background not in (stack.background, WELL)
    assert well_grid(well, Look(is_ascii=True)).text() == "|I I . |\n|L .   |\n+------+"
    assert well_grid(well, Look(has_letters=False)).text() == "│    · │\n│  ·   │\n╰──────╯"


def test_a_cell_that_two_pieces_want_is_marked() -> None:
    well = WellView("quintris", ("L..",), piece=PieceView("I", ((0, 0), (0, 1))))
    assert well_grid(well, LOOK).text().splitlines()[0] == "│* I · │"


def test_tiles_have_shapes_of_their_own() -> None:
    view = TilesView(("Ab", ".."), last="L", new=(0, 1))
    assert tiles_grid(view, LOOK).text().splitlines() == [
        "▗▄▄▄▄▄▖ ▄▄▄▄▄",
        "▐  A  ▌▐  b  ▌",
        "▝▀▀▀▀▀▘ ▀▀▀▀▀",
        "",
        "   ·      ·",
        "",
        "",
        "slid ←",
    ]
    shown = tiles_grid(view, Look(is_ascii=True)).text().splitlines()
    assert shown[1] == " [ A ]  ( b )*"
    assert shown[7] == "slid L"


def test_pictures_in_ascii_are_ascii(quintris: Record, tetris: Record, ijk: Record) -> None:
    for record in (quintris, tetris, ijk):
        moment = list(moments(record, Span(0, len(record.moves))))[-1]
        size = size_of(moment, record.agents)
        text = picture_of(moment, record.agents, size, Look(is_ascii=True)).text()
        assert text.isascii()


def test_every_game_has_a_picture_or_is_known_to_have_none() -> None:
    """A new game comes with its picture, or with a reason why not."""
    without = {"marathon"}
    for name in set(GAMES) - without:
        state = parse_game(name).start(Dice(1))
        assert isinstance(state, PICTURED), name
