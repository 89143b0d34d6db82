"""Course programs: the native ones see and play what the plain ones do, on any board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.boards import move_to, quintris, tetris
from tests.rules.positions import (
    COURSE_SIZE,
    boards,
    quintris_games,
    quintris_states,
    tetris_states,
)
from tilefall.engines import Engine, Reference, engine
from tilefall.engines.protocol import FallingState
from tilefall.rules.dice import Dice
from tilefall.rules.falling import Spot
from tilefall.rules.quintris import PIECES, Quintris, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisState
from tilefall.search.course import ENDS_GAME, CourseSearch, course_played, course_searched
from tilefall.search.course_values import MOST_VOIDS, NO_ROOM, SEARCHES, Program, terms, value
from tilefall.search.tries import sum_tries, void_tries, wavy_tries

REFERENCE = Reference()
NATIVES = [engine(name) for name in NATIVE_ENGINES]
ONE_PIECE = [Program("sum", "one"), Program("wavy", "one"), Program("wavy", "one", "published")]
TWO_PIECES = [Program("voids", "small"), Program("wavy", "small")]
TWO_PIECES += [Program("wavy", "small", "published")]
FEW = [i for i, shape in enumerate(PIECES.shapes) if shape.name[0] in "XI"]  # with few placements


def agreed(state: FallingState, program: Program) -> CourseSearch:
    """What the plain program sees and plays; every native one says the same."""
    plain = course_searched(state, program, REFERENCE)
    for native in NATIVES:
        assert course_searched(state, program, native) == plain, native.name
    return plain


@given(quintris_states(COURSE_SIZE), st.sampled_from(ONE_PIECE))
@examples(80)
def test_one_piece_on_any_board(state: QuintrisState, program: Program) -> None:
    if state.is_over:
        return
    seen = agreed(state, program)
    assert {each.move for each in seen.candidates} <= set(state.legal_moves())
    assert seen.chosen in [each.move for each in seen.candidates]
    assert seen.placements == len(seen.candidates)


@given(tetris_states(), st.sampled_from(["program", "published"]))
@examples(80)
def test_the_genetic_program_on_any_board(state: TetrisState, variant: str) -> None:
    if state.is_over:
        return
    seen = agreed(state, Program("genetic", "one", variant))
    assert tuple(each.move for each in seen.candidates) == state.legal_moves()


@st.composite
def states_of_few(draw: st.DrawFn) -> QuintrisState:
    """Pluses and bars, which have so few placements that the plain search ends; any board."""
    current, following = draw(st.sampled_from(FEW)), draw(st.sampled_from(FEW))
    return QuintrisState(
        game=draw(quintris_games(COURSE_SIZE)),
        board=draw(boards(15, 25)),
        current=current,
        column=draw(st.integers(0, 15 - PIECES.shapes[current].width)),
        next=draw(st.one_of(st.just(current), st.just(following))),
        seen=(0,) * 6,
        score=0,
        turn=0,
    )


@given(states_of_few(), st.sampled_from(TWO_PIECES))
@examples(40)
def test_two_pieces_on_any_board(state: QuintrisState, program: Program) -> None:
    if not state.is_over:
        agreed(state, program)


@pytest.mark.parametrize("program", TWO_PIECES, ids=str)
def test_two_pieces_of_many_shapes(program: Program) -> None:
    state = quintris("x....xx........\nxx.xxxxx...xxx.", "L0", 9, following="I1")
    agreed(state, program)


# Pieces later than the current one appear at the left wall; there the plain full search ends.
SHAFT = "\n".join(["....xxxxxxxxxxx"] * 25)


@pytest.mark.parametrize("variant", ["program", "published"])
@pytest.mark.parametrize(("current", "following"), [("X0", "I1"), ("I1", "X0"), ("U0", "X0")])
def test_the_full_search_in_a_shaft(current: str, following: str, variant: str) -> None:
    state = quintris(SHAFT, current, 0, following=following)
    seen = agreed(state, Program("wavy", "full", variant))
    # a flat bar, as the rules draw it, is wider than the shaft
    assert {each.value for each in seen.candidates} == {NO_ROOM}
    wider = quintris(SHAFT.replace("....x", "....."), current, 0, following=following)
    seen = agreed(wider, Program("wavy", "full", variant))
    assert len({each.value for each in seen.candidates}) > 1


def test_the_full_search_is_quick_and_threads_change_nothing(native: Engine) -> None:
    state = Quintris().start(Dice(3))
    program = Program("wavy", "full")
    one = course_searched(state, program, native, threads=1)
    assert course_searched(state, program, native, threads=3) == one
    assert one.placements > 10**5
    open_top = len(state.legal_moves())
    assert len(one.candidates) == open_top


def test_tries_in_the_order_of_each_program() -> None:
    state = quintris("", "I1", 12)
    keys = [each.keys for each in sum_tries(state.well, state.spawn)]
    assert keys[:3] == ["", "b", "bb"]
    assert keys == sorted(keys)
    assert keys[-1] == "nnnmm"
    keys = [each.keys for each in wavy_tries(state.well, state.spawn)]
    # it is not flipped, and not turned: lying it would stick out
    assert keys == ["", "m", "mm", *("b" * i for i in range(1, 13))]
    found = void_tries(state.well, state.spawn)
    assert [each.keys for each in found[:4]] == [
        "b" * 12 + turn for turn in ("n", "nh", "nn", "nnh")
    ]
    assert found[-1].keys == "mmh"
    # moved first, it can be turned where there is room
    assert Spot(0 + PIECES.of_piece[1][0], 24, 10) in [each.rest for each in found]
    assert Spot(0 + PIECES.of_piece[1][0], 24, 11) not in [each.rest for each in found]


def test_a_bar_near_the_wall_is_never_laid_down() -> None:
    state = quintris("xxxxx..........", "I1", 12)
    shapes = {
        state.game.moves[each.move].shape.name
        for each in agreed(state, Program("sum", "one")).candidates
    }
    assert shapes == {"I1"}
    assert len(state.legal_moves()) > 15


def best_of(seen: CourseSearch, state: FallingState) -> list[str]:
    """The moves of the highest value in the order in which they were tried."""
    best = max(each.value for each in seen.candidates)
    return [str(state.game.moves[each.move]) for each in seen.candidates if each.value == best]


def test_equal_tries_go_to_the_first_and_for_the_wavy_program_to_the_last() -> None:
    state = quintris("", "Y0", 7)
    # with its peg up and its long side on the floor, at the left wall, either way round
    first = agreed(state, Program("sum", "one"))
    assert best_of(first, state) == ["Y6 at row 23, column 0", "Y2 at row 23, column 0"]
    keys = {str(each.rest): each.keys for each in reversed(sum_tries(state.well, state.spawn))}
    assert state.game.moves[first.chosen].shape.name == "Y6"  # hnnbbbbbbb before nnbbbbbbb
    assert "hnnbbbbbbb" in keys.values()
    plus = quintris("", "X0", 7)
    last = agreed(plus, Program("wavy", "one"))
    assert best_of(last, plus) == ["X0 at row 22, column 12", "X0 at row 22, column 0"]
    assert str(plus.game.moves[last.chosen]) == "X0 at row 22, column 0"  # left is tried last


def test_the_wavy_program_forgets_when_the_next_piece_looks_the_same() -> None:
    """What was best for the next piece after the last try is played instead."""
    state = quintris("xxxxxxxxx......", "I0", 5, following="I0")
    forgetful = agreed(state, Program("wavy", "small"))
    best = max(each.value for each in forgetful.candidates)
    worth = {each.move: each.value for each in forgetful.candidates}
    assert worth[forgetful.chosen] < best
    assert str(state.game.moves[forgetful.chosen]) == "I0 at row 24, column 10"
    other = agreed(state, Program("wavy", "small", "published"))
    worth = {each.move: each.value for each in other.candidates}
    assert worth[other.chosen] == max(worth.values())
    different = quintris("xxxxxxxxx......", "I0", 5, following="I1")
    seen = agreed(different, Program("wavy", "small"))
    worth = {each.move: each.value for each in seen.candidates}
    assert worth[seen.chosen] == max(worth.values())


def test_rows_stay_in_the_sight_of_the_wavy_program_and_go_in_that_of_the_voids() -> None:
    state = quintris("xxxxxxxxxx.....", "I0", 10, following="X0")
    move = move_to(state, "I0", 10)
    wavy = {each.move: each.value for each in agreed(state, Program("wavy", "small")).candidates}
    # the full row and on top of it a plus at a wall
    assert wavy[move] == 500 - 100 * (15 + 2 + 3 + 2) - 20 * (1 + 1 + 2) - 50 * 2
    voids = {each.move: each.value for each in agreed(state, Program("voids", "small")).candidates}
    assert voids[move] == -(2 * (3**4 + 3**2) + 4**2 + 2 * 5**2)


def test_a_next_piece_without_room() -> None:
    rows = "\n".join(["x" * 14 + "."] * 23)
    state = quintris("xxxxx..........\n" + rows, "X0", 9, following="I1")
    assert state.is_over
    state = quintris("x..............\n" + rows, "I0", 5, following="I1")
    seen = agreed(state, Program("wavy", "small"))
    assert {each.value for each in seen.candidates} == {NO_ROOM}
    seen = agreed(state, Program("voids", "small"))
    assert {each.value for each in seen.candidates} == {-MOST_VOIDS}
    assert seen.chosen == seen.candidates[0].move


def test_the_genetic_program_ends_a_game_only_if_it_must() -> None:
    state = tetris("xx..\nxx..\nxx..\nxx..", "O")
    seen = agreed(state, Program("genetic", "one"))
    worth = {each.move: each.value for each in seen.candidates}
    assert worth[move_to(state, "O0", 0)] == ENDS_GAME
    assert seen.chosen == move_to(state, "O0", 2)
    full = tetris("xxx.\nxxx.\nxxx.\nxxx.", "O")
    assert agreed(full, Program("genetic", "one")).chosen == full.legal_moves()[0]


def test_a_row_of_the_genetic_program_is_worth_its_height_too() -> None:
    board = ("....", "....", "xx..", "xxxx")
    found = {term.feature: term for term in terms(Program("genetic", "one"), board)}
    assert found["complete_rows"].weight == 522_287_506_868_767 + 4 * 798_752_914_564_018
    assert found["summed_heights"].count == 6
    found = {term.feature: term for term in terms(Program("genetic", "one", "published"), board)}
    assert found["complete_rows"].weight == 522_287_506_868_767
    assert found["summed_heights"].count == 2


def test_the_value_of_the_sum_program_is_its_formula() -> None:
    """The cost as it is written, on a board that is high and has a full row."""
    columns = (20, 23, 24, *[1] * 12)
    board = tuple(
        "".join("x" if n > level else "." for n in columns) for level in reversed(range(25))
    )
    m = 100 * (20 + 23 + 24) + 1000 * (23 + 24) + 100_000 * 24
    # beside the towers, and in a circle: above the top row it sees the floor row
    sided = 3 + 1 + 23 + 15
    cost = -(200 + m) * 1 + 21.510066 * 79 + 0.884483 * (3 + 1 + 23) + m
    found = {term.feature: term.count for term in terms(Program("sum", "one"), board)}
    exact = cost + 1.60 * found["sided_holes"]
    assert found["sided_holes"] == sided
    assert value(Program("sum", "one"), board) / 10**6 == pytest.approx(-exact, abs=1e-6)


@pytest.mark.parametrize(
    ("program", "game", "turns"),
    [
        (Program("sum", "one"), Quintris(), 120),
        (Program("sum", "one"), Quintris(reach="fall"), 20),
        (Program("wavy", "one"), Quintris(pieces="bag"), 120),
        (Program("wavy", "small"), Quintris(pieces="3-1-0-0-0-0"), 40),
        (Program("voids", "small"), Quintris(pieces="2-1-0-0-0-0"), 25),
        (Program("genetic", "one"), Tetris(6, 10, pieces="bag"), 80),
        (Program("genetic", "one", "published"), Tetris(10, 8), 80),
    ],
    ids=str,
)
def test_whole_games(program: Program, game: Quintris | Tetris, turns: int) -> None:
    expected = course_played(game, program, [5], turns, REFERENCE)
    for native in NATIVES:
        assert course_played(game, program, [5], turns, native) == expected


def test_games_do_not_depend_on_threads(native: Engine) -> None:
    program = Program("sum", "one")
    one = course_played(Quintris(), program, range(20), 100, native, threads=1)
    assert course_played(Quintris(), program, range(20), 100, native, threads=3) == one


def test_programs_and_games_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ValueError, match="course-genetic does not play quintris"):
        course_searched(Quintris().start(Dice(1)), Program("genetic", "one"), REFERENCE)
    with pytest.raises(ValueError, match="course-sum does not play tetris"):
        course_played(Tetris(), Program("sum", "one"), [1], 5, REFERENCE)
    with pytest.raises(ValueError, match="allowed are small, one, full"):
        Program("wavy", "deep")
    with pytest.raises(ValueError, match="allowed are program, published"):
        Program("wavy", "one", "exact")
    with pytest.raises(ValueError, match="allowed are sum, wavy, voids, genetic"):
        Program("average", "one")
    assert SEARCHES["wavy"][0] == "small"
