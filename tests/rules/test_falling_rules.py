"""The rules F1 to F9 that Quintris and Tetris share (docs/rules/falling.md)."""

from __future__ import annotations

from itertools import product

import pytest

from tests.rules.boards import (
    after_keys,
    after_place,
    drawn,
    pentomino,
    places,
    quintris,
    tetris,
)
from tilefall.engines import Engine
from tilefall.rules import tetris as tetris_rules
from tilefall.rules.falling import Spot, Well, cleared, fits, locked
from tilefall.rules.game import IllegalMove
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import PieceSet
from tilefall.rules.quintris import PIECES, Quintris


def shape(name: str) -> Rows:
    return PIECES.shapes[pentomino(name)].rows


def test_f1_shapes_are_turned_then_flipped_and_turned() -> None:
    drawings = """
        L0    L1  L2    L3    L4    L5  L6    L7
        xxxx  .x  x...  xx    xxxx  xx  ...x  x.
        ...x  .x  xxxx  x.    x...  .x  xxxx  x.
        -     .x  -     x.    -     .x  -     x.
        -     xx  -     x.    -     .x  -     xx
    """
    names, *rows = [line.split() for line in drawings.strip().splitlines()]
    for name, *column in zip(names, *rows, strict=True):
        assert shape(name) == tuple(row for row in column if row != "-")


def test_f1_each_shape_once_in_the_order_of_the_pieces() -> None:
    counts = {
        letter: len(numbers) for letter, numbers in zip("XILYUN", PIECES.of_piece, strict=True)
    }
    assert counts == {"X": 1, "I": 2, "L": 8, "Y": 8, "U": 4, "N": 8}
    assert [number for numbers in PIECES.of_piece for number in numbers] == list(range(31))
    assert " ".join(form.name for form in tetris_rules.PIECES.shapes) == (
        "I0 I1 O0 T0 T1 T2 T3 Z0 Z1 S0 S1 J0 J1 J2 J3 L0 L1 L2 L3"
    )


@pytest.mark.parametrize("pieces", [PIECES, tetris_rules.PIECES], ids=["quintris", "tetris"])
def test_f1_four_turns_and_two_flips_lead_back(pieces: PieceSet) -> None:
    for number in range(len(pieces.shapes)):
        turned = number
        for _ in range(4):
            turned = pieces.rotations[turned]
        assert turned == number
    if pieces is PIECES:
        assert [pieces.flips[flip] for flip in pieces.flips] == list(range(len(pieces.shapes)))


def test_f2_a_move_counts_shape_column_and_the_rows_below(engine: Engine) -> None:
    state = tetris(
        """
        ......
        ......
        ......
        x.....
        """,
        "O",
    )
    o = 2  # the number of O0
    expected = [(o * 6 + column) * 32 + rows for column, rows in enumerate([1, 0, 0, 0, 0])]
    assert engine.legal_moves(state) == tuple(expected)
    place = state.game.moves[expected[0]]
    assert (place.shape.name, place.row, place.column) == ("O0", 1, 0)
    assert str(place) == "O0 at row 1, column 0"


def test_f2_every_number_is_what_its_placement_counts_to() -> None:
    moves = Quintris().moves
    assert len(moves) == 31 * 15 * 32
    for move in range(0, len(moves), 7):
        place = moves[move]
        assert moves.number(pentomino(place.shape.name), place.row, place.column) == move


def test_f3_row_0_is_the_top_and_column_0_the_left(engine: Engine) -> None:
    after = after_place(engine, tetris("....\n" * 4, "L"), "L0", 0)
    assert after.board == drawn(
        """
        ....
        ....
        ..x.
        xxx.
        """
    )
    # the top left corner of the box is empty, and still it is where the piece is
    assert ("L0", 2, 0) in places(engine, tetris("....\n" * 4, "L"))


