"""Kept aside: kept games that somebody deleted, in a folder beside the others until wanted back."""

from __future__ import annotations

from pathlib import Path

from tilefall.play.kept import GAMES, ID, SUFFIX, KeptGame, NotKept, free_path, writing

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
