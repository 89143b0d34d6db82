"""Library: the arenas and runs of training below a folder, each with an id that stands in links.

An id is looked up in the listing and never joined to a path, and what a link leads out of the
folder is not there: nobody who asks by an id gets to anything else.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tilefall.arena.store import GAMES, RECORDS
from tilefall.interfaces.web.session import Trouble
from tilefall.train.runs import CONFIG, LOG

ARENAS, RUNS = "arenas", "runs"
LONGEST = 64  # letters of an id
MOST = 1000  # of each sort that are listed


@dataclass(frozen=True)
class Shelved:
    """An arena or a run."""

    id: str
    name: str  # for people: where it is below the folder
    path: Path


def arenas_in(folder: Path) -> tuple[Shelved, ...]:
    """The arenas in a folder, in the folders right below it, and in its folder arenas."""

    def is_arena(path: Path) -> bool:
        return _has(folder, path, GAMES) and _is_ours(folder, path / RECORDS)

    return _shelved(folder, is_arena, "arena")


def runs_in(folder: Path) -> tuple[Shelved, ...]:
    """The runs in a folder, in the folders right below it, and in its folder runs."""

    def is_run(path: Path) -> bool:
        # other programs have a config.json too; one among the runs without a log is broken
        is_known = path.parent.name == RUNS or _has(folder, path, LOG)
        return is_known and _has(folder, path, CONFIG) and _is_ours(folder, path / LOG)

    return _shelved(folder, is_run, "run")


def shelved(found: tuple[Shelved, ...], wanted: str) -> Shelved:
    """The one of this id; Trouble if there is none."""
    for each in found:
        if each.id == wanted:
            return each
    raise Trouble(f"There is no {wanted} here (any more).")


def is_inside(folder: Path, path: Path) -> bool:
    """Whether a path, wherever links lead it, is in a folder or is that folder itself."""
    root, place = os.path.realpath(folder), os.path.realpath(path)
    return os.path.commonpath([root, place]) == root


def slug(name: str, otherwise: str) -> str:
    """A name as an id: small letters, digits, and a hyphen for everything between them.

    >>> slug("Quintris, März (2)", "arena"), slug("...", "arena")
    ('quintris-marz-2', 'arena')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST] or otherwise


def _shelved(folder: Path, is_one: Callable[[Path], bool], sort: str) -> tuple[Shelved, ...]:
    found: dict[str, Shelved] = {}
    for path in _candidates(folder):
        if len(found) == MOST:
            break
        if is_one(path):
            here = path == folder
            name = path.resolve().name if here else path.relative_to(folder).as_posix()
            wanted = _free(slug(path.resolve().name if here else path.name, sort), found)
            found[wanted] = Shelved(wanted, name, path)
    return tuple(found.values())


def _free(wanted: str, taken: dict[str, Shelved]) -> str:
    """The id, with a number behind it if it is taken."""
    free, number = wanted, 1
    while free in taken:
        number += 1
        free = f"{wanted[: LONGEST - 1 - len(str(number))]}-{number}"
    return free


def _candidates(folder: Path) -> Iterator[Path]:
    """Where arenas and runs may be, in an order that depends on names alone."""
    yield folder
    for place in (folder, folder / ARENAS, folder / RUNS):
        try:
            names = sorted(os.listdir(place))
        except OSError:
            continue  # not there, or not for us
        if is_inside(folder, place):
            yield from (place / name for name in names if not name.startswith("."))


def _has(folder: Path, path: Path, name: str) -> bool:
    return os.path.isfile(path / name) and is_inside(folder, path / name)


def _is_ours(folder: Path, path: Path) -> bool:
    """Whether a file that may be missing leads nowhere else."""
    return not os.path.lexists(path) or is_inside(folder, path)
