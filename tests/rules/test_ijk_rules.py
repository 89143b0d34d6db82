"""The rules I1 to I7 of IJK, positions and slides, each on every engine."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.rules.tiles import (
    CHANCE,
    DICE,
    MINUS,
    PLUS,
    D,
    L,
    R,
    U,
    after_of,
    assert_line_slides,
    assert_slides,
    state_of,
)
from tilefall.engines import Engine
from tilefall.rules.digest import digest
from tilefall.rules.game import BadText, IllegalMove
from tilefall.rules.ijk import (
    LETTERS,
    Ijk,
    transposed,
)


def test_i1_any_board_is_a_position(engine: Engine) -> None:
    text = "ijk:size=4 KkKk/AAAA/jjjj/aBcD - 12"
    state = Ijk(size=4).parse(text)
    assert state.board == ("KkKk", "AAAA", "jjjj", "aBcD")
    assert (state.player, state.turn) == (MINUS, 12)
    assert state.text() == text
    # one word a row, a byte a cell, 16 more for lower case
    rows = (0x1B0B1B0B, 0x01010101, 0x1A1A1A1A, 0x04130211)
    assert engine.digest(state) == state.digest() == digest([*rows, MINUS, 12])


def test_i1_size_mode_and_end_are_checked() -> None:
    for size in (1, 9):
        with pytest.raises(ValueError, match=f"size {size}, allowed are 2 to 8"):
            Ijk(size=size)
    with pytest.raises(ValueError, match="'dice', allowed are deterministic and nondeterministic"):
        Ijk(mode="dice")
    with pytest.raises(ValueError, match="end 'never', allowed are ply and round"):
        Ijk(end="never")
    for winning in ("A", "L", "e", "BC", ""):
        with pytest.raises(ValueError, match=f"winning '{winning}', allowed are B to K"):
            Ijk(winning=winning)


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"width": "4"}, "parameter 'width' of ijk, allowed are size, mode, end, winning"),
        ({"size": "nine"}, "size 'nine', expected a whole number from 2 to 8"),
        ({"size": "9"}, "size '9', expected a whole number from 2 to 8"),
        ({"mode": "dice"}, "mode 'dice', allowed are"),
        ({"end": ""}, "end '', allowed are ply and round"),
        ({"winning": "A"}, "winning 'A', allowed are B to K"),
        ({"winning": "k"}, "winning 'k', allowed are B to K"),
        ({"winning": ""}, "winning '', allowed are B to K"),
    ],
)
def test_i1_bad_parameters_are_named(parameters: dict[str, str], told: str) -> None:
    with pytest.raises(BadText, match=told):
        Ijk.from_parameters(parameters)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ijk A5/6/6/6/6/6 x 0", "player 'x', expected \\+ or -"),
        ("ijk A5/6/6/6/6/6 +- 0", "player '\\+-', expected"),
        ("ijk A5/6/6/6/6/6 + -1", "turn '-1', expected"),
        ("ijk A5/6/6/6/6/6 +", "2 fields after 'ijk', expected 3: board player turn"),
        ("ijk A5/6/6/6/6 + 0 0", "4 fields after"),
        ("ijk A6 + 0", "it has 7 cells, expected 6"),
        ("ijk L5 + 0", "'L' at character 1"),
        ("ijk 6/A5 + 0", "is not how this position is written"),
        ("ijk:size=4 A3 + 0", "the position is of 'ijk:size=4', expected one of 'ijk'"),
    ],
)
def test_i1_bad_texts_are_explained(text: str, told: str) -> None:
    with pytest.raises(BadText, match=told):
        Ijk().parse(text)


def test_i1_letters_go_up_to_the_winning_one() -> None:
    text = "ijk:size=3,winning=E ABC/dDe/2E + 8"
    assert Ijk(3, winning="E").parse(text).text() == text
    with pytest.raises(BadText, match="'f' at character 2"):
        Ijk(3, winning="E").parse("ijk:size=3,winning=E 2f - 9")
    by_round = "ijk:size=3,end=round,winning=E AFM - 9"
    assert Ijk(3, end="round", winning="E").parse(by_round).text() == by_round


def test_i1_letters_above_k_only_where_a_game_goes_on_after_a_k() -> None:
    text = "ijk:end=round LmM3 + 8"
    assert Ijk(end="round").parse(text).text() == text
    with pytest.raises(BadText, match="'N' at character 1"):
        Ijk(end="round").parse("ijk:end=round N5 + 8")


def test_i2_the_start_is_a_single_letter_in_the_corner() -> None:
    for mode in ("deterministic", CHANCE):
        state = Ijk(size=3, mode=mode).start(DICE)
        assert state.board == ("A..",
                               "...",
                               "...")  # fmt: skip
        assert (state.player, state.turn, state.score) == (PLUS, 0, 0)


def test_i3_all_four_moves_are_legal_even_those_that_change_nothing(engine: Engine) -> None:
    state = Ijk().start(DICE)
    assert state.game.moves == ("U", "D", "L", "R")
    assert engine.legal_moves(state) == state.legal_moves() == (U, D, L, R)
    assert after_of(engine, state, U).board == state.board


@pytest.mark.parametrize("move", [-1, 4])
def test_i3_other_moves_are_refused(move: int) -> None:
    with pytest.raises(IllegalMove, match=rf"move {move}, legal are \(0, 1, 2, 3\), in:\nA"):
        Ijk().start(DICE).play(move)


def test_i3_no_move_is_legal_when_the_game_is_over() -> None:
    state = state_of(("K.", ".."))
    with pytest.raises(IllegalMove, match=r"move 0, legal are \(\), in:\nK \."):
        state.play(U)


def test_i4_all_tiles_slide_as_far_as_they_can(engine: Engine) -> None:
    board = ("..A.",
             "B..c",
             "....",
             "a.C.")  # fmt: skip
    left = ("A...",
            "Bc..",
            "....",
            "aC..")  # fmt: skip
    right = ("...A",
             "..Bc",
             "....",
             "..aC")  # fmt: skip
    up = ("B.Ac",
          "a.C.",
          "....",
          "....")  # fmt: skip
    down = ("....",
            "....",
            "B.A.",
            "a.Cc")  # fmt: skip
    for player in (PLUS, MINUS):
        for move, after in ((U, up), (D, down), (L, left), (R, right)):
            assert_slides(engine, board, move, player, after)


def test_i5_equal_letters_become_the_next_one(engine: Engine) -> None:
    for letter, following in pairwise(LETTERS):
        for pair in (2 * letter, letter + letter.lower(), letter.lower() + letter):
            assert_line_slides(
                engine, f".{pair}...", PLUS, following + ".....", "....." + following
            )


def test_i5_other_letters_do_not_merge(engine: Engine) -> None:
    assert_line_slides(engine, "ABaDEf", PLUS, "ABaDEf", "ABaDEf")


def test_i5_the_last_letter_does_not_merge(engine: Engine) -> None:
    for pair in ("MM", "Mm", "mM", "mm"):
        for player in (PLUS, MINUS):
            assert_line_slides(engine, f"..{pair}..", player, f"{pair}....", f"....{pair}")


@pytest.mark.parametrize(
    ("line", "left", "right"),
    [
        ("AAA...", "BA....", "....AB"),
        ("A..A.A", "BA....", "....AB"),
        ("AAAA..", "BB....", "....BB"),
        ("AAAAA.", "BBA...", "...ABB"),
        ("AAAAAA", "BBB...", "...BBB"),
        ("AAB...", "BB....", "....BB"),
        ("BAA...", "BB....", "....BB"),
        ("AABB..", "BC....", "....BC"),
        ("ABBA..", "ACA...", "...ACA"),
        ("AAABBB", "BACB..", "..ABBC"),
    ],
)
def test_i6_pairs_from_the_wall_merge_once(
    line: str, left: str, right: str, engine: Engine
) -> None:
    for player in (PLUS, MINUS):
        assert_line_slides(engine, line, player, left, right)


def test_i6_long_lines(engine: Engine) -> None:
    board = ("AAAAAAAA",
             "AAAAAAA.",
             "A.A.A.A.",
             ".BBBAAA.",
             "........",
             "AABBCCDD",
             "CBAABCCC",
             "AAABBBCC")  # fmt: skip
    left = ("BBBB....",
            "BBBA....",
            "BB......",
            "CBBA....",
            "........",
            "BCDE....",
            "CBBBDC..",
            "BACBD...")  # fmt: skip
    right = ("....BBBB",
             "....ABBB",
             "......BB",
             "....BCAB",
             "........",
             "....BCDE",
             "..CBBBCD",
             "...ABBCD")  # fmt: skip
    assert_slides(engine, board, L, PLUS, left)
    assert_slides(engine, board, R, PLUS, right)
    assert_slides(engine, transposed(board), U, MINUS, transposed(left))
    assert_slides(engine, transposed(board), D, MINUS, transposed(right))


@pytest.mark.parametrize(
    ("line", "left_by_plus", "left_by_minus", "right_by_plus", "right_by_minus"),
    [
        ("AA....", "B.....", "B.....", ".....B", ".....B"),
        ("aa....", "b.....", "b.....", ".....b", ".....b"),
        ("Aa....", "B.....", "b.....", ".....B", ".....b"),
        ("aA....", "B.....", "b.....", ".....B", ".....b"),
        ("AaA...", "BA....", "bA....", "....AB", "....Ab"),
        ("aAA...", "BA....", "bA....", "....aB", "....aB"),
        ("AAa...", "Ba....", "Ba....", "....AB", "....Ab"),
        ("AaAa..", "BB....", "bb....", "....BB", "....bb"),
        ("Jj....", "K.....", "k.....", ".....K", ".....k"),
        ("JJ....", "K.....", "K.....", ".....K", ".....K"),
    ],
)
def test_i7_a_mixed_pair_takes_the_case_of_the_mover(
    line: str,
    left_by_plus: str,
    left_by_minus: str,
    right_by_plus: str,
    right_by_minus: str,
    engine: Engine,
) -> None:
    assert_line_slides(engine, line, PLUS, left_by_plus, right_by_plus)
    assert_line_slides(engine, line, MINUS, left_by_minus, right_by_minus)
