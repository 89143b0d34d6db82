"""The rules N1 to N5: texts of positions and games (docs/rules/notation.md)."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.rules.boards import drawn
from tests.rules.positions import falling_states, ijk_states, quintris_games, tetris_games
from tilefall.rules.catalog import parse, parse_game
from tilefall.rules.game import BadText, Game, State
from tilefall.rules.ijk import WINNING, Ijk
from tilefall.rules.notation import board_text, parse_board
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisState

any_state: st.SearchStrategy[State] = st.one_of(falling_states, ijk_states())
ijk_games = st.builds(
    Ijk,
    st.integers(2, 8),
    st.sampled_from(["deterministic", "nondeterministic"]),
    st.sampled_from(["ply", "round"]),
    st.sampled_from(WINNING),
)
any_game: st.SearchStrategy[Game] = st.one_of(quintris_games(), tetris_games(), ijk_games)

POSITIONS = [
    "quintris - L0@7 N3 0-0-1-0-0-1 0 0",
    "quintris:reach=fall x14/3xx10/1xxxxxxxxx1xxxx X0@3 I1 4-3-1-9-0-2 12 31",
    "quintris:pieces=3-0-1-2-4-5,reach=fall - I1@14 Y7 1-0-0-1-0-0 0 0",
    "quintris:width=6,height=31,reach=fall x5/1xxxxx I0@1 Y7 0-1-0-1-0-0 0 0",
    "tetris:height=10 x2x6/xx8 T - 0-0-2-0-0-0-0 0 1",
    "tetris:width=4,height=4,rules=preview,pieces=bag - S Z 0-0-0-1-1-0-0 0 0",
    "tetris:width=4,height=4 x3/x3/x3/x3 - - 0-0-0-1-1-0-0 0 2",
    "ijk Aa4/6/1B4/6/6/6 - 5",
    "ijk:size=2,mode=nondeterministic,end=round mL/1A + 5",
]


@given(any_state)
@examples(200)
def test_n1_parse_is_the_inverse_of_text(state: State) -> None:
    text = state.text()
    assert parse(text) == state
    assert state.game.parse(text) == state
    assert "\n" not in text


@pytest.mark.parametrize("text", POSITIONS)
def test_n1_a_position_is_its_game_and_its_fields(text: str) -> None:
    state = parse(text)
    assert state.text() == text
    assert text.startswith(f"{state.game.text()} ")
    for space in ("  ", "\n", "\t"):
        with pytest.raises(BadText):
            parse(text.replace(" ", space))
    for around in (f" {text}", f"{text} ", f"{text}\n"):
        with pytest.raises(BadText):
            parse(around)


def test_n2_a_board_in_one_word() -> None:
    board = drawn(
        """
        ............
        ............
        x..........x
        .xxx........
        """
    )
    assert board_text(board) == "x10x/1xxx8"
    assert parse_board("x10x/1xxx8", width=12, height=4, cells="x") == board
    assert board_text(("....",) * 4) == "-"
    assert parse_board("-", width=4, height=4, cells="x") == ("....",) * 4
    # only rows on top are left out
    assert board_text(("x...", "....", "....")) == "x3/4/4"


def test_n3_the_fields_of_each_game() -> None:
    state = parse("quintris x14/3xx10 L1@7 N3 4-3-1-9-0-2 12 31")
    assert isinstance(state, QuintrisState)
    assert state.board[23:] == ("x..............", "...xx..........")
    assert (state.current, state.column, state.next) == (4, 7, 26)
    assert state.seen == (4, 3, 1, 9, 0, 2)
    assert (state.score, state.turn) == (12, 31)

    preview = parse("tetris:height=10,rules=preview - T S 0-0-2-0-1-0-0 3 4")
    assert isinstance(preview, TetrisState)
    assert (preview.current, preview.next, preview.score, preview.turn) == (2, 4, 3, 4)
    over = parse("tetris:width=4,height=4 x3/x3/x3/x3 - - 0-0-0-1-1-0-0 0 2")
    assert isinstance(over, TetrisState)
    assert (over.current, over.next, over.is_over) == (None, None, True)

    ijk = parse("ijk:size=2 A1/1b - 7")
    assert (ijk.player, ijk.turn, str(ijk).splitlines()[:2]) == (1, 7, ["A .", ". b"])


@given(any_game)
def test_n4_parse_game_is_the_inverse_of_text(game: Game) -> None:
    assert parse_game(game.text()) == game


def test_n4_only_what_differs_from_the_default_is_written() -> None:
    assert Quintris().text() == "quintris"
    assert Quintris("bag", "fall").text() == "quintris:pieces=bag,reach=fall"
    assert Quintris("bag", width=10, height=20).text() == "quintris:width=10,height=20,pieces=bag"
    assert Quintris("hidden", "drop", 15, 24).text() == "quintris:height=24"
    assert Tetris(10, 20, "preview", "IO").text() == "tetris:rules=preview,pieces=IO"
    assert Ijk(8).text() == "ijk:size=8"
    assert Ijk(3, winning="E").text() == "ijk:size=3,winning=E"
    # on its own a game may be given in other ways
    assert parse_game("tetris:pieces=bag,height=20,width=6") == Tetris(width=6, pieces="bag")
    assert parse_game("ijk:size=6") == Ijk()


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("tetris:width=4,height=4 4/x3 T - 0-0-1-0-0-0-0 0 0", "x3"),
        ("tetris:width=4,height=4 0x3 T - 0-0-1-0-0-0-0 0 0", "x3"),
        ("tetris:width=4,height=4 x03 T - 0-0-1-0-0-0-0 0 0", "x3"),
        ("tetris:width=4,height=4 x3 T - 0-0-01-0-0-0-0 0 0", "0-0-1-"),
        ("tetris:width=4,height=4 x3 T - 0-0-1-0-0-0-0 00 0", "0 0"),
        ("tetris:width=4,height=4,rules=research -", "tetris:width=4,height=4"),
        ("tetris:height=4,width=4 - T - 0-0-1-0-0-0-0 0 0", "tetris:width=4,height=4"),
        ("quintris - I1@03 X0 1-1-0-0-0-0 0 0", "I1@3"),
        ("ijk 6/A5/6/6/6/6 + 0", "'ijk A5/6/6/6/6 \\+ 0'"),
    ],
)
def test_n5_only_one_text_stands_for_a_position(text: str, right: str) -> None:
    with pytest.raises(BadText, match=f"expected .*{right}"):
        parse(text)


@given(any_state, st.data())
def test_n5_no_other_text_leads_to_the_same_state(state: State, data: st.DataObject) -> None:
    """One character changed: it is refused, or it is another position that writes itself so."""
    text = state.text()
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", *"0123456789xX-/ @AaIL=:,"]))
    changed = text[:at] + put + text[at + 1 :]
    try:
        other = parse(changed)
    except BadText:
        return
    assert other.text() == changed
    assert (other == state) == (changed == text)


BAD_TEXTS = [
    ("", 'No game "".', "There are quintris, tetris, ijk, marathon."),
    ("chess - 0", 'No game "chess".', "There are quintris, tetris, ijk, marathon."),
    ("tetri -", 'No game "tetri".', "Did you mean tetris?"),
    ("tetris:depth=3 -", "tetris has no parameter 'depth'", "width, height, rules, pieces"),
    ("quintris:size=3 -", "quintris has no parameter 'size'", "width, height, pieces, reach"),
    ("quintris:width=5 -", "width '5'", "a whole number from 6 to 15"),
    ("quintris:width=16 -", "width '16'", "a whole number from 6 to 15"),
    ("quintris:height=5 -", "height '5'", "a whole number from 6 to 31"),
    ("quintris:height=32 -", "height '32'", "a whole number from 6 to 31"),
    ("quintris:width=7 - X0@5 X0 2-0-0-0-0-0 0 0", "column '5'", "a whole number from 0 to 4"),
    ("quintris:width=7 x5 X0@1 X0 2-0-0-0-0-0 0 0", "row 1 of the board", "6 cells, expected 7"),
    ("quintris:height=6 x14" + "/15" * 6 + " X0@1 X0 2-0-0-0-0-0 0 0", "7 rows", "at most 6"),
    ("quintris:width=15 - X0@1 X0 2-0-0-0-0-0 0 0", "'quintris:width=15'", "'quintris'"),
    ("ijk:depth=3 -", "parameter 'depth' of ijk", "size, mode, end, winning"),
    ("tetris:width -", "'width' in 'tetris:", "key=value"),
    ("tetris: -", "'' in 'tetris:", "key=value"),
    ("tetris:width=4,width=5 -", "'width=5' in 'tetris:", "each parameter once"),
    ("tetris:width=16 -", "width '16'", "a whole number from 4 to 15"),
    ("tetris:height=x -", "height 'x'", "a whole number from 4 to 31"),
    ("tetris:rules=fun -", "rules 'fun'", "research and preview"),
    ("tetris:pieces=QQ -", "pieces 'QQ'", "hidden, uniform, bag"),
    ("quintris:pieces=0-0-0-0-0-0 -", "pieces '0-0-0-0-0-0'", "not all 0"),
    ("quintris:pieces=03-0-1-2-4-5 -", "pieces '03-0-1-2-4-5'", "whole numbers"),
    ("quintris:pieces=\u0663-0-1-2-4-5 -", "pieces '\u0663-0-1-2-4-5'", "whole numbers"),
    ("quintris:reach=fly -", "reach 'fly'", "drop and fall"),
    ("ijk:size=9 -", "size '9'", "a whole number from 2 to 8"),
    ("ijk:mode=odd -", "mode 'odd'", "deterministic and nondeterministic"),
    ("ijk:end=odd -", "end 'odd'", "ply and round"),
    ("quintris", "0 fields after 'quintris'", "6: board current@column next seen score turn"),
    ("quintris -  X0@1 X0 2-0-0-0-0-0 0 0", "7 fields", "expected 6"),
    ("tetris - T - 0-0-1-0-0-0-0 0", "5 fields", "6: board current next seen score turn"),
    ("ijk - +", "2 fields", "3: board player turn"),
    ("quintris y14 X0@1 X0 2-0-0-0-0-0 0 0", "'y' at character 1", "expected one of x or a count"),
    ("quintris x14/1y13 X0@1 X0 2-0-0-0-0-0 0 0", "row 2 of the board, '1y13'", "expected one of"),
    ("quintris x13 X0@1 X0 2-0-0-0-0-0 0 0", "row 1 of the board, 'x13'", "14 cells, expected 15"),
    ("quintris x99999999999 X0@1 X0 2-0-0-0-0-0 0 0", "row 1", "wider than 15 cells"),
    ("quintris / X0@1 X0 2-0-0-0-0-0 0 0", "row 1 of the board, ''", "0 cells, expected 15"),
    ("quintris x14" + "/15" * 25 + " X0@1 X0 2-0-0-0-0-0 0 0", "26 rows", "at most 25"),
    ("ijk:size=2 AL/2 + 0", "'L' at character 2", "expected one of ABCDEFGHIJKabc"),
    ("quintris - X0 X0 2-0-0-0-0-0 0 0", "current 'X0'", "such as L0@7"),
    ("quintris - X9@1 X0 2-0-0-0-0-0 0 0", "shape 'X9'", "expected one of X0 I0 I1"),
    ("quintris - X0@1 Q0 2-0-0-0-0-0 0 0", "shape 'Q0'", "expected one of X0 I0 I1"),
    ("quintris - X0@13 X0 2-0-0-0-0-0 0 0", "column '13'", "a whole number from 0 to 12"),
    ("quintris - X0@-1 X0 2-0-0-0-0-0 0 0", "column '-1'", "a whole number from 0 to 12"),
    ("quintris - X0@1 X0 2-0-0-0-0 0 0", "seen '2-0-0-0-0'", "6 whole numbers"),
    ("quintris - X0@1 X0 2-0-0-a-0-0 0 0", "seen 'a'", "a whole number from 0"),
    ("quintris - X0@1 X0 2-0-0-0-0-0 -1 0", "score '-1'", "a whole number from 0"),
    ("quintris - X0@1 X0 2-0-0-0-0-0 0 9223372036854775808", "turn", "9223372036854775807"),
    ("tetris - Q - 0-0-1-0-0-0-0 0 0", "piece 'Q'", "I O T Z S J L or -"),
    ("tetris - IO - 0-0-1-0-0-0-0 0 0", "piece 'IO'", "I O T Z S J L or -"),
    ("tetris - T S 0-0-1-0-0-0-0 0 0", "next 'S'", "expected a piece with preview rules"),
    ("tetris:rules=preview - T - 0-0-1-0-0-0-0 0 0", "next '-'", "expected a piece with preview"),
    ("ijk A5/6/6/6/6/6 0 0", "player '0'", "expected + or -"),
    ("ijk A5/6/6/6/6/6 + x", "turn 'x'", "a whole number from 0"),
]


@pytest.mark.parametrize(("text", "where", "expected"), BAD_TEXTS, ids=[t for t, _, _ in BAD_TEXTS])
def test_n5_a_bad_text_says_where_and_what_was_expected(
    text: str, where: str, expected: str
) -> None:
    with pytest.raises(BadText) as error:
        parse(text)
    assert where in str(error.value)
    assert expected in str(error.value)


def test_n5_a_position_of_another_game_is_refused_by_name() -> None:
    with pytest.raises(BadText, match="the position is of 'tetris', expected one of 'quintris'"):
        Quintris().parse("tetris - T - 0-0-1-0-0-0-0 0 0")


# Texts that are nearly right reach further than any that are drawn from all characters.
WORDS = st.sampled_from(
    [*" \n/@-:,=.+0123456789xXLTAaZz\u0663\u00b2", "quintris", "tetris", "ijk", "pieces=", "size=2"]
)
nearly = st.lists(WORDS, max_size=12).map("".join)
spoiled = st.builds(
    lambda text, at, put, cut: text[:at] + put + text[at + cut :],
    st.sampled_from(POSITIONS),
    st.integers(0, 100),
    nearly,
    st.integers(0, 12),
)


@given(st.one_of(st.text(), nearly, spoiled))
@examples(500)
@example("quintris:pieces=" + "9" * 5000)
@example("tetris:width=\u0664")
@example("ijk - \u00b2 0")
@example("quintris - X0@\u00b2 X0 2-0-0-0-0-0 0 0")
def test_no_text_raises_anything_but_bad_text(text: str) -> None:
    """N5 for arbitrary texts: a state that writes itself so, or BadText."""
    with suppress(BadText):
        assert parse(text).text() == text
    with suppress(BadText):
        game = parse_game(text)
        assert parse_game(game.text()) == game
