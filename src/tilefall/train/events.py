"""Events: what a run has found, as event files for TensorBoard.

They are written anew from the log whenever a training starts to write them. So no step is in them
twice, whatever ended the last process, and a run that began without them has them all.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tilefall.errors import extra
from tilefall.train.history import read_history
from tilefall.train.runs import Line

EVENTS = "events"
PATTERN = "*.tfevents.*"

# What is told of a line, by the name that TensorBoard shows. Those who seemed best and play again
# have names of their own: a step of a curve has one value.
SCALARS = {
    "population": {
        "train/best": "best",
        "train/mean": "mean",
        "train/worst": "worst",
        "train/lines": "best_lines",
        "train/deaths": "deaths",
    },
    "elite": {"train/again_best": "best", "train/again_mean": "mean"},
    "lesson": {
        "train/error": "error",
        "train/turns": "turns",
        "train/ties": "ties",
    },
    "validation": {
        "validation/fitness": "fitness",
        "validation/lines": "lines",
        "validation/alive": "alive",
    },
}
SPEED = "speed/games_per_s"


def check_tensorboard() -> None:
    """Raises MissingExtra where event files cannot be written."""
    extra("tensorboardX", "tensorboard", "--tensorboard")


@contextmanager
def event_files(folder: Path) -> Iterator[Callable[[Line], None]]:
    """What hears of every line of a run's log and tells TensorBoard; first all that is there."""
    check_tensorboard()
    lines = read_history(folder).lines
    (folder / EVENTS).mkdir(exist_ok=True)
    for old in (folder / EVENTS).glob(PATTERN):
        old.unlink()
    writer = _Writer(folder / EVENTS, lines[-1]["seconds"] if lines else 0.0)
    try:
        for line in lines:
            writer.add(line)
        writer.flush()

        def tell(line: Line) -> None:
            writer.add(line)
            writer.flush()

        yield tell
    finally:
        writer.close()


def scalars(line: Line, seconds: float) -> dict[str, float]:
    """The figures of a line that took so many seconds, by their names in TensorBoard.

    >>> scalars({"kind": "lesson", "done": 10, "games": 10, "error": 0.5}, 2.0)
    {'train/error': 0.5, 'speed/games_per_s': 5.0}
    """
    names = SCALARS.get(str(line.get("stage", line["kind"])), {})
    found = {name: float(line[key]) for name, key in names.items() if key in line}
    if "score_percent" in line:
        found["validation/score_percent"] = line["score_percent"]["value"]
    if "train/mean" in found or "train/error" in found:
        found[SPEED] = line["games"] / max(seconds, 1e-3)
    return found


def step_of(line: Line) -> int:
    """The generation, counted from 1, or the games so far."""
    if "generation" not in line:
        return int(line["done"])
    return int(line["generation"]) + int(line["kind"] == "games")


class _Writer:
    """One event file. Its clock is that of the log: time between two processes does not count."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self._folder = folder
        files = extra("tensorboardX.event_file_writer", "tensorboard", "--tensorboard")
        self._proto: Any = extra("tensorboardX.proto", "tensorboard", "--tensorboard")
        extra("tensorboardX.proto.event_pb2", "tensorboard", "--tensorboard")
        self._start = time.time() - seconds
        self._seconds = 0.0  # of the line before
        # written by this thread: the package's usual writer leaves that to another one
        self._file = files.EventsWriter(str(folder / "events"))
        # what a TensorBoard that is open has read of earlier files is forgotten
        start = self._proto.event_pb2.SessionLog(status=1)
        self._write(self._event(0.0, step=0, session_log=start))

    def add(self, line: Line) -> None:
        """The figures of a line."""
        found = scalars(line, line["seconds"] - self._seconds)
        self._seconds = line["seconds"]
        summary = self._proto.summary_pb2.Summary(
            value=[{"tag": name, "simple_value": value} for name, value in found.items()]
        )
        self._write(self._event(line["seconds"], step=step_of(line), summary=summary))

    def flush(self) -> None:
        """All that was added is in the file."""
        with self._told():
            self._file.flush()

    def close(self) -> None:
        """The file is whole."""
        with self._told():
            self._file.close()

    def _event(self, seconds: float, **content: Any) -> Any:
        return self._proto.event_pb2.Event(wall_time=self._start + seconds, **content)

    def _write(self, event: Any) -> None:
        with self._told():
            self._file.write_event(event)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """An error of the disk says which folder it was."""
        try:
            yield
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            raise OSError(error.errno, reason, str(self._folder)) from error
