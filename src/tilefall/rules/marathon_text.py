"""Texts of Marathon: the fields of a position that other games do not have (N3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tilefall.rules.game import BadText
from tilefall.rules.tetris import NO_PIECE, PIECES

FIELDS = (
    *("board", "piece", "footing", "queue", "hold", "seen"),
    *("score", "lines", "streak", "chain", "turn"),
)
NO_CHAIN, CHAIN = "-", "b2b"


def queue_text(queue: tuple[int, ...]) -> str:
    """The letters of the pieces that follow."""
    return "".join(PIECES.letters[piece] for piece in queue)


def parse_queue(text: str, length: int) -> tuple[int, ...]:
    """The inverse of queue_text.

    >>> parse_queue("TIO", 3)
    (2, 0, 1)
    """
    if len(text) != length or not set(text) <= set(PIECES.letters):
        raise BadText(f"queue {text!r}, expected {length} letters of {PIECES.letters}")
    return tuple(PIECES.letters.index(letter) for letter in text)


def hold_text(held: int | None, is_spent: bool) -> str:
    """The letter of the piece that is held; small while it cannot be had back (M8)."""
    if held is None:
        return NO_PIECE
    letter = PIECES.letters[held]
    return letter.lower() if is_spent else letter


def parse_hold(text: str) -> tuple[int | None, bool]:
    """The inverse of hold_text."""
    if text == NO_PIECE:
        return None, False
    if len(text) != 1 or text.upper() not in PIECES.letters:
        letters = " ".join(PIECES.letters)
        raise BadText(f"hold {text!r}, expected one of {letters}, small if spent, or {NO_PIECE}")
    return PIECES.letters.index(text.upper()), text.islower()


def check_seen(seen: tuple[int, ...], there: Iterable[int]) -> None:
    """BadText if more of a piece are there than have been drawn."""
    counts = Counter(there)
    for piece, count in enumerate(seen):
        if count < counts[piece]:
            letter = PIECES.letters[piece]
            raise BadText(f"seen counts {count} of {letter}, expected {counts[piece]} or more")


def chain_text(has_chain: bool) -> str:
    """Whether the next difficult rows are back to back (M11)."""
    return CHAIN if has_chain else NO_CHAIN


def parse_chain(text: str) -> bool:
    """The inverse of chain_text."""
    if text not in (NO_CHAIN, CHAIN):
        raise BadText(f"chain {text!r}, expected {CHAIN} or {NO_CHAIN}")
    return text == CHAIN
