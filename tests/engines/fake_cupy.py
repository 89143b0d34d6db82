"""A GPU that is not there: what engines/cuda.py asks of CuPy, answered by the native engine."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from tilefall import _native
from tilefall._native import falling
from tilefall.engines.native import chosen_isa

MIB = 1 << 20


class FakeError(RuntimeError):
    """An error of CUDA."""


class FakeGpu:
    """Looks like the module cupy. Games end at once, or a share of them at each launch."""

    def __init__(self, free: int = 1000 * MIB, devices: int = 1, launches: int = 1) -> None:
        self.free, self.launches = free, launches
        self.options: list[tuple[str, ...]] = []  # of the modules that were compiled
        self.batches: list[tuple[int, int]] = []  # members and games of each begin
        self.turns: list[int] = []  # of each launch
        self.compile_error: str | None = None
        self.device_error: str | None = None
        self.on_launch: Callable[[], None] = lambda: None
        self.cuda = SimpleNamespace(
            runtime=SimpleNamespace(
                CUDARuntimeError=FakeError,
                getDeviceCount=lambda: self._devices(devices),
                getDeviceProperties=lambda _: {"name": b"Fake GPU", "multiProcessorCount": 2},
                memGetInfo=lambda: (self.free, 2 * self.free),
            ),
            compiler=SimpleNamespace(CompileException=FakeError),
        )

    def _devices(self, count: int) -> int:
        if self.device_error is not None:
            raise FakeError(self.device_error)
        return count

    def get_default_memory_pool(self) -> Any:
        return SimpleNamespace(free_all_blocks=lambda: None)

    def zeros(self, size: int, dtype: Any) -> Any:
        return np.zeros(size, dtype=dtype)

    def asarray(self, array: Any) -> Any:
        return np.array(array)

    def asnumpy(self, array: Any) -> Any:
        return array.copy()

    def RawModule(self, code: str, options: tuple[str, ...]) -> Any:  # noqa: N802
        assert "__global__" in code
        self.options.append(options)
        return SimpleNamespace(get_function=self._function)

    def _function(self, name: str) -> Callable[..., None]:
        if self.compile_error is not None:
            raise FakeError(self.compile_error)
        return {"begin": self._begin, "play": self._play}[name]

    def _begin(self, grid: Any, block: Any, args: Any) -> None:
        memory, progress, _, seeds, members, games, _, _, at_once = args
        macros = self._macros()
        assert block == (int(macros["THREADS"]),)
        assert memory.size == grid[0] * int(macros["GAMES"]) * 64
        assert 1 <= at_once <= int(macros["GAMES"])
        assert grid[0] * at_once >= min(members * games, grid[0] * int(macros["GAMES"]))
        assert (len(seeds), int(progress.sum())) == (games, 0)
        self.batches.append((int(members), int(games)))

    def _play(self, grid: Any, block: Any, args: Any) -> None:
        _, progress, _, results, weights, seeds, members, _, most, pieces, length, turns = args
        self.on_launch()
        self.turns.append(int(turns))
        macros = self._macros()
        _native.set_isa(chosen_isa())
        found = falling.population_linear(
            falling.Rules(
                width=int(macros["WIDTH"]),
                height=int(macros["HEIGHT"]),
                is_quintris=macros["QUINTRIS"] == "true",
                can_slide=False,
                has_preview=macros["PREVIEW"] == "true",
                draw=macros["DRAW"].lower(),
                told=self._told(macros),
                pieces=pieces.tolist() if length else [],
            ),
            weights.reshape(int(members), -1).tolist(),
            falling.SearchOptions(2 if macros["NEXT"] == "true" else 1, 0),
            "uniform",
            seeds.tolist(),
            int(most),
            1,
        )
        words = [[g.score, g.turns, g.digest, g.placements, int(g.is_over)] for g in found]
        results[:] = np.array(words, dtype=np.uint64).ravel()
        share = -(-len(found) // self.launches)
        progress[1] = min(int(progress[1]) + share, len(found))

    def _macros(self) -> dict[str, str]:
        words = (word.removeprefix("-DTILEFALL_") for word in self.options[-1] if "-DTILE" in word)
        return {name: value for name, _, value in (word.partition("=") for word in words)}

    def _told(self, macros: dict[str, str]) -> list[int]:
        pieces = 6 if macros["QUINTRIS"] == "true" else 7
        told = list(map(int, macros["TOLD"].split(",")))
        assert len(told) == 7
        assert not any(told[pieces:])
        return told[:pieces] if macros["DRAW"] == "TOLD" else []
