"""The rules T1 to T8 of Tetris (docs/rules/tetris.md)."""

from __future__ import annotations

import pytest

from tests.rules.boards import after_place, drawn, is_over, move_to, places, tetris
from tilefall.engines import Engine
from tilefall.rules.dice import Dice
from tilefall.rules.features import Features
from tilefall.rules.game import IllegalMove
from tilefall.rules.tetris import PIECES, Tetris, TetrisAfterstate, TetrisState

NO_WEIGHTS = [0] * len(Features._fields)
EMPTY_4X4 = "....\n" * 4


def test_t1_sizes_from_4_x_4_to_15_x_31(engine: Engine) -> None:
    for width, height in [(10, 20), (4, 4), (15, 31), (15, 4), (4, 31)]:
        game = Tetris(width, height, pieces="O")
        state = game.start(Dice(1))
        assert state.board == ("." * width,) * height
        assert places(engine, state) == {("O0", height - 2, column) for column in range(width - 1)}
    assert (Tetris().width, Tetris().height) == (10, 20)


@pytest.mark.parametrize("size", [(3, 20), (16, 20), (10, 3), (10, 32)])
def test_t1_other_sizes_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"^(width|height) \d+, allowed are 4 to (15|31)$"):
        Tetris(*size)


def test_t2_seven_pieces_in_order(engine: Engine) -> None:
    drawings = """
        I     O   T    Z    S    J    L
        xxxx  xx  .x.  xx.  .xx  x..  ..x
        -     xx  xxx  .xx  xx.  xxx  xxx
    """
    letters, *rows = [line.split() for line in drawings.strip().splitlines()]
    assert "".join(letters) == PIECES.letters
    for number, column in enumerate(zip(*rows, strict=True)):
        first = PIECES.of_piece[number][0]
        assert PIECES.shapes[first].rows == tuple(row for row in column if row != "-")
    board = "..........\n" * 20
    counts = [len(engine.legal_moves(tetris(board, letter))) for letter in letters]
    assert counts == [17, 9, 34, 17, 17, 34, 34]


def test_t2_a_piece_is_drawn_after_every_lock(engine: Engine) -> None:
    dice = Dice(2)
    state = Tetris().start(dice)
    assert state.seen == tuple(int(piece == state.current) for piece in range(7))
    following = engine.draw(engine.play(state, engine.legal_moves(state)[0]), dice)
    assert isinstance(following, TetrisState)
    assert following.current == dice.roll(turn=1, sides=7, lane=0)
    assert sum(following.seen) == 2


def test_t3_a_piece_falls_straight_from_above_everything(engine: Engine) -> None:
    board = """
        ....
        ....
        ....
        x...
    """
    assert after_place(engine, tetris(board, "J"), "J3", 2).board == drawn(
        """
        ....
        ...x
        ...x
        x.xx
        """
    )
    # a shape sinks in between what it does not touch
    gap = """
        ....
        ....
        ....
        x.x.
    """
    assert after_place(engine, tetris(gap, "T"), "T2", 0).board == drawn(
        """
        ....
        ....
        xxx.
        xxx.
        """
    )
    roof = """
        ....
        .xxx
        ....
        ....
    """
    # nothing slides in under the roof
    assert places(engine, tetris(roof, "O")) == {("O0", -1, 0), ("O0", -1, 1), ("O0", -1, 2)}


def test_t3_every_orientation_and_column_is_legal_also_when_it_ends_the_game(
    engine: Engine,
) -> None:
    full = "x.xx\n" * 4
    assert places(engine, tetris(full, "I")) == {("I0", -1, 0)} | {
        ("I1", -4 if column != 1 else 0, column) for column in range(4)
    }


