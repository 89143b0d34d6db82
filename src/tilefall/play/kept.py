"""Kept: every game that a person played, one file each, in the player's data folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from tilefall.errors import TilefallError
from tilefall.play.files import write_whole
from tilefall.play.folders import FolderInUse, holding

VARIABLE = "TILEFALL_DATA"
GAMES, SUFFIX = "games", ".jsonl"
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
IMPORTED = "-imported"  # at the end of the name of a game that came from elsewhere
_OURS = re.compile(rf"([a-z][a-z0-9]*)-(\d{{8}}-\d{{6}})-seed-(\d+)(?:-(\d+))?(?:{IMPORTED})?")


class NotKept(TilefallError, RuntimeError):
    """Something of a game could not be written down; says what and why, in one line."""


class Written(Protocol):
    """A game that can be kept."""

    @property
    def game(self) -> str:
        """The game's text, its name first: `quintris:reach=fall`."""
        ...

    @property
    def seed(self) -> int:
        """The game's seed."""
        ...

    def line(self) -> str:
        """All of it in one line."""
        ...


@dataclass(frozen=True)
class KeptGame:
    """A file of the data folder with one game in it."""

    path: Path
    id: str  # the name of the file: quintris-20261115-142530-seed-42

    @property
    def game(self) -> str:
        """The name of its game; empty for a file that was named by somebody else."""
        found = _OURS.fullmatch(self.id)
        return found[1] if found else ""

    @property
    def when(self) -> datetime | None:
        """When it was kept, if its name says so."""
        found = _OURS.fullmatch(self.id)
        try:
            return datetime.strptime(found[2], "%Y%m%d-%H%M%S") if found else None
        except ValueError:
            return None  # digits that are no date

    @property
    def seed(self) -> int | None:
        """The game's seed, if its name says so."""
        found = _OURS.fullmatch(self.id)
        return int(found[3]) if found else None

    @property
    def is_imported(self) -> bool:
        """Whether it came from elsewhere."""
        return _OURS.fullmatch(self.id) is not None and self.id.endswith(IMPORTED)


def data_folder() -> Path:
    """Where a player's games and scores are: the folder that TILEFALL_DATA names, or the usual."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("tilefall", appauthor=False)


def keep_game(
    record: Written, when: datetime, folder: Path | None = None, *, is_imported: bool = False
) -> KeptGame:
    """A new file with this game and nothing else; NotKept if it cannot be written.

    `when` is the person's own time; it is written into the name as it is.
    """
    name = f"{record.game.partition(':')[0]}-{when:%Y%m%d-%H%M%S}-seed-{record.seed}"
    with writing(folder, "this game is not kept") as place:
        games = place / GAMES
        games.mkdir(exist_ok=True)
        path = free_path(games, name, IMPORTED if is_imported else "")
        write_whole(path, f"{record.line()}\n".encode())
        return KeptGame(path, path.name.removesuffix(SUFFIX))


@contextmanager
def writing(folder: Path | None, failure: str) -> Iterator[Path]:
    """The data folder, alone for a moment; whatever cannot be written there is a NotKept."""
    place = data_folder() if folder is None else folder
    try:
        place.mkdir(parents=True, exist_ok=True)
        with holding(place, "keeping a game"):
            yield place
    except OSError as error:
        reason = f"{error.filename or place}: {error.strerror or error}"
        raise NotKept(f"{failure}: {reason}") from error
    except FolderInUse as error:
        raise NotKept(f"{failure}: {error}") from error


def free_path(games: Path, name: str, mark: str = "") -> Path:
    """A path that nobody has: a second game in the same second gets a number."""
    path, number = games / f"{name}{mark}{SUFFIX}", 1
    while path.exists() or path.is_symlink():
        number += 1
        path = games / f"{name}-{number}{mark}{SUFFIX}"
    return path


def kept_games(folder: Path | None = None, game: str | None = None) -> tuple[KeptGame, ...]:
    """The kept games, or those of the game of this name, the newest first.

    Only names are read, so that thousands are listed at once.
    """
    games = (data_folder() if folder is None else folder) / GAMES
    try:
        names = os.listdir(games)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    found = [
        KeptGame(games / name, name.removesuffix(SUFFIX))
        for name in names
        if name.endswith(SUFFIX) and ID.fullmatch(name.removesuffix(SUFFIX))
    ]
    wanted = [each for each in found if game is None or each.game == game]
    return tuple(sorted(wanted, key=_age, reverse=True))


def _age(kept: KeptGame) -> tuple[str, int, str]:
    """What sorts names by time; those that tell no time are the oldest."""
    found = _OURS.fullmatch(kept.id)
    return (found[2], int(found[4] or 1), kept.id) if found else ("", 0, kept.id)


ASIDE = "deleted"


def put_aside(game: KeptGame, folder: Path | None = None) -> str:
    """The id by which a kept game can be brought back; it is kept no longer."""
    with writing(folder, "this game is not deleted") as place:
        aside = place / GAMES / ASIDE
        aside.mkdir(exist_ok=True)
        path = free_path(aside, game.id)
        game.path.rename(path)
        return path.name.removesuffix(SUFFIX)


def brought_back(id: str, folder: Path | None = None) -> KeptGame:
    """A game that was put aside, kept again; NotKept if there is none of this id."""
    failure = "this game is not brought back"
    with writing(folder, failure) as place:
        games = place / GAMES
        path = games / ASIDE / f"{id}{SUFFIX}"
        if not ID.fullmatch(id) or path.is_symlink() or not path.is_file():
            raise NotKept(f"{failure}: no game {id[:64]} was deleted")
        to = games / path.name
        if to.exists() or to.is_symlink():
            raise NotKept(f"{failure}: there is another game {id}")
        path.rename(to)
        return KeptGame(to, id)
