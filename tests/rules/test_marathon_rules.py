"""The rules M1 to M8 of Marathon (docs/rules/marathon.md), turns by SRS among them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.rules.marathon import ALL, EMPTY_ROW, at, check_turn, last, names, number, pressed, shown
from tilefall.rules.dice import Dice
from tilefall.rules.falling_piece import DROP, FALL, HOLD, MOST_RESETS, Twist, appeared, kicks
from tilefall.rules.game import IllegalMove
from tilefall.rules.marathon import Marathon, MarathonState
from tilefall.rules.pieces import empty_board
from tilefall.rules.tetris import Tetris

FLOOR = """
    ..........
    ..........
    ...o......
    ...ooo....
"""


def test_m1_twenty_rows_are_seen_and_twenty_are_not() -> None:
    state = Marathon().start(Dice(1))
    assert state.board == empty_board(10, 40)
    assert str(state) == "\n".join([EMPTY_ROW] * 20)
    # a wall up to the top and above: a cell in hidden rows is one like others
    towers = at("\n".join(["xxxx..xxxx"] * 21), falling=appeared(number("O")))
    after = last(towers, "drop")
    assert after.lock is not None
    assert after.lock.lines == 2
    assert after.state.board[ALL - 19] == "xxxx..xxxx"


def test_m2_the_same_pieces_as_in_tetris_with_a_bag() -> None:
    for seed in range(20):
        dice = Dice(seed)
        state, dealt = Marathon().start(dice), []
        other, wanted = Tetris(rules="preview", pieces="bag").start(dice), []
        for _ in range(12):
            assert state.falling is not None
            dealt.append(state.falling.piece)
            wanted.append(other.current)
            assert state.queue[0] == other.next
            # a drop at either side keeps both games alive for a while
            state = pressed(state, *["left", "right"][len(dealt) % 2 :: 2] * 3)
            state = state.play(DROP).draw(dice)
            other = other.play(other.legal_moves()[0]).draw(dice)
            if state.is_over or not other.legal_moves():
                break
        assert len(dealt) > 7
        assert dealt == wanted
        assert sorted(dealt[:7]) == list(range(7))


def test_m2_five_are_seen_and_chance_is_what_the_bag_still_holds() -> None:
    state = at(EMPTY_ROW)  # six of a bag were drawn, only the L is left
    after = state.play(DROP)
    (chance,) = after.chances()
    assert chance.probability == 1
    assert isinstance(chance.state, MarathonState)
    assert chance.state.queue == tuple(map(number, "OZSJL"))
    assert chance.state.falling == appeared(number("I"))
    fresh = replace(state, seen=(1,) * 7).play(DROP)
    assert [each.probability for each in fresh.chances()] == [Fraction(1, 7)] * 7
    assert state.play(FALL).chances()[0].probability == 1  # nothing is drawn for a fall


@pytest.mark.parametrize(
    ("letter", "rows"),
    [
        ("I", ("..........", "...oooo...")),
        ("O", ("....oo....", "....oo....")),
        ("T", ("....o.....", "...ooo....")),
        ("Z", ("...oo.....", "....oo....")),
        ("S", ("....oo....", "...oo.....")),
        ("J", ("...o......", "...ooo....")),
        ("L", (".....o....", "...ooo....")),
    ],
)
def test_m3_pieces_appear_above_the_rows_that_are_seen(letter: str, rows: tuple[str, str]) -> None:
    state = at(EMPTY_ROW, falling=appeared(number(letter)))
    assert shown(state, 22)[:3] == (*rows, EMPTY_ROW)


def test_m4_to_a_side_until_something_is_there() -> None:
    state = at(
        """
        ..........
        ..x.oo....
        ....oo....
        """,
        "O0",
    )
    moved = pressed(state, "left")
    assert shown(moved, 3) == ("..........", "..xoo.....", "...oo.....")
    assert "left" not in names(moved)
    wall = pressed(state, *["right"] * 4)
    assert shown(wall, 2) == ("..x.....oo", "........oo")
    assert "right" not in names(wall)
    with pytest.raises(IllegalMove, match=r"^move 1, legal are \(0, 5, 6, 8\), in:"):
        wall.play(1)


def test_m5_down_falls_and_drops() -> None:
    state = at(
        """
        ....oo....
        ....oo....
        ..........
        ....x.....
        """,
        "O0",
    )
    fallen, pushed = pressed(state, "fall"), pressed(state, "down")
    assert fallen.falling == pushed.falling
    assert shown(fallen, 4) == ("..........", "....oo....", "....oo....", "....x.....")
    assert (fallen.score, pushed.score) == (0, 1)
    assert not {"fall", "down"} & set(names(fallen))
    assert state.ghost == fallen.falling
    after = last(state, "drop")
    assert after.reward == 2  # one row
    assert after.state.board[-3:] == ("....xx....", "....xx....", "....x.....")
    assert after.resting == fallen.falling


def test_m7_lock_is_legal_exactly_where_the_piece_rests() -> None:
    assert "lock" not in names(at(EMPTY_ROW))
    rests = at(FLOOR, "J0")
    assert rests.rests
    assert "lock" in names(rests)
    after = last(rests, "lock")
    assert after.reward == 0
    assert after.state.board[-2:] == ("...x......", "...xxx....")


def test_m7_fifteen_keys_and_then_it_can_only_lock() -> None:
    state = at(FLOOR, "J0")
    for count in range(MOST_RESETS):
        assert state.falling is not None
        assert state.falling.resets == count
        assert not state.must_lock
        state = pressed(state, "right" if count % 2 == 0 else "left")
    assert state.must_lock
    assert names(state) == ["lock"]


def test_m7_keys_in_the_air_do_not_count() -> None:
    state = pressed(at(EMPTY_ROW), *["left", "right"] * 20)
    assert state.falling is not None
    assert state.falling.resets == 0


def test_m7_coming_lower_than_ever_gives_all_keys_back() -> None:
    ledge = at(
        """
        ..........
        ....oo....
        ....oo....
        ....xx....
        ..........
        """,
        "O0",
    )
    state = pressed(ledge, "right", "right", "right")
    assert state.falling is not None
    assert state.falling.resets == 2  # the third was pressed in the air
    lower = pressed(state, "fall")
    assert lower.falling is not None
    assert lower.falling.resets == 0


def test_m7_coming_back_to_a_row_gives_nothing_back() -> None:
    state = pressed(at("....o.....\n...ooo....", "T0"), "turn")  # one column left and one row up
    assert state.falling is not None
    assert (state.falling.resets, state.falling.row) == (1, 17)
    state = pressed(state, "turn back")  # without a step, so that it is in the air
    assert "fall" in names(state)
    back = pressed(state, "fall")
    assert back.falling is not None
    assert (back.falling.resets, back.falling.row) == (2, 18)


def test_m8_hold_takes_from_the_queue_and_then_exchanges() -> None:
    state = pressed(at(EMPTY_ROW), "fall", "turn", "left")
    (chance,) = state.play(HOLD).chances()
    held = chance.state
    assert isinstance(held, MarathonState)
    assert (held.held, held.falling) == (number("T"), appeared(number("I")))
    assert held.queue == tuple(map(number, "OZSJL"))
    assert "hold" not in names(held)
    locked = held.play(DROP).draw(Dice(1))
    assert "hold" in names(locked)
    swapped = pressed(locked, "hold")
    assert (swapped.held, swapped.falling) == (number("O"), appeared(number("T")))
    assert swapped.queue == locked.queue
    assert swapped.seen == locked.seen
    assert swapped.pieces == locked.pieces == 1


# Columns to the right, then rows up, as they are published.
OTHERS = {
    "0R": "0,0 -1,0 -1,+1 0,-2 -1,-2",
    "R0": "0,0 +1,0 +1,-1 0,+2 +1,+2",
    "R2": "0,0 +1,0 +1,-1 0,+2 +1,+2",
    "2R": "0,0 -1,0 -1,+1 0,-2 -1,-2",
    "2L": "0,0 +1,0 +1,+1 0,-2 +1,-2",
    "L2": "0,0 -1,0 -1,-1 0,+2 -1,+2",
    "L0": "0,0 -1,0 -1,-1 0,+2 -1,+2",
    "0L": "0,0 +1,0 +1,+1 0,-2 +1,-2",
}
LONG = {
    "0R": "0,0 -2,0 +1,0 -2,-1 +1,+2",
    "R0": "0,0 +2,0 -1,0 +2,+1 -1,-2",
    "R2": "0,0 -1,0 +2,0 -1,+2 +2,-1",
    "2R": "0,0 +1,0 -2,0 +1,-2 -2,+1",
    "2L": "0,0 +2,0 -1,0 +2,+1 -1,-2",
    "L2": "0,0 -2,0 +1,0 -2,-1 +1,+2",
    "L0": "0,0 +1,0 -2,0 +1,-2 -2,+1",
    "0L": "0,0 -1,0 +2,0 -1,+2 +2,-1",
}


@pytest.mark.parametrize("letter", "IJLSTZ")
def test_m6_kicks_are_those_that_are_published(letter: str) -> None:
    for quarters, line in (LONG if letter == "I" else OTHERS).items():
        first, second = ("0R2L".index(quarter) for quarter in quarters)
        steps = [(-int(up), int(right)) for right, up in (p.split(",") for p in line.split())]
        assert list(kicks(number(letter), first, second)) == steps, quarters


@pytest.mark.parametrize(
    ("letter", "quarters"),
    [
        ("I", ("..../oooo/..../....", "..o./..o./..o./..o.", "..../..../oooo/....", ".o../" * 4)),
        ("T", (".o./ooo/...", ".o./.oo/.o.", ".../ooo/.o.", ".o./oo./.o.")),
        ("Z", ("oo./.oo/...", "..o/.oo/.o.", ".../oo./.oo", ".o./oo./o..")),
        ("S", (".oo/oo./...", ".o./.oo/..o", ".../.oo/oo.", "o../oo./.o.")),
        ("J", ("o../ooo/...", ".oo/.o./.o.", ".../ooo/..o", ".o./.o./oo.")),
        ("L", ("..o/ooo/...", ".o./.o./.oo", ".../ooo/o..", "oo./.o./.o.")),
    ],
)
def test_m6_pieces_turn_in_their_boxes(letter: str, quarters: tuple[str, ...]) -> None:
    def box(rows: str) -> str:
        return "\n".join(f"...{row}".ljust(10, ".") for row in rows.strip("/").split("/"))

    below = "\n.........." * 3
    state = at(box(quarters[0]) + below, f"{letter}0")
    for rows in (*quarters[1:], quarters[0]):
        state = pressed(state, "turn")
        assert shown(state, 3 + len(box(rows).split())) == tuple((box(rows) + below).split())
    back = pressed(state, "turn back")
    assert back.falling == pressed(state, "turn", "turn", "turn").falling


def test_m6_the_square_does_not_turn() -> None:
    square = at("....oo....\n....oo....\n" + "..........\n" * 4, "O0")
    assert "turn" not in names(square)
    assert "turn back" not in names(square)


def test_m6_a_t_spin_triple_takes_the_fifth_place() -> None:
    before = """
        xxo.......
        xooo......
        x.xxxxxxxx
        x..xxxxxxx
        x.xxxxxxxx
    """
    after = """
        xx........
        x.........
        xoxxxxxxxx
        xooxxxxxxx
        xoxxxxxxxx
    """
    state = check_turn(before, "T0", "turn", after)
    assert state.falling is not None
    assert state.falling.twist is Twist.KICK
    assert state.falling.resets == 0  # it rested before, but never so low (M7)


def test_m6_and_so_does_its_mirror_image() -> None:
    before = """
        .......oxx
        ......ooox
        xxxxxxxx.x
        xxxxxxx..x
        xxxxxxxx.x
    """
    after = """
        ........xx
        .........x
        xxxxxxxxox
        xxxxxxxoox
        xxxxxxxxox
    """
    check_turn(before, "T0", "turn back", after)


def test_m6_an_s_sinks_three_rows_deep() -> None:
    before = """
        xxoo......
        xoo.......
        x.xxxxxxxx
        x..xxxxxxx
        xx.xxxxxxx
    """
    after = """
        xx........
        x.........
        xoxxxxxxxx
        xooxxxxxxx
        xxoxxxxxxx
    """
    check_turn(before, "S0", "turn", after)


def test_m6_a_z_sinks_as_deep_the_other_way_round() -> None:
    before = """
        ......ooxx
        .......oox
        xxxxxxxx.x
        xxxxxxx..x
        xxxxxxx.xx
    """
    after = """
        ........xx
        .........x
        xxxxxxxxox
        xxxxxxxoox
        xxxxxxxoxx
    """
    check_turn(before, "Z0", "turn back", after)


def test_m6_a_bar_at_the_wall_steps_two_columns_inwards() -> None:
    before = """
        o.........
        o.........
        o.........
        o.........
        ..........
    """
    check_turn(
        before,
        "I1",
        "turn",
        """
        ..........
        ..........
        oooo......
        ..........
        ..........
        """,
    )
    check_turn(
        before,
        "I3",
        "turn",
        """
        ..........
        oooo......
        ..........
        ..........
        ..........
        """,
    )


def test_m6_a_t_at_the_wall_steps_inwards() -> None:
    before = """
        o.........
        oo........
        o.........
        ..........
    """
    after = """
        ..........
        ooo.......
        .o........
        ..........
    """
    state = check_turn(before, "T1", "turn", after)
    assert state.falling is not None
    assert state.falling.twist is Twist.TURN


def test_m6_a_lying_bar_stands_up_from_the_floor() -> None:
    before = """
        ..........
        ..........
        ..........
        ...oooo...
    """
    after = """
        ......o...
        ......o...
        ......o...
        ......o...
    """
    check_turn(before, "I0", "turn", after)
    check_turn(before, "I0", "turn back", after.replace("......o...", "...o......"))


def test_m6_a_piece_without_room_does_not_turn() -> None:
    state = at(
        """
        x.x.......
        xox.......
        xox.......
        xox.......
        xoxx......
        """,
        "I1",
    )
    assert "turn" not in names(state)
    assert "turn back" not in names(state)
