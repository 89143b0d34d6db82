"""What the bindings of course programs and of populations refuse, and the words that say why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilefall._native import falling

WEIGHTS = (1,) * 11
GENES = (-(10**15), 10**15, 0, 1)
FULL_COLUMN = (1 << 25) - 1


def tetris_rules() -> falling.Rules:
    return falling.Rules(10, 20, False, False, False, "bag", (), ())


def quintris_rules() -> falling.Rules:
    return falling.Rules(15, 25, True, False, True, "bag", (), ())


def tetris() -> falling.State:
    return falling.State(tetris_rules(), (0,) * 10, (0,) * 7, 0, 0, 0, 0, -1)


def quintris(column_bits: int = 0) -> falling.State:
    return falling.State(quintris_rules(), (column_bits,) * 15, (0,) * 6, 0, 0, 0, 0, 0)


def think(kind: str, depth: int = 1, threads: int = 1) -> object:
    is_genetic = kind == "genetic"
    state = tetris() if is_genetic else quintris()
    game = tetris_rules() if is_genetic else quintris_rules()
    return falling.course_search(game, state, kind, depth, False, GENES, threads)


def sum_thinks(game: falling.Rules, state: falling.State) -> object:
    return falling.course_search(game, state, "sum", 1, False, GENES, 1)


def games(kind: str, depth: int = 1, threads: int = 1) -> object:
    return falling.whole_course(quintris_rules(), kind, depth, False, GENES, [1], 1, threads)


def genes(*given: int) -> object:
    return falling.whole_course(tetris_rules(), "genetic", 1, False, given, [1], 1, 1)


def linear(weights: Sequence[int] = WEIGHTS, threads: int = 1, belief: str = "uniform") -> object:
    options = falling.SearchOptions(1)
    return falling.population_linear(
        tetris_rules(), [WEIGHTS, weights], options, belief, [1], 1, threads
    )


def genetic(given: Sequence[int] = GENES, threads: int = 1, is_quintris: bool = False) -> object:
    game = quintris_rules() if is_quintris else tetris_rules()
    return falling.population_genetic(game, [GENES, given], False, [1], 1, threads)


NO_PROGRAM = ", allowed are sum, wavy, voids and genetic"
OTHER_GAME = "the program plays another game: needed are rules of "
OTHER_STATE = "a state of another game, needed is one of Quintris 15 x 25"

COURSE_REFUSED: list[tuple[str, Callable[[], object]]] = [
    (f"no such program: 'average'{NO_PROGRAM}", lambda: think("average")),
    (f"no such program: ''{NO_PROGRAM}", lambda: games("")),
    (f"{OTHER_GAME}Tetris", lambda: games("genetic")),
    (f"{OTHER_GAME}Quintris", lambda: sum_thinks(tetris_rules(), tetris())),
    (f"{OTHER_GAME}Tetris", lambda: genetic(is_quintris=True)),
    ("depth of the program 2, allowed are 1 to 1", lambda: think("sum", depth=2)),
    ("depth of the program 0, allowed are 1 to 3", lambda: think("wavy", depth=0)),
    ("depth of the program 4, allowed are 1 to 3", lambda: think("wavy", depth=4)),
    ("depth of the program 1, allowed are 2 to 2", lambda: think("voids", depth=1)),
    ("depth of the program 2, allowed are 1 to 1", lambda: think("genetic", depth=2)),
    ("threads 0, allowed are 1 to 1024", lambda: think("sum", threads=0)),
    ("threads 1025, ", lambda: games("sum", threads=1025)),
    ("threads 0, ", lambda: genetic(threads=0)),
    ("threads 1025, ", lambda: linear(threads=1025)),
    (
        "the game is over, needed is a state with moves",
        lambda: sum_thinks(quintris_rules(), quintris(FULL_COLUMN)),
    ),
    (OTHER_STATE, lambda: falling.course_features(quintris_rules(), tetris(), False)),
    (OTHER_STATE, lambda: sum_thinks(quintris_rules(), tetris())),
    (
        f"gene 3 is {10**15 + 1}, allowed are -{10**15} to {10**15}",
        lambda: genes(0, 0, 0, 10**15 + 1),
    ),
    (f"gene 0 is {-(10**15) - 1}, ", lambda: genes(-(10**15) - 1, 0, 0, 0)),
    (f"gene 1 is {10**15 + 1}, ", lambda: genetic(given=(0, 10**15 + 1, 0, 0))),
    (f"gene 3 is {1 << 63}, ", lambda: genes(1, 2, 3, 1 << 63)),
    ("genes: 3, needed are 4", lambda: genes(1, 2, 3)),
    ("genes: 5, needed are 4", lambda: genetic(given=(1, 2, 3, 4, 5))),
    ("weight 0 is 65537, ", lambda: linear([65537] + [0] * 10)),
    ("weights: 10, ", lambda: linear(WEIGHTS[1:])),
    ("belief 'hope', ", lambda: linear(belief="hope")),
]
