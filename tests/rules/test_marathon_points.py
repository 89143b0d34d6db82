"""The rules M9 to M15 of Marathon: points, the end, time, and what agents see of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.rules.marathon import EMPTY_ROW, at, check_turn, last, number, pressed
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.falling_piece import DROP, LOCK, MOVES, Falling, Twist, appeared
from tilefall.rules.game import Chance
from tilefall.rules.marathon import Marathon
from tilefall.rules.marathon_points import Lock, Spin, seconds_a_row
from tilefall.rules.marathon_tetris import as_tetris, keys_to, said
from tilefall.rules.tetris import PIECES

FLOOR = """
    ..........
    ..........
    ...o......
    ...ooo....
"""


@pytest.mark.parametrize(("rows", "points"), [(1, 100), (2, 300), (3, 500), (4, 800)])
def test_m9_points_for_rows_at_the_level_before_they_went(rows: int, points: int) -> None:
    state = at("\n".join([*["o........."] * (4 - rows), *["oxxxxxxxxx"] * rows]), "I1")
    board = (*state.board[:-5], ".......x..", *state.board[-4:])  # so that it is not all clear
    for lines, level in ((0, 1), (9, 1), (10, 2), (25, 3)):
        after = last(replace(state, board=board, lines=lines), "lock")
        assert after.reward == points * level
        assert after.state.score == points * level
        assert after.state.lines == lines + rows
        assert after.state.level == 1 + (lines + rows) // 10


def test_m9_a_game_may_start_at_a_level() -> None:
    state = Marathon(level=5).start(Dice(1))
    assert (state.level, replace(state, lines=19).level) == (5, 6)
    for level in (0, 21):
        with pytest.raises(ValueError, match=rf"^level {level}, allowed are 1 to 20$"):
            Marathon(level)


def spun(drawing: str, shape: str, twist: Twist) -> Lock:
    """What a piece does that locks here after such a turn."""
    state = at(drawing, shape)
    assert state.falling is not None
    lock = last(replace(state, falling=replace(state.falling, twist=twist)), "lock").lock
    assert lock is not None
    return lock


DOUBLE = """
    .x........
    xoooxxxxxx
    xxoxxxxxxx
