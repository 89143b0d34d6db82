"""The border to native code: what it refuses and says, which instruction set it takes, Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests import ROOT
from tests.engines.course_refusals import COURSE_REFUSED
from tests.engines.refusals import ENVIRONMENT_MISFITS, ENVIRONMENT_REFUSED, IJK_REFUSED
from tilefall import _native
from tilefall._native import falling
from tilefall.engines import EngineError, engine
from tilefall.engines.native import ISA_VARIABLE, available_isas
from tilefall.search.course_values import PUBLISHED_GENES

BINDINGS = ROOT / "native" / "bindings"
WEIGHTS = [-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0]
NOT_WHOLE: Any = 0.5


def rules(
    width: int = 10,
    height: int = 20,
    is_quintris: bool = False,
    has_preview: bool = False,
    draw: str = "bag",
    told: Sequence[int] = (),
    pieces: Sequence[int] = (),
    can_slide: bool = False,
) -> falling.Rules:
    return falling.Rules(width, height, is_quintris, can_slide, has_preview, draw, told, pieces)


TETRIS = rules()
QUINTRIS = rules(15, 25, is_quintris=True, has_preview=True)
SLIDING = rules(15, 25, is_quintris=True, has_preview=True, can_slide=True)


def weighing(entry: int) -> list[int]:
    """Weights with one entry of the tables."""
    return [*WEIGHTS, *(int(i == entry) for i in range(224))]


def tetris(
    columns: Sequence[int] = (0,) * 10,
    seen: Sequence[int] = (0,) * 7,
    current: int = 0,
    column: int = 0,
    next: int = -1,
) -> falling.State:
    return falling.State(TETRIS, columns, seen, 0, 0, current, column, next)


def quintris(column_bits: int = 0, current: int = 0, next: int = 0) -> falling.State:
    return falling.State(QUINTRIS, (column_bits,) * 15, (0,) * 6, 0, 0, current, 0, next)


def fallen(row: int, game: falling.Rules = SLIDING) -> falling.State:
    return falling.State(game, (0,) * 15, (0,) * 6, 0, 0, 0, 0, 0, row)


def search(
    belief: Sequence[int] = (1,) * 7, depth: int = 1, threads: int = 1, seconds: float = 1.0
) -> falling.SearchResult:
    options = falling.SearchOptions(depth)
    return falling.search(TETRIS, tetris(), WEIGHTS, belief, options, threads, seconds, False)


def search_games(threads: int = 1, belief: str = "uniform") -> object:
    options = falling.SearchOptions(1)
    return falling.whole_searched(TETRIS, WEIGHTS, options, belief, [1], 1, threads)


def choose(*weights: int) -> int:
    return falling.choose(TETRIS, tetris(), weights)


FULL_COLUMN = (1 << 25) - 1
OTHER_TETRIS = "a state of another game, needed is one of Tetris "
OTHER_QUINTRIS = "a state of another game, needed is one of Quintris 15 x 25"
IS_OVER = "the game is over, needed is a state with moves"
NO_ENTRY = "no wells, steps and covers of 0 are weighed: weight 155 is 1, needed is 0"
NO_BEND = "a bend that is none is weighed: weight "
ONE_BEND = "mirrored bends weigh the same: weight 172 is 1, needed is 0"

# What is refused, and the words that say why.
REFUSED: list[tuple[str, Callable[[], object]]] = [
    (
        "a board of 3 x 20, allowed are 4 to 15 columns and 4 to 31 rows",
        lambda: rules(width=3),
    ),
    ("a board of 16 x 20, ", lambda: rules(width=16)),
    ("a board of 10 x 3, ", lambda: rules(height=3)),
    ("a board of 10 x 32, ", lambda: rules(height=32)),
    (f"a board of {1 << 40} x 20, ", lambda: rules(width=1 << 40)),
    (
        "a board of 5 x 25, allowed are 6 to 15 columns and 6 to 31 rows",
        lambda: rules(5, 25, is_quintris=True),
    ),
    ("a board of 15 x 5, ", lambda: rules(15, 5, is_quintris=True)),
    ("weights of pieces: 6, needed are 7", lambda: rules(draw="told", told=[1] * 6)),
    ("weights of pieces: 7, needed are 6", lambda: rules(15, 25, True, draw="told", told=[1] * 7)),
    (
        "weight of piece 1 is 4294967296, allowed are 0 to 4294967295",
        lambda: rules(draw="told", told=[0, 1 << 32, 0, 0, 0, 0, 0]),
    ),
    (
        "sum of the weights of pieces 0, allowed are 1 to 4294967295",
        lambda: rules(draw="told", told=[0] * 7),
    ),
    (
        "sum of the weights of pieces 4294967296, ",
        lambda: rules(draw="told", told=[1 << 31] * 2 + [0] * 5),
    ),
    ("a list of 0 pieces, needed is at least one", lambda: rules(draw="list")),
    ("piece 1 is 7, allowed are 0 to 6", lambda: rules(draw="list", pieces=[0, 7])),
    ("piece 0 is 256, ", lambda: rules(draw="list", pieces=[256])),
    ("piece 0 is 6, allowed are 0 to 5", lambda: rules(15, 25, True, draw="list", pieces=[6])),
    ("draw 'fair', allowed are hidden, told, bag and list", lambda: rules(draw="fair")),
    ("columns: 9, needed are 10", lambda: tetris(columns=[0] * 9)),
    ("columns: 11, needed are 10", lambda: tetris(columns=[0] * 11)),
    ("counts of pieces seen: 6, needed are 7", lambda: tetris(seen=[0] * 6)),
    ("column 0 is 1048576, allowed are 0 to 1048575", lambda: tetris([1 << 20] + [0] * 9)),
    ("column 1 is -1, ", lambda: tetris([0, -1] + [0] * 8)),
    ("current -2, allowed are -1 to 18", lambda: tetris(current=-2)),
    ("current 19, ", lambda: tetris(current=19)),
    ("next -2, allowed are -1 to 18", lambda: tetris(next=-2)),
    ("next 19, ", lambda: tetris(next=19)),
    ("current -1, allowed are 0 to 30", lambda: quintris(current=-1)),
    ("current 31, ", lambda: quintris(current=31)),
    ("next -1, allowed are 0 to 30", lambda: quintris(next=-1)),
    ("column of the piece -1, allowed are 0 to 9", lambda: tetris(column=-1)),
    ("column of the piece 10, ", lambda: tetris(column=10)),
    ("row of the piece -1, allowed are 0 to 24", lambda: fallen(-1)),
    ("row of the piece 25, ", lambda: fallen(25)),
    ("row of the piece 1, allowed are 0 to 0", lambda: fallen(1, QUINTRIS)),
    ("weight 0 is 65537, allowed are -65536 to 65536", lambda: choose(65537, *WEIGHTS[1:])),
    ("weight 1 is 2147483648, ", lambda: choose(0, 1 << 31, *WEIGHTS[2:])),
    (f"weight 0 is {-(1 << 70)}, ", lambda: choose(-(1 << 70), *WEIGHTS[1:])),
    ("weight 0 is -65537, ", lambda: falling.whole_linear(TETRIS, [-65537] * 11, [1], 1, 1)),
    ("weight 0 is 65537, ", lambda: falling.choose_all(TETRIS, [tetris()], [65537] * 11, 1)),
    ("weights: 10, needed are 11, or 235 with those of tables", lambda: choose(*WEIGHTS[1:])),
    ("weights: 236, needed are 11, or 235 ", lambda: choose(*weighing(0), 0)),
    ("weights: 12, needed are 11, or 235 ", lambda: falling.wanted([*WEIGHTS, 0])),
    (NO_ENTRY, lambda: choose(*weighing(144))),
    (f"{NO_BEND}198 is 1, needed is 0", lambda: choose(*weighing(187))),
    (NO_BEND, lambda: choose(*weighing(167))),
    (NO_BEND, lambda: choose(*weighing(223))),
    (ONE_BEND, lambda: choose(*weighing(161))),
    (f"{OTHER_TETRIS}10 x 19", lambda: falling.tables(rules(height=19), tetris())),
    ("keys of Tetris, allowed are those of Quintris", lambda: falling.keys(TETRIS, tetris())),
    ("illegal move -1, legal are [0, 32, ", lambda: falling.lock(TETRIS, tetris(), -1)),
    ("illegal move 1, ", lambda: falling.lock(TETRIS, tetris(), 1)),
    (OTHER_QUINTRIS, lambda: falling.moves(QUINTRIS, tetris(current=-1))),
    (f"{OTHER_TETRIS}9 x 20", lambda: falling.digest(rules(width=9), tetris())),
    (OTHER_TETRIS, lambda: falling.features(rules(height=19), tetris())),
    (OTHER_QUINTRIS, lambda: falling.perft(QUINTRIS, tetris(), 1, 1)),
    (OTHER_QUINTRIS, lambda: falling.draw(QUINTRIS, falling.Locked(tetris(), 0, False), 1)),
    (OTHER_QUINTRIS, lambda: falling.moves(QUINTRIS, fallen(1))),
    (IS_OVER, lambda: falling.choose(SLIDING, fallen(24), WEIGHTS)),
    (IS_OVER, lambda: falling.choose(TETRIS, tetris(current=-1), WEIGHTS)),
    (IS_OVER, lambda: falling.choose(QUINTRIS, quintris(FULL_COLUMN), WEIGHTS)),
    (IS_OVER, lambda: falling.choose_all(TETRIS, [tetris(current=-1)], WEIGHTS, 1)),
    (
        "repeats -1, allowed are 0 to 1048576",
        lambda: falling.choose_all(TETRIS, [tetris()], WEIGHTS, -1),
    ),
    ("depth -1, allowed are 0 to 16", lambda: falling.perft(TETRIS, tetris(), -1, 1)),
    ("depth 17, allowed are 0 to 16", lambda: falling.perft(TETRIS, tetris(), 17, 1)),
    (
        "threads 0, allowed are 1 to 1024",
        lambda: falling.whole_linear(TETRIS, WEIGHTS, [1], 1, 0),
    ),
    ("threads 1025, ", lambda: falling.whole_linear(TETRIS, WEIGHTS, [1], 1, 1025)),
    (
        "max_turns of games whose moves are kept 16777217, allowed are 0 to 16777216",
        lambda: falling.whole_linear(TETRIS, WEIGHTS, [1], (1 << 24) + 1, 1, True),
    ),
    ("moves of 3 bytes, needed are two for each", lambda: falling.moves_text(b"abc")),
    ("parts of the belief: 6, needed are 7", lambda: search(belief=[1] * 6)),
    (
        "part of the belief 6 is 1048577, allowed are 0 to 1048576",
        lambda: search(belief=[0] * 6 + [(1 << 20) + 1]),
    ),
    ("sum of the belief 0, allowed are 1 to 1048576", lambda: search(belief=[0] * 7)),
    ("sum of the belief 1048577, ", lambda: search(belief=[1 << 20, 1, 0, 0, 0, 0, 0])),
    ("depth 0, allowed are 1 to 16", lambda: search(depth=0)),
    ("depth 17, allowed are 1 to 16", lambda: search(depth=17)),
    ("threads 0, allowed are 1 to 1024", lambda: search(threads=0)),
    ("seconds 0.0, needed are more than 0", lambda: search(seconds=0)),
    ("seconds nan, needed are more than 0", lambda: search(seconds=float("nan"))),
    ("beam -1, allowed are 0 to 2048", lambda: falling.SearchOptions(1, -1)),
    ("beam 2049, ", lambda: falling.SearchOptions(1, 2049)),
    ("threads 1025, ", lambda: search_games(threads=1025)),
    ("belief 'hope', allowed are uniform, told and posterior", lambda: search_games(belief="hope")),
    ("counts of pieces 0, allowed are 1 to 7", lambda: falling.posterior([])),
    ("counts of pieces 8, ", lambda: falling.posterior([1] * 8)),
    *COURSE_REFUSED,
    *ENVIRONMENT_REFUSED,
    *IJK_REFUSED,
    ("there is no instruction set ", lambda: _native.set_isa("mmx")),
    ("there is no instruction set ", lambda: _native.set_isa("")),
]

MISFITS: list[tuple[str, Callable[[], object]]] = [
    ("weight 2 is 0.5, needed is a whole number", lambda: choose(0, 0, NOT_WHOLE, *WEIGHTS[3:])),
    ("column 0 is 0.5, ", lambda: tetris([NOT_WHOLE] * 10)),
    *ENVIRONMENT_MISFITS,
]


@pytest.mark.parametrize(("message", "call"), REFUSED)
def test_bad_input_is_a_value_error(message: str, call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        call()


@pytest.mark.parametrize(("message", "call"), MISFITS)
def test_what_does_not_convert_is_a_type_error(message: str, call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        call()


# How the words of a refusal begin, by the function that is given their first part.
BEGINS = {
    "refuse": "{}",
    "refuse_weight": "{}",
    "misfit": "{}",
    "check_count": "{}: ",
    "check_range": "{} [-0-9ni]",
    "numbers_of": "{} [0-9]+ is ",
}


def test_everything_that_the_bindings_refuse_is_tried() -> None:
    text = "".join(path.read_text() for path in BINDINGS.glob("*.[ch]pp"))
    call = rf'\b({"|".join(BEGINS)})(?:<\w+>)?\((?:std::string\()?\s*"([^"]*)"'
    begins = {BEGINS[name].format(re.escape(words)) for name, words in re.findall(call, text)}
    tried = {message for message, _ in [*REFUSED, *MISFITS]}
    assert {begin for begin in begins if not any(re.match(begin, each) for each in tried)} == set()
    assert {each for each in tried if not any(re.match(begin, each) for begin in begins)} == set()


@pytest.mark.parametrize(
    "call",
    [
        lambda: falling.start(TETRIS, -1),
        lambda: falling.start(TETRIS, 1 << 64),
        lambda: tetris(seen=[-1] * 7),
    ],
)
def test_numbers_that_do_not_fit_are_a_type_error(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="incompatible function arguments"):
        call()


def test_an_unknown_engine_says_what_there_is() -> None:
    with pytest.raises(EngineError, match="'fpga', allowed are reference, native and native:ISA"):
        engine("fpga")
    with pytest.raises(EngineError, match=r"'mmx' is not to be had .* it has .*portable"):
        engine("native:mmx")


def python(script: str, isa: str) -> subprocess.CompletedProcess[str]:
    """A script in a Python of its own, with an instruction set in the environment."""
    environment = os.environ | {ISA_VARIABLE: isa}
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


PLAY = f"""
from tilefall.engines import engine
from tilefall.rules.tetris import Tetris
native = engine("native")
print(native.name, native.playout(Tetris(), {WEIGHTS}, [5], max_turns=50)[0].digest)
"""


def test_the_environment_chooses_the_instruction_set() -> None:
    digests = set()
    for isa in available_isas():
        name, digest = python(PLAY, isa).stdout.split()
        assert name == f"native:{isa}"
        digests.add(digest)
    assert len(digests) == 1
    assert python(PLAY, "").stdout.split()[0] == f"native:{available_isas()[0]}"


def test_an_instruction_set_that_the_machine_lacks_is_an_error() -> None:
    done = python(PLAY, "mmx")
    assert done.returncode == 1
    assert done.stdout == ""
    error = done.stderr.splitlines()[-1]
    assert "EngineError: instruction set 'mmx' is not to be had on this machine" in error
    assert error.endswith(f"it has {', '.join(available_isas())}")


# Seeds for days; after Ctrl-C the threads are gone and the engine still works. A parent may have
# left SIGINT ignored, and an alarm ends what Ctrl-C does not.
LONG = """
import os
import signal
from tilefall.engines import packing
from tilefall.engines.native import Native
from tilefall.rules.tetris import Tetris

