"""Pace: chunks are as long as they should be, and their results small enough to travel."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from tilefall.cluster.cluster import LEAST_SECONDS, MOST_ITEMS, MOST_SECONDS, Pace
from tilefall.train.task import Game

INLINE_BYTES = 100 * 1024  # larger results stay on the machine that made them, and die with it


@given(st.floats(1e-6, 1e3), st.integers(1, 10**9), st.integers(0, 10_000))
def test_a_chunk_is_neither_too_short_nor_too_long(seconds: float, left: int, slots: int) -> None:
    pace = Pace()
    pace.add(100, 100 * seconds)
    size = pace.size(left, slots)
    assert 1 <= size <= MOST_ITEMS
    assert size == 1 or (size - 0.5) * seconds <= MOST_SECONDS
    assert size == MOST_ITEMS or (size + 0.5) * seconds >= LEAST_SECONDS


def test_other_players_begin_with_short_chunks() -> None:
    """The best of a generation live far longer than the others."""
    pace = Pace()
    pace.begin()
    assert pace.size(10**6, 2) == 1
    pace.add(1000, 1.0)
    assert pace.size(10**6, 2) == 1000
    pace.begin()
    assert pace.size(10**6, 2) == 50
    pace.add(50, 50.0)
    assert pace.size(10**6, 2) == 1


def test_games_of_a_chunk_travel_with_the_answer() -> None:
    largest = [Game(2**62 - 1 - number, 2**62, True) for number in range(MOST_ITEMS)]
    assert len(pickle.dumps(("", 1.0, largest), protocol=5)) < INLINE_BYTES
