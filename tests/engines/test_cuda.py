"""The engine of the GPU: what is asked and said, and that its headers and kernels compile."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.engines.fake_cupy import MIB, FakeGpu
from tilefall._native import falling
from tilefall.engines import cuda_kinds, packing
from tilefall.engines.cuda import SECONDS_AT_ONCE, Cuda, CudaGame
from tilefall.engines.cuda_kinds import (
    LAYOUTS,
    MOST_TURNS,
    SOURCE,
    Kind,
    kind_of,
)
from tilefall.engines.native import Native
from tilefall.engines.packing import packed_weights
from tilefall.engines.protocol import WEIGHED, EngineError
from tilefall.errors import MissingExtra
from tilefall.rules.catalog import parse_game
from tilefall.rules.features import SURFACE, Features, surface_of
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

GOOD = (-7403, 16435, -14737, -22479, 6452, 0, -15077, -5501, -65536, 8625, 0)
POPULATION = [GOOD, (-1,) * 11, (5, *[0] * 10)]
SEEDS = range(40, 47)


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Callable[..., FakeGpu]:
    def installed(**words: int) -> FakeGpu:
        fake = FakeGpu(**words)
        monkeypatch.setitem(sys.modules, "cupy", fake)
        return fake

    return installed


def game_of(text: str) -> Quintris | Tetris:
    game = parse_game(text)
    assert isinstance(game, Quintris | Tetris)
    return game


def expected(
    game: Quintris | Tetris, depth: int, most: int, seeds: range = SEEDS
) -> list[CudaGame]:
    Native().set_isa()
    found = packing.falling.population_linear(
        packing.packed_rules(game),
        POPULATION,
        packing.falling.SearchOptions(depth, 0),
        "uniform",
        seeds,
        most,
        1,
    )
    return [CudaGame(g.score, g.turns, g.digest, g.placements, g.is_over) for g in found]


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("tetris", 1),
        ("tetris:width=4,height=31,pieces=bag", 1),
        ("tetris:height=10,rules=preview,pieces=hidden", 2),
        ("tetris:pieces=3-1-0-2-5-1-1,rules=preview", 1),
        ("tetris:width=6,height=8,pieces=OOISZ", 1),
        ("quintris", 1),
        ("quintris:width=9,height=14,pieces=bag", 2),
        ("quintris:pieces=1-2-0-1-1-3", 1),
    ],
)
def test_what_is_compiled_is_the_game_that_was_asked_for(
    gpu: Callable[..., FakeGpu], text: str, depth: int
) -> None:
    gpu()
    game = game_of(text)
    assert Cuda().linear(game, POPULATION, SEEDS, 30, depth) == expected(game, depth, 30)


def test_kernels_are_compiled_once_for_a_kind(gpu: Callable[..., FakeGpu]) -> None:
    fake, game = gpu(), Tetris(6, 8)
    cuda = Cuda()
    for _ in range(2):
        cuda.linear(game, POPULATION, SEEDS, 5)
    assert len(fake.options) == 1
    cuda.linear(game, [(-1, *[0] * 10)], SEEDS, 5)
    assert [word for word in fake.options[1] if "SET" in word] == ["-DTILEFALL_SET=0"]


@pytest.mark.parametrize(
    ("feature", "flag"), [(5, 1), (6, 2), (7, 4), (8, 4), (9, 4), (0, 0), (1, 0), (4, 0), (10, 0)]
)
def test_a_costly_feature_is_made_if_any_member_weighs_it(feature: int, flag: int) -> None:
    weights = tuple(int(i == feature) for i in range(11))
    assert kind_of(Tetris(), [(0,) * 11, weights], 1, 0).features == flag


@pytest.mark.parametrize("text", ["tetris:height=10", "quintris:width=9,height=14"])
def test_tables_are_played_too(gpu: Callable[..., FakeGpu], text: str) -> None:
    """Also beside a member without any; all then have tables, some of them empty."""
    fake, game, random = gpu(), game_of(text), Random(3)
    known = surface_of(game.moves.pieces)
    tables = tuple(random.randint(-900, 900) if name in known else 0 for name in SURFACE)
    population = [(*GOOD, *tables), GOOD, (*GOOD, *[0] * len(SURFACE))]
    found = Cuda().linear(game, population, SEEDS, 60)
    Native().set_isa()
    native = packing.falling.population_linear(
        packing.packed_rules(game),
        [packed_weights(game, weights) for weights in population],
        packing.falling.SearchOptions(1, 0),
        "uniform",
        SEEDS,
        60,
        1,
    )
    assert [each.digest for each in found] == [each.digest for each in native]
    assert found[:7] != found[7:14] == found[14:]
    assert [word for word in fake.options[0] if "SET" in word] == ["-DTILEFALL_SET=30"]
    Cuda().linear(game, population[1:], SEEDS, 5)
    assert [word for word in fake.options[1] if "SET" in word] == ["-DTILEFALL_SET=6"]


def test_other_sources_are_another_module(
    gpu: Callable[..., FakeGpu], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """CuPy keeps what it compiled by source and options, and does not look into headers."""
    fake = gpu()
    Cuda().linear(Tetris(), POPULATION, SEEDS, 1)
    (tmp_path / "solo.hpp").write_text("// changed")
    monkeypatch.setattr(cuda_kinds, "HEADERS", tmp_path)
    cuda_kinds.sources_digest.cache_clear()
    try:
        Cuda().linear(Tetris(), POPULATION, SEEDS, 1)
    finally:
        cuda_kinds.sources_digest.cache_clear()
    words = [next(word for word in words if "SOURCES" in word) for words in fake.options]
    assert words[0] != words[1]


def test_what_does_not_fit_into_memory_is_played_in_parts(gpu: Callable[..., FakeGpu]) -> None:
    fake, game = gpu(), Quintris()
    cuda = Cuda()
    places = cuda.places(kind_of(game, POPULATION, 1, 0))
    fake.free = int((4 * 64 * places + 92 * places) / 0.8) + MIB // 4
    seeds, heard = range(3000), list[tuple[int, int]]()
    found = cuda.linear(game, POPULATION, seeds, 2, tell=lambda *said: heard.append(said))
    assert found == expected(game, 1, 2, seeds)
    assert len(fake.batches) > 2
    assert heard[-1] == (9000, 9000)
    assert heard == sorted(heard)


def test_few_games_use_all_multiprocessors(gpu: Callable[..., FakeGpu]) -> None:
    gpu()
    assert len(Cuda().linear(Tetris(), POPULATION, range(2), 3)) == 6


def test_nobody_plays_nothing(gpu: Callable[..., FakeGpu]) -> None:
    gpu()
    assert Cuda().linear(Tetris(), [], SEEDS, 5) == []
    assert Cuda().linear(Tetris(), POPULATION, [], 5) == []


def test_launches_take_longer_while_they_are_short_and_ctrl_c_ends_them(
    gpu: Callable[..., FakeGpu],
) -> None:
    fake = gpu(launches=7)
    Cuda().linear(Tetris(), [GOOD], SEEDS, 3)
    assert fake.turns == [64 * 2**i for i in range(7)]
    assert SECONDS_AT_ONCE <= 1

    def interrupt() -> None:
        raise KeyboardInterrupt

    fake.on_launch = interrupt
    with pytest.raises(KeyboardInterrupt):
        Cuda().linear(Tetris(), [GOOD], SEEDS, 3)


def test_without_cupy_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(MissingExtra, match=r'the GPU needs cupy: pip install "tilefall\[cuda\]"'):
        Cuda()


def test_without_a_gpu_it_is_said(gpu: Callable[..., FakeGpu]) -> None:
    gpu(devices=0)
    with pytest.raises(EngineError, match="there is no GPU here"):
        Cuda()
    fake = gpu()
    fake.device_error = "cudaErrorInsufficientDriver"
    with pytest.raises(EngineError, match=r"no GPU .*cudaErrorInsufficientDriver.*cores"):
        Cuda()


def test_too_little_memory_is_said_with_numbers(gpu: Callable[..., FakeGpu]) -> None:
    fake = gpu(free=MIB // 10)
    with pytest.raises(EngineError, match=r"Fake GPU has 0 MiB of memory free, 1 MiB are needed"):
        Cuda().linear(Tetris(), [GOOD], range(10_000), 3)
    # room for games, but not for as many as the GPU plays at once
    places = Cuda().places(kind_of(Tetris(), [GOOD], 1, 0))
    fake.free = int((4 * 64 * places + 92 * places / 2) / 0.8)
    with pytest.raises(EngineError, match="are needed; end what else uses it"):
        Cuda().linear(Tetris(), [GOOD], range(10_000), 3)
    assert not fake.batches
    assert len(Cuda().linear(Tetris(), [GOOD], range(places // 3), 3)) == places // 3


def test_kernels_that_do_not_compile_are_an_error_of_the_engine(
    gpu: Callable[..., FakeGpu],
) -> None:
    gpu().compile_error = "no such option"
    with pytest.raises(EngineError, match="do not compile for Fake GPU: no such option"):
        Cuda().linear(Tetris(), [GOOD], SEEDS, 3)


@pytest.mark.parametrize(
    ("text", "depth", "beam", "said"),
    [
        ("quintris:reach=fall", 1, 0, "reach=drop alone"),
        ("quintris", 3, 0, "3 pieces deep"),
        ("quintris", 2, 4, "a beam of 4"),
        ("tetris", 2, 0, "the next piece is not shown"),
    ],
)
def test_games_that_a_gpu_does_not_play(
    gpu: Callable[..., FakeGpu], text: str, depth: int, beam: int, said: str
) -> None:
    gpu()
    with pytest.raises(EngineError, match=said):
        Cuda().linear(game_of(text), [GOOD], SEEDS, 3, depth, beam)


def test_bad_numbers_are_refused(gpu: Callable[..., FakeGpu]) -> None:
    gpu()
    with pytest.raises(EngineError, match=f"a GPU plays up to {MOST_TURNS}"):
        Cuda().linear(Tetris(), [GOOD], SEEDS, MOST_TURNS + 1)
    with pytest.raises(ValueError, match="65537 of holes"):
        Cuda().linear(Tetris(), [(*GOOD[:4], 65537, *GOOD[5:])], SEEDS, 3)


def test_blocks_have_fewer_parts_of_work_than_threads() -> None:
    """With pieces as they come: 10/7 parts of two shapes in Tetris, 16/6 in Quintris."""
    random = Random(1)
    for is_quintris, parts in ((False, (1, 1, 2, 1, 1, 2, 2)), (True, (1, 1, 4, 4, 2, 4))):
        layout = LAYOUTS[is_quintris, False]
        totals = [sum(random.choice(parts) for _ in range(layout.games)) for _ in range(300)]
        assert sum(total > layout.threads for total in totals) < 20
        assert max(totals) > 0.8 * layout.threads


def weighing_all(game: Quintris | Tetris, but: str = "nothing") -> tuple[int, ...]:
    """All that this game has, but for names that begin so."""
    known = (*Features._fields, *surface_of(game.moves.pieces))
    weights = [int(name in known and not name.startswith(but)) for name in WEIGHED]
    return packed_weights(game, weights)


ALL, DT = [(1,) * 11], [(1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0)]
# The largest boards: what does not fit into shared memory is seen when compiling.
KINDS = {
    "tetris": kind_of(Tetris(15, 31), ALL, 1, 0),
    "tetris 10 x 10": kind_of(Tetris(10, 10), DT, 1, 0),
    "tetris with next": kind_of(Tetris(15, 31, rules="preview", pieces="bag"), ALL, 2, 0),
    "quintris": kind_of(Quintris(width=15, height=31), ALL, 1, 0),
    "quintris with next": kind_of(Quintris("1-2-0-1-1-3", width=15, height=31), DT, 2, 0),
    "quintris, tables": kind_of(Quintris(width=15, height=31), [weighing_all(Quintris())], 1, 0),
    "tetris with next, tables": kind_of(
        Tetris(15, 31, rules="preview"), [weighing_all(Tetris())], 2, 0
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_nvcc_compiles_the_kernels_without_a_warning(name: str, tmp_path: Path) -> None:
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        pytest.skip("there is no nvcc here")
    # what takes all functions for the device's is an option of compiling at run time alone, and
    # nvcc reads a comma as the end of a macro
    words = [
        word.replace(",", "\\,") for word in KINDS[name].options() if word != "-default-device"
    ]
    flags = ["-arch=sm_90", "-Werror", "all-warnings", "-ptx", str(SOURCE)]
    command = [nvcc, *words, *flags, "-o", str(tmp_path / "kernels.ptx")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    text = (tmp_path / "kernels.ptx").read_text()
    assert ".visible .entry play(" in text
    assert ".visible .entry begin(" in text


def test_kernels_look_bends_up_only_where_they_weigh_anything() -> None:
    flat = weighing_all(Tetris(), but="bend_")
    one = packed_weights(Tetris(), [int(name == "bend_-1_0") for name in WEIGHED])
    sets = [kind_of(Tetris(), [weights], 1, 0).features for weights in (ALL[0], flat, one)]
    assert sets == [7, 7 | 8, 8 | 16]
    assert kind_of(Tetris(), [flat, one], 1, 0).features == 7 | 8 | 16
    assert falling.WITH_TABLES == 8


def libraries() -> Iterator[Path]:
    """Where the compiler that CuPy calls may be."""
    folders = [Path(path) / "nvidia" for path in sys.path]
    if nvcc := shutil.which("nvcc"):
        folders.append(Path(nvcc).resolve().parents[1])
    for folder in folders:
        yield from sorted(folder.rglob("libnvrtc.so*"))


@pytest.mark.parametrize("architecture", ["sm_75", "sm_90"])
def test_kernels_compile_at_run_time(architecture: str) -> None:
    """Without any header but ours: what compiles there has no standard ones."""
    path = next(libraries(), None)
    if path is None:
        pytest.skip("there is no libnvrtc here: pip install nvidia-cuda-nvrtc brings it")
    status, log = compiled(path, KINDS["tetris 10 x 10"], architecture)
    assert status == 0, log


def compiled(path: Path, kind: Kind, architecture: str) -> tuple[int, str]:
    """How the compiler ends, and what it says."""
    library, program = ctypes.CDLL(str(path)), ctypes.c_void_p()
    source = SOURCE.read_text().encode()
    library.nvrtcCreateProgram(ctypes.byref(program), source, b"population.cu", 0, None, None)
    words = [*kind.options(), f"--gpu-architecture={architecture}"]
    options = (ctypes.c_char_p * len(words))(*(word.encode() for word in words))
    status: int = library.nvrtcCompileProgram(program, len(words), options)
    size = ctypes.c_size_t()
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, log)
    return status, log.value.decode()
