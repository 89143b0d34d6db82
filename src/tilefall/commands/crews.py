"""Crews: who plays the games of a command, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilefall.train.workers import Workers


def crew_of(workers: str, address: str | None, threads: int) -> Workers:
    """The cores of this machine, its GPU, or the Ray cluster at an address."""
    from tilefall.train.workers import LocalWorkers

    if workers == "local":
        return LocalWorkers(threads)
    if workers == "cuda":
        from tilefall.train.cuda_workers import CudaWorkers

        return CudaWorkers()
    from tilefall.train.ray_workers import RayWorkers

    return RayWorkers(address, threads)
