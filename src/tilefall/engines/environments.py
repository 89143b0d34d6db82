"""Native games that learners step through, as the environments use them."""

from __future__ import annotations

from tilefall._native.env import Environments, NeedsReset, WrongAction
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
