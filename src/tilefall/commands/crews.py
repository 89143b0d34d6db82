"""Crews: who plays the games of a command, by name, and on which seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tilefall.commands.options import Decorator
from tilefall.train.seeds import RECORDS_SEED

if TYPE_CHECKING:
    from tilefall.train.workers import Workers

fresh_seed_option: Decorator = click.option(
    "--first-seed",
    type=click.IntRange(0, 2**63),
    default=RECORDS_SEED,
    show_default=True,
    help="Games have this seed and the following ones; no training has used them.",
)


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
