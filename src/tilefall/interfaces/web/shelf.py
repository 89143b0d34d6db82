"""Shelf: the kept games as rows of a list; what a row says is read once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilefall.play.files import read_records
from tilefall.play.kept import KeptGame, kept_games
from tilefall.play.live.live import ASSISTED, PERSON
from tilefall.play.record import BadRecord, Record
from tilefall.rules.ijk import PLAYERS

PAGE = 25  # games that are listed together
TITLES = {"quintris": "Quintris", "tetris": "Tetris", "marathon": "Tetris", "ijk": "IJK"}
WHO = ("person", "assisted", "agents")
SORTS = ("new", "old", "score")


@dataclass(frozen=True)
class Row:
    """What a list says of a game."""

    id: str
    title: str  # the game's name for people; empty if nobody knows
    when: str  # 2026-11-15T14:25:30 of the player's own time; empty if nobody knows
    is_imported: bool
    game: str = ""  # the text of the game
    agents: tuple[str, ...] = ()
    who: str = ""
    seed: str = ""  # in digits: browsers round numbers this large
    score: int = 0
    result: str = ""  # the score, or who has won
    moves: int = 0
    problem: str = ""  # why the rest is not known


@dataclass(frozen=True)
class Wanted:
    """Which games are to be listed, and in which order."""

    game: str = ""  # a title in small letters
    who: str = ""
    text: str = ""  # in the id, the game or the names of who played
    sort: str = "new"
    page: int = 1


@dataclass(frozen=True)
class Listed:
    """A page of a list."""

    rows: tuple[Row, ...]
    first: int  # the number of the first of them in the whole list, from 1 on
    page: int
    pages: int
    total: int  # games on all pages


class Shelf:
    """Knows what it has read: a file is read again only if it has changed."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[int, int], Row]] = {}

    def listed(self, wanted: Wanted) -> Listed:
        """A page of the games that are wanted; as few files are read as that needs."""
        games = [game for game in kept_games() if _is_of(game, wanted.game)]
        if wanted.sort == "old":
            games.reverse()
        items: Sequence[KeptGame | Row] = games
        if wanted.who or wanted.text or wanted.sort == "score":
            rows = [row for row in map(self.row, games) if _is_wanted(row, wanted)]
            if wanted.sort == "score":
                rows.sort(key=lambda row: row.score, reverse=True)
            items = rows
        pages = max(1, -(-len(items) // PAGE))
        page = min(wanted.page, pages)
        first = (page - 1) * PAGE
        shown = tuple(
            item if isinstance(item, Row) else self.row(item)
            for item in items[first : first + PAGE]
        )
        return Listed(shown, first + 1, page, pages, len(items))

    def row(self, game: KeptGame) -> Row:
        """What there is to say of a game; a file that cannot be read says why."""
        try:
            about = game.path.stat()
            stamp = (about.st_mtime_ns, about.st_size)
            if game.id not in self._known or self._known[game.id][0] != stamp:
                self._known[game.id] = stamp, _row(game, next(iter(read_records(game.path))))
            return self._known[game.id][1]
        except (OSError, BadRecord) as error:
            return _row_without(game, str(error).replace(str(game.path), game.path.name))


def _is_of(game: KeptGame, title: str) -> bool:
    return not title or TITLES.get(game.game, "").lower() == title


def _is_wanted(row: Row, wanted: Wanted) -> bool:
    if wanted.who and row.who != wanted.who:
        return False
    said = " ".join((row.id, row.title, row.game, row.result, *row.agents)).lower()
    return all(word in said for word in wanted.text.lower().split())


def _row(game: KeptGame, record: Record) -> Row:
    return replace(
        _row_without(game),
        title=TITLES.get(record.game.partition(":")[0], record.game),
        game=record.game,
        agents=record.agents,
        who=who_of(record),
        seed=str(record.seed),
        score=record.score,
        result=result_of(record),
        moves=len(record.moves),
    )


def _row_without(game: KeptGame, problem: str = "") -> Row:
    when = "" if game.when is None else game.when.isoformat()
    return Row(game.id, TITLES.get(game.game, ""), when, game.is_imported, problem=problem)


def who_of(record: Record) -> str:
    """Whether a person played, one who was helped, or agents alone."""
    if PERSON in record.agents:
        return "person"
    return "assisted" if ASSISTED in record.agents else "agents"


def result_of(record: Record) -> str:
    """The score; where two play, who has won, for a person in the person's words."""
    if len(record.agents) == 1:
        return f"{record.score:,}"
    if record.score == 0:
        return "no winner"
    people = [agent in (PERSON, ASSISTED) for agent in record.agents]
    if sum(people) == 1:
        return "won" if (record.score > 0) == people[0] else "lost"
    return f"{PLAYERS[0 if record.score > 0 else 1]} won"
