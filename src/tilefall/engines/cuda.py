"""The GPU: populations of weights play whole games there, the same games as on a processor.

The only file that knows CuPy. It compiles the kernels when they are first needed and keeps them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from tilefall.engines.cuda_kinds import MOST_TURNS, SOURCE, Kind, kind_of
from tilefall.engines.packing import packed_weights
from tilefall.engines.protocol import EngineError
from tilefall.errors import extra
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

RESULT_WORDS, WORDS_OF_GAME = 5, 64  # as in population.cu
SHARE_OF_MEMORY = 0.8  # of what is free
MOST_AT_ONCE = 1 << 24  # games of a batch
FIRST_TURNS, MOST_TURNS_AT_ONCE = 64, 1 << 20
SECONDS_AT_ONCE = 0.5  # that kernels run before Python is asked whether to go on

Tell = Callable[[int, int], None]


class CudaGame(NamedTuple):
    """How one game went, as native results say it."""

    score: int
    turns: int
    digest: int
    placements: int
    is_over: bool


class Cuda:
    """The first GPU of this machine, ready to play."""

    def __init__(self) -> None:
        self._cupy: Any = extra("cupy", "cuda", "the GPU")
        runtime = self._cupy.cuda.runtime
        try:
            count = runtime.getDeviceCount()
        except runtime.CUDARuntimeError as error:
            raise EngineError(
                f"no GPU can be used here ({error}); take the cores of this machine instead"
            ) from error
        if count < 1:
            raise EngineError("there is no GPU here; take the cores of this machine instead")
        properties = runtime.getDeviceProperties(0)
        self.name: str = properties["name"].decode()
        self._multiprocessors: int = properties["multiProcessorCount"]
        self._modules: dict[Kind, Any] = {}
        self.seconds = 0.0  # that kernels have run so far

    def linear(
        self,
        game: Quintris | Tetris,
        population: Sequence[Sequence[int]],
        seeds: Sequence[int],
        max_turns: int,
        depth: int = 1,
        beam: int = 0,
        tell: Tell | None = None,
    ) -> list[CudaGame]:
        """All games of the first member, then those of the second, and so on.

        `tell` hears from time to time how many games are done, of how many.
        """
        found = self.columns(game, population, seeds, max_turns, depth, beam, tell)
        score, turns, digest, placements, is_over = (column.tolist() for column in found)
        rows = zip(score, turns, digest, placements, map(bool, is_over), strict=True)
        return list(map(CudaGame._make, rows))

    def columns(
        self,
        game: Quintris | Tetris,
        population: Sequence[Sequence[int]],
        seeds: Sequence[int],
        max_turns: int,
        depth: int = 1,
        beam: int = 0,
        tell: Tell | None = None,
    ) -> Any:
        """The same as an array of NumPy, a row for each field of a game: much faster for many."""
        packed = [packed_weights(game, weights) for weights in population]
        kind = kind_of(game, packed, depth, beam)
        count = kind.weights
        packed = [(*weights, *[0] * count)[:count] for weights in packed]
        if not 0 <= max_turns <= MOST_TURNS:
            raise EngineError(f"{max_turns} turns of a game, a GPU plays up to {MOST_TURNS}")
        numpy = import_module("numpy")
        games: Any = numpy.zeros((RESULT_WORDS, len(packed), len(seeds)), dtype=numpy.uint64)
        done, total = 0, len(packed) * len(seeds)
        for members, places in self._batches(kind, len(packed), len(seeds)):
            weights = [packed[member] for member in members]
            part = seeds[places.start : places.stop]
            batch_tell = None if tell is None else _shifted(tell, done, total)
            found = self._played(kind, weights, part, max_turns, batch_tell)
            shape = RESULT_WORDS, len(members), len(part)
            games[:, members.start : members.stop, places.start : places.stop] = found.T.reshape(
                shape
            )
            done += len(found)
        return games.reshape(RESULT_WORDS, total)

    def compile(self, kind: Kind) -> Any:
        """The kernels of a kind of games."""
        if kind not in self._modules:
            cupy = self._cupy
            module = cupy.RawModule(code=SOURCE.read_text(), options=kind.options())
            try:
                module.get_function("play")
            except cupy.cuda.compiler.CompileException as error:
                raise EngineError(f"the kernels do not compile for {self.name}: {error}") from error
            self._modules[kind] = module
        return self._modules[kind]

    def places(self, kind: Kind) -> int:
        """How many games are under way at the same time."""
        return self._multiprocessors * kind.layout.blocks * kind.layout.games

    def _batches(self, kind: Kind, members: int, games: int) -> Iterator[tuple[range, range]]:
        """Members and seeds that fit into memory, a part of all at a time."""
        runtime = self._cupy.cuda.runtime
        self._cupy.get_default_memory_pool().free_all_blocks()
        free, _ = runtime.memGetInfo()
        of_places = 4 * WORDS_OF_GAME * self.places(kind)
        of_weights = 4 * kind.weights + 8
        # its result, and at most a seed and weights of its own
        of_game = 8 * RESULT_WORDS + 8 + of_weights
        room = min(int(SHARE_OF_MEMORY * free - of_places) // of_game, MOST_AT_ONCE)
        least = min(members * games, self.places(kind))
        if room < least:
            needed = int((of_places + of_game * least) / SHARE_OF_MEMORY)
            raise EngineError(
                f"{self.name} has {free // 2**20:,} MiB of memory free, "
                f"{needed // 2**20 + 1:,} MiB are needed; end what else uses it, or take the cores "
                "of this machine"
            )
        for first in range(0, members, room):
            some = range(first, min(first + room, members))
            step = max(room // len(some), 1)
            for start in range(0, games, step):
                yield some, range(start, min(start + step, games))

    def _played(
        self,
        kind: Kind,
        weights: Sequence[Sequence[int]],
        seeds: Sequence[int],
        max_turns: int,
        tell: Tell | None,
    ) -> Any:
        cupy, module = self._cupy, self.compile(kind)
        jobs, members, games = len(weights) * len(seeds), len(weights), len(seeds)
        numpy = import_module("numpy")
        layout = kind.layout
        blocks = self._multiprocessors * layout.blocks
        at_once = min(-(-jobs // blocks), layout.games)  # of a block: few games use all of the GPU
        blocks = min(blocks, jobs)
        memory = cupy.zeros(blocks * layout.games * WORDS_OF_GAME, dtype=numpy.uint32)
        progress = cupy.zeros(2, dtype=numpy.uint64)
        begun = cupy.zeros(members, dtype=numpy.uint64)
        results = cupy.zeros(jobs * RESULT_WORDS, dtype=numpy.uint64)
        device_weights = cupy.asarray(numpy.array(weights, dtype=numpy.int32))
        device_seeds = cupy.asarray(numpy.array(seeds, dtype=numpy.uint64))
        pieces = cupy.asarray(numpy.frombuffer(kind.pieces or b"\0", dtype=numpy.uint8))
        length = numpy.uint32(len(kind.pieces))
        sizes = numpy.uint64(members), numpy.uint64(games)
        given = device_weights, device_seeds, *sizes
        start = memory, progress, begun, device_seeds, *sizes, pieces, length, numpy.uint32(at_once)
        module.get_function("begin")((blocks,), (layout.threads,), start)
        play, turns = module.get_function("play"), FIRST_TURNS
        done = 0
        while done < jobs:
            began = time.perf_counter()
            most = numpy.uint64(max_turns)
            last = most, pieces, length, numpy.uint32(turns)
            kept = memory, progress, begun, results
            play((blocks,), (layout.threads,), (*kept, *given, *last))
            done = int(cupy.asnumpy(progress)[1])  # waits for the kernel
            spent = time.perf_counter() - began
            self.seconds += spent
            if spent < SECONDS_AT_ONCE / 2:
                turns = min(turns * 2, MOST_TURNS_AT_ONCE)
            elif spent > SECONDS_AT_ONCE * 2:
                turns = max(turns // 2, 1)
            if tell is not None:
                tell(done, jobs)
        return cupy.asnumpy(results).reshape(jobs, RESULT_WORDS)


def _shifted(tell: Tell, before: int, total: int) -> Tell:
    return lambda done, _: tell(before + done, total)
