"""Start: weights that a training begins with, what its command calls them, and who made them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tilefall.search.genes import SHIPPED_GENES
from tilefall.search.linear import SHIPPED
from tilefall.search.provenance import Earlier, Provenance
from tilefall.search.weights_file import MissingWeights, known_entries, named_entry
from tilefall.train.runs import BEST, CHECKPOINTS
from tilefall.train.task import Task, Vector


@dataclass(frozen=True)
class Start:
    """Numbers to begin with."""

    numbers: Vector
    name: str | None = None  # None where the numbers themselves are all that can be told
    earlier: tuple[Earlier, ...] = ()  # the trainings that led to them, oldest first


def start_of(task: Task, text: str) -> Start:
    """What a name, a file, the folder of a run, or numbers stand for.

    Weights of a file are called by their name in it, since the file may be moved. Those of whom
    nobody knows how they were made can only be told as numbers.
    """
    if "," in text:
        return Start(task.start(text))
    files = SHIPPED if task.player.program is None else SHIPPED_GENES
    known = known_entries(files)
    file = text
    if text not in known and Path(text).is_dir():
        file = str(Path(text) / BEST)
        if not Path(file).is_file():
            raise MissingWeights(
                f"start {text!r}, the folder has no {BEST}: give a run that has found weights, "
                "a file or a name"
            )
    numbers = task.start(file)
    entry = known.get(text) or named_entry(file, ())
    made = entry.provenance
    if text in known:
        return Start(numbers, text, () if made is None else chain(text, made))
    if made is None:
        return Start(numbers)
    taken = {*known, *(each.name for each in made.earlier)}
    name = free_name(entry.name, taken)
    return Start(numbers, name + _checkpoint(Path(file), made), chain(name, made))


def chain(name: str, made: Provenance) -> tuple[Earlier, ...]:
    """The trainings that led to weights, and at last their own, which has this name."""
    own = Earlier(name, made.command, made.version, made.date, made.games)
    return (*made.earlier, own)


def free_name(name: str, taken: set[str]) -> str:
    """A name that a shell takes as it is and that stands for nothing else yet.

    >>> free_name("low", {"rv-ce"}), free_name("my runs, 2", set()), free_name("low", {"low"})
    ('low', 'my-runs-2', 'low-2')
    """
    plain = re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII).strip("-.") or "start"
    numbered = (f"{plain}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (plain, *numbered) if each not in taken)


def _checkpoint(path: Path, made: Provenance) -> str:
    """Where the weights of a run that has not ended will be after its command has ended."""
    if made.validation is not None:
        return ""
    folder = path.parent if path.parent.name == CHECKPOINTS else path.parent / CHECKPOINTS
    content = path.read_bytes()
    found = (each for each in sorted(folder.glob("*.json")) if each.read_bytes() == content)
    same = next(found, None)
    return "" if same is None else f"/{CHECKPOINTS}/{same.name}"
