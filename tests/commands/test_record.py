"""tilefall record: pictures of recorded games, or one clear line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from tilefall.cli import cli
from tilefall.commands import record as command
from tilefall.play.files import read_records, write_records

GAMES = (
    ("quintris", "--agent", "greedy", "--seed", "3", "--max-turns", "12"),
    ("tetris", "--seed", "3", "--max-turns", "9"),
    ("ijk", "--agent", "random", "--seed", "3", "--max-turns", "9"),
)


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words], prog_name="tilefall")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a game of each kind."""
    file = tmp_path_factory.mktemp("games") / "games.jsonl"
    for words in GAMES:
        assert run("watch", *words, "--quiet", "--record", file).exit_code == 0
    return file


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_game_becomes_every_kind_of_picture(games: Path, tmp_path: Path, number: int) -> None:
    for ending in (".svg", ".png", ".gif", ".CAST"):
        out = tmp_path / f"game{ending}"
        result = run("record", games, "-o", out, "--game-number", number)
        assert result.exit_code == 0, result.output
        assert result.stdout.startswith(f"{out}: ")
        assert result.stderr == ""  # nobody sees a progress bar in a pipe
    ElementTree.parse(tmp_path / "game.svg")
    content = {path.suffix: path.read_bytes() for path in tmp_path.iterdir()}
    assert Image.open(BytesIO(content[".png"])).format == "PNG"
    image = Image.open(BytesIO(content[".gif"]))
    assert getattr(image, "n_frames", 0) >= 10
    assert json.loads(content[".CAST"].splitlines()[0])["version"] == 2
    assert sorted(content) == [".CAST", ".gif", ".png", ".svg"]  # nothing else is left