def test_t4_the_end_is_tested_before_rows_are_removed(engine: Engine) -> None:
    board = """
        xx..
        xx..
        xxx.
        xxx.
    """
    over = after_place(engine, tetris(board, "L"), "L1", 2)
    assert over.board == drawn(
        """
        xxx.
        xxxx
        xxx.
        xxx.
        """
    )
    assert (over.over, over.reward, over.score) == (True, 0, 0)
    state = engine.draw(over, Dice(1))
    assert is_over(engine, state)
    assert isinstance(state, TetrisState)
    assert (state.current, state.next, state.is_over) == (None, None, True)
    assert state.seen == over.seen

    goes_on = after_place(engine, tetris(board, "O"), "O0", 2)
    assert goes_on.board == drawn(
        """
        ....
        ....
        xxx.
        xxx.
        """
    )
    assert (goes_on.over, goes_on.reward) == (False, 2)


def test_t4_a_cell_in_the_top_row_is_no_end(engine: Engine) -> None:
    board = """
        ....
        ....
        x...
        x...
    """
    assert not after_place(engine, tetris(board, "O"), "O0", 0).over
    with pytest.raises(IllegalMove, match=r"move 0, legal are "):
        engine.play(tetris(board, "O"), 0)


def test_t5_a_point_for_every_row(engine: Engine) -> None:
    for rows in range(5):
        board = "xx..\n" * (4 - rows) + "xxx.\n" * rows
        after = after_place(engine, tetris(board, "I"), "I1", 3)
        assert (after.reward, after.score, after.over) == (rows, rows, False)


def test_t6_preview_shows_the_piece_that_comes(engine: Engine) -> None:
    dice = Dice(9)
    state = Tetris(rules="preview").start(dice)
    assert (state.current, state.next) == tuple(
        dice.roll(turn=number, sides=7, lane=0) for number in (0, 1)
    )
    after = engine.play(state, engine.legal_moves(state)[0])
    following = engine.draw(after, dice)
    assert isinstance(following, TetrisState)
    assert following.current == state.next
    assert following.next == dice.roll(turn=2, sides=7, lane=0)
    for chance in after.chances():
        assert isinstance(chance.state, TetrisState)
        assert chance.state.current == state.next
    research = Tetris().start(dice)
    assert research.next is None
    with pytest.raises(ValueError, match="rules 'standard', allowed are research and preview"):
        Tetris(rules="standard")


def test_t7_no_controller_ends_the_game_while_another_move_exists(engine: Engine) -> None:
    """However good the weights make high landings look, the square takes the only place left."""
    state = tetris(
        """
        ......
        xxx..x
        xxx..x
        xxx..x
        """,
        "O",
    )
    high = [1000, *NO_WEIGHTS[1:]]
    assert engine.choose(state, high) == move_to(state, "O0", 3)
    assert [move for move in state.legal_moves() if not state.ends_game(move)] == [
        move_to(state, "O0", 3)
    ]


def test_t7_where_every_move_ends_the_game_the_first_is_taken(engine: Engine) -> None:
    state = tetris("x.xx\n" * 4, "O")
    assert engine.choose(state, NO_WEIGHTS) == move_to(state, "O0", 0)


def test_t8_of_equal_moves_the_first_by_orientation_then_column(engine: Engine) -> None:
    assert engine.choose(tetris(EMPTY_4X4, "T"), NO_WEIGHTS) == move_to(
        tetris(EMPTY_4X4, "T"), "T0", 0
    )
    # holes only: T0 leaves none in either column, T2 leaves two; with the sign turned it is T2's
    # turn, and its first column
    more_holes = [0, 0, 0, 0, 1, *NO_WEIGHTS[5:]]
    assert engine.choose(tetris(EMPTY_4X4, "T"), more_holes) == move_to(
        tetris(EMPTY_4X4, "T"), "T2", 0
    )
    # all columns alike for the later orientation too
    higher = [1, *NO_WEIGHTS[1:]]
    assert engine.choose(tetris(EMPTY_4X4, "I"), higher) == move_to(tetris(EMPTY_4X4, "I"), "I1", 0)


def test_an_afterstate_that_is_over_has_one_outcome() -> None:
    """T4 leaves nothing to chance."""
    after = TetrisAfterstate(Tetris(4, 4), drawn(EMPTY_4X4), None, (0,) * 7, 0, 1, 0, True)
    (chance,) = after.chances()
    assert chance.probability == 1
    assert chance.state == after.draw(Dice(1))
