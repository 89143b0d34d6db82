"""The games that an arena's page shows: which they are, and that they are shown as they went."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tilefall.arena.page as folder
from tests.arenas import Arena, lines_game, made_plan, pair, played_against, played_alone
from tilefall.arena.page.chosen import MOST, chosen, records_wanted
from tilefall.arena.page.frames import frames, letters, shapes
from tilefall.arena.page.games import outcome, viewer_data
from tilefall.play.record import BadRecord, Record
from tilefall.play.verify import replayed
from tilefall.rules.catalog import parse_game
from tilefall.rules.ijk import IjkState
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState

HERE = Path(str(folder.__file__)).parent
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
    changed = replace(arena.records[line], moves=(10**6,))
    with pytest.raises(BadRecord, match="was changed after the game"):
        viewer_data(arena.plan, wanted, {**arena.records, line: changed}, "out")


def test_best_worst_and_median_of_each_agent_are_chosen() -> None:
    scores = (5, 1, 9, 3, 7)
    games = [
        lines_game(bout, agent, lines + 100 * agent, record=10 * agent + bout + 1)
        for agent in (1, 0)
        for bout, lines in enumerate(scores)
    ]
    found = [
        (each.why, each.game.players[0], each.game.score)
        for each in chosen(made_plan("a", "b"), games)
    ]
    assert found == [
        ("best", 0, 9),
        ("best", 1, 109),
        ("worst", 0, 1),
        ("worst", 1, 101),
        ("median", 0, 5),
        ("median", 1, 105),
    ]


def test_each_game_is_chosen_once_and_only_if_it_is_recorded() -> None:
    plan = made_plan("a")
    assert chosen(plan, [lines_game(0, 0, 5)]) == []
    (only,) = chosen(plan, [lines_game(0, 0, 5, record=3)])
    assert only.why == "best"
    games = [lines_game(0, 0, 5), lines_game(1, 0, 4, record=8), lines_game(2, 0, 3, record=2)]
    assert records_wanted(plan, games) == [2, 8]


def test_forfeits_are_chosen_one_for_each_agent_and_cause() -> None:
    def lost(bout: int, cause: str) -> Any:
        return lines_game(bout, 0, 5, forfeiter=0, is_over=False, cause=cause, record=bout + 1)

    games = [lines_game(0, 0, 9, record=1), lines_game(1, 0, 0, record=2)]
    games += [lines_game(2, 0, 5, record=3), lost(3, "time"), lost(4, "time"), lost(5, "crash")]
    found = [(each.why, each.game.record) for each in chosen(made_plan("a"), games)]
    assert found == [
        ("best", 1),
        ("forfeited by a: time", 4),
        ("forfeited by a: crash", 6),
        ("worst", 2),
    ]


def test_of_two_players_a_won_and_a_lost_game_of_each_pairing_are_chosen() -> None:
    plan = made_plan("one", "two", "three", game="ijk")
    games = [*pair(0, 0, 1, (0, -1)), *pair(1, 0, 1, (1, 1)), *pair(0, 1, 2, (-1, 0))]
    games = [replace(game, record=line) for line, game in enumerate(games, 1)]
    found = [(each.why, each.game.record) for each in chosen(plan, games)]
    assert found == [
        ("won by one", 3),
        ("won by two", 2),
        ("won by three", 5),
        ("a tie", 1),
    ]


def test_many_agents_do_not_make_many_games() -> None:
    plan = made_plan(*map(str, range(25)))
    games = [
        lines_game(bout, agent, bout, record=3 * agent + bout + 1)
        for agent in range(25)
        for bout in range(3)
    ]
    found = chosen(plan, games)
    assert len(found) == MOST
    assert [each.why for each in found] == ["best"] * 25 + ["worst"] * 5


def test_how_games_ended_in_words() -> None:
    plan = made_plan("one", "two", game="ijk")
    won, lost = pair(0, 0, 1, (1, -1))
    assert [outcome(plan, game) for game in (won, lost)] == ["won by one", "won by two"]
    tie = replace(won, score=0)
    assert outcome(plan, tie) == "a tie"
    assert outcome(plan, replace(tie, is_over=False)) == "a tie at the cap"
    gone = replace(won, is_over=False, forfeiter=1, cause="time", detail="2 s")
    assert outcome(plan, gone) == "forfeited by two, time: 2 s"
    assert outcome(plan, lines_game(0, 0, 1200)) == "1,200 lines, over"
    assert outcome(plan, lines_game(0, 0, 5, is_over=False)) == "5 lines, alive at the cap"


def viewed(data: dict[str, Any], hash: str = "", stops: Sequence[int] = ()) -> dict[str, Any]:
    """What the page's own scripts show, run by node on a document of plain objects."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node to run the scripts")
    scripts = "".join((HERE / name).read_text() for name in ("boards.js", "viewer.js"))
    run = subprocess.run(
        [node, str(Path(__file__).parent / "viewer_stub.js")],
        input=json.dumps({"scripts": scripts, "arena": data, "hash": hash, "stops": stops}),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_scripts_come_to_the_same_boards(name: str) -> None:
    data = data_of(arena_of(name))
    found = viewed(data)
    for game, boards in zip(data["games"], found["boards"], strict=True):
        assert [(each["board"], each["lines"]) for each in boards] == plain_boards(data, game)
    assert not any(look["isWrong"] for look in found["seen"])
    assert found["size"][0] % data["width"] == found["size"][1] % data["height"] == 0


def test_the_viewer_plays_pauses_steps_and_slides() -> None:
    data = data_of(arena_of("quintris"))
    found = viewed(data, hash="#game-1")
    seen = {look["what"]: look for look in found["seen"]}
    last = len(found["boards"][1]) - 1
    opened = seen["opened"]
    assert (opened["title"], opened["at"], opened["last"]) == (data["games"][1]["title"], 0, last)
    assert opened["where"] == f"after move 0 of {last}, 0 lines"
    assert (seen["one forth"]["at"], seen["back"]["at"]) == (1, 0)
    assert len(seen["one forth"]["letters"]) == seen["one forth"]["frames"] == 5
    assert (seen["playing"]["button"], seen["playing"]["live"]) == ("Pause", "off")
    assert seen["playing"]["isPlaying"]
    assert seen["after two ticks"]["at"] == 2
    assert not seen["paused"]["isPlaying"]
    assert (seen["paused"]["button"], seen["paused"]["live"]) == ("Play", "polite")
    assert seen["at the end"]["at"] == last
    assert seen["at the end"]["where"].endswith(f": {data['games'][1]['result']}")
    assert seen["again"]["at"] == 0
    assert (seen["played to the end"]["at"], seen["played to the end"]["button"]) == (last, "Play")
    assert seen["picked the first"]["title"] == data["games"][0]["title"]
    assert seen["no such game"] == {**seen["picked the first"], "what": "no such game"}


def test_a_piece_whose_rows_went_has_no_frame() -> None:
    data = data_of(arena_of("quintris"))
    boards = plain_boards(data, data["games"][0])
    cleared = next(i for i in range(1, len(boards)) if boards[i][1] > boards[i - 1][1])
    seen = {look["what"]: look for look in viewed(data, stops=[cleared - 1, cleared])["seen"]}
    assert [seen[f"move {at}"]["frames"] for at in (cleared - 1, cleared)] == [5, 0]


def test_tiles_of_the_second_player_are_round() -> None:
    data = data_of(arena_of("ijk"))
    end = next(look for look in viewed(data)["seen"] if look["what"] == "at the end")
    tiles = data["games"][0]["end"].replace(".", "")
    assert end["rounds"] == sum(map(str.islower, tiles)) > 0
    assert "".join(letter for letter, _, _ in end["letters"]) == tiles
    assert end["frames"] == 0


def test_the_viewer_says_if_moves_lead_elsewhere() -> None:
    data = data_of(arena_of("tetris"))
    data["games"][0]["end"] = data["games"][0]["end"][::-1]
    assert viewed(data)["seen"][0]["isWrong"]
