"""The rules I1 to I12 of IJK, positions, slides, turns and ends, each on every engine."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    next_of,
    state_of,
)
from tilefall.engines import Engine, Perft
from tilefall.rules.dice import Dice, digest
from tilefall.rules.game import BadText, IllegalMove
from tilefall.rules.ijk import (
    LETTERS,
    MOVES,
    PLAYERS,
    WINNING,
    Ijk,
    IjkState,
    slid_line,
    transposed,
)
from tilefall.rules.notation import Rows


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


def test_i8_the_turn_passes_even_if_nothing_moved(engine: Engine) -> None:
    state = Ijk().start(DICE)
    for turn in range(1, 5):
        state = next_of(engine, state, U)
        assert (state.player, state.turn) == (turn % 2, turn)


def test_i9_the_next_player_receives_a_tile_in_the_first_empty_cell(engine: Engine) -> None:
    board = ("AB.",
             "C..",
             "...")  # fmt: skip
    assert next_of(engine, state_of(board), L).board == ("ABa",
                                                         "C..",
                                                         "...")  # fmt: skip
    assert next_of(engine, state_of(board, MINUS), R).board == ("AAB",
                                                                "..C",
                                                                "...")  # fmt: skip
    assert len(state_of(board).play(L).chances()) == 1


def test_i9_chance_takes_any_empty_cell_with_the_dice_of_the_turn(engine: Engine) -> None:
    board = ("AB.",
             "C..",
             "..D")  # fmt: skip
    state = IjkState(Ijk(size=3, mode=CHANCE), board, PLUS, turn=40)
    after = after_of(engine, state, L)
    assert after.board == ("AB.",
                           "C..",
                           "D..")  # fmt: skip
    assert after.tile_cells() == (2, 4, 5, 7, 8)
    chances = after.chances()
    assert [chance.probability for chance in chances] == 5 * [Fraction(1, 5)]
    seen = set()
    for seed in range(60):
        drawn = engine.draw(after, Dice(seed))
        assert drawn == chances[Dice(seed).roll(turn=40, sides=5, lane=0)].state
        seen.add(drawn)
    assert seen == {chance.state for chance in chances}
    assert chances[3].state == IjkState(state.game, ("AB.", "C..", "Da."), MINUS, turn=41)


def test_i9_a_full_board_receives_no_tile(engine: Engine) -> None:
    board = ("AB",
             "CD")  # fmt: skip
    for mode in ("deterministic", CHANCE):
        state = state_of(board, MINUS, mode, end="round")
        after = after_of(engine, state, R)
        assert next_of(engine, state, R).board == board
        assert [chance.probability for chance in after.chances()] == [1]
        assert after.with_tile(None).board == board


def test_i9_a_tile_appears_only_where_it_may() -> None:
    after = state_of(("AB", "..")).play(U)
    assert after.with_tile(2).board == ("AB", "a.")
    for cell in (0, 3, 4, None):
        with pytest.raises(ValueError, match=rf"tile in cell {cell}, possible are \(2,\)"):
            after.with_tile(cell)


@pytest.mark.parametrize("letter", ["K", "k", "L", "m"])
def test_i10_a_k_ends_the_game(letter: str, engine: Engine) -> None:
    board = ("...", f".{letter}.", "...")
    assert engine.legal_moves(state_of(board)) == ()
    assert state_of(board).is_over
    assert engine.legal_moves(state_of(("...", ".Jj", "..."))) == (U, D, L, R)


@pytest.mark.parametrize("end", ["ply", "round"])
@pytest.mark.parametrize("winning", WINNING)
def test_i10_the_winning_letter_or_a_higher_one_ends_the_game(
    winning: str, end: str, engine: Engine
) -> None:
    game = Ijk(3, end=end, winning=winning)
    for tile in LETTERS + LETTERS.lower():
        board = ("...", f".{tile}.", "...")
        is_won = tile.upper() >= winning
        legal = engine.legal_moves(IjkState(game, board, PLUS, turn=0))
        assert legal == (() if is_won else (U, D, L, R))
        legal = engine.legal_moves(IjkState(game, board, MINUS, turn=0))
        assert legal == (() if is_won and end == "ply" else (U, D, L, R))


def test_i10_letters_above_the_winning_one_merge_on_by_round(engine: Engine) -> None:
    game = Ijk(2, end="round", winning="C")
    for pair, merged in (("Cc", "d"), ("LL", "M"), ("MM", "MM")):
        state = IjkState(game, (pair, ".."), MINUS, turn=3)
        after = after_of(engine, state, L)
        assert after.board[0] == merged.ljust(2, ".")
        assert after.reward == next_of(engine, state, L).score == (-1 if merged == "d" else 1)


def test_i10_a_full_board_ends_the_game_even_if_tiles_could_merge(engine: Engine) -> None:
    board = ("AA",
             "AA")  # fmt: skip
    for player in (PLUS, MINUS):
        assert engine.legal_moves(state_of(board, player)) == ()
        assert engine.legal_moves(state_of(("AA", "A."), player)) == (U, D, L, R)


def test_i10_by_round_the_end_is_tested_only_before_plus(engine: Engine) -> None:
    full = ("AA",
            "AA")  # fmt: skip
    winning = ("KK",
               "..")  # fmt: skip
    for board in (full, winning):
        assert engine.legal_moves(state_of(board, PLUS, end="round")) == ()
        assert engine.legal_moves(state_of(board, MINUS, end="round")) == (U, D, L, R)
    assert next_of(engine, state_of(full, MINUS, end="round"), L).board == ("BA", "B.")
    opened = next_of(engine, state_of(full, MINUS, end="round"), L)
    assert engine.legal_moves(opened) == (U, D, L, R)
    assert next_of(engine, state_of(winning, MINUS, end="round"), L).board == ("LA", "..")


@pytest.mark.parametrize(
    ("board", "score"),
    [
        (("K.", "j."), 1),
        (("k.", "J."), -1),
        (("K.", "k."), 0),
        (("Kk", "aL"), 1),
        (("AB", "ab"), 0),
        (("AB", "ac"), -1),
        (("AB", "AB"), 1),
        (("AA", "AA"), 0),
        (("ab", "ab"), -1),
        (("AB", "a."), 0),
    ],
)
def test_i11_the_higher_letter_has_won(board: Rows, score: int) -> None:
    assert state_of(board).score == score


def test_i12_the_reward_is_the_score_to_come(engine: Engine) -> None:
    for line, mover, reward in (("JJ", MINUS, 1), ("jj", PLUS, -1), ("Jj", MINUS, -1)):
        state = state_of((line, ".."), mover)
        assert after_of(engine, state, L).reward == reward
        assert next_of(engine, state, L).score == reward
    lower = IjkState(Ijk(2, winning="C"), ("Bb", ".."), MINUS, turn=0)
    assert after_of(engine, lower, L).reward == next_of(engine, lower, L).score == -1
    filled = state_of(("CB", "A."), PLUS)
    assert after_of(engine, filled, L).reward == next_of(engine, filled, L).score == 1
    both = state_of(("JJ", "jj"), MINUS, end="round")
    assert after_of(engine, both, L).reward == 0
    unseen = state_of(("JJ", ".."), PLUS, end="round")
    assert after_of(engine, unseen, L).reward == 0


@pytest.mark.parametrize("end", ["ply", "round"])
@pytest.mark.parametrize("mode", ["deterministic", CHANCE])
@pytest.mark.parametrize("size", range(2, 9))
def test_i12_in_whole_games(size: int, mode: str, end: str, engine: Engine) -> None:
    state = Ijk(size, mode, end).start(DICE)
    while moves := engine.legal_moves(state):
        if state.turn == 120:
            return
        move = moves[DICE.roll(turn=state.turn, sides=4, lane=1)]
        after = after_of(engine, state, move)
        following = engine.draw(after, DICE)
        assert isinstance(following, IjkState)
        assert following.score == after.reward
        assert state.game.parse(following.text()) == following
        state = following
    assert state.is_over


def test_perft_counts_the_games_that_are_not_over(engine: Engine) -> None:
    start = Ijk(size=3).start(DICE)
    assert engine.perft(start, 0, DICE) == Perft(1, start.digest())
    assert [engine.perft(start, depth, DICE).leaves for depth in range(5)] == [1, 4, 16, 64, 256]
    over = state_of(("K.", ".."))
    assert engine.perft(over, 0, DICE) == Perft(1, over.digest())
    assert engine.perft(over, 1, DICE) == Perft(0, 0)
    # of the four moves two open the board, and two leave it to be filled: games that are over
    nearly = state_of(("AA", "B."))
    assert [engine.perft(nearly, depth, DICE).leaves for depth in range(3)] == [1, 4, 8]


@given(st.text(".AaBbCcMm", min_size=1, max_size=8), st.integers(0, 1))
def test_a_slide_keeps_the_worth_of_a_line(line: str, player: int) -> None:
    """A letter is worth two of the one before, so a merge neither makes nor loses anything."""

    def worth(tiles: str) -> int:
        return sum(1 << LETTERS.index(tile.upper()) for tile in tiles if tile != ".")

    slid = slid_line(line, player)
    assert len(slid) == len(line)
    assert worth(slid) == worth(line)
    assert "." not in slid.rstrip(".")


def test_names_of_players_and_moves() -> None:
    assert (PLAYERS, MOVES) == ("+-", ("U", "D", "L", "R"))
    assert (Ijk().name, Ijk().players) == ("ijk", 2)
