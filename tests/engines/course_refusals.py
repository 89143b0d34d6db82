"""What the bindings of course programs and of populations refuse, and the words that say why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilefall import _native

WEIGHTS = (1,) * 11
GENES = (-(10**15), 10**15, 0, 1)
FULL_COLUMN = (1 << 25) - 1


def course() -> _native.CourseEngine:
    return _native.CourseEngine("portable")


def population() -> _native.PopulationEngine:
    return _native.PopulationEngine("portable")


def tetris_rules() -> _native.FallingRules:
    return _native.FallingRules(10, 20, False, False, False, "bag", (), ())


def quintris_rules() -> _native.FallingRules:
    return _native.FallingRules(15, 25, True, False, True, "bag", (), ())


def tetris() -> _native.FallingState:
    return _native.falling_state(tetris_rules(), (0,) * 10, (0,) * 7, 0, 0, 0, 0, -1)


def quintris(column_bits: int = 0) -> _native.FallingState:
    return _native.falling_state(quintris_rules(), (column_bits,) * 15, (0,) * 6, 0, 0, 0, 0, 0)


def think(kind: str, depth: int = 1, threads: int = 1) -> object:
    is_genetic = kind == "genetic"
    state = tetris() if is_genetic else quintris()
    game = tetris_rules() if is_genetic else quintris_rules()
    return course().think(game, state, kind, depth, False, threads, GENES)


def sum_thinks(game: _native.FallingRules, state: _native.FallingState) -> object:
    return course().think(game, state, "sum", 1, False, 1, GENES)


def games(kind: str, depth: int = 1, threads: int = 1) -> object:
    return course().playout(quintris_rules(), kind, depth, False, [1], 1, threads, GENES)


def genes(*given: int) -> object:
    return course().playout(tetris_rules(), "genetic", 1, False, [1], 1, 1, given)


def linear(weights: Sequence[int] = WEIGHTS, threads: int = 1, belief: str = "uniform") -> object:
    options = _native.SearchOptions(1)
    return population().linear(tetris_rules(), [WEIGHTS, weights], options, belief, [1], 1, threads)


def genetic(given: Sequence[int] = GENES, threads: int = 1, is_quintris: bool = False) -> object:
    game = quintris_rules() if is_quintris else tetris_rules()
    return population().genetic(game, [GENES, given], False, [1], 1, threads)


COURSE_REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("programs are sum, wavy, voids and genetic", lambda: think("average")),
    ("programs are sum, wavy, voids and genetic", lambda: games("")),
    ("the program plays another game", lambda: games("genetic")),
    ("the program plays another game", lambda: sum_thinks(tetris_rules(), tetris())),
    ("the program plays another game", lambda: genetic(is_quintris=True)),
    ("the program does not look that deep", lambda: think("sum", depth=2)),
    ("the program does not look that deep", lambda: think("wavy", depth=0)),
    ("the program does not look that deep", lambda: think("wavy", depth=4)),
    ("the program does not look that deep", lambda: think("voids", depth=1)),
    ("the program does not look that deep", lambda: think("genetic", depth=2)),
    ("the number of threads is 1 to 1024", lambda: think("sum", threads=0)),
    ("the number of threads is 1 to 1024", lambda: games("sum", threads=1025)),
    ("the number of threads is 1 to 1024", lambda: genetic(threads=0)),
    ("the number of threads is 1 to 1024", lambda: linear(threads=1025)),
    ("the game is over", lambda: sum_thinks(quintris_rules(), quintris(FULL_COLUMN))),
    ("a state of another game", lambda: course().features(quintris_rules(), tetris(), False)),
    ("a state of another game", lambda: sum_thinks(quintris_rules(), tetris())),
    ("a gene beyond 10^15", lambda: genes(0, 0, 0, 10**15 + 1)),
    ("a gene beyond 10^15", lambda: genes(-(10**15) - 1, 0, 0, 0)),
    ("a gene beyond 10^15", lambda: genetic(given=(0, 10**15 + 1, 0, 0))),
    ("a weight beyond 65536", lambda: linear([65537] + [0] * 10)),
    ("there are 11 weights, or 235 with those of tables", lambda: linear(WEIGHTS[1:])),
    ("beliefs are uniform, told and posterior", lambda: linear(belief="hope")),
]

# Numbers that do not fit, which are a type error.
COURSE_MISFITS: list[Callable[[], object]] = [
    lambda: genes(1, 2, 3),
    lambda: genes(1, 2, 3, 1 << 63),
    lambda: genetic(given=(1, 2, 3, 4, 5)),
]
