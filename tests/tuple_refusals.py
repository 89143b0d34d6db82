"""What the bindings of tables and of learning refuse, and the words that say why."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from tilefall import _native
from tilefall.search.tuples import part_sizes


def engine() -> _native.TupleEngine:
    return _native.TupleEngine("portable")


def rules(width: int = 10) -> _native.FallingRules:
    return _native.FallingRules(width, 20, False, False, False, "bag", (), ())


def state(current: int = 0, width: int = 10) -> _native.FallingState:
    return _native.falling_state(rules(width), (0,) * width, (0,) * 7, 0, 0, current, 0, -1)


def tables(width: int = 10, more: int = 0, first: int = 0, row_worth: int = 1) -> object:
    count = sum(part_sizes(width).values()) - 1 + more
    return _native.TupleTables(width, struct.pack("<i", first) + bytes(4 * count), row_worth)


def play_tables(width: int = 10, threads: int = 1) -> object:
    found = tables()
    assert isinstance(found, _native.TupleTables)
    return engine().playout(rules(width), found, [1], 1, threads)


def choose(current: int = 0) -> object:
    found = tables()
    assert isinstance(found, _native.TupleTables)
    return engine().choose(rules(), state(current), found)


def linear(
    features: Sequence[int] = (0, 4),
    discount: float = 0.9,
    trust: float = 0.0,
    row_reward: float = 1.0,
    end_reward: float = 0.0,
    random_moves: float = 0.0,
) -> _native.LinearLearner:
    return _native.LinearLearner(
        "portable", rules(), features, discount, trust, row_reward, end_reward, random_moves, 9
    )


def learner() -> _native.TupleLearner:
    return _native.TupleLearner("portable", rules(), 0.9, 0.0, 1.0, 0.0, 0.0, 9)


NUMBERS = 12 * 12 + 12 + 12
TUPLE_REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("tables are for boards of 4 to 15 columns", lambda: _native.TupleTables(3, b"", 0)),
    ("tables are for boards of 4 to 15 columns", lambda: _native.TupleTables(16, b"", 0)),
    ("tables of this width need another number of weights", lambda: tables(more=1)),
    ("tables of this width need another number of weights", lambda: tables(more=-1)),
    ("a weight of a table beyond 16777216", lambda: tables(first=16777217)),
    ("a weight of a table beyond 16777216", lambda: tables(first=-16777217)),
    ("a row is worth at most 1048576", lambda: tables(row_worth=1048577)),
    ("a row is worth at most 1048576", lambda: tables(row_worth=-1048577)),
    ("tables for boards of another width", lambda: play_tables(width=9)),
    ("the number of threads is 1 to 1024", lambda: play_tables(threads=0)),
    ("the number of threads is 1 to 1024", lambda: play_tables(threads=1025)),
    ("a state of another game", lambda: engine().places(rules(9), state())),
    ("the game is over", lambda: choose(current=-1)),
    ("the discount is 0 to 1", lambda: linear(discount=1.1)),
    ("the discount is 0 to 1", lambda: linear(discount=float("nan"))),
    ("the trust is 0 to 1", lambda: linear(trust=-0.1)),
    ("a reward is at most 1000", lambda: linear(row_reward=1001.0)),
    ("a reward is at most 1000", lambda: linear(end_reward=float("-inf"))),
    ("the share of random moves is 0 to less than 1", lambda: linear(random_moves=1.0)),
    ("features are 0 to 10", lambda: linear(features=[11])),
    ("features are 0 to 10", lambda: linear(features=[-1])),
    ("a rate is 0 to 1", lambda: linear().play(1, 1, 1.1)),
    ("a rate is 0 to 1", lambda: learner().play(1, 1, -0.1)),
    ("this was not kept by such a learner", lambda: linear().restore(bytes(8))),
    ("this was not kept by such a learner", lambda: learner().restore(linear().state())),
    (
        "a number beyond all learning",
        lambda: linear().restore(struct.pack("<d", float("nan")) * NUMBERS),
    ),
    ("a scale is above 0 and at most a million", lambda: learner().rounded(0)),
    ("a scale is above 0 and at most a million", lambda: learner().rounded(1e7)),
]
