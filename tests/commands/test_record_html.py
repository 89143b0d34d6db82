"""tilefall record --html: a game as a page of one file, written whole or not at all."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.play.watching.watched import HandClock, recorded, settle
from tilefall.agents.searching import SearchAgent
from tilefall.cli import cli
from tilefall.errors import INTERRUPTED
from tilefall.interfaces.viewer import frames
from tilefall.interfaces.viewer.frames import Looks, Tellers, told
from tilefall.interfaces.web.watching import WatchSession
from tilefall.play import Record
from tilefall.play.files import write_records
from tilefall.play.links import link_of, record_of
from tilefall.play.watching import watched_record

TETRIS = recorded("tetris", ("random",), turns=12)
IJK = recorded("ijk", ("random", "greedy"), turns=10)
NOBODY = Tellers(lambda done: None, lambda done: None)
PLAIN = Looks(is_explained=False, is_judged=False)


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words], prog_name="tilefall")


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with two games, in another folder than the one to work in."""
    folder = tmp_path / "kept"
    folder.mkdir()
    write_records(folder / "games.jsonl", [TETRIS, IJK])
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return folder / "games.jsonl"


def game_in(page: Path) -> Any:
    found = re.search(r'type="application/json">(.*?)</script>', page.read_text(encoding="utf-8"))
    assert found is not None
    return json.loads(zlib.decompress(base64.b64decode(json.loads(found[1])["deflated"])))


