"""Dice: randomness as a function of seed, turn and lane (D1 to D4); digests of states (D5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

WORD = 0xFFFFFFFF
SEEDS = 1 << 64
ROUNDS = 10
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
KEY_STEPS = (0x9E3779B9, 0xBB67AE85)


def philox(key: int, turn: int, block: int) -> tuple[int, int, int, int]:
    """Four random 32-bit words for a 64-bit key, a 64-bit turn and a 32-bit block (D2).

    This is Philox4x32-10 of Salmon et al. (2011): counter in, random words out, nothing kept.

    >>> [f"{word:08x}" for word in philox(0, 0, 0)]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    a, b, c, d = turn & WORD, turn >> 32, block, 0
    low, high = key & WORD, key >> 32
    for _ in range(ROUNDS):
        first, second = a * MULTIPLIERS[0], c * MULTIPLIERS[1]
        a, b, c, d = (second >> 32) ^ b ^ low, second & WORD, (first >> 32) ^ d ^ high, first & WORD
        low, high = (low + KEY_STEPS[0]) & WORD, (high + KEY_STEPS[1]) & WORD
    return a, b, c, d


@dataclass(frozen=True)
class Dice:
    """All the chance of one game: the same on every machine, in Python, C++ and CUDA (D1).

    >>> Dice(seed=7).roll(turn=12, sides=6) == Dice(seed=7).roll(turn=12, sides=6)
    True
    """

    seed: int

    def __post_init__(self) -> None:
        if not 0 <= self.seed < SEEDS:
            raise ValueError(f"seed {self.seed}, allowed are 0 to {SEEDS - 1}")

    def roll(self, *, turn: int, sides: int, lane: int = 0) -> int:
        """A number from 0 to sides - 1; other lanes of a turn are independent rolls (D3, D4)."""
        assert 1 <= sides <= WORD, sides
        return philox(self.seed, turn, lane // 4)[lane % 4] * sides >> 32


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
