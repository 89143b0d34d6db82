"""The rule F13: pieces that are steered key by key (docs/rules/falling.md)."""

from __future__ import annotations

import pytest

from tests.rules.boards import drawn, pentomino, quintris, tetris
from tilefall.rules.dice import Dice
from tilefall.rules.falling import Spot
from tilefall.rules.game import IllegalMove
from tilefall.rules.quintris import Quintris, QuintrisAfterstate
from tilefall.rules.steered import Steered, keys_of, steered
from tilefall.rules.tetris import PIECES, Tetris, TetrisAfterstate

EMPTY_4_X_5 = "....\n....\n....\n....\n...."


def pressed(piece: Steered, keys: str) -> Steered:
    """The piece after these keys, none of which locks it."""
    for key in keys.split():
        found = piece.press(key)
        assert isinstance(found, Steered), key
        piece = found
    return piece


def after(piece: Steered, keys: str) -> QuintrisAfterstate | TetrisAfterstate:
    """What is left when the last of these keys has locked the piece, and none before it."""
    *others, last = keys.split()
    found = pressed(piece, " ".join(others)).press(last)
    assert not isinstance(found, Steered)
    return found


def test_f13_each_key_does_its_own() -> None:
    piece = steered(quintris("", "L0", 5), gravity=0)
    assert pressed(piece, "nothing").spot == Spot(pentomino("L0"), 0, 5)
    assert pressed(piece, "left").spot == Spot(pentomino("L0"), 0, 4)
    assert pressed(piece, "right").spot == Spot(pentomino("L0"), 0, 6)
    assert pressed(piece, "rotate").spot == Spot(pentomino("L1"), 0, 5)
    assert pressed(piece, "flip").spot == Spot(pentomino("L4"), 0, 5)
    assert pressed(piece, "down").spot == Spot(pentomino("L0"), 1, 5)
    dropped = after(piece, "drop")
    assert dropped.board == drawn(".....xxxx......\n........x......", 25)


def test_f13_what_does_not_fit_is_not_done() -> None:
    piece = steered(quintris("", "I1", 14), gravity=0)
    assert pressed(piece, "right rotate").spot == piece.spot


def test_f13_gravity_pulls_after_every_so_many_keys_of_a_piece() -> None:
    piece = steered(quintris("", "X0", 0), gravity=3)
    rows = []
    for _ in range(7):
        piece = pressed(piece, "nothing")
        rows.append(piece.spot.row)
    assert rows == [0, 0, 1, 1, 1, 2, 2]
    locked = after(piece, "drop").draw(Dice(seed=1))
    fresh = steered(locked, gravity=3)
    assert pressed(fresh, "nothing nothing").spot.row == 0
    assert pressed(fresh, "nothing nothing nothing").spot.row == 1


def test_f13_gravity_pulls_after_the_key_has_acted() -> None:
    """The square is pushed off the tower in the step in which gravity would have locked it."""
    state = tetris(
        """
        ....
        ....
        ..x.
        ..x.
        """,
        "O",
    )
    assert pressed(steered(state, gravity=1), "left").spot.row == 1
    assert after(steered(state, gravity=1), "nothing").board == drawn(".xx.\n.xx.\n..x.\n..x.")


def test_f13_a_tick_that_brings_the_piece_to_rest_ends_the_step() -> None:
    state = tetris(EMPTY_4_X_5, "O")
    piece = pressed(steered(state, gravity=2), "nothing")
    assert pressed(piece, "down").spot.row == 2  # both ticks
    lower = pressed(steered(state, gravity=0), "down down")
    assert after(lower, "down").board == drawn("....\n....\n....\n.xx.\n.xx.")
    near = pressed(steered(state, gravity=3), "down down")  # gravity is due with the third key
    assert after(near, "down").turn == 1


def test_f13_without_gravity_a_piece_waits() -> None:
    piece = steered(tetris(EMPTY_4_X_5, "O"), gravity=0)
    assert pressed(piece, "nothing " * 50).spot == piece.spot


@pytest.mark.parametrize("width", range(4, 16))
def test_f13_tetris_pieces_appear_as_drawn_in_the_middle(width: int) -> None:
    for number, letter in enumerate(PIECES.letters):
        start = Tetris(width=width, pieces=letter).start(Dice(seed=1))
        shape = PIECES.of_piece[number][0]
        expected = (width - PIECES.shapes[shape].width) // 2
        assert steered(start, gravity=4).spot == Spot(shape, 0, expected)


def test_f13_q5_the_game_is_over_when_a_new_piece_does_not_fit() -> None:
    state = tetris("....\n.x..\nxx.x\nxx.x", "O")
    piece = steered(state, gravity=0)
    assert piece.is_over
    with pytest.raises(IllegalMove, match="but the game is over"):
        piece.press("left")
    assert not steered(tetris("....\n....\nxx.x\nxx.x", "O"), gravity=0).is_over


def test_f13_t4_no_steered_piece_ends_the_game_by_its_lock() -> None:
    state = tetris("....\n....\nxx.x\nxx.x", "O")
    locked = after(steered(state, gravity=0), "drop")
    assert isinstance(locked, TetrisAfterstate)
    assert not locked.over
    assert steered(locked.draw(Dice(seed=3)), gravity=0).is_over


def test_f13_rows_are_removed_and_counted() -> None:
    state = tetris("....\n....\nx..x\nx..x", "O")
    locked = after(steered(state, gravity=0), "drop")
    assert (locked.reward, locked.score, locked.turn) == (2, 2, 1)
    assert locked.board == drawn("....\n....\n....\n....")


@pytest.mark.parametrize("game", [Quintris(), Tetris(), Tetris(rules="preview", pieces="bag")])
def test_f13_a_seed_gives_the_same_pieces_placed_or_steered(game: Quintris | Tetris) -> None:
    dice = Dice(seed=11)
    placed, piece = game.start(dice), steered(game.start(dice), gravity=5)
    for _ in range(4):
        placed = placed.play(placed.legal_moves()[0]).draw(dice)
        piece = steered(after(piece, "left down nothing drop").draw(dice), gravity=5)
        assert (placed.current, placed.next) == (piece.state.current, piece.state.next)
        assert (placed.seen, placed.turn) == (piece.state.seen, piece.state.turn)


def test_f13_only_quintris_has_a_flip() -> None:
    assert keys_of(Quintris())[-1] == "flip"
    piece = steered(Tetris().start(Dice(seed=1)), gravity=0)
    with pytest.raises(IllegalMove, match="key 'flip', allowed are nothing left right rotate down"):
        piece.press("flip")


def test_a_game_of_placements_that_is_over_has_no_piece_to_steer() -> None:
    state = tetris("xxx.\nxxx.\nxxx.\nxxx.", "O")
    over = state.play(state.legal_moves()[0]).draw(Dice(seed=1))
    with pytest.raises(IllegalMove, match="no piece is left"):
        steered(over, gravity=0)