def wholes(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found, last = [], dict[str, Any]()
    for part in parts:
        last = last | part
        found.append(last)
    return found


@pytest.mark.parametrize("record", [TETRIS, IJK], ids=lambda record: record.game)
def test_every_position_is_what_somebody_who_watches_sees(record: Record) -> None:
    given = told(record, Looks(is_judged=False), NOBODY)
    watching = watched_record(record, HandClock())
    assert len(given["frames"]) == len(given["values"]) == len(record.moves) + 1
    for number, frame in enumerate(wholes(given["frames"])):
        watching.seek(number)
        settle(watching)
        shown = WatchSession(watching).shown()
        for name, part in frame.items():
            assert part == shown[name], (number, name)
        assert {*shown} == {*frame, *frames.MADE, *frames.SHARED}
        assert shown["candidates"]
    assert None not in given["values"]
    assert given["shared"]["has_odds"] == shown["has_odds"]


def test_mistakes_are_those_that_the_judge_finds() -> None:
    heard: list[int] = []
    given = told(TETRIS, Looks(), Tellers(heard.append, lambda done: None))
    assert sum(heard) == len(TETRIS.moves)
    watching = watched_record(TETRIS, HandClock())
    found = {}
    while watching.next_mistake():
        settle(watching)
        if not watching.news.startswith("mistake"):
            break
        found[str(watching.position)] = watching.news
    assert len(found) > 2
    assert given["mistakes"] == found
    assert list(given["shared"]["mistakes"]) == [int(number) for number in found]
    assert watching.news == f"no mistake after this, says {given['judge']}"


def test_a_page_is_named_after_its_file_and_never_replaces_one_unasked(games: Path) -> None:
    result = run("record", games, "--html")
    assert (result.exit_code, result.stderr) == (0, "")
    page = Path("games.html")
    assert result.stdout == f"games.html: 13 positions, {page.stat().st_size / 1000:.1f} kB\n"
    before = page.read_bytes()
    again = run("record", games, "--html")
    assert (again.exit_code, page.read_bytes()) == (1, before)
    assert "games.html: there is one already; give its name with -o" in again.stderr
    assert run("record", games, "-o", "games.html").exit_code == 0
    assert page.read_bytes() == before  # the same record is the same page
    assert run("record", games, "--html", "--game-number", 2, "--no-explain").exit_code == 0
    assert sorted(path.name for path in Path().iterdir()) == ["games-2.html", "games.html"]


def test_less_thought_is_a_smaller_page(games: Path) -> None:
    said = [
        json.loads(run("record", games, "-o", "a.html", "--json", *words).stdout)
        for words in ([], ["--no-mistakes"], ["--no-explain"])
    ]
    assert [each["positions"] for each in said] == [13] * 3
    assert said[0]["bytes"] > said[1]["bytes"] > said[2]["bytes"] == Path("a.html").stat().st_size
    plain = game_in(Path("a.html"))
    assert not any(frame.get("candidates") for frame in plain["frames"])
    assert not plain["frames"][0]["is_explained"]
    assert (plain["mistakes"], plain["judge"], set(plain["values"])) == ({}, "", {None})


def test_a_page_of_a_link_begins_where_the_link_does(games: Path) -> None:
    for words, at in (([], 4), (["--move", 7], 7), (["--move", 0], 0)):
        result = run("record", f"#{link_of(IJK, 4)}", "-o", "a.html", "--no-explain", *words)
        assert result.exit_code == 0, result.output
        assert game_in(Path("a.html"))["at"] == at
    assert run("record", link_of(IJK), "--html", "--no-explain").stdout.startswith("game.html: ")
    assert record_of(game_in(Path("game.html"))["link"]) == IJK


def test_a_game_too_long_for_a_link_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilefall.play.links.LONGEST", 50)
    given = told(IJK, PLAIN, NOBODY)
    assert given["link"] is None
    assert "c" not in given["keys"]
    assert not {"p", "c"} & {line[0] for line in given["help"]}


def test_mistakes_of_the_user_are_one_clear_line(games: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    write_records(bad, [replace(IJK, score=1)])
    cases = (
        ([games], 2, "Missing option '-o': a picture that ends in .svg, .png, .gif, .cast, or"),
        ([games, "--html", "-o", "a.gif"], 2, "--html --out a.gif: pages end in .html."),
        ([games, "--html", "--speed", 2], 2, "--speed is for pictures, not for .html."),
        ([games, "-o", "a.html", "--ascii"], 2, "--ascii is for pictures, not for .html."),
        ([games, "-o", "a.html", "--columns", 90], 2, "--columns is for pictures"),
        ([games, "-o", "a.gif", "--no-explain"], 2, "--no-explain is for .html, not for .gif."),
        ([games, "-o", "a.svg", "--no-mistakes"], 2, "--no-mistakes is for .html, not for .svg."),
        ([games, "--html", "--move", 13], 2, "--move 13: the game has 12 moves."),
        ([games, "--html", "--game-number", 3], 3, "it has 2."),
        ([games, "-o", "nowhere/a.html"], 3, "no such directory"),
        (["nowhere.jsonl", "--html"], 3, "nowhere.jsonl"),
        ([bad, "--html"], 1, "the record departs at move 10: the score is 1"),
    )
    for words, code, reason in cases:
        result = run("record", *words)
        assert (result.exit_code, reason in result.stderr) == (code, True), result.output
        assert "Traceback" not in result.output
        assert not list(Path().iterdir()), words


def test_a_game_too_long_for_a_page_is_refused(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilefall.commands.record_html.MOST_POSITIONS", 12)
    result = run("record", games, "--html")
    assert result.exit_code == 2
    assert "13 positions, at most 12 fit into a page" in result.stderr


def test_ctrl_c_leaves_nothing_half_written(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    think = SearchAgent.think

    def interrupted(agent: SearchAgent, state: Any, limit: Any) -> Any:
        asked.append(state)
        if len(asked) > 5:
            raise KeyboardInterrupt
        return think(agent, state, limit)

    Path("a.html").write_text("as it was")
    monkeypatch.setattr(SearchAgent, "think", interrupted)
    result = run("record", games, "-o", "a.html", "--no-mistakes")
    assert len(asked) == 6
    assert (result.exit_code, result.stdout) == (INTERRUPTED, "")
    assert "failed" not in result.stderr
    assert [path.name for path in Path().iterdir()] == ["a.html"]
    assert Path("a.html").read_text() == "as it was"


@pytest.mark.parametrize("words", [[], ["--no-mistakes"]], ids=["judging", "explaining"])
def test_an_agent_that_fails_is_named(
    games: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    def failing(agent: SearchAgent, state: Any, limit: Any) -> Any:
        raise RuntimeError("no more\nof this")

    monkeypatch.setattr(SearchAgent, "think", failing)
    result = run("record", games, "--html", *words)
    assert result.exit_code == 1
    assert result.stderr == "Error: expectimax failed, RuntimeError: no more\n"
    assert not list(Path().iterdir())