def test_what_was_made_is_told_in_json(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.cast"
    result = run(
        "record", games, "-o", out, "--from", 2, "--to", 8, "--every", 2, "--speed", 2, "--json"
    )
    told = json.loads(result.stdout)
    assert told == {
        "file": str(out),
        "positions": 4,
        "seconds": 3.5,
        "columns": 58,
        "lines": 28,
        "bytes": out.stat().st_size,
    }


def test_stills_show_the_move_that_was_asked_for(games: Path, tmp_path: Path) -> None:
    for move, turn in ((None, "turn 12"), (5, "turn 5"), (0, "turn 0")):
        out = tmp_path / "game.svg"
        words = ["--move", move] if move is not None else []
        assert run("record", games, "-o", out, *words).exit_code == 0
        description = ElementTree.parse(out).getroot().findtext("{http://www.w3.org/2000/svg}desc")
        assert description is not None
        assert turn in " ".join(description.split())


def test_sizes_bars_and_looks_can_be_chosen(games: Path, tmp_path: Path) -> None:
    wide, plain = tmp_path / "wide.svg", tmp_path / "plain.svg"
    assert run("record", games, "-o", wide, "--columns", 100, "--lines", 40).exit_code == 0
    root = ElementTree.parse(wide).getroot()
    assert (root.get("width"), root.get("height")) == ("1040", "876")
    assert run("record", games, "-o", plain, "--bare", "--ascii", "--no-letters").exit_code == 0
    text = plain.read_text()
    assert text.isascii()
    assert "<circle" not in text
    drawn = ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text")
    letters = " ".join(each.text or "" for each in drawn)
    assert "##" in letters
    assert "NN" not in letters


def test_the_same_record_gives_the_same_bytes(games: Path, tmp_path: Path) -> None:
    """In another process too."""
    for ending in ("svg", "cast", "gif", "png"):
        here, there = tmp_path / f"here.{ending}", tmp_path / f"there.{ending}"
        assert run("record", games, "-o", here).exit_code == 0
        words = [sys.executable, "-m", "tilefall", "record", str(games), "-o", str(there)]
        environment = os.environ | {"PYTHONHASHSEED": "7", "COLUMNS": "44"}
        subprocess.run(words, check=True, env=environment, capture_output=True)
        assert here.read_bytes() == there.read_bytes()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["-o", "a.jpg"], 2, "--out a.jpg: pictures end in .svg, .png, .gif, .cast."),
        (["-o", "a"], 2, "pictures end in .svg, .png, .gif, .cast."),
        (["-o", "a.svg", "--move", "13"], 2, "--move 13: the game has 12 moves."),
        (["-o", "a.gif", "--from", "13"], 2, "--from 13: the game has 12 moves."),
        (["-o", "a.gif", "--to", "13"], 2, "--to 13: the game has 12 moves."),
        (["-o", "a.gif", "--from", "5", "--to", "4"], 2, "--from 5 is after --to 4."),
        (["-o", "a.gif", "--move", "3"], 2, "--move is for .svg and .png, not for .gif."),
        (["-o", "a.cast", "--bare"], 2, "--bare is for .svg and .png, not for .cast."),
        (["-o", "a.svg", "--speed", "3"], 2, "--speed is for .gif and .cast, not for .svg."),
        (["-o", "a.png", "--from", "0"], 2, "--from is for .gif and .cast, not for .png."),
        (["-o", "a.svg", "--columns", "35"], 2, "--columns 35: quintris needs at least 36."),
        (["-o", "a.svg", "--lines", "14"], 2, "--lines 14: quintris needs at least 15."),
        (["-o", "a.gif", "--speed", "0"], 2, "0.01<=x<=50"),
        (["-o", "a.svg", "--game-number", "4"], 3, "No game 4 in "),
        (["-o", "nowhere/a.svg"], 3, "nowhere: no such directory"),
        (["-o", "folder.svg"], 1, "folder.svg: Is a directory"),
        ([], 2, "Missing option '-o'"),
    ],
)
def test_mistakes_are_one_clear_line(
    games: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    code: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    result = run("record", games, *words)
    assert result.exit_code == code, result.output
    assert said in result.stderr.splitlines()[-1]
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


def test_records_that_are_none_or_do_not_hold_are_told(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    assert (result := run("record", tmp_path / "none.jsonl", "-o", out)).exit_code == 3
    assert "No such file or directory" in result.stderr
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    assert (result := run("record", bad, "-o", out)).exit_code == 1
    assert "bad.jsonl, line 1: no field 'version'" in result.stderr
    line = games.read_text().splitlines()[0]
    bad.write_text(line.replace('"checks":"', '"checks":"0000', 1) + "\n")
    assert (result := run("record", bad, "-o", out)).exit_code == 1
    assert "the record departs at move 1" in result.stderr
    assert not out.exists()


def test_what_was_there_stays_if_a_picture_fails_or_is_interrupted(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "a.gif"
    out.write_bytes(b"old")

    def interrupted(*words: object, **options: object) -> object:
        yield b"GIF89a"
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "gif_parts", interrupted)
    result = run("record", games, "-o", out)
    assert result.exit_code == 130
    assert result.stderr == "Interrupted.\n"
    assert out.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [out]


def test_without_pillow_pictures_of_pixels_say_what_to_install(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with monkeypatch.context() as before_all_work:
        before_all_work.delattr(command, "game_in")
        assert "needs PIL" in run("record", games, "-o", tmp_path / "a.gif").stderr
        assert isinstance(run("record", games, "-o", tmp_path / "a.svg").exception, NameError)
    for ending in (".png", ".gif"):
        result = run("record", games, "-o", tmp_path / f"a{ending}")
        assert result.exit_code == 1
        expected = f'a {ending} file needs PIL: pip install "tilefall[pictures]"'
        assert result.stderr == f"Error: {expected}\n"
    assert list(tmp_path.iterdir()) == []
    assert run("record", games, "-o", tmp_path / "a.svg").exit_code == 0
    assert run("record", games, "-o", tmp_path / "a.cast").exit_code == 0


def test_too_many_positions_are_refused_before_they_are_drawn(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "MOST_POSITIONS", 5)
    result = run("record", games, "-o", tmp_path / "a.gif")
    assert result.exit_code == 2
    assert (
        "13 positions, at most 5 fit: choose fewer with --from, --to or --every." in result.stderr
    )
    assert run("record", games, "-o", tmp_path / "a.gif", "--every", 3).exit_code == 0


def test_only_one_game_of_a_file_is_shown(games: Path, tmp_path: Path) -> None:
    second = tmp_path / "second.jsonl"
    write_records(second, list(read_records(games))[1:2])
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    assert run("record", games, "-o", one, "--game-number", 2).exit_code == 0
    assert run("record", second, "-o", two).exit_code == 0
    assert one.read_bytes() == two.read_bytes()
