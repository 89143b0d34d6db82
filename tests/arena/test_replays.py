"""The games that an arena's page shows lead to every board that the rules do."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.arena.arenas import Arena, played_against, played_alone
from tilefall.arena.page.chosen import chosen
from tilefall.arena.page.frames import frames, letters, shapes
from tilefall.arena.page.games import viewer_data
from tilefall.play.record import BadRecord, Record
from tilefall.play.verify import replayed
from tilefall.rules.catalog import parse_game
from tilefall.rules.ijk import IjkState
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState

LONG = ("quintris", "tetris", "ijk", "chance")
NAMES = (*LONG, "above")


@cache
def arena_of(name: str) -> Arena:
    if name == "quintris":
        return played_alone("greedy", "random", games=2, max_turns=90)
    if name == "tetris":
        return played_alone("greedy", "random", game="tetris:height=8", games=2, max_turns=60)
    if name == "above":  # the last piece reaches above the board, so that its full row stays
        return played_alone("random", game="tetris:width=4,height=4", games=1, first_seed=87)
    game = "ijk:size=3" if name == "ijk" else "ijk:size=4,mode=nondeterministic"
    return played_against("random", "alphabeta:depth=1" if name == "ijk" else "greedy", game=game)


def data_of(arena: Arena) -> dict[str, Any]:
    wanted = chosen(arena.plan, arena.played)
    found = viewer_data(arena.plan, wanted, arena.records, "out")
    copied: dict[str, Any] = json.loads(json.dumps(found))
    return copied


def boards_of(record: Record) -> list[tuple[str, int]]:
    """The boards and the lines of a game as the rules play it."""
    found = []
    for state in replayed(record):
        assert isinstance(state, QuintrisState | TetrisState | IjkState)
        lines = 0 if isinstance(state, IjkState) else state.score
        found.append(("".join(state.board), lines))
    return found


def plain_boards(data: dict[str, Any], game: dict[str, Any]) -> list[tuple[str, int]]:
    """The boards that the data of the viewer lead to, in the plainest way."""
    if not data["shapes"]:
        return [(board, 0) for board in game["boards"]]
    width, height = data["width"], data["height"]
    board, lines = game["boards"][0], game["lines"]
    found = [(board, lines)]
    for i in range(0, len(game["moves"]), 3):
        shape, row, column = game["moves"][i : i + 3]
        cells = data["shapes"][shape]
        grid = [list(board[width * r : width * (r + 1)]) for r in range(height)]
        for down, across in zip(cells[::2], cells[1::2], strict=True):
            if row + down >= 0:
                assert grid[row + down][column + across] == "."
                grid[row + down][column + across] = data["letters"][shape]
        if row >= 0:
            kept = [line for line in grid if "." in line]
            lines += height - len(kept)
            grid = [["."] * width for _ in range(height - len(kept))] + kept
        board = "".join("".join(line) for line in grid)
        found.append((board, lines))
    return found


def lettered(text: str) -> str:
    """A board in letters as the rules of falling games have it."""
    return "".join("." if cell == "." else "x" for cell in text)


@pytest.mark.parametrize("name", NAMES)
def test_the_viewer_is_given_every_board_of_the_rules(name: str) -> None:
    arena = arena_of(name)
    data = data_of(arena)
    for each, game in zip(chosen(arena.plan, arena.played), data["games"], strict=True):
        assert each.game.record is not None
        expected = boards_of(arena.records[each.game.record])
        shown = plain_boards(data, game)
        assert shown[-1][0] == game["end"]
        if data["shapes"]:
            shown = [(lettered(board), lines) for board, lines in shown]
        assert shown == expected
        assert game["first"] == 0


def test_pieces_have_their_own_letters() -> None:
    record = arena_of("quintris").records[1]
    found = frames(record, 10**6)
    game = parse_game(record.game)
    placed = [game.moves[move] for move in record.moves]
    names = "".join(str(place)[0] for place in placed)
    assert "".join(letters(game)[shape] for shape in found.moves[::3]) == names
    assert [len(cells) for cells in shapes(game)] == [10] * len(letters(game))  # five cells each


def test_a_full_row_stays_if_the_piece_reaches_above() -> None:
    (record,) = arena_of("above").records.values()
    assert [lettered(frames(record, 1000).end)[i : i + 4] for i in range(0, 16, 4)] == [
        "x..x",
        "xxxx",
        "..xx",
        ".x.x",
    ]


@pytest.mark.parametrize("name", LONG)
def test_of_a_long_game_the_last_moves_are_shown(name: str) -> None:
    arena = arena_of(name)
    record = arena.records[1]
    whole, short = frames(record, 10**6), frames(record, 100)
    data = data_of(arena)
    assert 0 < short.first < len(record.moves)
    assert short.end == whole.end
    expected = plain_boards(data, vars(whole))[short.first :]
    assert plain_boards(data, vars(short)) == expected
    assert len(short.moves) < len(whole.moves)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_that_is_not_the_game_is_refused(name: str) -> None:
    arena = arena_of(name)
    wanted = chosen(arena.plan, arena.played)
    line = wanted[0].game.record
    assert line is not None
    other = replace(arena.records[line], digest="0" * 16).sealed()
    with pytest.raises(BadRecord, match=rf"^out/records.jsonl, line {line}: this is not the game"):
        viewer_data(arena.plan, wanted, {**arena.records, line: other}, "out")
    missing = {number: each for number, each in arena.records.items() if number != line}
    with pytest.raises(BadRecord, match=rf"^out/records.jsonl, line {line}: the file has no such"):
        viewer_data(arena.plan, wanted, missing, "out")
    changed = replace(arena.records[line], moves=(10**6,))
    with pytest.raises(BadRecord, match="was changed after the game"):
        viewer_data(arena.plan, wanted, {**arena.records, line: changed}, "out")
