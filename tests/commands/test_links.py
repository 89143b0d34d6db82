"""Links on the command line: `tilefall replay --link` writes them, `tilefall replay` takes them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.play.watching.watched import recorded
from tilefall.cli import cli
from tilefall.interfaces.app.stage import Stage
from tilefall.interfaces.app.watching import WatchStage
from tilefall.play.files import write_records
from tilefall.play.links import link_of, record_of

TETRIS = recorded("tetris", ("greedy",), turns=12)
IJK = recorded("ijk", ("greedy", "greedy"), turns=25)
ADDRESS = "http://127.0.0.1:8765/watch#"


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words], prog_name="tilefall")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    write_records(file, [TETRIS, IJK])
    return file


def test_a_file_becomes_links_one_in_each_line(games: Path) -> None:
    result = run("replay", games, "--link")
    assert (result.exit_code, result.stderr) == (0, "")
    assert [record_of(line) for line in result.stdout.splitlines()] == [TETRIS, IJK]
    one = run("replay", games, "--link", "--game-number", 2, "--move", 3)
    assert one.stdout == f"{link_of(IJK, 3)}\n"
    told = json.loads(run("replay", games, "--link", "--json").stdout)
    assert told["games"][1] == {"number": 2, "moves": len(IJK.moves), "link": link_of(IJK)}


@pytest.mark.parametrize("before", ["", "#", ADDRESS])
def test_a_link_is_shown_and_verified_like_a_file(games: Path, before: str) -> None:
    link = f"{before}{link_of(IJK)}"
    as_file = run("replay", games, "--game-number", 2)
    assert run("replay", link).stdout == as_file.stdout
    assert run("replay", link, "--verify").stdout.startswith("game 1 holds, ")
    position = json.loads(run("replay", link, "--move", 4, "--json").stdout)["position"]
    assert position in run("replay", games, "--game-number", 2, "--move", 4).stdout
    assert run("replay", link, "--link").stdout == f"{link_of(IJK)}\n"


def test_a_link_opens_at_its_position(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Stage] = []
    monkeypatch.setattr("tilefall.commands.replay.is_terminal", lambda: True)
    monkeypatch.setattr("tilefall.commands.app.show", lambda stage, stages: shown.append(stage))
    for words, position in (([], 5), (["--move", "0"], 0), (["--move", "9"], 9)):
        assert run("replay", f"{ADDRESS}{link_of(IJK, 5)}", *words).exit_code == 0
        stage = shown.pop()
        assert isinstance(stage, WatchStage)
        leafing = stage.watching.leafing
        assert position == (stage.watching.position if leafing.target is None else leafing.target)
        stage.close()


def test_a_file_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "v=1&game=ijk.jsonl"
    write_records(name, [TETRIS])
    assert run("replay", name, "--verify").stdout.startswith("game 1 holds, ")


def test_what_is_wrong_with_a_link_is_one_line(games: Path, tmp_path: Path) -> None:
    long = tmp_path / "long.jsonl"
    write_records(long, [TETRIS, replace(TETRIS, moves=TETRIS.moves * 500)])
    cases = (
        ([f"{ADDRESS}v=1"], 2, "The link ends before its first &: put it in quotes."),
        ([link_of(IJK).replace("game=ijk", "game=i")], 2, 'the link: No game "i".'),
        ([link_of(IJK) + "A" * 20_000], 2, "at most 15,000 are allowed"),
        ([link_of(IJK), "--game-number", 2], 3, "No game 2 in the link, it has 1."),
        ([games, "--link", "--verify"], 2, "--link and --verify do not go together."),
        ([games, "--link", "--move", 13], 2, "--move 13: game 1 has 12 moves."),
        ([games, "--link", "--game-number", 3], 3, "it has 2."),
        ([long, "--link"], 1, "Game 2: a game of 6,000 moves makes a link of"),
    )
    for words, code, reason in cases:
        result = run("replay", *words)
        assert (result.exit_code, reason in result.stderr) == (code, True), result.output
        assert "Traceback" not in result.output
