"""What the bindings of environments and of IJK refuse, and the words that say why."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any

import numpy as np

from tilefall._native import env, falling, ijk

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


def rules() -> falling.Rules:
    return falling.Rules(4, 5, False, False, False, "bag", (), ())


def state(width: int = 4, seen: int = 0) -> falling.State:
    other = falling.Rules(width, 5, False, False, False, "bag", (), ())
    return falling.State(other, (0,) * width, (seen,) * 7, 0, 0, 0, 0, -1)


def games(**changed: Any) -> env.Environments:
    arguments: dict[str, Any] = {
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
    return env.Environments(**(arguments | changed))


def steps() -> dict[str, Any]:
    return {name: np.zeros(COUNT, kind) for name, kind in STEPS.items()}


def views(**changed: Any) -> dict[str, Any]:
    """Memory of all views; a part that is changed to None is missing."""
    made = {name: np.zeros(shape, kind) for name, (shape, kind) in ARRAYS.items()} | changed
    return {name: array for name, array in made.items() if array is not None}


def bound(**changed: Any) -> env.Environments:
    found = games(**changed)
    masks = {"action_mask": np.zeros((COUNT, found.actions), np.int8)}
    found.bind(steps(), views(**masks), views(**masks))
    return found


def begun(**changed: Any) -> env.Environments:
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


def drawn_often() -> falling.State:
    """A state whose pieces were drawn more often than there is room for."""
    return state(seen=2**48 + 1)


def reset_many(
    found: env.Environments,
    *,
    chosen: int = COUNT,
    flags: int = COUNT,
    seeds: int = COUNT,
    seeded: bool = True,
    start: falling.State | None = None,
) -> None:
    """Reset all games with arrays of such sizes."""
    found.reset_many(
        np.ones(chosen, np.bool_), np.full(flags, seeded), np.zeros(seeds, np.uint64), start
    )


def step_after_some_began() -> None:
    found = bound()
    found.reset_many(np.arange(COUNT) == 0, np.ones(COUNT, np.bool_), np.zeros(COUNT, np.uint64))
    found.step()


NO_MEMORY = "no memory is bound: call bind first"
NOT_BEGUN = "has not begun: reset it with a seed first"
OTHER_GAME = "a state of another game, needed is one of Tetris "

ENVIRONMENT_REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("count 0, allowed are 1 to 1048576", lambda: games(count=0)),
    ("count 1048577, allowed are 1 to 1048576", lambda: games(count=(1 << 20) + 1)),
    ("threads 0, allowed are 1 to 256", lambda: games(threads=0)),
    ("threads 257, allowed are 1 to 256", lambda: games(threads=257)),
    (
        "line_reward 1100000000.0, allowed are -1000000000.0 to 1000000000.0",
        lambda: games(line_reward=1.1e9),
    ),
    ("piece_reward nan, allowed are ", lambda: games(piece_reward=math.nan)),
    ("end_reward -inf, allowed are ", lambda: games(end_reward=-math.inf)),
    (
        "no such choice: 'sometimes', allowed are disabled, next_step, same_step",
        lambda: games(autoreset="sometimes"),
    ),
    (
        "no such choice: 'smells', allowed are bits, dict, features, flat, float",
        lambda: games(observed="smells"),
    ),
    ("no array score, needed is one of int64 and shape (2,)", lambda: bind(score=None)),
    ("no array board, needed is one of uint8 and shape (2, 5, 4)", lambda: bind(board=None)),
    ("no array observation", lambda: games(observed="flat").bind(steps(), views())),
    ("no array action, needed is one of int64", lambda: games().bind({}, views())),
    (
        "array turn of shape (3,), needed is one of int64 and shape (2,)",
        lambda: bind(turn=np.zeros(COUNT + 1, np.int64)),
    ),
    ("array turn of shape (2, 1), ", lambda: bind(turn=np.zeros((COUNT, 1), np.int64))),
    (
        "array board of shape (2, 4, 5), needed is one of uint8 and shape (2, 5, 4)",
        lambda: bind(board=np.zeros((COUNT, 4, 5), np.uint8)),
    ),
    (
        "last is None, needed are arrays for how games end: they begin anew in the same step",
        lambda: games(autoreset="same_step").bind(steps(), views()),
    ),
    (NO_MEMORY, lambda: games().reset(0, 1)),
    (NO_MEMORY, lambda: reset_many(games())),
    (NO_MEMORY, lambda: games().step()),
    (NO_MEMORY, lambda: games(count=1).step_one(0)),
    (NO_MEMORY, lambda: games().random_actions(1)),
    (NO_MEMORY, lambda: games().restore(games().snapshot())),
    ("game 2, allowed are 0 to 1", lambda: bound().reset(COUNT, 1)),
    ("game -1, allowed are 0 to 1", lambda: bound().reset(-1, 1)),
    ("game 2, allowed are 0 to 1", lambda: begun().state(COUNT)),
    ("game -1, allowed are 0 to 1", lambda: begun().seed(-1)),
    (f"game 0 {NOT_BEGUN}", lambda: bound().reset(0)),
    (f"game 0 {NOT_BEGUN}", lambda: reset_many(bound(), seeded=False)),
    (f"game 0 {NOT_BEGUN}", lambda: bound().step()),
    (f"game 1 {NOT_BEGUN}", step_after_some_began),
    (f"game 0 {NOT_BEGUN}", lambda: bound().successors(None, False, False, False)),
    (
        "chosen, seeded and seeds of 3, 2 and 2 games, needed are 2 of each",
        lambda: reset_many(bound(), chosen=COUNT + 1),
    ),
    ("chosen, seeded and seeds of 2, 1 and 2", lambda: reset_many(bound(), flags=COUNT - 1)),
    ("chosen, seeded and seeds of 2, 2 and 1", lambda: reset_many(bound(), seeds=1)),
    (
        "a game that cannot be played: shape 0 in column 0 and row 0, next -1, "
        f"seen {[2**48 + 1] * 7}; needed are ",
        lambda: begun().reset(0, 1, drawn_often()),
    ),
    ("a game that cannot be played: shape ", lambda: reset_many(begun(), start=drawn_often())),
    ("a game that cannot be played: shape ", lambda: bound(with_keys=True).restore(damaged())),
    ("step_one with 2 games, allowed is 1", lambda: begun().step_one(0)),
    (OTHER_GAME, lambda: begun().reset(0, 1, state(width=5))),
    (OTHER_GAME, lambda: reset_many(begun(), start=state(width=5))),
    (OTHER_GAME, lambda: begun().successors([state(5)], False, False, False)),
    ("kept games of 0 bytes, needed are ", lambda: begun().restore(b"")),
    ("kept games of ", lambda: begun().restore(begun().snapshot() + b"\0")),
    ("another thread is at these games: wait for it", disturbed),
    (
        "successors of games played by keys, needed are games played by placement",
        lambda: begun(with_keys=True).successors(None, *[True] * 3),
    ),
]

NEEDED_TURN = ", needed is one of int64 and shape (2,), in C order and writable"
ENVIRONMENT_MISFITS: list[tuple[str, Callable[[], object]]] = [
    (f"array turn of <class 'int'>{NEEDED_TURN}", lambda: bind(turn=3)),
    (f"array turn of int32{NEEDED_TURN}", lambda: bind(turn=np.zeros(COUNT, np.int32))),
    (f"array turn of int64{NEEDED_TURN}", lambda: bind(turn=np.zeros(2 * COUNT, np.int64)[::2])),
    (f"array turn of int64{NEEDED_TURN}", lambda: bind(turn=read_only())),
]


def three() -> ijk.Rules:
    return ijk.Rules(3, False, False)


def position(rows: Sequence[int] = (1, 0, 0), player: int = 0) -> ijk.State:
    return ijk.State(three(), rows, player, 0)


def valued(
    tiles: Sequence[int] = (0,) * 14, terms: Sequence[int] = (0,) * 4, network: bytes | None = None
) -> ijk.Evaluation:
    return ijk.Evaluation(tiles, terms, None if network is None else ijk.Network(network))


def networked() -> ijk.Evaluation:
    return valued(network=bytes(2 * 215552))


def think(
    chance: bool = False,
    random: bool | None = None,
    rows: Sequence[int] = (1, 0, 0),
    size: int = 3,
    depth: int = 1,
    seconds: float = 1.0,
    threads: int = 1,
    evaluation: ijk.Evaluation | None = None,
) -> object:
    """Search, in the game with chance if so asked, with random tiles where that needs them."""
    rules = ijk.Rules(3, chance if random is None else random, False)
    state = ijk.State(ijk.Rules(size, False, False), rows, 0, 0)
    found = evaluation or valued()
    if not chance:
        return ijk.think(rules, state, found, depth, threads, 1, seconds, ijk.Table(0))
    options, table = ijk.ChanceOptions(), ijk.ChanceTable(0)
    return ijk.think_chance(rules, state, found, depth, options, threads, 1, seconds, table)


def learner(
    size: int = 6, trust: float = 0.5, random_moves: float = 0.1, opening: int = 8, span: int = 2
) -> ijk.Learner:
    return ijk.Learner(ijk.Rules(size, False, False), trust, random_moves, opening, span)


def environment(
    state: ijk.State | None = None, boards: int = 2, planes: int = 26, size: int = 3
) -> ijk.Env:
    letters = np.zeros((boards, size, size), np.uint8)
    return ijk.Env(
        three(), state or position(), 1, letters, np.zeros((planes, size, size), np.float32)
    )


def kept(rows: Sequence[int] = (1,), player: int = 0) -> bytes:
    return struct.pack("<8QQQQ", *rows, *(0,) * (8 - len(rows)), 0, player, 1)


def six(turn: int = 0) -> ijk.State:
    return ijk.State(ijk.Rules(6, False, False), [0] * 5 + [1], 0, turn)


def search_refused(chance: bool) -> list[tuple[str, Callable[[], object]]]:
    """What both searches refuse."""
    return [
        (
            "the game is over, needed is a state with a move",
            lambda: think(chance, rows=(11, 0, 0)),
        ),
        ("depth 0, allowed are 1 to 100", lambda: think(chance, depth=0)),
        ("depth 101, allowed are 1 to 100", lambda: think(chance, depth=101)),
        ("threads 0, allowed are 1 to 1024", lambda: think(chance, threads=0)),
        ("threads 1025, allowed are 1 to 1024", lambda: think(chance, threads=1025)),
        ("seconds 0.0, allowed are more than 0", lambda: think(chance, seconds=0)),
        ("seconds nan, allowed are more than 0", lambda: think(chance, seconds=math.nan)),
        (
            "a network on a board of size 3, needed is size 6",
            lambda: think(chance, evaluation=networked()),
        ),
    ]


ALLOWED_TILES = ": on 3 x 3 cells allowed are 0, 1 to 13 and 17 to 29"
NEEDED_BYTES = "bytes, needed are 431104: 215552 weights of 2 bytes"

IJK_REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("size 1, allowed are 2 to 8", lambda: ijk.Rules(1, False, False)),
    ("size 9, allowed are 2 to 8", lambda: ijk.Rules(9, False, False)),
    ("winning letter 1, allowed are 2 to 11", lambda: ijk.Rules(3, False, False, 1)),
    ("winning letter 12, allowed are 2 to 11", lambda: ijk.Rules(3, False, False, 12)),
    ("rows of a board: 2, needed are 3", lambda: position(rows=[0, 0])),
    ("rows of a board: 4, needed are 3", lambda: position(rows=[0] * 4)),
    ("player 2, allowed are 0 to 1", lambda: position(player=2)),
    ("player -1, allowed are 0 to 1", lambda: position(player=-1)),
    (
        f"no such tile in row 0 of bytes {bytes([14, *[0] * 7])!r}{ALLOWED_TILES}",
        lambda: position(rows=[14, 0, 0]),
    ),
    ("no such tile in row 0", lambda: position(rows=[15 << 16, 0, 0])),
    ("no such tile in row 1", lambda: position(rows=[0, 16, 0])),
    ("no such tile in row 1", lambda: position(rows=[0, 30, 0])),
    ("no such tile in row 2", lambda: position(rows=[0, 0, 33])),
    ("no such tile in row 2", lambda: position(rows=[0, 0, 0x81])),
    ("no such tile in row 0", lambda: position(rows=[1 << 24, 0, 0])),
    ("no such tile in row 0", lambda: position(rows=[1 << 63, 0, 0])),
    ("no such tile in row 5", lambda: ijk.is_over(three(), six())),
    ("no such tile in row 5", lambda: ijk.slide(three(), six(), 0)),
    ("no such tile in row 5", lambda: ijk.digest(three(), six())),
    ("no such tile in row 5", lambda: ijk.perft(three(), six(), 1, 1)),
    ("no such tile in row 5", lambda: ijk.draw(three(), six(1), 1)),
    ("no such tile in row 5", lambda: ijk.value(three(), six(), valued())),
    ("no such tile in row 5", lambda: think(size=6, rows=[0] * 5 + [1])),
    ("no such tile in row 5", lambda: think(chance=True, size=6, rows=[0] * 5 + [1])),
    ("move -1, allowed are 0 to 3", lambda: ijk.slide(three(), position(), -1)),
    ("move 4, allowed are 0 to 3", lambda: ijk.slide(three(), position(), 4)),
    (
        "nothing to draw at turn 0, needed is the state after a slide",
        lambda: ijk.draw(three(), position(), 1),
    ),
    ("depth -1, allowed are 0 to 32", lambda: ijk.perft(three(), position(), -1, 1)),
    ("depth 33, allowed are 0 to 32", lambda: ijk.perft(three(), position(), 33, 1)),
    ("bits of a table 33, allowed are 0 to 32", lambda: ijk.Table(33)),
    ("bits of a table -1, allowed are 0 to 32", lambda: ijk.Table(-1)),
    ("bits of a table 33, allowed are 0 to 32", lambda: ijk.ChanceTable(33)),
    (
        "rules with random tiles, needed are rules without: think_chance plays by these",
        lambda: think(random=True),
    ),
    (
        "rules without random tiles, needed are rules with them: think plays by these",
        lambda: think(chance=True, random=False),
    ),
    *search_refused(chance=False),
    *search_refused(chance=True),
    (
        "a network on a board of size 3, needed is size 6",
        lambda: ijk.value(three(), position(), networked()),
    ),
    ("a network on a board of size 5, needed is size 6", lambda: learner(size=5)),
    ("tiles: 13, needed are 14", lambda: valued((0,) * 13)),
    ("terms: 3, needed are 4", lambda: valued(terms=(0,) * 3)),
    (
        "value of tile 0 is 1000001, allowed are -1000000 to 1000000",
        lambda: valued((1_000_001,) * 14),
    ),
    (
        "value of a captured tile 531441, allowed are -500000 to 500000",
        lambda: valued((9**6,) * 14, (0, 0, 0, 16)),
    ),
    ("term 0 is 100001, allowed are -100000 to 100000", lambda: valued(terms=(100_001, 0, 0, 0))),
    (f"a network of 2 {NEEDED_BYTES}", lambda: ijk.Network(b"12")),
    ("weight 8192, allowed are -8191 to 8191", lambda: ijk.Network(b"\x00\x20" * 215552)),
    ("weight -32768, allowed are -8191 to ", lambda: ijk.Network(b"\x00\x80" * 215552)),
    ("a network of 4 bytes, needed are 862208", lambda: learner().restore(b"1234")),
    (
        "weight nan, allowed are -16777216.0 to 16777216.0",
        lambda: learner().restore(b"\0\0\xc0\x7f" * 215552),
    ),
    ("weight -16777218.0, allowed ", lambda: learner().restore(b"\1\0\x80\xcb" * 215552)),
    ("trust 1.5, allowed are 0.0 to 1.0", lambda: learner(trust=1.5)),
    ("random_moves 1.0, allowed are 0 to less than 1", lambda: learner(random_moves=1.0)),
    ("random_moves nan, allowed are ", lambda: learner(random_moves=math.nan)),
    ("opening 101, allowed are 0 to 100", lambda: learner(opening=101)),
    ("opening_span 0, allowed are 1 to 100", lambda: learner(span=0)),
    ("opening_span 101, allowed are 1 to 100", lambda: learner(span=101)),
    ("rate 2.0, allowed are 0.0 to 1.0", lambda: learner().play(1, 1, 2.0, 0.0)),
    ("rate -1.0, allowed are 0.0 to 1.0", lambda: learner().play(1, 1, 0.0, -1.0)),
    (
        "scale 0.0, allowed are more than 0 and at most 1000000.0",
        lambda: learner().rounded(0.0),
    ),
    ("scale inf, allowed are ", lambda: learner().rounded(math.inf)),
    ("sample -1, allowed are 0 to 64", lambda: ijk.ChanceOptions(-1)),
    ("sample 65, allowed are 0 to 64", lambda: ijk.ChanceOptions(65)),
    ("an array of shape [1, 3, 3]: letters has [2, 3, 3]", lambda: environment(boards=1)),
    ("an array of shape [25, 3, 3]: planes has [26, 3, 3]", lambda: environment(planes=25)),
    ("an array of shape [2, 4, 4]: letters has [2, 3, 3]", lambda: environment(size=4)),
    ("no such tile in row 5", lambda: environment(six())),
    ("no such tile in row 5", lambda: environment().begin(six(), 1)),
    ("move 4, allowed are 0 to 3", lambda: environment().step(4)),
    ("move -1, allowed are 0 to 3", lambda: environment().step(-1)),
    (
        "the game is over: begin another one",
        lambda: environment(position((11, 0, 0))).step(0),
    ),
    ("player 2, allowed are 0 to 1", lambda: environment().look(2)),
    ("player -1, allowed are 0 to 1", lambda: environment().look(-1)),
    ("a kept game of 87 bytes, needed are 88", lambda: environment().restore(kept()[:-1])),
    ("a kept game of 89 bytes, needed are 88", lambda: environment().restore(kept() + b"1")),
    ("no such tile in row 0", lambda: environment().restore(kept((14,)))),
    ("no such tile in row 3", lambda: environment().restore(kept((0, 0, 0, 1)))),
    ("player 2, allowed are 0 to 1", lambda: environment().restore(kept(player=2))),
    (
        "player 4294967296, allowed are 0 to 1",
        lambda: environment().restore(kept(player=1 << 32)),
    ),
]
