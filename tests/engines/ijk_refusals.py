"""What the bindings of IJK refuse, and the words that say why."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

import numpy as np

from tilefall import _native


def three() -> _native.IjkRules:
    return _native.ijk_rules(3, False, False)


def ijk(rows: Sequence[int] = (1, 0, 0), player: int = 0) -> _native.IjkState:
    return _native.ijk_state(three(), rows, player, 0)


def think(
    random: bool = False,
    rows: Sequence[int] = (1, 0, 0),
    depth: int = 1,
    seconds: float = 1.0,
    threads: int = 1,
    evaluation: _native.IjkEvaluation | None = None,
) -> object:
    rules = _native.ijk_rules(3, random, False)
    state = _native.ijk_state(rules, rows, 0, 0)
    found = evaluation or _native.ijk_evaluation((0,) * 14, (0,) * 4)
    table = _native.IjkTable(0)
    return _native.IjkSearch("portable").think(
        rules, state, found, depth, threads, 1, seconds, table
    )


def networked() -> _native.IjkEvaluation:
    network = _native.ijk_network(bytes(2 * 215552))
    return _native.ijk_evaluation((0,) * 14, (0,) * 4, network)


def learner(
    size: int = 6, trust: float = 0.5, random_moves: float = 0.1, opening: int = 8, span: int = 2
) -> _native.IjkLearner:
    rules = _native.ijk_rules(size, False, False)
    return _native.IjkLearner("portable", rules, trust, random_moves, opening, span)


def chance_think(
    random: bool = True,
    rows: Sequence[int] = (1, 0, 0),
    depth: int = 1,
    threads: int = 1,
    seconds: float = 1.0,
    evaluation: _native.IjkEvaluation | None = None,
) -> object:
    rules = _native.ijk_rules(3, random, False)
    state = _native.ijk_state(rules, rows, 0, 0)
    options, table = _native.ijk_chance_options(), _native.IjkChanceTable(0)
    found = evaluation or _native.ijk_evaluation((0,) * 14, (0,) * 4)
    return _native.IjkChanceEngine("portable").think(
        rules, state, found, depth, options, threads, 1, seconds, table
    )


def environment(
    state: _native.IjkState | None = None, boards: int = 2, planes: int = 26, size: int = 3
) -> _native.IjkEnv:
    letters = np.zeros((boards, size, size), np.uint8)
    return _native.IjkEnv(
        "portable", three(), state or ijk(), 1, letters, np.zeros((planes, size, size), np.float32)
    )


def kept(rows: Sequence[int] = (1,), player: int = 0) -> bytes:
    return struct.pack("<8QQQQ", *rows, *(0,) * (8 - len(rows)), 0, player, 1)


def six() -> _native.IjkState:
    return _native.ijk_state(_native.ijk_rules(6, False, False), [0] * 5 + [1], 0, 0)


IJK_REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("the size is 2 to 8", lambda: _native.ijk_rules(1, False, False)),
    ("the size is 2 to 8", lambda: _native.ijk_rules(9, False, False)),
    ("the winning letter is 2 to 11", lambda: _native.ijk_rules(3, False, False, 1)),
    ("the winning letter is 2 to 11", lambda: _native.ijk_rules(3, False, False, 12)),
    ("one number a row is needed", lambda: ijk(rows=[0, 0])),
    ("one number a row is needed", lambda: ijk(rows=[0] * 4)),
    ("the player is 0 or 1", lambda: ijk(player=2)),
    ("the player is 0 or 1", lambda: ijk(player=-1)),
    ("no such tile", lambda: ijk(rows=[14, 0, 0])),
    ("no such tile", lambda: ijk(rows=[0, 16, 0])),
    ("no such tile", lambda: ijk(rows=[0, 0, 33])),
    ("no such tile", lambda: ijk(rows=[1 << 24, 0, 0])),
    ("a move is 0 to 3", lambda: _native.IjkEngine("portable").slide(three(), ijk(), -1)),
    ("a move is 0 to 3", lambda: _native.IjkEngine("portable").slide(three(), ijk(), 4)),
    ("nothing was played yet", lambda: _native.IjkEngine("portable").draw(three(), ijk(), 1)),
    ("the depth is 0 to 32", lambda: _native.IjkEngine("portable").perft(three(), ijk(), -1, 1)),
    ("the depth is 0 to 32", lambda: _native.IjkEngine("portable").perft(three(), ijk(), 33, 1)),
    ("a table has 0 to 32 bits", lambda: _native.IjkTable(33)),
    ("a table has 0 to 32 bits", lambda: _native.IjkTable(-1)),
    ("this search knows no chance", lambda: think(random=True)),
    ("the game is over", lambda: think(rows=(11, 0, 0))),
    ("the depth is 1 to 100", lambda: think(depth=0)),
    ("the depth is 1 to 100", lambda: think(depth=101)),
    ("the seconds are more than 0", lambda: think(seconds=float("nan"))),
    ("the number of threads is 1 to 1024", lambda: think(threads=0)),
    ("a network plays on 6 x 6", lambda: think(evaluation=networked())),
    ("a network plays on 6 x 6", lambda: learner(size=5)),
    ("one value a letter is needed", lambda: _native.ijk_evaluation((0,) * 13, (0,) * 4)),
    ("four terms are needed", lambda: _native.ijk_evaluation((0,) * 14, (0,) * 3)),
    ("a value beyond a million", lambda: _native.ijk_evaluation((1_000_001,) * 14, (0,) * 4)),
    ("a captured tile beyond 500000", lambda: _native.ijk_evaluation((9**6,) * 14, (0, 0, 0, 16))),
    ("a term beyond 100000", lambda: _native.ijk_evaluation((0,) * 14, (100_001, 0, 0, 0))),
    ("a network plays on 6 x 6", lambda: chance_think(evaluation=networked())),
    ("a network has 215552 weights of two bytes", lambda: _native.ijk_network(b"12")),
    ("a weight beyond 8191", lambda: _native.ijk_network(b"\x00\x20" * 215552)),
    ("a network has 215552 weights of four bytes", lambda: learner().restore(b"1234")),
    ("a weight beyond 16777216", lambda: learner().restore(b"\0\0\xc0\x7f" * 215552)),
    ("a weight beyond 16777216", lambda: learner().restore(b"\1\0\x80\xcb" * 215552)),
    ("the trust is 0 to 1", lambda: learner(trust=1.5)),
    ("the share of random moves is 0 to less than 1", lambda: learner(random_moves=1.0)),
    ("an opening has at most 100 moves", lambda: learner(opening=101)),
    ("an opening has at most 100 moves", lambda: learner(span=0)),
    ("a rate is 0 to 1", lambda: learner().play(1, 1, 2.0, 0.0)),
    ("a scale is above 0 and at most a million", lambda: learner().rounded(0.0)),
    ("a table has 0 to 32 bits", lambda: _native.IjkChanceTable(33)),
    ("a sample is 0 to 64", lambda: _native.ijk_chance_options(-1)),
    ("a sample is 0 to 64", lambda: _native.ijk_chance_options(65)),
    ("this search needs chance", lambda: chance_think(random=False)),
    ("the game is over", lambda: chance_think(rows=(11, 0, 0))),
    ("the depth is 1 to 100", lambda: chance_think(depth=0)),
    ("the depth is 1 to 100", lambda: chance_think(depth=101)),
    ("the number of threads is 1 to 1024", lambda: chance_think(threads=0)),
    ("the number of threads is 1 to 1024", lambda: chance_think(threads=1025)),
    ("the seconds are more than 0", lambda: chance_think(seconds=0)),
    ("an array of another size is needed", lambda: environment(boards=1)),
    ("an array of another size is needed", lambda: environment(planes=25)),
    ("an array of another size is needed", lambda: environment(size=4)),
    ("no such tile", lambda: environment(six())),
    ("no such tile", lambda: environment().begin(six(), 1)),
    ("a move is 0 to 3", lambda: environment().step(4)),
    ("a move is 0 to 3", lambda: environment().step(-1)),
    ("the game is over", lambda: environment(ijk((11, 0, 0))).step(0)),
    ("the player is 0 or 1", lambda: environment().look(2)),
    ("the player is 0 or 1", lambda: environment().look(-1)),
    ("a kept game has 88 bytes", lambda: environment().restore(kept()[:-1])),
    ("a kept game has 88 bytes", lambda: environment().restore(kept() + b"1")),
    ("no such tile", lambda: environment().restore(kept((14,)))),
    ("no such tile", lambda: environment().restore(kept((0, 0, 0, 1)))),
    ("the player is 0 or 1", lambda: environment().restore(kept(player=2))),
    ("the player is 0 or 1", lambda: environment().restore(kept(player=1 << 32))),
]
