"""Chosen: which games of many a reset begins anew."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilefall.envs.spaces import Array

RESET_MASK = "reset_mask"


def chosen_games(mask: Any, count: int, has_begun: bool) -> Array:
    """True for each game that begins anew: all of them, unless a mask says which."""
    if mask is None:
        return np.ones(count, np.bool_)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"{RESET_MASK} {mask!r}, expected a NumPy array of bool")
    if mask.shape != (count,) or not mask.any():
        raise ValueError(
            f"{RESET_MASK} of shape {mask.shape} with {int(mask.sum())} true, "
            f"expected ({count},) and at least one"
        )
    if not has_begun and not mask.all():
        raise ValueError(f"{RESET_MASK} leaves out environments that were never reset")
    return mask
