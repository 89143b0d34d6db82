"""Files: records in files, a line each, written whole or not at all."""

from __future__ import annotations

import errno
import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from tilefall.play.record import BadRecord, Record, parse_record


def write_whole(path: str | Path, content: bytes) -> None:
    """A file with this content, or what was there before."""
    with replacing(path) as file:
        file.write(content)


def write_records(path: str | Path, records: Iterable[Record]) -> None:
    """A file of these records and nothing else, compressed if its name ends in .gz."""
    with replacing(path) as file:
        if str(path).endswith(".gz"):
            # no time and no name in the header: the same records are the same bytes
            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                _write_lines(cast(BinaryIO, packed), records)
        else:
            _write_lines(file, records)


@contextmanager
def replacing(path: str | Path) -> Iterator[BinaryIO]:
    """A file to write to, beside the one of this name; it takes the name when all went well.

    So a reader never sees half of it.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        kind = errno.EISDIR if target.is_dir() else errno.EINVAL
        raise OSError(kind, os.strerror(kind), str(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such directory", str(target.parent))
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with partial.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    except BaseException:
        with suppress(FileNotFoundError):
            partial.unlink()
        raise


def append_record(path: str | Path, record: Record) -> int:
    """Add a record to a file that may or may not exist; how many there are now."""
    records = [*(read_records(path) if Path(path).exists() else ()), record]
    write_records(path, records)
    return len(records)


def read_records(path: str | Path) -> Iterator[Record]:
    """The records of a file; BadRecord says which line is wrong, and how."""
    number = 0
    with _opened(Path(path)) as file:
        try:
            for number, line in enumerate(file, 1):
                yield parse_line(line, f"{path}, line {number}")
        except EOFError as error:
            raise BadRecord(f"{path}: the file is cut off after line {number}") from error
        except (gzip.BadGzipFile, zlib.error) as error:
            reason = f"{path}: no whole gzip file after line {number}: {error}"
            raise BadRecord(reason) from error
    if number == 0:
        raise BadRecord(f"{path}: the file is empty, expected a record in each line")


def _opened(path: Path) -> BinaryIO:
    if path.name.endswith(".gz"):
        return cast(BinaryIO, gzip.open(path, "rb"))
    return path.open("rb")


def parse_line(line: bytes, where: str) -> Record:
    """The record of a line; BadRecord says where it stands, and what is wrong."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(f"{where}: not UTF-8 at byte {error.start + 1}") from error
    if not text.strip():
        raise BadRecord(f"{where}: the line is empty, expected a record")
    try:
        return parse_record(text)
    except BadRecord as error:
        raise BadRecord(f"{where}: {error}") from error


def _write_lines(file: BinaryIO, records: Iterable[Record]) -> None:
    for record in records:
        file.write(f"{record.line()}\n".encode())
