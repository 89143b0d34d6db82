"""Digest: 64 bits that tell two states apart, the same from every engine (D5)."""

from __future__ import annotations

from collections.abc import Iterable

MASK = (1 << 64) - 1
START = 0x74696C6566616C6C  # "tilefall" in ASCII


def mixed(word: int) -> int:
    """A 64-bit word with every bit spread over all others (the finaliser of SplitMix64)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
    return word ^ word >> 31


def digest(words: Iterable[int]) -> int:
    """The digest of a sequence of whole numbers below 2^64.

    >>> digest([1, 2]) == digest([2, 1])
    False
    """
    value = START
    for word in words:
        value = mixed((value ^ word) + 0x9E3779B97F4A7C15 & MASK)
    return value
