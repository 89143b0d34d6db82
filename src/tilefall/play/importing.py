"""Importing: records that others have made, played again before anything of them is kept."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from textwrap import shorten

from tilefall.engines import Engine
from tilefall.errors import TilefallError
from tilefall.play.files import parse_line, read_records
from tilefall.play.kept import KeptGame, NotKept, keep_game, kept_games
from tilefall.play.record import BadRecord, Record
from tilefall.play.verify import Departs, replayed

GZIP = b"\x1f\x8b"
LONGEST_TEXT = 200  # letters of the name of a game, an agent or a version
LONGEST_REASON = 160  # letters that say why a game is not kept: legal moves are many


class BadImport(TilefallError, ValueError):
    """A file of which nothing is kept; says why, and what would be."""


@dataclass(frozen=True)
class Refused:
    """A line that is not kept."""

    line: int  # from 1 on
    reason: str


@dataclass(frozen=True)
class Imported:
    """What became of the lines of a file."""

    kept: tuple[KeptGame, ...]
    known: tuple[KeptGame, ...]  # games that were here already
    refused: tuple[Refused, ...]


@dataclass(frozen=True)
class Bounds:
    """How much one file may hold."""

    bytes: int  # unpacked
    records: int
    is_enough: Callable[[], bool] = lambda: False  # asked after every move: give up


def imported(
    content: bytes, bounds: Bounds, when: datetime, engine: Engine, folder: Path | None = None
) -> Imported:
    """The games of a file that hold, kept; BadImport or NotKept if nothing is, and why."""
    lines = _lines(unpacked(content, bounds.bytes))
    if len(lines) > bounds.records:
        found = f"{len(lines):,} lines, at most {bounds.records:,} games are taken at once"
        raise BadImport(f"{found}: split the file")
    records: list[Record] = []
    refused: list[Refused] = []
    for number, line in enumerate(lines, 1):
        try:
            records.append(checked(line, number, bounds, engine))
        except BadRecord as error:
            reason = str(error).removeprefix(f"line {number}: ")
            refused.append(Refused(number, shorten(reason, LONGEST_REASON, placeholder=" ...")))
    new, known = _told_apart(records, folder)
    return Imported(_all_kept(new, when, folder), known, tuple(refused))


def unpacked(content: bytes, most: int) -> bytes:
    """The content as it was before gzip, if it is gzip; never more than allowed is unpacked."""
    if not content.startswith(GZIP):
        return _within(content, most)
    found = b""
    while content:  # a gzip file may have several parts, one after the other
        part = zlib.decompressobj(wbits=31)
        try:
            found = _within(found + part.decompress(content, most + 1 - len(found)), most)
        except zlib.error as error:
            raise BadImport(f"no whole gzip file: {error}") from error
        if not part.eof:
            raise BadImport("no whole gzip file: it is cut off")
        content = part.unused_data.lstrip(b"\0")  # as padded by some who write tapes
    return found


def checked(line: bytes, number: int, bounds: Bounds, engine: Engine) -> Record:
    """The record of a line, after every move of it was played again; BadRecord if one is wrong."""
    record = parse_line(line, f"line {number}")
    for text in (record.tilefall, record.game, *record.agents):
        if len(text) > LONGEST_TEXT:
            raise BadRecord(f"a name of {len(text):,} letters, at most {LONGEST_TEXT} are allowed")
    try:
        for _ in replayed(record, engine):
            if bounds.is_enough():
                raise BadImport(
                    f"line {number}: checking takes too long, nothing is kept: give fewer games"
                )
    except Departs as error:
        raise BadRecord(str(error)) from error
    return record


def _within(content: bytes, most: int) -> bytes:
    if len(content) > most:
        raise BadImport(f"more than {most / 2**20:g} MiB, unpacked: split the file")
    return content


def _lines(content: bytes) -> list[bytes]:
    lines = content.split(b"\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise BadImport("the file is empty, expected a record in each line")
    return lines


def _told_apart(
    records: list[Record], folder: Path | None
) -> tuple[list[Record], tuple[KeptGame, ...]]:
    """The records that are not kept yet, each once; and the kept games that others are."""
    seeds = {record.seed for record in records}
    kept: dict[Record, KeptGame] = {}
    for game in kept_games(folder):
        if game.seed in seeds:  # others cannot be the same: no need to read them
            with suppress(OSError, BadRecord):
                kept[next(iter(read_records(game.path)))] = game
    once = list(dict.fromkeys(records))
    new = [record for record in once if record not in kept]
    return new, tuple(kept[record] for record in once if record in kept)


def _all_kept(records: list[Record], when: datetime, folder: Path | None) -> tuple[KeptGame, ...]:
    """All of the records kept, or none."""
    found: list[KeptGame] = []
    try:
        for record in records:
            found.append(keep_game(record, when, folder, is_imported=True))
    except NotKept:
        for game in found:
            game.path.unlink(missing_ok=True)
        raise
    return tuple(found)
