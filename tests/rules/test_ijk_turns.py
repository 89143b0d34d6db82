"""The rules I8 to I12 of IJK, turns and ends, each on every engine."""

from __future__ import annotations

from fractions import Fraction

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
    next_of,
    state_of,
)
from tilefall.engines import Engine, Perft
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import (
    LETTERS,
    MOVES,
    PLAYERS,
    WINNING,
    Ijk,
    IjkState,
    slid_line,
)
from tilefall.rules.notation import Rows


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
