"""Tables that value boards: native code counts as the plain twin does, and files are checked."""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from base64 import b64encode
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.boards import drawn, tetris
from tests.conftest import NATIVE_ENGINES
from tests.positions import falling_states
from tests.tables import random_tables
from tests.test_cli import run
from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.engines import Reference, engine, packing
from tilefall.engines.native import Native
from tilefall.engines.protocol import FallingState
from tilefall.play.match import play_match
from tilefall.play.whole_games import whole_games
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.game import BadText
from tilefall.rules.notation import Rows
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.tuples import part_sizes, places
from tilefall.search.tuples_explain import tuples_explained
from tilefall.search.tuples_file import BadTables, Tables, parse_tables, read_tables

REFERENCE = Reference()
SMALL = Tetris(width=6, height=8)


def natives() -> list[Native]:
    found = [engine(name) for name in NATIVE_ENGINES]
    assert all(isinstance(each, Native) for each in found)
    return [each for each in found if isinstance(each, Native)]


NATIVES = natives()


def entries(board: Rows) -> dict[str, list[int]]:
    """The entries of every part, counted from where the part begins."""
    start, found = 0, {}
    for part, size in part_sizes(len(board[0])).items():
        found[part] = [place.number - start for place in places(board) if place.part == part]
        assert all(0 <= entry < size for entry in found[part])
        start += size
    return found


def test_the_entries_of_a_board() -> None:
    board = drawn("""
        x....
        xxx..
        x.x.x
        ..xxx
    """)
    # heights 4 3 3 1 2, holes 1 2 0 0 0, cells above the lowest empty one 3 1 0 0 0
    left, right = (4 * 11 + 5) * 11 + 3, (4 * 11 + 7) * 11 + 5
    assert entries(board) == {
        "steps": [left, right],  # -1 0 -2; and 0 -2 1, from the right -1 2 0
        "columns": [4 * 16 + 1, (32 + 3) * 16 + 2, (64 + 3) * 16, (32 + 1) * 16, 2 * 16],
        "covers": [3 * 16 + 1, (16 + 1) * 16 + 2, 2 * 16 * 16, 16 * 16, 0],
        "tops": [4 * 64 + 3],
        "rows": [2 * 64 + 4],
        "gaps": [5 * 64 + 2],  # along rows 1, 1, 2, 1; below the cells of two columns
    }


def test_large_steps_and_counts_end_somewhere() -> None:
    towers = tuple("x...." for _ in range(31))
    assert entries(towers)["steps"] == [5 * 11 + 5, (5 * 11 + 5) * 11 + 5]
    bridged = ("xxxxx", *(".....",) * 17)
    assert entries(bridged)["columns"][0] == 18 * 16 + 15
    assert entries(bridged)["tops"] == [18 * 64 + 63]
    combs = ("x.x.x.x.x.x.x.x", ".x.x.x.x.x.x.x.") * 15
    assert entries(combs)["gaps"] == [63 * 64 + 63]
    assert entries(combs)["rows"][0] % 64 == 63
    assert entries(combs)["covers"][0] % 256 // 16 == 15


def test_steps_in_the_middle_have_one_entry_from_both_sides() -> None:
    assert entries(drawn("x...\nxx.."))["steps"] == entries(drawn("...x\n..xx"))["steps"]


@given(falling_states)
@settings(max_examples=150)
def test_native_code_finds_the_same_weights(state: FallingState) -> None:
    expected = Counter(place.number for place in places(state.board))
    rules, packed = packing.packed_rules(state.game), packing.packed(state)
    for native in NATIVES:
        assert Counter(native.tuples.places(rules, packed)) == expected
    mirrored = tuple(row[::-1] for row in state.board)
    assert Counter(place.number for place in places(mirrored)) == expected


@given(falling_states, st.integers(1, 3), st.sampled_from([1, 1000]))
@settings(max_examples=60)
def test_values_and_choices_on_any_position(state: FallingState, seed: int, most: int) -> None:
    if state.is_over:
        return
    tables = random_tables(state.game, seed, most)
    values, choice = tables.values(state, REFERENCE), tables.choice(state, REFERENCE)
    for native in NATIVES:
        assert tables.values(state, native) == values
        assert tables.choice(state, native) == choice


@pytest.mark.parametrize("name", ["reference", *NATIVE_ENGINES])
def test_t7_and_t8_ends_are_last_and_the_first_of_equals_is_taken(name: str) -> None:
    zeros = Tables("zeros", "-", "-", "tetris:width=4,height=4", 0, bytes(4 * 11_059))
    high = tetris("x...\nx...\nx...\nx...", "O")
    values = zeros.values(high, engine(name))
    assert values[min(values)] is None
    assert zeros.choice(high, engine(name)) == next(m for m, v in values.items() if v is not None)
    full = tetris(".xxx\nxxx.\nxxx.\nxxx.", "O")
    assert set(zeros.values(full, engine(name)).values()) == {None}
    assert zeros.choice(full, engine(name)) == full.legal_moves()[0]


def test_rows_are_worth_something() -> None:
    state = tetris(".....\n.....\n.....\n.xxxx", "I")
    tables = replace(random_tables(state.game, most=0), row_worth=9)
    values = {str(state.game.moves[move]): v for move, v in tables.values(state, REFERENCE).items()}
    assert [name for name, value in values.items() if value == 9] == ["I1 at row 0, column 0"]


