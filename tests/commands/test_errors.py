"""Errors: every class of the package is a TilefallError, and every exit code has a command."""

from __future__ import annotations

import os
import pkgutil
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

import tilefall
from tilefall.cli import cli
from tilefall.errors import (
    FAILURE,
    INTERRUPTED,
    NOT_FOUND,
    NOT_MET,
    USAGE,
    MissingExtra,
    NotFound,
    TilefallError,
    UsageError,
    extra,
)
from tilefall.rules.game import BadText

# They tell one part of the package something about another, and never reach a caller.
INTERNAL = {
    "tilefall._native.env.NeedsReset",  # environments raise what Gymnasium has for it
    "tilefall._native.env.WrongAction",
    "tilefall.agents.foreign.course_clock.TimeIsUp",
    "tilefall.agents.foreign.skeleton.QuintrisGame.EndOfGame",  # the course's own
    "tilefall.agents.foreign.skeleton.logic_IJK.GameFullException",
    "tilefall.agents.foreign.skeleton.logic_IJK.InvalidMoveException",
    "tilefall.engines.stopping.Stopped",
    "tilefall.interfaces.terminal.person.Quit",
    "tilefall.interfaces.web.bodies.BodyRefused",
    "tilefall.interfaces.web.socket.Dismissed",
}


def exception_classes() -> Iterator[type[BaseException]]:
    """All that are defined in the package, without modules whose extras are not installed."""
    for found in pkgutil.walk_packages(tilefall.__path__, "tilefall."):
        if found.name == "tilefall.__main__":
            continue
        try:
            module = import_module(found.name)
        except ModuleNotFoundError as error:
            if str(error.name).startswith("tilefall"):
                raise
            continue
        inside = [each for each in vars(module).values() if isinstance(each, ModuleType)]
        native = [each for each in inside if each.__name__.startswith("tilefall._native.")]
        for part in (module, *native):
            for each in vars(part).values():
                is_class = isinstance(each, type) and issubclass(each, BaseException)
                if is_class and each.__module__ == part.__name__:
                    yield each


def test_whatever_a_caller_can_cause_is_a_tilefall_error() -> None:
    found = {f"{each.__module__}.{each.__qualname__}": each for each in exception_classes()}
    ours = {name: each for name, each in found.items() if issubclass(each, TilefallError)}
    assert found.keys() - ours.keys() == INTERNAL
    for name, each in ours.items():
        assert each.exit_code in (FAILURE, USAGE, NOT_FOUND), name
        assert (each.exit_code == USAGE) == issubclass(each, UsageError), name
        assert (each.exit_code == NOT_FOUND) == issubclass(each, NotFound), name


def test_the_errors_of_python_still_catch_them() -> None:
    with pytest.raises(ValueError, match="quintris") as caught:
        tilefall.parse("tetras")
    assert isinstance(caught.value, BadText)
    assert isinstance(caught.value, TilefallError)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["watch", "tetris", "--max-turns", "1", "--quiet", "--seed", "1"], 0, "Stopped after 1"),
        (["replay", "letter.txt"], FAILURE, "Error: letter.txt, line 1: no JSON"),
        (["replay", "folder"], FAILURE, "Error: folder: Is a directory"),
        (["watch", "tetris", "--agent", "wat:depth=1"], NOT_FOUND, 'Error: No agent "wat"'),
        (["replay", "nowhere.jsonl"], NOT_FOUND, "Error: nowhere.jsonl: No such file"),
        (["explain", "tetris x"], USAGE, "Error: "),
        (["watch", "--sede", "1"], USAGE, "Error: No such option"),
        (["replay", "changed.jsonl", "--verify"], NOT_MET, ""),
        (["watch", "ijk:size=2", "--delay", "1", "--seed", "1"], INTERRUPTED, "Interrupted; the"),
    ],
)
def test_every_exit_code_has_a_command(
    words: list[str], code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(time, "sleep", interrupted)
    Path("letter.txt").write_text("Dear Sir\n")
    Path("folder").mkdir()
    game = tilefall.Tetris()
    record = tilefall.play_match(game, [tilefall.agent("random", game)], seed=2)
    Path("changed.jsonl").write_text(record.line().replace('"seed":2', '"seed":3') + os.linesep)
    result = CliRunner().invoke(cli, words, prog_name="tilefall")
    assert result.exit_code == code, result.output
    assert said in result.stderr
    assert result.stderr.count("Error: ") == (code in (FAILURE, USAGE, NOT_FOUND))


def test_a_package_that_cannot_be_imported_is_told_from_one_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lacking.py").write_text("import nowhere_at_all")
    (tmp_path / "faulty.py").write_text("from math import nothing_like_it")
    (tmp_path / "whole.py").write_text("number = 7")
    monkeypatch.syspath_prepend(tmp_path)
    assert extra("whole", "plot", "a picture").number == 7
    with pytest.raises(MissingExtra, match=r"^a picture needs nowhere: pip install .*\[plot\]"):
        extra("nowhere.inside", "plot", "a picture")
    with pytest.raises(MissingExtra, match=r"needs lacking, which cannot be imported \(No module"):
        extra("lacking", "plot", "a picture")
    with pytest.raises(MissingExtra, match=r"needs faulty, which cannot be imported \(cannot"):
        extra("faulty", "plot", "a picture")
