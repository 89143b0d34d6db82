"""BLAS: NumPy's linear algebra on one thread.

With more threads sums are made in another order. Then the same training would end with other
weights on a machine with more cores. And for a hundred features one thread is faster than many.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Any


def one_thread() -> AbstractContextManager[Any]:
    """Within it one thread computes, then as many as before."""
    found: AbstractContextManager[Any] = libraries().limit(limits=1, user_api="blas")
    return found


@cache
def libraries() -> Any:
    """Those of this process that have threads of their own; NumPy's is among them."""
    import numpy.linalg  # noqa: F401 - which loads it
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")