def test_f4_a_piece_fits_inside_the_board_on_empty_cells() -> None:
    board = drawn(
        """
        ..x.
        ..x.
        ....
        x.x.
        """
    )

    def spots(name: str) -> list[tuple[int, int]]:
        number = tetris_rules.PIECES.named(name)
        assert number is not None
        form = tetris_rules.PIECES.shapes[number]
        around = product(range(-2, 6), range(-2, 6))
        return [(row, column) for row, column in around if fits(board, form, row, column)]

    assert spots("O0") == [(0, 0), (1, 0)]
    assert spots("I1") == [(0, 1), (0, 3)]
    assert spots("T2") == [(2, 0)]


def test_f4_empty_corners_of_a_box_may_lie_on_filled_cells(engine: Engine) -> None:
    state = quintris(
        """
        xx...xxxxxxxxx.
        xx...xxxxxxxxx.
        xxx.xxxxxxxxxx.
        """,
        "X0",
        2,
    )
    assert after_keys(engine, state, "").board == drawn(
        """
        xx.x.xxxxxxxxx.
        xxxxxxxxxxxxxx.
        xxxxxxxxxxxxxx.
        """,
        25,
    )


def test_f5_a_turn_that_does_not_fit_is_refused_without_a_kick() -> None:
    well = Well(("." * 15,) * 25, PIECES)
    for column in range(11, 15):
        bar = Spot(pentomino("I1"), 0, column)
        assert well.pressed(bar, "n") == bar
    assert well.pressed(Spot(pentomino("I1"), 0, 10), "n") == Spot(pentomino("I0"), 0, 10)


def test_f5_no_kick_in_a_shaft(engine: Engine) -> None:
    """The bar stands in a shaft of four columns: it cannot lie down whatever is pressed."""
    state = quintris("xxxx....xxxxxxx\n" * 25, "I1", 5)
    assert places(engine, state) == {("I1", 20, column) for column in (4, 5, 6, 7)}


def test_f5_the_top_left_corner_stays() -> None:
    board = ("." * 15,) * 25
    well = Well(board, PIECES)
    spot = Spot(pentomino("L0"), 3, 7)
    for key, name in zip("nnhn", ["L1", "L2", "L6", "L7"], strict=True):
        spot = well.pressed(spot, key)
        assert spot == Spot(pentomino(name), 3, 7)


def test_f5_the_column_is_kept_inside_by_the_width_of_the_unchanged_shape() -> None:
    well = Well(("." * 15,) * 25, PIECES)
    left, right = Spot(pentomino("L0"), 0, 0), Spot(pentomino("L0"), 0, 11)
    assert well.pressed(left, "b") == left
    assert well.pressed(right, "m") == right
    assert well.pressed(right, "b") == right._replace(column=10)
    # L0 is four wide: at column 11 it turns into L1, two wide, which may then go on to 13
    turned = well.pressed(right, "n")
    assert turned == Spot(pentomino("L1"), 0, 11)
    assert well.pressed(well.pressed(turned, "m"), "m").column == 13
    # back from there the box would stick out, and the column is not pulled in for it
    outside = Spot(pentomino("L3"), 0, 13)
    assert well.pressed(outside, "n") == outside


def test_f5_a_refused_key_changes_nothing_and_later_keys_still_act(engine: Engine) -> None:
    state = quintris("....x..........\n" + "...............\n" * 22, "I1", 3)
    assert state.move_by_keys("m") == state.move_by_keys("")
    assert state.move_by_keys("mbbm") == state.move_by_keys("b")
    assert engine.keys(state)[state.move_by_keys("mbbm")] == "b"


def test_f5_other_keys_are_refused_by_name() -> None:
    state = quintris("", "I1", 3)
    with pytest.raises(IllegalMove, match=r"key 'x', allowed are b m n h$"):
        state.move_by_keys("bx")
    with pytest.raises(IllegalMove, match=r"key '\.', allowed are b m n h$"):
        state.move_by_keys(".")


def test_f6_a_piece_drops_until_it_meets_something(engine: Engine) -> None:
    state = quintris(
        """
        ...............
        ......x........
        .......x.......
        """,
        "U0",
        5,
    )
    assert after_keys(engine, state, "").board == drawn(
        """
        .....xxx.......
        .....xxx.......
        .......x.......
        """,
        25,
    )