"""


def test_m10_a_t_spin_double() -> None:
    state = check_turn(
        """
        .xo.......
        x.ooxxxxxx
        xxoxxxxxxx
        """,
        "T1",
        "turn",
        DOUBLE,
    )
    after = last(state, "lock")
    assert after.reward == 1200
    assert after.lock is not None
    assert (after.lock.spin, after.lock.words()) == (Spin.FULL, "T-spin double")
    assert last(state, "drop").reward == 1200  # a drop by no row moves nothing


def test_m10_what_moves_the_piece_after_the_turn_undoes_it() -> None:
    assert spun(DOUBLE, "T2", Twist.NONE).points == 300
    turned = pressed(at(EMPTY_ROW), "turn")
    assert turned.falling is not None
    assert turned.falling.twist is Twist.TURN
    for key in ("left", "right", "down", "fall"):
        moved = pressed(turned, key)
        assert moved.falling is not None
        assert moved.falling.twist is Twist.NONE
    assert last(at(EMPTY_ROW), "turn", "turn back", "drop").lock == Lock(
        lines=0, spin=Spin.NONE, streak=0, is_back_to_back=False, is_all_clear=False, level=1
    )


@pytest.mark.parametrize(
    ("drawing", "shape", "twist", "spin"),
    [
        # two corners only
        ("..o.......\n.ooo......", "T0", Twist.TURN, Spin.NONE),
        # one of the two in front, and the floor behind
        (".xo.......\n.ooo......", "T0", Twist.TURN, Spin.MINI),
        (".xo.......\n.ooo......", "T0", Twist.KICK, Spin.FULL),
        (".xox......\n.ooo......", "T0", Twist.TURN, Spin.FULL),
        # the wall behind, one in front
        ("o.........\noo........\nox........", "T1", Twist.TURN, Spin.MINI),
        ("ox........\noo........\nox........", "T1", Twist.TURN, Spin.FULL),
        # pointing to the left
        (".......x.o\n........oo\n........xo", "T3", Twist.TURN, Spin.MINI),
        # what is above the T or beside it is no corner
        ("..x.......\n..o.......\nxooox.....", "T0", Twist.TURN, Spin.NONE),
        # another piece
        (".o.x......\n.ooo......", "J0", Twist.KICK, Spin.NONE),
    ],
)
def test_m10_corners_tell_minis_from_t_spins(
    drawing: str, shape: str, twist: Twist, spin: Spin
) -> None:
    assert spun(drawing, shape, twist).spin is spin


@pytest.mark.parametrize(
    ("spin", "points"),
    [(Spin.MINI, (100, 200, 400)), (Spin.FULL, (400, 800, 1200, 1600))],
)
def test_m10_points_of_t_spins(spin: Spin, points: tuple[int, ...]) -> None:
    for lines, expected in enumerate(points):
        for level in (1, 7):
            lock = Lock(lines, spin, int(lines > 0), False, False, level)
            assert lock.points == expected * level


def test_m10_the_fifth_place_makes_a_triple_full() -> None:
    state = pressed(
        at(
            """
            .x........
            xxo.......
            xooo......
            x.xxxxxxxx
            x..xxxxxxx
            x.xxxxxxxx
            """,
            "T0",
        ),
        "turn",
    )
    after = last(state, "lock")
    assert after.lock is not None
    assert after.lock.words() == "T-spin triple"
    assert after.reward == 1600


def cleared_by(lines: int, spin: Spin, *, has_chain: bool) -> tuple[Lock, bool]:
    """A bar that removes so many rows, or the T of the double, after such a chain."""
    if spin is Spin.FULL:
        state = at(DOUBLE, "T2")
        assert state.falling is not None
        state = replace(state, falling=replace(state.falling, twist=Twist.TURN))
    else:
        rows = ["....x.....", *["o........."] * (4 - lines), *["oxxxxxxxxx"] * lines]
        state = at("\n".join(rows), "I1")
    after = last(replace(state, has_chain=has_chain), "lock")
    assert after.lock is not None
    return after.lock, after.state.has_chain


def test_m11_back_to_back_is_half_as_much_again() -> None:
    tetris, goes_on = cleared_by(4, Spin.NONE, has_chain=True)
    assert (tetris.points, tetris.words(), goes_on) == (1200, "tetris, back to back", True)
    double, goes_on = cleared_by(2, Spin.FULL, has_chain=True)
    assert (double.points, goes_on) == (1800, True)
    first, goes_on = cleared_by(4, Spin.NONE, has_chain=False)
    assert (first.points, goes_on) == (800, True)
    plain, goes_on = cleared_by(3, Spin.NONE, has_chain=True)
    assert (plain.points, plain.is_back_to_back, goes_on) == (500, False, False)
    nothing, goes_on = cleared_by(0, Spin.NONE, has_chain=True)
    assert (nothing.points, goes_on) == (0, True)


def test_m11_a_t_spin_without_rows_keeps_the_chain_and_gains_nothing_by_it() -> None:
    state = at("..x.......\n" + ".xox......\n.ooo......", "T0", has_chain=True)
    assert state.falling is not None
    after = last(replace(state, falling=replace(state.falling, twist=Twist.TURN)), "lock")
    assert (after.reward, after.state.has_chain) == (400, True)


def test_m12_combos_count_pieces_in_a_row() -> None:
    row = "....x.....\n..........\no.........\no.........\no.........\noxxxxxxxxx"
    points = []
    for streak in range(4):
        after = last(at(row, "I1", streak=streak, lines=10), "lock")
        assert after.state.streak == streak + 1
        points.append(after.reward)
    assert points == [200, 300, 400, 500]
    ended = last(at(FLOOR, "J0", streak=3), "lock")
    assert (ended.state.streak, ended.reward) == (0, 0)


@pytest.mark.parametrize(("rows", "bonus"), [(1, 800), (2, 1200), (3, 1800), (4, 2000)])
def test_m12_all_clear(rows: int, bonus: int) -> None:
    lock = Lock(rows, Spin.NONE, 1, False, True, level=2)
    assert lock.points - replace(lock, is_all_clear=False).points == 2 * bonus
    assert Lock(4, Spin.NONE, 1, True, True, level=1).points == 1200 + 3200
    full = last(at("\n".join(["oxxxxxxxxx"] * 4), "I1"), "lock")
    assert full.lock is not None
    assert (full.lock.is_all_clear, full.reward) == (True, 2800)
    assert not any("x" in row for row in full.state.board)


def test_m13_a_new_piece_without_room_ends_the_game() -> None:
    board = (EMPTY_ROW,) * 19 + ("...x......",) * 21
    aside = Falling(number("O"), 0, -2, 8, -2)
    state = at(EMPTY_ROW, board=board, falling=aside, queue=tuple(map(number, "TOZSJ")))
    over = state.play(DROP).draw(Dice(1))
    assert over.is_over
    assert over.legal_moves() == ()
    assert over.falling == appeared(number("T"))
    assert over.ghost is None
    going_on = replace(state, queue=tuple(map(number, "OTZSJ"))).play(DROP).draw(Dice(1))
    assert not going_on.is_over  # the square appears beside it


def test_m13_a_piece_from_the_hold_ends_it_too() -> None:
    board = (EMPTY_ROW,) * 19 + ("......x...",) * 21  # in the way of a bar, and of no T
    state = at(EMPTY_ROW, board=board, held=number("I"))
    assert not state.is_over
    assert pressed(state, "hold").is_over


def test_m13_a_piece_that_locks_out_of_sight_ends_the_game_and_removes_nothing() -> None:
    board = (EMPTY_ROW,) * 19 + ("xxx...xxxx",) + ("...xxx....",) * 20
    state = at(EMPTY_ROW, board=board)
    after = last(state, "drop")
    assert after.lock is None
    assert after.state.falling is None
    assert after.state.legal_moves() == ()
    assert after.state.board[19] == "x" * 10
    assert after.chances() == (Chance(Fraction(1), after.state),)
    assert after.draw(Dice(1)) == after.state
    assert after.state.pieces == state.pieces + 1
    # one cell in sight is enough
    low = at(EMPTY_ROW, board=(EMPTY_ROW,) * 20 + ("xxx...xxxx",) + ("...xxx....",) * 19)
    assert not low.play(DROP).draw(Dice(1)).is_over


def test_m14_pieces_fall_faster_at_every_level_up_to_twenty() -> None:
    seconds = [seconds_a_row(level) for level in range(1, 40)]
    known = [1.0, 0.793, 0.618, 0.473, 0.355, 0.262, 0.19, 0.135, 0.094, 0.064]
    assert [round(each, 3) for each in seconds[:10]] == known
    assert seconds[:20] == sorted(set(seconds[:20]), reverse=True)
    assert set(seconds[19:]) == {seconds[19]}
    assert seconds[19] > 0


def test_m15_a_position_for_agents() -> None:
    state = at(FLOOR.replace("o", "x"), falling=Falling(number("L"), 1, 3, 0, 3), lines=7)
    found = as_tetris(replace(state, seen=(2, 1, 1, 1, 1, 1, 1)))
    assert found is not None
    assert found.text() == "tetris:rules=preview,pieces=bag 3x6/3xxx4 L I 2-0-1-0-0-0-1 7 2"
    assert parse(found.text()) == found
    assert as_tetris(at("\n".join(["x........."] * 21))) is None
    assert as_tetris(replace(state, falling=None)) is None


def test_m15_every_placement_is_reached_by_the_keys_that_are_told() -> None:
    for letter in PIECES.letters:
        state = at("x.........\nxx.xxx.xxx", falling=appeared(number(letter)))
        agents = as_tetris(state)
        assert agents is not None
        for move in agents.legal_moves():
            placement = agents.game.moves[move]
            keys = keys_to(state, placement)
            assert keys is not None
            *steps, drop = keys
            assert MOVES[drop] == "drop"
            landed = pressed(state, *(MOVES[key] for key in steps)).play(drop).state
            assert landed.board[20:] == agents.play(move).board


def test_m15_a_placement_in_words() -> None:
    state = at("..........", falling=appeared(number("I")))
    agents = as_tetris(state)
    assert agents is not None
    flat, upright = (agents.game.moves[agents.legal_moves()[i]] for i in (0, 7))
    assert said(state, flat) == "I in columns 0 to 3: left 3, drop"
    assert said(state, upright) == "I in column 0: turn back, left 4, drop"
    cave = at("xxxxxxxxx.\n..........\n...oooo...\nxxxxxx.xxx", "I0")
    assert said(cave, upright) == "I in column 0, out of reach now"
    assert keys_to(replace(cave, falling=None), upright) is None
    assert LOCK in cave.legal_moves()
