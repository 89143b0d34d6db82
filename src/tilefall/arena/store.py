"""Store: the folder of an arena, which loses no finished game and repeats none.

    arena.sqlite      the plan, and a row for every game (WAL mode)
    records.jsonl     a record for every game, a line each, in the order of the rows

Records are written first, then their rows in one transaction: a row always has its record. Lines
without a row, which a sudden end leaves, are cut off before going on. Ctrl-C waits for the rows.
"""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import accumulate
from pathlib import Path

from tilefall import __version__
from tilefall.arena.plan import ArenaTaken, BadArena, NoArena, Plan, plan_of
from tilefall.arena.played import Done, Played
from tilefall.play.files import parse_line
from tilefall.play.folders import LOCK, locked
from tilefall.play.record import Record

GAMES, RECORDS, PARTIAL = "arena.sqlite", "records.jsonl", ".arena.sqlite.part"
FORMAT = 1
APPLICATION = 0x74696C65  # tells our files from other databases
AT_ONCE = 1024  # lines in one call, the most that Linux takes
NOBODY = -1  # the second player of a game for one
TABLES = """
create table plan (plan text not null, version text not null);
create table games (
    number integer primary key, bytes integer not null,
    bout integer not null, seed text not null, first integer not null, second integer not null,
    score integer not null, turns integer not null, is_over integer not null,
    first_moves integer not null, second_moves integer not null,
    first_seconds real not null, second_seconds real not null,
    digest text not null, forfeiter integer, cause text not null, detail text not null,
    unique (bout, first, second)
);
"""


class Store:
    """An arena's folder, which one process at a time fills."""

    def __init__(self, folder: Path, plan: Plan, base: sqlite3.Connection, lock: int) -> None:
        self.folder, self.plan = folder, plan
        self._base, self._lock = base, lock
        self._count, self._bytes = _last_whole(base, folder / RECORDS)

    def played(self) -> list[Played]:
        """All games that were finished, in the order in which they were."""
        return _played(self._base, self.plan)

    def add(self, games: Sequence[Done]) -> None:
        """Keep these games, all of them or none."""
        path = self.folder / RECORDS
        lines = [done.line or b"" for done in games]
        ends = accumulate(map(len, lines), initial=self._bytes)
        next(ends)
        rows = [
            (number, end, *_row(done.played))
            for number, (done, end) in enumerate(zip(games, ends, strict=True), self._count + 1)
        ]
        with interrupts_wait(), path.open("ab", buffering=0) as file:  # a full disk is seen here
            try:
                _write_lines(file.fileno(), lines)
                with self._base, _told(self.folder / GAMES):
                    places = ", ".join("?" * len(rows[0]))
                    self._base.executemany(f"insert into games values ({places})", rows)
            except (OSError, BadArena):
                os.ftruncate(file.fileno(), self._bytes)
                raise
            self._count, self._bytes = self._count + len(rows), self._bytes + sum(map(len, lines))

    def close(self) -> None:
        """Let others have the folder."""
        self._base.close()
        os.close(self._lock)


def _write_lines(file: int, lines: list[bytes]) -> None:
    """All lines, without making one text of them first."""
    for start in range(0, len(lines), AT_ONCE):
        some = lines[start : start + AT_ONCE]
        written = os.writev(file, some)
        if written < sum(map(len, some)):  # a disk that becomes full, or a signal
            rest = b"".join(some)[written:]
            while rest:
                rest = rest[os.write(file, rest) :]


