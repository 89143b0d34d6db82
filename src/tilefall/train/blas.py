"""BLAS: NumPy's linear algebra on one thread.

With more threads sums are made in another order. Then the same training would end with other
weights on a machine with more cores. And for a hundred features one thread is faster than many.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

# What OpenBLAS, which NumPy brings with it, calls its functions.
NAMES = (
    *("scipy_openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads"),
    *("openblas_{}_num_threads64_", "openblas_{}_num_threads"),
)


@contextmanager
def one_thread() -> Iterator[None]:
    """Within it one thread computes; with another library than OpenBLAS as many as before."""
    before = threads()
    if before is None:
        yield
        return
    set_threads(1)
    try:
        yield
    finally:
        set_threads(before)


def threads() -> int | None:
    """How many threads compute; None if the library is not OpenBLAS."""
    name = _name()
    return None if name is None else int(_library()[name.format("get")]())


def set_threads(count: int) -> None:
    """So many threads compute, of OpenBLAS."""
    name = _name()
    assert name is not None
    _library()[name.format("set")](count)


@cache
def _library() -> Any:
    """The module that NumPy calls its library by: names are looked for in that as well."""
    return ctypes.CDLL(str(import_module("numpy.linalg._umath_linalg").__file__))


@cache
def _name() -> str | None:
    return next((name for name in NAMES if hasattr(_library(), name.format("set"))), None)