def test_f6_cells_above_the_top_are_lost(engine: Engine) -> None:
    state = tetris(
        """
        ....
        .x..
        .x..
        .x..
        """,
        "L",
    )
    after = after_place(engine, state, "L1", 0)
    assert after.board == drawn(
        """
        xx..
        .x..
        .x..
        .x..
        """
    )
    assert locked(state.board, tetris_rules.PIECES.shapes[16], -2, 0) == after.board


def test_f7_full_rows_go_and_loose_cells_stay(engine: Engine) -> None:
    board = drawn(
        """
        x...
        xxxx
        .x..
        xxxx
        ..x.
        """
    )
    after = drawn(
        """
        ....
        ....
        x...
        .x..
        ..x.
        """
    )
    assert cleared(board) == (after, 2)
    # the bar completes two rows; the rows between and above keep the holes below them
    state = tetris(
        """
        ....
        x...
        xxx.
        .x..
        xxx.
        ..x.
        """,
        "I",
    )
    locked_bar = after_place(engine, state, "I1", 3)
    assert locked_bar.board == drawn(
        """
        ....
        ....
        ....
        x...
        .x.x
        ..xx
        """
    )
    assert locked_bar.reward == 2


def test_f8_a_tick_locks_as_soon_as_the_piece_can_go_no_lower() -> None:
    board = drawn(
        """
        ....
        ....
        ....
        ....
        """
    )
    well = Well(board, tetris_rules.PIECES)
    square = Spot(2, 0, 1)
    assert well.ticked(square) == (Spot(2, 1, 1), False)
    assert well.ticked(Spot(2, 1, 1)) == (Spot(2, 2, 1), True)
    assert well.ticked(Spot(2, 2, 1)) == (Spot(2, 2, 1), True)


def test_f8_no_key_is_heard_after_the_tick_that_locks(engine: Engine) -> None:
    """The bar could slide under the roof only in the row in which it is already locked."""
    roof = """
        ......xxxxxxxxx
        ...............
    """
    state = quintris(roof, "I0", 0, reach="fall")
    assert {column for name, row, column in places(engine, state) if (name, row) == ("I0", 24)} == {
        0,
        1,
    }
    high = """
        ......xxxxxxxxx
        ...............
        ...............
    """
    state = quintris(high, "I0", 0, reach="fall")
    under = {column for name, row, column in places(engine, state) if (name, row) == ("I0", 24)}
    assert under == set(range(11))


@pytest.mark.parametrize(("reach", "columns"), [("drop", {0, 1}), ("fall", set(range(11)))])
def test_f9_reach_fall_slides_under_overhangs(
    engine: Engine, reach: str, columns: set[int]
) -> None:
    state = quintris(
        """
        ......xxxxxxxxx
        ...............
        ...............
        """,
        "I0",
        0,
        reach=reach,
    )
    found = {column for name, row, column in places(engine, state) if (name, row) == ("I0", 24)}
    assert found == columns


def test_f9_shortest_keys_in_the_order_b_m_n_h_then_tick(engine: Engine) -> None:
    state = quintris("", "L0", 5)
    keys = engine.keys(state)
    named = {
        (state.game.moves[move].shape.name, state.game.moves[move].column): found
        for move, found in keys.items()
    }
    assert named["L0", 5] == ""
    assert named["L0", 3] == "bb"
    assert named["L1", 6] == "mn"  # not nm
    assert named["L2", 5] == "nn"
    assert named["L6", 5] == "nnh"  # not hnn
    assert named["L3", 5] == "nnn"  # not hnh, which is as short
    assert list(keys) == sorted(keys)


def test_f9_the_final_drop_is_not_written(engine: Engine) -> None:
    """Ticks stand only where the piece has to slide from a lower row."""
    state = quintris(
        """
        ......xxxxxxxxx
        ...............
        ...............
        """,
        "I0",
        1,
        reach="fall",
    )
    keys = engine.keys(state)
    assert keys[state.game.moves.number(pentomino("I0"), 24, 0)] == "b"
    assert keys[state.game.moves.number(pentomino("I0"), 24, 2)] == "." * 23 + "m"
    for move, found in keys.items():
        assert state.move_by_keys(found) == move
