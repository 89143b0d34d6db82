"""Runs: a folder with a training's configuration, its log, its checkpoints and its best weights.

    config.json       what was asked for
    log.jsonl         a line for everything that was found out, in order
    checkpoints/      weights from time to time
    best.json         the weights to play with

A line of the log is added whole: one that was cut off by a crash is taken back before going on.
Everything else is written beside and renamed. A folder without a configuration is no run yet.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from typing import Any, Protocol

from tilefall import __version__
from tilefall.errors import NotFound, TilefallError, UsageError
from tilefall.play.files import write_whole
from tilefall.play.folders import LOCK, locked

CONFIG, LOG, CHECKPOINTS, BEST = "config.json", "log.jsonl", "checkpoints", "best.json"
EVOLUTION, DIFFERENCES = KINDS = ("evolution", "td-ijk")  # of runs
REMOVED = "td-falling"  # the kind of runs that older versions made
Line = dict[str, Any]


class BadRun(TilefallError, ValueError):
    """A run that cannot be resumed; says why."""


class NoRun(NotFound, BadRun):
    """A folder that is no run."""


class FolderTaken(UsageError, BadRun):
    """A folder for a new run that has something in it."""


class Training(Protocol):
    """Work in steps, each of which has something to tell."""

    def step(self) -> Line | None:
        """The next thing that is found out; None when all is done."""
        ...

    def restore(self, lines: list[Line], folder: Path) -> int:
        """Goes to where the log was left; how many of its lines stand."""
        ...

    def save(self, folder: Path, line: Line) -> None:
        """Writes what belongs to a line that has just been logged."""
        ...


@dataclass(frozen=True)
class Config:
    """What was asked for, by which version, and when."""

    kind: str
    plan: dict[str, Any]
    version: str
    date: str


class Run:
    """A folder that one process at a time trains in."""

    def __init__(self, folder: Path, config: Config, lock: int) -> None:
        self.folder = folder
        self.config = config
        self._lock = lock

    def append(self, line: Line) -> None:
        """A line more in the log, whole or not at all."""
        path = self.folder / LOG
        content = (json.dumps(line) + "\n").encode()
        # without a buffer: what a full disk left in one would be written when the file is closed
        with path.open("ab", buffering=0) as file:
            end = file.tell()
            try:
                while content:
                    content = content[file.write(content) :]
                os.fsync(file.fileno())
            except OSError as error:
                os.ftruncate(file.fileno(), end)
                raise OSError(error.errno, os.strerror(error.errno or 0), str(path)) from error

    def close(self) -> None:
        """Lets others have the folder."""
        os.close(self._lock)


def create(folder: Path, kind: str, plan: dict[str, Any], needed: int) -> Run:
    """A new run in a folder that is not there yet or is empty; `needed` bytes must be free.

    What is left of a run that ended before its configuration was written counts for nothing.
    """
    _check_empty(folder)
    _check_room(folder, needed)
    folder.mkdir(parents=True, exist_ok=True)
    lock = locked(folder, "training")
    try:
        _check_empty(folder)  # somebody else may have been quicker
        _remove_partial(folder)
        config = Config(kind, plan, __version__, date.today().isoformat())
        (folder / CHECKPOINTS).mkdir(exist_ok=True)
        (folder / LOG).touch()
        write_whole(folder / CONFIG, (json.dumps(vars(config), indent=2) + "\n").encode())
    except BaseException:
        os.close(lock)
        raise
    return Run(folder, config, lock)


def read_config(folder: Path) -> Config:
    """What was asked for in a run."""
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(folder))
    path = folder / CONFIG
    if not path.is_file():
        raise NoRun(f"{folder} is no run: it has no {CONFIG}")
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadRun(f"{path}: {error}, expected JSON") from error
    names = [field.name for field in fields(Config)]
    if not isinstance(found, dict) or set(found) != set(names):
        raise BadRun(f"{path}: expected {', '.join(names)}")
    for name, value in found.items():
        if not isinstance(value, dict if name == "plan" else str):
            raise BadRun(f"{path}: {name} is {value!r}")
    kind = found["kind"]
    if kind == REMOVED:
        raise BadRun(
            f"{folder} is a run of the method td in a falling game, which was removed: it can be "
            "neither shown nor resumed"
        )
    if kind not in KINDS:
        raise BadRun(f"{folder}: a run of kind {kind!r}, allowed are {', '.join(KINDS)}")
    return Config(**found)


def read_log(folder: Path) -> list[Line]:
    """The whole lines of a log; what a crash left of one more is not among them."""
    path = folder / LOG
    lines: list[Line] = []
    for number, text in enumerate(path.read_bytes().split(b"\n")[:-1], 1):
        try:
            line = json.loads(text)
        except ValueError as error:
            raise BadRun(f"{path}, line {number}: {error}") from error
        if (
            not isinstance(line, dict)
            or not isinstance(line.get("kind"), str)
            or not isinstance(line.get("seconds"), int | float)
        ):
            raise BadRun(f"{path}, line {number}: expected an object with a kind and seconds")
        lines.append(line)
    return lines


def reopen(folder: Path, make: Callable[[Config], Training]) -> tuple[Run, Training]:
    """A run and its training where it was left."""
    config = read_config(folder)
    run = Run(folder, config, locked(folder, "training"))
    try:
        _remove_partial(folder)
        training = make(run.config)
        lines = read_log(folder)
        stand = training.restore(lines, folder)
        content = (folder / LOG).read_bytes().split(b"\n")[:stand]
        whole = b"".join(line + b"\n" for line in content)
        if whole != (folder / LOG).read_bytes():
            write_whole(folder / LOG, whole)
        if stand:
            training.save(folder, lines[stand - 1])
    except BaseException:
        run.close()
        raise
    return run, training


def carry_out(run: Run, training: Training, tell: Callable[[Line], None]) -> None:
    """Works to the end, every step of it kept."""
    earlier = [line["seconds"] for line in read_log(run.folder)[-1:]]
    start = time.perf_counter() - sum(earlier)
    while (line := training.step()) is not None:
        line["seconds"] = round(time.perf_counter() - start, 3)
        run.append(line)
        training.save(run.folder, line)
        tell(line)


def _check_empty(folder: Path) -> None:
    """Raises FolderTaken for a folder, or something else, that has anything to lose."""
    if folder.is_dir() and all(map(_is_nothing, folder.iterdir())):
        return
    if folder.exists() or folder.is_symlink():
        raise FolderTaken(
            f"{folder} is there already: `tilefall train --resume {folder}` goes on with a run, "
            "or give another folder with --out"
        )


def _is_nothing(path: Path) -> bool:
    """Whether this is there before the configuration of a run is, and says nothing."""
    if path.name == CHECKPOINTS:
        return path.is_dir() and not any(path.iterdir())
    if path.name == LOG:
        return path.is_file() and path.stat().st_size == 0
    return path.name == LOCK or path.match(f".{CONFIG}.*.part")


def _check_room(folder: Path, needed: int) -> None:
    """Raises OSError where fewer bytes are free."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.is_dir())
    free = shutil.disk_usage(there).free
    if free < needed:
        raise OSError(
            errno.ENOSPC,
            f"{free:,} bytes are free and about {needed:,} are needed; make room or give another "
            "folder with --out",
            str(folder),
        )


def _remove_partial(folder: Path) -> None:
    """Removes what a process that was killed had begun to write.

    Another one with the same number, as is usual in containers, could not write it again.
    """
    for place in (folder, folder / CHECKPOINTS):
        for path in place.glob(".*.part"):
            path.unlink()
