"""M6: turns by SRS, against the published tables and against places that players know."""

from __future__ import annotations

import pytest

from tests.rules.marathon import at, check_turn, names, number, pressed, shown
from tilefall.rules.falling_piece import Twist
from tilefall.rules.srs import kicks

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
