"""The course features C1 to C10: the examples of docs/features.md, and cells counted one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.boards import drawn, move_to, tetris
from tests.rules.positions import boards, falling_states
from tests.rules.test_features import Example, page_examples
from tilefall.engines import Engine, Reference, engine
from tilefall.engines.protocol import FallingState
from tilefall.rules import course
from tilefall.rules.course import CourseFeatures, course_features
from tilefall.rules.falling import locked
from tilefall.rules.notation import Rows
from tilefall.search.course import course_table

NATIVES = [engine(name) for name in NATIVE_ENGINES]
EXAMPLES = [example for example in page_examples() if example.rule.startswith("C")]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.rule for example in EXAMPLES])
def test_the_examples_c1_to_c9_of_the_page(example: Example, engine: Engine) -> None:
    """C1 to C9 are worth what the page draws, full rows still there."""
    state = tetris(example.before, example.shape[0])
    move = move_to(state, example.shape, example.column)
    place = state.game.moves[move]
    assert locked(state.board, place.shape, place.row, place.column) == example.after
    found = course_table(state, engine, removed=False)[move]
    assert found is not None
    assert found._asdict()[example.feature] == example.value


def test_every_course_feature_has_its_example_in_order() -> None:
    assert [example.rule for example in EXAMPLES] == [f"C{i}" for i in range(1, 10)]
    names = CourseFeatures._fields
    assert tuple(example.feature for example in EXAMPLES) == names[:9]
    assert names[9:] == tuple(f"heights_above_{limit}" for limit in course.HEIGHT_LIMITS)


def test_c10_columns_higher_than_19_22_and_23(engine: Engine) -> None:
    columns = (19, 20, 22, 23, 24, 0, 0)
    rows = ["".join("x" if n > level else "." for n in columns) for level in reversed(range(24))]
    state = tetris("\n".join(rows), "O")
    found = course_table(state, engine, removed=False)[move_to(state, "O0", 5)]
    assert found is not None
    assert found.heights_above_19 == 20 + 22 + 23 + 24
    assert found.heights_above_22 == 23 + 24
    assert found.heights_above_23 == 24


def test_c3_rows_are_counted_before_they_go(engine: Engine) -> None:
    state = tetris(
        """
        ......
        ......
        xxxx..
        x.xx..
        """,
        "O",
    )
    move = move_to(state, "O0", 4)
    kept = course_table(state, engine, removed=False)[move]
    gone = course_table(state, engine, removed=True)[move]
    assert kept is not None
    assert gone is not None
    assert (kept.complete_rows, gone.complete_rows) == (1, 1)
    assert (kept.summed_heights, gone.summed_heights) == (12, 5)
    assert (kept.covered_holes, gone.covered_holes) == (1, 0)


def test_c6_looks_round_the_edges_but_not_to_the_right() -> None:
    assert course.sided_holes(("....", "...x")) == 3  # in a circle: left and above; and beside
    assert course.sided_holes(("....", "x...")) == 2  # above in a circle, and beside
    assert course.sided_holes(("x...", "....")) == 2  # below it, and beside


def test_c7_walls_do_not_enclose() -> None:
    assert course.enclosed_holes(drawn("xx.\n.x.\nxx.")) == 0
    assert course.enclosed_holes(drawn("xxx\nx.x\nxxx")) == 1
    assert course.enclosed_holes(drawn("x.x\nxxx")) == 0


def counted(board: Rows) -> CourseFeatures:
    """The features once more, by cells: (column, level) with the floor at level 1."""
    width, height = len(board[0]), len(board)
    filled = {
        (column, height - row)
        for row, line in enumerate(board)
        for column, cell in enumerate(line)
        if cell == "x"
    }
    cells = {(column, level) for column in range(width) for level in range(1, height + 1)}
    tops = [max((y for x, y in filled if x == column), default=0) for column in range(width)]
    covered = [(x, y) for x, y in cells - filled if y < tops[x]]
    costs = sided = enclosed = 0
    for x, y in cells - filled:
        beside = ((x - 1, y) in filled) + ((x + 1, y) in filled)
        costs += ((x, y) in covered) * (y + 2) ** 4 + beside * (y + 2) ** 2
        left, above = ((x - 1) % width, y), (x, y % height + 1)
        sided += (left in filled) + (above in filled) + ((x + 1, y) in filled)
        sides = [(x - 1, y), (x + 1, y), (x, y + 1)]
        enclosed += filled.issuperset(sides) and (y == 1 or (x, y - 1) in filled)
    return CourseFeatures(
        summed_heights=sum(tops),
        bumpiness=sum(abs(tops[i] - tops[i + 1]) for i in range(width - 1)),
        complete_rows=sum(
            all((x, y) in filled for x in range(width)) for y in range(1, height + 1)
        ),
        covered_holes=len(covered),
        short_column_holes=sum(tops[x] < height for x, _ in covered),
        sided_holes=sided,
        enclosed_holes=enclosed,
        empty_columns=sum(top == 0 for top in tops),
        voids=costs,
        heights_above_19=sum(top for top in tops if top >= 20),
        heights_above_22=sum(top for top in tops if top >= 23),
        heights_above_23=sum(top for top in tops if top >= 24),
    )


@given(st.data(), st.integers(4, 15), st.integers(4, 31))
@examples(150)
def test_features_are_those_of_the_cells(data: st.DataObject, width: int, height: int) -> None:
    board = data.draw(boards(width, height))
    assert course_features(board) == counted(board)


@given(falling_states, st.booleans())
@examples(100)
def test_native_features_are_the_plain_ones(state: FallingState, removed: bool) -> None:
    expected = course_table(state, Reference(), removed=removed)
    for native in NATIVES:
        assert course_table(state, native, removed=removed) == expected
