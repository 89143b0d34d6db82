"""The features E1 to E18: every example of docs/features.md, on every engine."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from hypothesis import given

from tests import ROOT
from tests.conftest import examples
from tests.rules.boards import move_to, tetris
from tests.rules.positions import falling_states
from tilefall.engines import Engine, Reference
from tilefall.engines.protocol import LARGEST_WEIGHT, WEIGHED, FallingState
from tilefall.rules.features import Features
from tilefall.rules.notation import Rows
from tilefall.rules.surface import SURFACE
from tilefall.rules.tetris import TetrisAfterstate
from tilefall.search.linear import scaled

PAGE = (ROOT / "docs" / "features.md").read_text(encoding="utf-8")
LARGEST = {name: int(most) for name, most in re.findall(r"^\| `(\w+)` \| (\d+) \|", PAGE, re.M)}


class Example(NamedTuple):
    """A placement drawn on the page, and what it says of it."""

    rule: str
    shape: str
    column: int
    before: str
    after: Rows
    feature: str
    value: int


def page_examples() -> list[Example]:
    found = []
    for section in re.split(r"^## ", PAGE, flags=re.M)[1:]:
        for block in re.findall(r"^```example\n(.*?)^```", section, re.M | re.S):
            move, titles, *rows, result = block.splitlines()
            shape, column = move.split(" at column ")
            assert titles.split() == ["before", "after"]
            before, after = zip(*(row.split() for row in rows), strict=True)
            feature, value = result.split()
            found.append(
                Example(
                    section.split()[0],
                    shape,
                    int(column),
                    "\n".join(before),
                    after,
                    feature,
                    int(value),
                )
            )
    return found


KINDS = ["well", "fit", "room", "column_room", "step", "cover", "bend"]


def kind_of(case: str) -> str:
    """Which table a case of the surface is in."""
    return next(kind for kind in KINDS if case.startswith(f"{kind}_"))


EXAMPLES = [example for example in page_examples() if example.rule.startswith("E")]


def measured(engine: Engine, drawing: str, shape: str, column: int) -> Features:
    """What an engine says of a placement in Tetris on this board."""
    state = tetris(drawing, shape[0])
    found = engine.features(state)[move_to(state, shape, column)]
    assert found is not None
    return found


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.rule for example in EXAMPLES])
def test_the_examples_e1_to_e18_of_the_page(example: Example, engine: Engine) -> None:
    """E1 to E18 are worth what the page draws, and leave the board that it draws."""
    state = tetris(example.before, example.shape[0])
    move = move_to(state, example.shape, example.column)
    after = engine.play(state, move)
    assert isinstance(after, TetrisAfterstate)
    assert after.board == example.after
    found, cases = engine.features(state)[move], engine.tables(state)[move]
    assert found is not None
    assert cases is not None
    assert dict(zip(WEIGHED, (*found, *cases), strict=True))[example.feature] == example.value


def test_every_feature_has_its_example_in_order() -> None:
    first = {example.rule: example.feature for example in reversed(EXAMPLES)}
    assert list(first) == [f"E{i}" for i in range(18, 0, -1)]
    features = list(reversed(first.values()))
    assert tuple(features[:11]) == Features._fields
    assert [kind_of(feature) for feature in features[11:]] == KINDS
    assert list(dict.fromkeys(map(kind_of, SURFACE))) == KINDS


def test_e1_is_taken_before_rows_are_removed(engine: Engine) -> None:
    board = """
        .......
        .......
        xxxxxx.
        xxxxxx.
        xxxxxx.
        xxxxxx.
    """
    assert measured(engine, board, "I1", 6).landing_height == 3
    assert measured(engine, board, "I0", 2).landing_height == 8


def test_e3_e4_and_e5_are_taken_after_rows_are_removed(engine: Engine) -> None:
    """The row that covers two holes goes, and with it the holes."""
    board = """
        ......
        ......
        ......
        ..xxxx
        ......
    """
    found = measured(engine, board, "O0", 0)
    assert found.rows_removed == 1
    assert found.holes == 0
    assert found.row_transitions == 5 * 2
    assert found.column_transitions == 6


def test_e4_a_cell_in_the_top_row_is_a_change(engine: Engine) -> None:
    board = """
        ....
        ....
        xx..
        xx..
    """
    assert measured(engine, board, "O0", 0).column_transitions == 4


def test_e6_walls_make_wells_and_covered_cells_count(engine: Engine) -> None:
    board = """
        ......
        ......
        ..xx..
        xx.xx.
        xx.xx.
    """
    found = measured(engine, board, "O0", 2)
    # under the roof of column 2: 2 + 1, and at the right wall: 2 + 1
    assert found.wells == 6


def test_e7_a_filled_cell_ends_the_run(engine: Engine) -> None:
    """Below the filled cell of column 1 no cell has both sides filled, so none is counted."""
    board = """
        ......
        ......
        x.x...
        xx....
        ......
        ......
    """
    assert measured(engine, board, "O0", 4).wells_fast == 1
    joined = board.replace("xx....", "x.....")
    # the well cell on top takes the three empty cells below it along
    assert measured(engine, joined, "O0", 4).wells_fast == 1 + 2 + 3 + 4


def test_e10_steps_beyond_two_do_not_count(engine: Engine) -> None:
    board = """
        ......
        ......
        x.....
        x.....
        x.....
    """
    # heights 3 0 0 0 2 2: steps -3 0 0 2 0
    assert measured(engine, board, "O0", 4).pattern_diversity == 2
    mirrored = board.replace("x.....", ".....x")
    assert measured(engine, mirrored, "O0", 0).pattern_diversity == 2


def test_a_move_that_ends_the_game_has_no_features(engine: Engine) -> None:
    state = tetris(
        """
        xx..
        xx..
        xx..
        xx..
        """,
        "O",
    )
    found = engine.features(state)
    assert found[move_to(state, "O0", 0)] is None
    assert found[move_to(state, "O0", 2)] is not None


@given(falling_states)
@examples(100)
def test_no_feature_is_larger_than_the_page_says(state: FallingState) -> None:
    for found in Reference().features(state).values():
        for name, value in found._asdict().items() if found else ():
            assert 0 <= value <= LARGEST[name], name
    for cases in Reference().tables(state).values():
        totals = dict.fromkeys(KINDS, 0)
        for name, value in zip(SURFACE, cases or (), strict=cases is not None):
            totals[kind_of(name)] += value
        assert all(0 <= totals[kind] <= LARGEST[kind] for kind in KINDS)


def test_a_value_fits_in_32_bits() -> None:
    assert list(LARGEST) == [*Features._fields, *KINDS]
    assert sum(LARGEST.values()) == 13623
    assert sum(LARGEST.values()) * LARGEST_WEIGHT < 1 << 31


def test_scaled_weights_have_65536_as_their_largest() -> None:
    weights = scaled({"landing_height": -3.0, "holes": 2.5, "wells": 0.1})
    assert weights == (
        round(-1.5 / 2.5 * 65536),
        0,
        0,
        0,
        65536,
        round(0.1 / 2.5 * 65536),
        *[0] * 5,
    )
