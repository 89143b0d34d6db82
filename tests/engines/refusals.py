"""What the bindings of environments and of IJK refuse, and the words that say why."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any

import numpy as np

from tilefall import _native

COUNT = 2
ARRAYS: dict[str, tuple[tuple[int, ...], Any]] = {
    "action_mask": ((COUNT, 16), np.int8),
    "score": ((COUNT,), np.int64),
    "turn": ((COUNT,), np.int64),
    "board": ((COUNT, 5, 4), np.uint8),
    "current": ((COUNT,), np.int64),
    "seen": ((COUNT, 7), np.int64),
}
STEPS: dict[str, Any] = {
    "action": np.int64,
    "reward": np.float64,
    "terminated": np.bool_,
    "truncated": np.bool_,
}


def rules() -> _native.FallingRules:
    return _native.FallingRules(4, 5, False, False, False, "bag", (), ())


def state(width: int = 4, seen: int = 0) -> _native.FallingState:
    other = _native.FallingRules(width, 5, False, False, False, "bag", (), ())
    return _native.falling_state(other, (0,) * width, (seen,) * 7, 0, 0, 0, 0, -1)


def games(**changed: Any) -> _native.Environments:
    arguments: dict[str, Any] = {
        "isa": "portable",
        "rules": rules(),
        "with_keys": False,
        "gravity": 4,
        "line_reward": 1.0,
        "piece_reward": 0.0,
        "end_reward": 0.0,
        "max_steps": 0,
        "refuses_illegal": False,
        "autoreset": "next_step",
        "observed": "dict",
        "count": COUNT,
        "threads": 1,
    }
    return _native.Environments(**(arguments | changed))


def steps() -> dict[str, Any]:
    return {name: np.zeros(COUNT, kind) for name, kind in STEPS.items()}


def views(**changed: Any) -> dict[str, Any]:
    """Memory of all views; a part that is changed to None is missing."""
    made = {name: np.zeros(shape, kind) for name, (shape, kind) in ARRAYS.items()} | changed
    return {name: array for name, array in made.items() if array is not None}


def bound(**changed: Any) -> _native.Environments:
    found = games(**changed)
    masks = {"action_mask": np.zeros((COUNT, found.actions), np.int8)}
    found.bind(steps(), views(**masks), views(**masks))
    return found


def begun(**changed: Any) -> _native.Environments:
    found = bound(**changed)
    for i in range(COUNT):
        found.reset(i, i)
    return found


def bind(**changed: Any) -> None:
    games().bind(steps(), views(**changed))


def read_only() -> Any:
    array = np.zeros(COUNT, np.int64)
    array.setflags(write=False)
    return array


def damaged() -> bytes:
    """Kept games, one of them with a piece beyond the right wall."""
    found = begun(with_keys=True)
    kept = bytearray(found.snapshot())
    piece = found.state(0)
    at = bytes(kept).find(struct.pack("<iiii", piece.current, piece.column, piece.next, 0))
    struct.pack_into("<i", kept, at + 4, 3)
    return bytes(kept)


def disturbed() -> None:
    """Ask for a game while another thread steps through it."""
    count = 1 << 14
    found = games(count=count)
    arrays = {name: np.zeros((count, *shape[1:]), kind) for name, (shape, kind) in ARRAYS.items()}
    found.bind({name: np.zeros(count, kind) for name, kind in STEPS.items()}, arrays)
    every = np.ones(count, np.bool_)
    found.reset_many(every, every, np.arange(count, dtype=np.uint64))

    def play() -> None:
        for _ in range(300):
            found.step()

    stepping = Thread(target=play)
    stepping.start()
    try:
        while stepping.is_alive():
            found.state(0)
    finally:
        stepping.join()


def drawn_often() -> _native.FallingState:
    """A state whose pieces were drawn more often than there is room for."""
    return state(seen=2**48 + 1)


def reset_many(
    found: _native.Environments,
    *,
    chosen: int = COUNT,
    flags: int = COUNT,
    seeds: int = COUNT,
    seeded: bool = True,
    start: _native.FallingState | None = None,
) -> None:
    """Reset all games with arrays of such sizes."""
    found.reset_many(
        np.ones(chosen, np.bool_), np.full(flags, seeded), np.zeros(seeds, np.uint64), start
    )


def step_after_some_began() -> None:
    found = bound()
    found.reset_many(np.arange(COUNT) == 0, np.ones(COUNT, np.bool_), np.zeros(COUNT, np.uint64))
    found.step()


ENVIRONMENT_REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("1 to 1048576 games", lambda: games(count=0)),
    ("1 to 1048576 games", lambda: games(count=(1 << 20) + 1)),
    ("1 to 256 threads", lambda: games(threads=0)),
    ("1 to 256 threads", lambda: games(threads=257)),
    ("a reward is at most 10^9", lambda: games(line_reward=1.1e9)),
    ("a reward is at most 10^9", lambda: games(piece_reward=float("nan"))),
    ("a reward is at most 10^9", lambda: games(end_reward=-float("inf"))),
    ("no such choice: ", lambda: games(autoreset="sometimes")),
    ("no such choice: ", lambda: games(observed="smells")),
    ("there is no instruction set ", lambda: games(isa="mmx")),
    ("an array is missing: ", lambda: bind(score=None)),
    ("an array is missing: ", lambda: bind(board=None)),
    ("an array is missing: ", lambda: games(observed="flat").bind(steps(), views())),
    ("an array is missing: ", lambda: games().bind({}, views())),
    (OTHER_TYPE := "an array of another type or that cannot be written to: ", lambda: bind(turn=3)),
    (OTHER_TYPE, lambda: bind(turn=np.zeros(COUNT, np.int32))),
    (OTHER_TYPE, lambda: bind(turn=np.zeros(2 * COUNT, np.int64)[::2])),
    (OTHER_TYPE, lambda: bind(turn=read_only())),
    ("an array of another shape: ", lambda: bind(turn=np.zeros(COUNT + 1, np.int64))),
    ("an array of another shape: ", lambda: bind(turn=np.zeros((COUNT, 1), np.int64))),
    ("an array of another shape: ", lambda: bind(board=np.zeros((COUNT, 4, 5), np.uint8))),
    (
        "how a game ended needs memory, too",
        lambda: games(autoreset="same_step").bind(steps(), views()),
    ),
    ("no memory is bound", lambda: games().reset(0, 1)),
    ("no memory is bound", lambda: reset_many(games())),
    ("no memory is bound", lambda: games().step()),
    ("no memory is bound", lambda: games(count=1).step_one(0)),
    ("no memory is bound", lambda: games().random_actions(1)),
    ("no memory is bound", lambda: games().restore(games().snapshot())),
    ("no such game", lambda: bound().reset(COUNT, 1)),
    ("no such game", lambda: bound().reset(-1, 1)),
    ("no such game", lambda: begun().state(COUNT)),
    ("no such game", lambda: begun().seed(-1)),
    ("the first game needs a seed", lambda: bound().reset(0)),
    ("the first game needs a seed", lambda: reset_many(bound(), seeded=False)),
    ("a seed and two flags a game", lambda: reset_many(bound(), chosen=COUNT + 1)),
    ("a seed and two flags a game", lambda: reset_many(bound(), flags=COUNT - 1)),
    ("a seed and two flags a game", lambda: reset_many(bound(), seeds=1)),
    (UNPLAYABLE := "a position that cannot be played", lambda: begun().reset(0, 1, drawn_often())),
    (UNPLAYABLE, lambda: reset_many(begun(), start=drawn_often())),
    ("the first game needs a seed", lambda: bound().step()),
    ("the first game needs a seed", step_after_some_began),
    ("the first game needs a seed", lambda: bound().successors(None, False, False, False)),
    ("there are several games", lambda: begun().step_one(0)),
    ("a state of another game", lambda: begun().reset(0, 1, state(width=5))),
    ("a state of another game", lambda: reset_many(begun(), start=state(width=5))),
    ("a state of another game", lambda: begun().successors([state(5)], False, False, False)),
    ("this was not kept by such games", lambda: begun().restore(b"")),
    ("this was not kept by such games", lambda: begun().restore(begun().snapshot() + b"\0")),
    ("a kept game that cannot be played", lambda: bound(with_keys=True).restore(damaged())),
    ("another thread is at these games: wait for it", disturbed),
    ("keys lead to no placement", lambda: begun(with_keys=True).successors(None, *[True] * 3)),
]


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
