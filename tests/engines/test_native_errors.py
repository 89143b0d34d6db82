"""The border to native code: what it refuses and says, which instruction set it takes, Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import pytest

from tests import ROOT
from tests.engines.course_refusals import COURSE_MISFITS, COURSE_REFUSED
from tests.engines.refusals import ENVIRONMENT_MISFITS, ENVIRONMENT_REFUSED, IJK_REFUSED
from tilefall import _native
from tilefall.engines import EngineError, engine
from tilefall.engines.native import ISA_VARIABLE, available_isas
from tilefall.search.course_values import PUBLISHED_GENES

BINDINGS = ROOT / "native" / "bindings"
WEIGHTS = [-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0]
FALLING = _native.FallingEngine("portable")
SEARCH = _native.SearchEngine("portable")


def rules(
    width: int = 10,
    height: int = 20,
    is_quintris: bool = False,
    has_preview: bool = False,
    draw: str = "bag",
    told: Sequence[int] = (),
    pieces: Sequence[int] = (),
    can_slide: bool = False,
) -> _native.FallingRules:
    return _native.FallingRules(
        width, height, is_quintris, can_slide, has_preview, draw, told, pieces
    )


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
) -> _native.FallingState:
    return _native.falling_state(TETRIS, columns, seen, 0, 0, current, column, next)


def quintris(column_bits: int = 0, current: int = 0, next: int = 0) -> _native.FallingState:
    return _native.falling_state(QUINTRIS, (column_bits,) * 15, (0,) * 6, 0, 0, current, 0, next)


def fallen(row: int, game: _native.FallingRules = SLIDING) -> _native.FallingState:
    return _native.falling_state(game, (0,) * 15, (0,) * 6, 0, 0, 0, 0, 0, row)


def search(
    belief: Sequence[int] = (1,) * 7, depth: int = 1, threads: int = 1, seconds: float = 1.0
) -> _native.SearchResult:
    options = _native.SearchOptions(depth)
    return SEARCH.search(TETRIS, tetris(), WEIGHTS, belief, options, threads, seconds, False)


def search_games(threads: int = 1, belief: str = "uniform") -> object:
    options = _native.SearchOptions(1)
    return SEARCH.playout(TETRIS, WEIGHTS, options, belief, [1], 1, threads)


FULL_COLUMN = (1 << 25) - 1

# What is refused, and the words that say why.
REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("the board's size", lambda: rules(width=3)),
    ("the board's size", lambda: rules(width=16)),
    ("the board's size", lambda: rules(height=3)),
    ("the board's size", lambda: rules(height=32)),
    ("Quintris needs 6 x 6 or more", lambda: rules(5, 25, is_quintris=True)),
    ("Quintris needs 6 x 6 or more", lambda: rules(15, 5, is_quintris=True)),
    ("one weight a piece is needed", lambda: rules(draw="told", told=[1] * 6)),
    ("one weight a piece is needed", lambda: rules(15, 25, True, draw="told", told=[1] * 7)),
    ("the sum of the weights", lambda: rules(draw="told", told=[0] * 7)),
    ("the sum of the weights", lambda: rules(draw="told", told=[1 << 31] * 2 + [0] * 5)),
    ("the list of pieces", lambda: rules(draw="list")),
    ("the list of pieces", lambda: rules(draw="list", pieces=[0, 7])),
    ("the list of pieces", lambda: rules(15, 25, True, draw="list", pieces=[6])),
    ("draw is hidden, told, bag or list", lambda: rules(draw="fair")),
    ("one number a column is needed", lambda: tetris(columns=[0] * 9)),
    ("one number a column is needed", lambda: tetris(columns=[0] * 11)),
    ("one count a piece is needed", lambda: tetris(seen=[0] * 6)),
    ("a cell above the board", lambda: tetris(columns=[1 << 20] + [0] * 9)),
    ("no such shape", lambda: tetris(current=-2)),
    ("no such shape", lambda: tetris(current=19)),
    ("no such shape", lambda: tetris(next=-2)),
    ("no such shape", lambda: tetris(next=19)),
    ("no such shape", lambda: quintris(current=-1)),
    ("no such shape", lambda: quintris(current=31)),
    ("the next piece is missing", lambda: quintris(next=-1)),
    ("no such column", lambda: tetris(column=-1)),
    ("no such column", lambda: tetris(column=10)),
    ("no such row", lambda: fallen(-1)),
    ("no such row", lambda: fallen(25)),
    ("no such row", lambda: fallen(1, QUINTRIS)),
    ("a weight beyond 65536", lambda: FALLING.choose(TETRIS, tetris(), [65537] + [0] * 10)),
    ("a weight beyond 65536", lambda: FALLING.playout(TETRIS, [-65537] * 11, [1], 1, 1)),
    ("a weight beyond 65536", lambda: FALLING.choose_all(TETRIS, [tetris()], [65537] * 11, 1)),
    (
        "there are 11 weights, or 235 with those of tables",
        lambda: FALLING.choose(TETRIS, tetris(), WEIGHTS[1:]),
    ),
    (
        "no wells, steps and covers of 0 are weighed",
        lambda: FALLING.choose(TETRIS, tetris(), weighing(144)),
    ),
    ("a bend that is none is weighed", lambda: FALLING.choose(TETRIS, tetris(), weighing(187))),
    ("a bend that is none is weighed", lambda: FALLING.choose(TETRIS, tetris(), weighing(167))),
    ("a bend that is none is weighed", lambda: FALLING.choose(TETRIS, tetris(), weighing(223))),
    ("mirrored bends weigh the same", lambda: FALLING.choose(TETRIS, tetris(), weighing(161))),
    ("a state of another game", lambda: FALLING.tables(rules(height=19), tetris())),
    ("only Quintris has keys", lambda: FALLING.keys(TETRIS, tetris())),
    ("an illegal move", lambda: FALLING.lock(TETRIS, tetris(), -1)),
    ("an illegal move", lambda: FALLING.lock(TETRIS, tetris(), 1)),
    ("a state of another game", lambda: FALLING.moves(QUINTRIS, tetris(current=-1))),
    ("a state of another game", lambda: FALLING.digest(rules(width=9), tetris())),
    ("a state of another game", lambda: FALLING.features(rules(height=19), tetris())),
    ("a state of another game", lambda: FALLING.perft(QUINTRIS, tetris(), 1, 1)),
    (
        "a state of another game",
        lambda: FALLING.draw(QUINTRIS, _native.Locked(tetris(), 0, False), 1),
    ),
    ("a state of another game", lambda: FALLING.moves(QUINTRIS, fallen(1))),
    ("the game is over", lambda: FALLING.choose(SLIDING, fallen(24), WEIGHTS)),
    ("the game is over", lambda: FALLING.choose(TETRIS, tetris(current=-1), WEIGHTS)),
    ("the game is over", lambda: FALLING.choose(QUINTRIS, quintris(FULL_COLUMN), WEIGHTS)),
    ("a game is over", lambda: FALLING.choose_all(TETRIS, [tetris(current=-1)], WEIGHTS, 1)),
    ("the depth is 0 to 16", lambda: FALLING.perft(TETRIS, tetris(), -1, 1)),
    ("the depth is 0 to 16", lambda: FALLING.perft(TETRIS, tetris(), 17, 1)),
    ("the number of threads is 1 to 1024", lambda: FALLING.playout(TETRIS, WEIGHTS, [1], 1, 0)),
    ("the number of threads is 1 to 1024", lambda: FALLING.playout(TETRIS, WEIGHTS, [1], 1, 1025)),
    (
        "moves are kept of at most 16777216 turns",
        lambda: FALLING.playout(TETRIS, WEIGHTS, [1], (1 << 24) + 1, 1, True),
    ),
    ("moves have two bytes each", lambda: _native.moves_text(b"abc")),
    ("one belief a piece is needed", lambda: search(belief=[1] * 6)),
    ("beliefs sum to 1 to 1048576", lambda: search(belief=[0] * 7)),
    ("beliefs sum to 1 to 1048576", lambda: search(belief=[1 << 20, 1, 0, 0, 0, 0, 0])),
    ("the depth is 1 to 16", lambda: search(depth=0)),
    ("the depth is 1 to 16", lambda: search(depth=17)),
    ("the number of threads is 1 to 1024", lambda: search(threads=0)),
    ("the seconds are more than 0", lambda: search(seconds=0)),
    ("the seconds are more than 0", lambda: search(seconds=float("nan"))),
    ("the beam is 0 to 2048", lambda: _native.SearchOptions(1, -1)),
    ("the beam is 0 to 2048", lambda: _native.SearchOptions(1, 2049)),
    ("the number of threads is 1 to 1024", lambda: search_games(threads=1025)),
    ("beliefs are uniform, told and posterior", lambda: search_games(belief="hope")),
    ("one count a piece is needed", lambda: SEARCH.posterior([])),
    ("one count a piece is needed", lambda: SEARCH.posterior([1] * 8)),
    *COURSE_REFUSED,
    *ENVIRONMENT_REFUSED,
    *IJK_REFUSED,
    ("there is no instruction set ", lambda: _native.FallingEngine("mmx")),
    ("there is no instruction set ", lambda: _native.set_isa("")),
]


@pytest.mark.parametrize(("message", "call"), REFUSED)
def test_bad_input_is_a_value_error(message: str, call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        call()


@pytest.mark.parametrize(("message", "call"), ENVIRONMENT_MISFITS)
def test_what_does_not_convert_is_a_type_error(message: str, call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        call()


def test_everything_that_the_bindings_refuse_is_tried() -> None:
    text = "".join(path.read_text() for path in BINDINGS.glob("*.[ch]pp"))
    begins = set(re.findall(r'(?:refuse|misfit|check_range)\(\s*"([^"]*)"', text))
    tried = {message for message, _ in [*REFUSED, *ENVIRONMENT_MISFITS]}
    assert {begin for begin in begins if any(m.startswith(begin) for m in tried)} == begins
    assert {message for message in tried if message.startswith(tuple(begins))} == tried


@pytest.mark.parametrize(
    "call",
    [
        lambda: FALLING.start(TETRIS, -1),
        lambda: FALLING.start(TETRIS, 1 << 64),
        lambda: FALLING.choose(TETRIS, tetris(), [1 << 31, *WEIGHTS[1:]]),
        lambda: rules(draw="list", pieces=[256]),
        *COURSE_MISFITS,
        lambda: tetris(columns=[-1] + [0] * 9),
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
    "kept": f"native.falling.playout(rules, {WEIGHTS}, range(1000), 1 << 24, {{threads}}, True)",
    "course": "native.course.playout("
    f"rules, 'genetic', 1, True, range(99999), 1 << 63, {{threads}}, {PUBLISHED_GENES})",
    "population": f"native.population.linear(rules, [{WEIGHTS}] * 3, packing.SearchOptions(1), "
    "'uniform', range(1000), 1 << 63, {threads})",
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
