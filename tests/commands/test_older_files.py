"""Files of older versions: what they name may be gone, and they are shown all the same.

`tests/golden/older` was written by the version of commit 41fa893, which had an agent `tuples` and
learned values of falling games by the method td.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests import GOLDEN
from tests.commands.test_cli import run
from tests.play.watching.watched import HandClock
from tilefall.agents.agent import UnknownName
from tilefall.agents.catalog import agent
from tilefall.arena.store import read_arena
from tilefall.interfaces.web.arenas import arena_record
from tilefall.interfaces.web.begin import begun
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.library import arenas_in, runs_in
from tilefall.interfaces.web.messages import parse_message
from tilefall.interfaces.web.session import Trouble
from tilefall.play.files import read_records
from tilefall.play.verify import verify
from tilefall.rules.tetris import Tetris

OLDER = GOLDEN / "older"
RECORD = OLDER / "record.jsonl"
GAME, NAME = "tetris:width=4,height=8", "tuples:weights=tables.json"
GONE = 'No agent "tuples" for tetris. There are random, first-fit, greedy, lookahead, expectimax, '
WITHOUT_RUN = "is a run of the method td in a falling game, which was removed: it can be neither "


@pytest.fixture(name="arena")
def arena_fixture(tmp_path: Path) -> Path:
    """The folder of an arena between tables and greedy."""
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / ".lock").touch()
    shutil.copy(OLDER / "arena-records.jsonl", folder / "records.jsonl")
    with closing(sqlite3.connect(folder / "arena.sqlite")) as base:
        base.executescript((OLDER / "arena.sql").read_text())
    return folder


@pytest.fixture(name="trained")
def trained_fixture(tmp_path: Path) -> Path:
    return Path(shutil.copytree(OLDER / "run", tmp_path / "trained"))


def test_a_record_is_shown_and_proved() -> None:
    (record,) = read_records(RECORD)
    assert record.agents == (NAME,)
    assert verify(record) is None
    shown = run("replay", str(RECORD), "--verify")
    assert shown.exit_code == 0, shown.output
    shown = run("replay", str(RECORD), "--plain")
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.endswith(f"score 9 after 12 turns, game not over ({NAME}), seed 7\n")


def test_a_record_becomes_a_page_with_what_the_usual_explainer_thinks(tmp_path: Path) -> None:
    made = run("record", str(RECORD), "-o", str(tmp_path / "page.html"))
    assert made.exit_code == 0, made.output
    assert NAME in (tmp_path / "page.html").read_text()
    explained = run("explain", "--record", str(RECORD), "--move", "3", "--json")
    assert explained.exit_code == 0, explained.output
    assert json.loads(explained.stdout)["played"] == 2


def test_an_arena_is_shown(arena: Path) -> None:
    plan, played = read_arena(arena)
    assert plan.agents == (NAME, "greedy")
    assert len(played) == 4
    reported = run("arena", "report", str(arena))
    assert reported.exit_code == 0, reported.output
    assert f"- {NAME} and greedy are not told apart by 2 games" in reported.stdout
    assert NAME in (arena / "report.html").read_text()


def test_pages_show_an_arena_and_its_games_explained_by_another(arena: Path) -> None:
    clock = HandClock(is_quick=False)
    house = House(arena.parent, clock)
    assert [each.id for each in arenas_in(arena.parent)] == ["old"]
    assert arena_record(house, "old", 1).agents == (NAME,)
    session = begun(parse_message('{"do": "replay", "arena": "old", "number": 1}'), house)
    try:
        for second in range(3):
            session.advance(clock.now() + second)
            clock.think()
        shown = session.shown()
    finally:
        session.close(0.0)
    assert (list(shown["names"]), shown["length"], shown["error"]) == ([NAME], 11, "")
    assert shown["candidates"]


@pytest.mark.parametrize(
    "words",
    [
        ["watch", GAME, "--agent", NAME],
        ["watch", GAME, "--agent", "tuples"],
        ["explain", "--record", str(RECORD), "--agent", NAME],
        ["arena", GAME, NAME, "greedy"],
        ["train", GAME, "--agent", "tuples"],
        ["bench", "lines", GAME, "--agent", "tuples"],
    ],
)
def test_asking_for_an_agent_that_is_gone_names_those_there_are(words: list[str]) -> None:
    asked = run(*words)
    assert (asked.exit_code, asked.stdout) == (3, ""), asked.output
    assert asked.stderr.startswith(f"Error: {GONE}"), asked.output


def test_an_arena_with_an_agent_that_is_gone_does_not_go_on(arena: Path) -> None:
    before = (arena / "records.jsonl").read_bytes()
    resumed = run("arena", "--resume", str(arena))
    assert resumed.exit_code == 3
    assert resumed.stderr.startswith(f"Error: {GONE}")
    assert (arena / "records.jsonl").read_bytes() == before


def test_the_interfaces_of_python_and_the_web_refuse_it_too(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=GONE):
        agent("tuples", Tetris())
    message = parse_message(f'{{"do": "watch", "game": "{GAME}", "agents": ["tuples"]}}')
    with pytest.raises(Trouble, match="No agent 'tuples' here"):
        begun(message, House(tmp_path, HandClock()))


@pytest.mark.parametrize("words", [["--resume"], ["show"]])
def test_a_run_of_td_in_a_falling_game_is_refused_in_one_line(
    trained: Path, words: list[str]
) -> None:
    before = {path: path.read_bytes() for path in trained.iterdir()}
    refused = run("train", *words, str(trained))
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == f"Error: {trained} {WITHOUT_RUN}shown nor resumed\n"
    assert {path: path.read_bytes() for path in trained.iterdir()} == before


def test_pages_say_the_same_of_such_a_run(trained: Path) -> None:
    house = House(trained.parent, HandClock())
    assert [each.id for each in runs_in(trained.parent)] == ["trained"]
    with pytest.raises(Trouble, match=f"^trained {WITHOUT_RUN}shown nor resumed$"):
        begun(parse_message('{"do": "watch", "run": "trained"}'), house)


def test_weights_that_td_has_learned_play_on(trained: Path) -> None:
    weights = f"greedy:weights={trained / 'best.json'}"
    played = run("watch", GAME, "--agent", weights, "--seed", "7", "--max-turns", "20", "--quiet")
    assert played.exit_code == 0, played.output
    assert played.stdout.startswith("score ")
