"""Pictures of trainings: the same bytes for the same run, or one clear line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.train.made_runs import generation, lesson, made_evolution, made_learning, usual_lines
from tests.train.test_show import refused, shown
from tilefall.train.picture import ALONE

PNG = b"\x89PNG\r\n\x1a\n"


def test_one_generation_can_be_seen(tmp_path: Path) -> None:
    """A line needs two points: a single one is drawn as a dot of its colour."""
    folder = made_evolution(tmp_path / "new", [generation(0, 9.0, 5.0, 1.0, seconds=1.0)])
    shown(folder, "-o", folder / "new.svg")
    dots = set(re.findall(r"<use [^>]*fill: (#\w+)", (folder / "new.svg").read_text()))
    assert dots >= {ALONE[name].lower() for name in ("best", "mean", "worst")}


def test_pictures_are_files_of_their_kind(tmp_path: Path) -> None:
    one = made_evolution(tmp_path / "one", usual_lines())
    learning = made_learning(tmp_path / "ijk", [lesson(10, 0.5, 1.0), lesson(20, 0.4, 2.0)])
    picture = tmp_path / "runs.PNG"
    assert shown(one, "-o", picture).endswith(f"\npicture     {picture}\n")
    assert picture.read_bytes().startswith(PNG)
    picture = tmp_path / "both.svg"
    shown(one, learning, "--out", picture, "--json")
    text = picture.read_text()
    for words in (
        "tetris:width=6 / ijk, greedy / alphabeta, cma / td",
        "one: mean",
        "one: validation",
        "ijk: error",
        "validation: seeds that choose nothing, with 95 % intervals",
        "games of training",
    ):
        assert f"<!-- {words} -->" in text, words


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    """In another process, and whatever matplotlib was told to like."""
    folder = made_evolution(tmp_path / "one", usual_lines())
    here, there = tmp_path / "here.svg", tmp_path / "there.svg"
    shown(folder, "-o", here)
    (tmp_path / "matplotlibrc").write_text("axes.facecolor: red\nfont.size: 20\n")
    words = ["train", "show", str(folder), "-o", str(there)]
    environment = os.environ | {"PYTHONHASHSEED": "7", "MATPLOTLIBRC": str(tmp_path)}
    command = [sys.executable, "-m", "tilefall", *words]
    subprocess.run(command, check=True, env=environment, capture_output=True)
    assert here.read_bytes() == there.read_bytes()
    assert b"<dc:date>" not in here.read_bytes()


def test_a_picture_of_dots_says_nothing_of_its_making(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    pictures = [tmp_path / "one.png", tmp_path / "two.png"]
    for picture in pictures:
        shown(folder, "-o", picture)
    content, again = (picture.read_bytes() for picture in pictures)
    assert content == again
    assert not any(chunk in content for chunk in (b"tEXt", b"iTXt", b"tIME"))


def test_pictures_that_cannot_be_are_told_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    assert "curves.pdf, a picture ends in .png or .svg" in refused(2, folder, "-o", "curves.pdf")
    assert "no such directory" in refused(3, folder, "-o", tmp_path / "no" / "curves.png")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    picture = tmp_path / "curves.png"
    reason = 'a picture needs matplotlib: pip install "tilefall[plot]"'
    assert reason in refused(1, folder, "-o", picture)
    assert not picture.exists()
    assert "+--" in shown(folder)
