"""Pictures of games, and the tool that makes those of the documents."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from tools.pages import PHONE, pages
from tools.pictures import FOLDER, MATCH, PAGES, PICTURES, Picture, main

from tests.rules.boards import move_to
from tests.rules.boards import tetris as board_of_tetris
from tilefall.agents.catalog import agent
from tilefall.interfaces.pictures.games import END_SECONDS, Style, game_frames, still
from tilefall.interfaces.pictures.moments import Moment, Span, moments
from tilefall.interfaces.pictures.positions import least_size_of, picture_of, size_of, view_of
from tilefall.interfaces.screen.board import Size
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.screen.views import PieceView, WellView
from tilefall.play.live.live import Action
from tilefall.play.live.marathon import LiveMarathon
from tilefall.play.match import play_match
from tilefall.play.record import BadRecord, Record
from tilefall.play.verify import replayed
from tilefall.rules.catalog import GAMES, parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.marathon import MarathonState
from tilefall.rules.notation import EMPTY
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState

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
            assert isinstance(moment.state, QuintrisState | TetrisState)
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
    assert view.above == 2


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


def test_pictures_in_ascii_are_ascii(quintris: Record, tetris: Record, ijk: Record) -> None:
    for record in (quintris, tetris, ijk):
        moment = list(moments(record, Span(0, len(record.moves))))[-1]
        size = size_of(moment, record.agents)
        text = picture_of(moment, record.agents, size, Look(is_ascii=True)).text()
        assert text.isascii()


def test_every_game_has_a_picture() -> None:
    for name in GAMES:
        state = parse_game(name).start(Dice(1))
        assert hasattr(state, "board")
        moment = Moment(0, state, state.board)
        agents = ("person", "greedy")[: state.game.players]
        usual, least = size_of(moment, agents), least_size_of(moment, agents)
        assert least.width <= usual.width, name
        assert least.height <= usual.height, name
        for size in (usual, least):
            grid = picture_of(moment, agents, size, LOOK)
            assert "terminal" not in grid.text(), name  # there is room for it
            assert (grid.width, grid.height) == (size.width, size.height)


def test_marathon_is_painted_key_by_key() -> None:
    record = played_marathon()
    found = list(moments(record, Span(0, len(record.moves))))
    assert [moment.state for moment in found] == list(replayed(record))
    for moment in found:
        assert isinstance(moment.state, MarathonState)
        filled = tuple(re.sub("[A-Z]", "x", row) for row in moment.cells)
        assert filled == moment.state.board
    assert {letter for row in found[-1].cells for letter in row} > {EMPTY, *"IOT"}


def played_marathon() -> Record:
    live = LiveMarathon(5)
    walls = (Action.WALL_LEFT, Action.WALL_RIGHT, Action.TURN)
    for number in range(30):
        live.act(walls[number % 3], 0.0)
        live.act(Action.DROP, 0.0)
    return live.record()


LARGEST = 1_500_000


@pytest.mark.parametrize(
    "picture", [each for each in PICTURES if each.name.endswith(".svg")], ids=lambda each: each.name
)
def test_pictures_in_the_documents_are_those_that_are_made_now(picture: Picture) -> None:
    """If one is not: make pictures."""
    assert picture.made(picture.about) == (FOLDER / picture.name).read_bytes()


@pytest.mark.parametrize(
    "picture", [each for each in PICTURES if each.name.endswith(".png")], ids=lambda each: each.name
)
def test_frames_in_the_documents_are_those_that_are_made_now(picture: Picture) -> None:
    """Pixel by pixel, since libraries pack them differently."""
    shown, made = (
        Image.open(BytesIO(content))
        for content in ((FOLDER / picture.name).read_bytes(), picture.made(picture.about))
    )
    assert shown.size == made.size
    assert shown.convert("RGB").tobytes() == made.convert("RGB").tobytes()


def test_moving_pictures_are_made_alike_and_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    (moving,) = (each for each in PICTURES if each.name.endswith(".gif"))
    monkeypatch.setattr("tools.pictures.MATCH", replace(MATCH, agents=("greedy",), moves=6))
    assert moving.made("") == moving.made("")
    content = (FOLDER / moving.name).read_bytes()
    assert len(content) < LARGEST
    image = Image.open(BytesIO(content))
    assert getattr(image, "n_frames", 0) > MATCH.moves


def test_pictures_of_pages_are_there_as_large_as_their_windows() -> None:
    assert [each.name for each in pages()] == list(PAGES)
    for page in pages():
        content = (FOLDER / page.name).read_bytes()
        assert len(content) < LARGEST / 10
        width, height = Image.open(BytesIO(content)).size
        assert height == max(shot.size[1] for shot in page.shots)
        assert width >= sum(shot.size[0] for shot in page.shots)
        assert (len(page.shots) > 1) == (page.shots[0].size == PHONE)


def test_all_pictures_are_known_and_named_ones_can_be_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [*(each.name for each in PICTURES), *PAGES]
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(names)
    main(["menu.svg", "--to", str(tmp_path)])
    assert [path.name for path in tmp_path.iterdir()] == ["menu.svg"]
    with pytest.raises(SystemExit):
        main(["none.svg"])
    assert "no picture 'none.svg', there are quintris.gif" in capsys.readouterr().err
