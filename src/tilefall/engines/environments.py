"""Native games that learners step through, as the environments use them."""

from __future__ import annotations

import atexit
import threading

from tilefall._native.env import Environments, NeedsReset, WrongAction
from tilefall.engines.native import end_searches
from tilefall.engines.packing import falling, packed, packed_rules, unpacked

NativeState = falling.State

__all__ = [
    "Environments",
    "NativeState",
    "NeedsReset",
    "WrongAction",
    "packed",
    "packed_rules",
    "unpacked",
]


@atexit.register
def _let_threads_go() -> None:
    """A thread that nobody waits for may hold games when Python ends: those are no leak."""
    if threading.active_count() > 1:
        end_searches()
