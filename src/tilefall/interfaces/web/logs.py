"""Logs: what the server tells its owner: no secrets, no control characters, one line each."""

from __future__ import annotations

import logging
import secrets
import time
import traceback
from collections.abc import Iterable
from http import HTTPStatus
from typing import TextIO

from starlette.types import Message, Send

log = logging.getLogger("tilefall.web")
LONGEST = 200  # letters of something from outside
FAULT, REQUEST = logging.ERROR, logging.INFO


def printable(text: str) -> str:
    r"""A text from outside as one line of a log.

    >>> printable("a\nb\x1b[31m")
    'a\\nb\\x1b[31m'
    """
    shown = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}..."


def note_fault(error: BaseException) -> str:
    """An id for a client to tell; the log has it with all there is to know."""
    number = secrets.token_hex(4)
    lines = "".join(traceback.format_exception(error)).splitlines()
    log.log(FAULT, "\n".join([f"fault {number}", *lines]))
    return number


def note_request(send: Send, method: str, path: str) -> Send:
    """What sends an answer, and tells a log that wants to know; never what follows a `?`."""
    if not log.isEnabledFor(REQUEST):
        return send
    begun = time.perf_counter()

    async def noted(message: Message) -> None:
        if "status" in message:
            status, spent = HTTPStatus(message["status"]), time.perf_counter() - begun
            said = printable(f"{method} {path}")
            log.log(REQUEST, "%s %d, %.0f ms", said, status, 1e3 * spent)
        await send(message)

    return noted


class Redacted(logging.Formatter):
    """Lines without control characters and without these words."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")
        self._words = [word for word in words if word]

    def format(self, record: logging.LogRecord) -> str:
        """A line, and those of a traceback."""
        text = super().format(record)
        for word in self._words:
            text = text.replace(word, "...")
        # more lines of the same record are set in: no text from outside begins a line
        return "\n  ".join(
            "".join(each if each.isprintable() else ascii(each)[1:-1] for each in line)
            for line in text.split("\n")
        )


def log_to(stream: TextIO, words: Iterable[str], is_verbose: bool) -> None:
    """Tell faults, and every request if asked to; `words` are never told."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Redacted(words))
    for name, level in (
        ("tilefall.web", REQUEST if is_verbose else FAULT),
        # it tells whole addresses below this level
        ("uvicorn", logging.WARNING if is_verbose else logging.CRITICAL),
    ):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
