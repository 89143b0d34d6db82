"""Quintris in wells of other sizes than the course's (Q1): draws, games, searches and screens."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.boards import is_over, pentomino, places
from tests.rules.positions import boards
from tests.search.remembered import remembered_rules  # noqa: F401 - a fixture of the whole module
from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.engines import Engine, Reference, engine
from tilefall.interfaces.terminal.live import lines_of
from tilefall.interfaces.terminal.plain import drawing
from tilefall.play.links import link_of, linked
from tilefall.play.match import play_match
from tilefall.play.verify import verify
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.pieces import empty_board
from tilefall.rules.quintris import (
    HEIGHTS,
    PIECES,
    WIDTHS,
    Quintris,
    QuintrisAfterstate,
    QuintrisState,
)
from tilefall.search.expectimax import searched

REFERENCE = Reference()
NATIVES = [engine(name) for name in NATIVE_ENGINES]
WEIGHTS = (-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0)
SMALLEST, NARROW, LARGEST = Quintris(width=6, height=6), Quintris(width=7), Quintris(height=31)
SIZES = [SMALLEST, NARROW, LARGEST, Quintris(reach="fall", width=9, height=11)]


def test_q1_a_well_is_6_to_15_wide_and_6_to_31_high() -> None:
    for width in WIDTHS:
        for height in HEIGHTS:
            state = Quintris(width=width, height=height).start(Dice(width))
            assert state.board == ("." * width,) * height
    assert (WIDTHS[0], WIDTHS[-1], HEIGHTS[0], HEIGHTS[-1]) == (6, 15, 6, 31)


@pytest.mark.parametrize(
    ("width", "height", "told"),
    [
        (5, 25, "width 5, allowed are 6 to 15"),
        (16, 25, "width 16, allowed are 6 to 15"),
        (15, 5, "height 5, allowed are 6 to 31"),
        (15, 32, "height 32, allowed are 6 to 31"),
        (-1, 25, "width -1, allowed are 6 to 15"),
    ],
)
def test_q1_other_sizes_are_refused(width: int, height: int, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Quintris(width=width, height=height)


def test_q1_only_15_by_25_is_the_courses() -> None:
    assert Quintris("bag", "fall").has_course_size
    assert not Quintris(width=14).has_course_size
    assert not Quintris(height=24).has_course_size


def test_q1_walls_and_floor_are_where_the_size_says(engine: Engine) -> None:
    game = Quintris(width=8, height=9)
    state = game.parse(f"{game.text()} - I1@0 X0 1-1-0-0-0-0 0 0")
    assert places(engine, state) == {("I1", 4, column) for column in range(8)} | {
        ("I0", 8, column) for column in range(4)
    }


@pytest.mark.parametrize(("shape", "last"), [("I0", 0), ("L0", 1), ("X0", 2), ("N1", 3), ("I1", 4)])
def test_q4_in_the_narrowest_well_a_flat_bar_has_one_column(
    engine: Engine, shape: str, last: int
) -> None:
    board = empty_board(6, 6)
    game = Quintris(pieces="X", width=6, height=6)
    after = QuintrisAfterstate(game, board, pentomino(shape), (1,) * 6, 0, 1, 0)
    columns = set()
    for seed in range(100):
        state = engine.draw(after, Dice(seed))
        assert isinstance(state, QuintrisState)
        columns.add(state.column)
    assert columns == set(range(last + 1))
    chances = [chance.probability for chance in after.chances()]
    assert chances == [Fraction(1, last + 1)] * (last + 1)


def test_q5_in_the_lowest_well_one_cell_may_end_the_game(engine: Engine) -> None:
    """A standing bar comes within a row of the floor."""
    low = "quintris:width=6,height=6 {board} I1@{column} X0 1-1-0-0-0-0 0 0"
    assert not is_over(engine, parse(low.format(board="5x", column=5)))
    assert is_over(engine, parse(low.format(board="5x/6", column=5)))
    assert not is_over(engine, parse(low.format(board="5x/6", column=4)))


@pytest.mark.parametrize("game", SIZES, ids=Quintris.text)
def test_whole_games_agree(game: Quintris) -> None:
    """Low wells are crowded in every turn: few games of the smallest are longer."""
    seeds = range(4)
    expected = REFERENCE.playout(game, WEIGHTS, seeds, max_turns=20)
    assert sum(outcome.turns for outcome in expected) >= 16
    for native in NATIVES:
        assert native.playout(game, WEIGHTS, seeds, max_turns=20) == expected


@pytest.mark.parametrize("game", SIZES, ids=Quintris.text)
def test_perft_agrees(game: Quintris) -> None:
    dice = Dice(5)
    state = game.start(dice)
    expected = REFERENCE.perft(state, 2, dice)
    assert expected.leaves > len(state.legal_moves())
    for native in NATIVES:
        assert native.perft(state, 2, dice) == expected


@st.composite
def small_wells(draw: st.DrawFn) -> QuintrisState:
    """Wells so small, and pieces with so few places, that the plain search ends; any board."""
    width, height = draw(st.integers(6, 8)), draw(st.integers(6, 10))
    reach = draw(st.sampled_from(["drop", "fall"]))
    game = Quintris("1-1-0-0-2-0", reach, width, height)
    shapes = [0, 1, 2, *PIECES.of_piece[4]]  # X, I and U
    current = draw(st.sampled_from(shapes))
    return QuintrisState(
        game=game,
        board=draw(boards(width, height)),
        current=current,
        column=draw(st.integers(0, width - PIECES.shapes[current].width)),
        next=draw(st.sampled_from(shapes)),
        seen=(1,) * 6,
        score=0,
        turn=0,
    )


@given(small_wells(), st.sampled_from([0, 3]))
@examples(40)
def test_searches_of_small_wells_agree(state: QuintrisState, beam: int) -> None:
    """Also where the top is free and only the floor is near, and where no spawn has room."""
    if state.is_over:
        return
    belief = (1, 1, 0, 0, 2, 0)
    plain = searched(state, WEIGHTS, belief, 2, REFERENCE, beam=beam)
    for native in NATIVES:
        assert searched(state, WEIGHTS, belief, 2, native, beam=beam) == plain


@pytest.mark.parametrize("reach", ["drop", "fall"])
def test_the_smallest_well_to_depth_3(reach: str) -> None:
    game = Quintris("1-2-0-0-0-0", reach, width=6, height=6)
    state = game.parse(f"{game.text()} - X0@1 I1 1-1-0-0-0-0 0 0")
    plain = searched(state, WEIGHTS, (1, 2, 0, 0, 0, 0), 3, REFERENCE)
    assert len({candidate.value for candidate in plain.candidates}) > 1
    for native in NATIVES:
        assert searched(state, WEIGHTS, (1, 2, 0, 0, 0, 0), 3, native) == plain


@pytest.mark.parametrize("name", ["random", "first-fit", "greedy", "lookahead", "dt-10"])
@pytest.mark.parametrize("game", SIZES, ids=Quintris.text)
def test_agents_play_every_size_and_their_games_are_kept(name: str, game: Quintris) -> None:
    record = play_match(game, [agent(name, game, 3)], 3, max_turns=8)
    assert record.game == game.text()
    assert verify(record) is None
    assert linked(link_of(record)).record.digest == record.digest


def test_good_weights_of_the_courses_size_are_good_in_others() -> None:
    game = Quintris(width=10, height=14)
    player = agent("lookahead", game, 3)
    record = play_match(game, [player], 3, max_turns=60, limit=Limit())
    assert record.score > 20


def test_a_low_well_is_drawn_with_all_that_stands_beside_it() -> None:
    state = parse("quintris:width=6,height=6 x5 I0@1 I1 0-2-0-0-0-0 4 9")
    assert drawing(state).split("\n") == [
        "|.IIIII|  score 4",
        "|......|  turn  9",
        "|......|",
        "|......|  next  I",
        "|......|  I",
        "|x.....|  I",
        "+------+  I",
        " 012345   I",
        "          I",
    ]


@pytest.mark.parametrize(("height", "lines"), [(25, 30), (31, 36), (12, 17), (7, 12), (6, 12)])
def test_a_game_in_real_time_needs_room_for_its_well_and_panel(height: int, lines: int) -> None:
    assert lines_of(Quintris(reach="fall", height=height)) == lines