def thread_count():
    return len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else 1

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.alarm(30)
native, before = Native(), thread_count()
rules = packing.packed_rules(Tetris())
print("begins", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
assert thread_count() == before, thread_count()
assert native.playout(Tetris(), {weights}, [5], max_turns=50)[0].turns == 50
print("done")
"""


PLAYOUTS = {
    "linear": f"native.playout(Tetris(), {WEIGHTS}, range(1000), 1 << 63, {{threads}})",
    "kept": "packing.falling.whole_linear("
    f"rules, {WEIGHTS}, range(1000), 1 << 24, {{threads}}, True)",
    "course": "packing.falling.whole_course("
    f"rules, 'genetic', 1, True, {PUBLISHED_GENES}, range(99999), 1 << 63, {{threads}})",
    "population": f"packing.falling.population_linear(rules, [{WEIGHTS}] * 3, "
    "packing.falling.SearchOptions(1), 'uniform', range(1000), 1 << 63, {threads})",
}


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("kind", PLAYOUTS)
def test_ctrl_c_ends_a_long_playout_within_a_second(kind: str, threads: int) -> None:
    script = LONG.format(weights=WEIGHTS, call=PLAYOUTS[kind].format(threads=threads))
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begins\n"
        time.sleep(0.3)
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "stopped\n"
        assert time.monotonic() - start < 1
        assert child.stdout.read() == "done\n"
    assert child.returncode == 0