def create(folder: Path, plan: Plan) -> Store:
    """A new arena in a folder that is not there yet or is empty."""
    _check_empty(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lock = locked(folder, "running an arena")
    try:
        _check_empty(folder)  # somebody else may have been quicker
        (folder / RECORDS).touch()
        _write_base(folder, plan)
        return Store(folder, plan, _opened(folder), lock)
    except BaseException:
        os.close(lock)
        raise


def reopen(folder: Path) -> Store:
    """An arena where it was left."""
    with _reading(folder) as base:
        plan, made_by = _plan(base)
    if made_by != __version__:
        raise BadArena(
            f"{folder} was begun by tilefall {made_by}, whose games may differ; "
            f"this is {__version__}"
        )
    lock = locked(folder, "running an arena")
    try:
        return Store(folder, plan, _opened(folder), lock)
    except BaseException:
        os.close(lock)
        raise


def read_arena(folder: Path) -> tuple[Plan, list[Played]]:
    """What is played in an arena, and the games so far; others may be playing on."""
    with _reading(folder) as base:
        plan, _ = _plan(base)
        return plan, _played(base, plan)


def read_records(folder: Path, numbers: Collection[int]) -> dict[int, Record]:
    """The records of some games by their numbers."""
    path, found = folder / RECORDS, {}
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if number in numbers:
                found[number] = parse_line(line, f"{path}, line {number}")
    return found


def read_record(folder: Path, number: int) -> Record:
    """The record of one game; the file is read from where it begins to where it ends."""
    with _reading(folder) as base:
        plan, _ = _plan(base)
        wanted = "select number, bytes, digest from games where number in (?, ?)"
        found = {row[0]: row[1:] for row in base.execute(wanted, (number - 1, number))}
    if number not in found:
        raise BadArena(f"there is no game {number} in {folder}")
    if not plan.has_records:
        raise BadArena(f"the games of {folder} were played with --no-records")
    path, where = folder / RECORDS, f"{folder / RECORDS}, line {number}"
    end, digest = found[number]
    start = found[number - 1][0] if number > 1 else 0
    with path.open("rb") as file:
        file.seek(start)
        record = parse_line(file.read(end - start), where)
    if record.digest != digest:
        raise BadArena(f"{where}: this is not the game of the arena")
    return record


def _write_base(folder: Path, plan: Plan) -> None:
    """The file of games, without any: there as a whole or not at all."""
    partial = folder / PARTIAL
    partial.unlink(missing_ok=True)
    with _told(folder / GAMES), closing(sqlite3.connect(partial)) as base:
        base.execute("pragma synchronous = off")  # it has no name yet, and so nobody to lose it
        base.executescript(TABLES)
        with base:
            base.execute("insert into plan values (?, ?)", (plan.text(), __version__))
        base.execute(f"pragma application_id = {APPLICATION}")
        base.execute(f"pragma user_version = {FORMAT}")
    partial.replace(folder / GAMES)


def _opened(folder: Path) -> sqlite3.Connection:
    """The file of games to write to; readers are never in the way."""
    with _told(folder / GAMES):
        base = sqlite3.connect(folder / GAMES)
        base.execute("pragma journal_mode = wal")
        base.execute("pragma synchronous = normal")
        return base


@contextmanager
def _reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """The file of games to look at."""
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(folder))
    path = folder / GAMES
    if not path.is_file():
        raise NoArena(f"{folder} is no arena: it has no {GAMES}")
    with (
        _told(path),
        closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base,
    ):
        kind = base.execute("pragma application_id").fetchone()[0]
        made = base.execute("pragma user_version").fetchone()[0]
        if (kind, made) != (APPLICATION, FORMAT):
            raise BadArena(f"{path}: no games of an arena of this version of tilefall")
        yield base


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Says which file it was if a database fails."""
    try:
        yield
    except sqlite3.Error as error:
        raise BadArena(f"{path}: {error}") from error


def _plan(base: sqlite3.Connection) -> tuple[Plan, str]:
    plan, made_by = base.execute("select plan, version from plan").fetchone()
    return plan_of(plan), made_by


def _last_whole(base: sqlite3.Connection, records: Path) -> tuple[int, int]:
    """How many games there are and how long their records, after both were made to agree."""
    with records.open("ab") as file, base:
        base.execute("delete from games where bytes > ?", (file.tell(),))
        count, size = base.execute("select count(*), max(bytes) from games").fetchone()
        file.truncate(size or 0)
    return count, size or 0


def _row(played: Played) -> tuple[object, ...]:
    first, second = (*played.players, NOBODY)[:2]
    return (
        played.bout,
        str(played.seed),  # may be too large for the database's whole numbers
        first,
        second,
        played.score,
        played.turns,
        played.is_over,
        *(*played.moves, 0)[:2],
        *(*played.seconds, 0.0)[:2],
        played.digest,
        played.forfeiter,
        played.cause,
        played.detail,
    )


def _played(base: sqlite3.Connection, plan: Plan) -> list[Played]:
    found = []
    n = plan.players
    for row in base.execute("select * from games order by number"):
        number, _, bout, seed, first, second, score, turns, is_over, *rest = row
        first_moves, second_moves, first_seconds, second_seconds, *last = rest
        digest, forfeiter, cause, detail = last
        found.append(
            Played(
                bout=bout,
                seed=int(seed),
                players=(first, second)[:n],
                score=score,
                turns=turns,
                is_over=bool(is_over),
                moves=(first_moves, second_moves)[:n],
                seconds=(first_seconds, second_seconds)[:n],
                digest=digest,
                forfeiter=forfeiter,
                cause=cause,
                detail=detail,
                record=number if plan.has_records else None,
            )
        )
    return found


def _check_empty(folder: Path) -> None:
    """Raises ArenaTaken for a folder, or something else, that has anything to lose."""
    if folder.is_dir() and all(map(_is_nothing, folder.iterdir())):
        return
    if folder.exists() or folder.is_symlink():
        raise ArenaTaken(
            f"{folder} is there already: `tilefall arena --resume {folder}` goes on with an arena, "
            "or give another folder with --out"
        )


def _is_nothing(path: Path) -> bool:
    """Whether this is there before an arena has its plan."""
    is_new = path.name == RECORDS and path.stat().st_size == 0
    return is_new or path.name in (LOCK, PARTIAL, f"{PARTIAL}-journal")


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Ctrl-C in the body takes effect right after it.

    The signal's handler is changed for that, since a mask holds for one thread alone and any
    other one would take the signal.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is None:  # no other thread is interrupted
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)