@pytest.mark.parametrize("game", [SMALL, Quintris(), Quintris(reach="fall")])
def test_whole_games_in_native_code_are_those_of_the_agent(
    game: Quintris | Tetris, tmp_path: Path
) -> None:
    tables = random_tables(game)
    path = tmp_path / "tables.json"
    path.write_text(tables.text())
    name, rules = f"tuples:weights={path}", packing.packed_rules(game)
    expected = []
    for seed in range(3):
        record = play_match(game, [agent(name, game, 0, "reference")], seed, max_turns=15)
        assert play_match(game, [agent(name, game)], seed, max_turns=15).moves == record.moves
        state = game.start(Dice(seed))
        for move in record.moves:
            state = state.play(move).draw(Dice(seed))
        expected.append((state.score, state.turn, state.digest(), state.is_over))
    for native in NATIVES:
        for threads in (1, 3):
            played = native.tuples.playout(rules, tables.native, range(3), 15, threads)
            found = [(game.score, game.turns, game.digest, game.is_over) for game in played]
            assert found == expected


def test_the_bench_plays_whole_games(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.write_text(random_tables(Quintris()).text())
    native = Native().tuples.playout(
        packing.packed_rules(Quintris()), read_tables(str(path)).native, range(3, 6), 50, 1
    )
    played = whole_games(f"tuples:weights={path}", Quintris(), range(3, 6), 50, 2)
    assert [(g.score, g.turns) for g in played] == [(g.score, g.turns) for g in native]


def test_explanations_add_up() -> None:
    state = tetris("......\n......\nx....x\nxxx.xx", "T")
    tables = random_tables(state.game)
    search, shown = tuples_explained(state, tables, REFERENCE)
    assert shown[0].move == search.best.move == tables.choice(state, REFERENCE)
    for each in shown:
        if each.reasons:
            assert sum(reason.worth for reason in each.reasons) == each.value
    assert [each.move for each in shown if not each.reasons]  # some end the game


def test_explain_tells_what_tables_say(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.write_text(random_tables(Tetris()).text())
    position = Tetris().start(Dice(1)).text()
    result = run("explain", position, "--agent", f"tuples:weights={path}")
    assert result.exit_code == 0, result.output
    assert "gaps 1 x " in result.output
    assert "The first is worth " in result.output


def test_a_file_of_tables_comes_back() -> None:
    tables = random_tables(SMALL)
    assert parse_tables(tables.text(), "here") == tables


def packed(content: bytes) -> str:
    return b64encode(zlib.compress(content)).decode("ascii")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"name": 3}, "must be texts"),
        ({"source": ""}, "must be texts"),
        ({"more": 1}, "expected name, about, source, game, weights, row_worth, provenance"),
        ({"game": "ijk"}, "game 'ijk', expected a falling one"),
        ({"game": "chess"}, "chess"),
        ({"game": "tetris"}, "bytes of weights or more, expected 69424"),
        ({"row_worth": 1.5}, "row_worth 1.5, expected at most 1048576"),
        ({"row_worth": True}, "row_worth True"),
        ({"row_worth": 1048577}, "row_worth 1048577"),
        ({"weights": "%"}, "weights that cannot be unpacked"),
        ({"weights": "eJw="}, "0 bytes of weights or more"),
        ({"weights": packed(bytes(10**6))}, "52633 bytes of weights or more, expected 52632"),
        ({"weights": packed(struct.pack("<i", 1 << 25) * 13_158)}, "a weight beyond 16777216"),
        ({"weights": packed(struct.pack("<i", -(1 << 31)) * 13_158)}, "a weight beyond 16777216"),
        ({"provenance": {"date": 1}}, "provenance: expected"),
    ],
)
def test_files_that_are_no_tables_are_refused(changed: dict[str, Any], told: str) -> None:
    assert sum(part_sizes(SMALL.width).values()) == 13_158
    text = json.dumps({**json.loads(random_tables(SMALL).text()), **changed})
    with pytest.raises(BadTables, match=r"^here: ") as error:
        parse_tables(text, "here")
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b"\xff", b"[" * 10**5])
def test_files_that_are_no_json_are_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.write_bytes(content)
    result = run("watch", "tetris", "--agent", f"tuples:weights={path}")
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {path}: ")


def test_the_agent_needs_tables_of_its_game(tmp_path: Path) -> None:
    with pytest.raises(BadText, match="agent tuples needs a file of tables, as in tuples:weights="):
        agent("tuples", Quintris())
    result = run("watch", "tetris", "--agent", f"tuples:weights={tmp_path}/none.json")
    assert result.exit_code == 3
    assert result.stderr == f"Error: {tmp_path}/none.json: No such file or directory\n"
    path = tmp_path / "tables.json"
    path.write_text(random_tables(Tetris(height=10)).text())
    for other in ("tetris", "quintris", "tetris:width=9,height=10"):
        with pytest.raises(
            BadTables, match=f"random was made for tetris:height=10, not for {other}"
        ):
            agent(f"tuples:weights={path}", parse_game(other))
    made = agent(f"tuples:weights={path}", parse_game("tetris:height=10,rules=preview"))
    with pytest.raises(BadTables, match="not for quintris"):
        made.choose(Quintris().start(Dice(1)), Limit())
    with pytest.raises(ValueError, match="tuples plays falling games, not ijk"):
        made.choose(parse_game("ijk").start(Dice(1)), Limit())
    over = replace(Tetris(height=10).start(Dice(1)), current=None)
    with pytest.raises(ValueError, match="nothing to choose, the game is over"):
        made.choose(over, Limit())


def test_numbers_are_those_of_the_bytes() -> None:
    weights = array("i", [1, -2, 1 << 24]).tobytes()
    assert list(Tables("-", "-", "-", "tetris", 0, weights).numbers) == [1, -2, 1 << 24]
