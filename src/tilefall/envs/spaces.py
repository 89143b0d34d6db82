"""Spaces: what actions and observations look like to Gymnasium, and the memory for them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilefall.envs.settings import LARGEST_COUNT, Settings

Array = NDArray[Any]
BOARD_FEATURES = 8  # row_transitions to pattern_diversity of rules/features.py


def action_space(count: int) -> spaces.Discrete[Any]:
    """One number an action."""
    return spaces.Discrete(count)


def observation_space(settings: Settings, size: int) -> spaces.Space[Any]:
    """What one environment shows; `size` is how many numbers it has where it is no dictionary."""
    if settings.observation == "dict":
        return _parts(settings)
    if settings.observation == "bits":
        return spaces.Box(0, 255, (size,), np.uint8)
    kind: Any = np.uint8 if settings.observation == "flat" else np.float32
    high: Any = np.concatenate(_highest(settings)).astype(kind)
    assert high.shape == (size,), (high.shape, size)
    return spaces.Box(np.zeros(size, kind), high, dtype=kind)


def _parts(settings: Settings) -> spaces.Dict:
    game = settings.game
    # A game of Tetris that is over has no piece: the last number stands for that.
    kinds = settings.kinds if settings.has_spot else settings.kinds + 1
    parts: dict[str, spaces.Space[Any]] = {
        "board": spaces.Box(0, 1 + settings.has_spot, (game.height, game.width), np.uint8),
        "current": spaces.Discrete(kinds),
        "seen": spaces.Box(0, LARGEST_COUNT, (len(settings.pieces.letters),), np.int64),
    }
    if settings.has_next:
        parts["next"] = spaces.Discrete(kinds)
    return spaces.Dict(parts)


def _highest(settings: Settings) -> list[Array]:
    """The largest numbers of an observation, part by part."""
    game, kinds, pieces = settings.game, settings.kinds, len(settings.pieces.letters)
    width, height = game.width, game.height
    if settings.observation == "features":
        parts = [
            np.full(width, height),
            np.full(BOARD_FEATURES, width * height * (height + 1) // 2),
        ]
        if settings.has_spot:
            parts.append(np.array([height, width, 7]))
    else:
        parts = [np.full(width * height, 1 + settings.has_spot)]
    parts.append(np.ones(kinds * (2 if settings.has_next else 1)))
    if game.pieces == "bag":
        parts.append(np.ones(pieces))
    if game.pieces == "hidden":
        parts.append(np.full(pieces, 255 if settings.observation == "flat" else 1))
    return parts


def step_memory(count: int) -> dict[str, Array]:
    """What goes into a step and comes out of it, for so many environments."""
    return {
        "action": np.zeros(count, np.int64),
        "reward": np.zeros(count, np.float64),
        "terminated": np.zeros(count, np.bool_),
        "truncated": np.zeros(count, np.bool_),
    }


def view_memory(settings: Settings, count: int, actions: int, size: int) -> dict[str, Array]:
    """What is seen of so many environments."""
    views: dict[str, Array] = {
        "action_mask": np.zeros((count, actions), np.int8),
        "score": np.zeros(count, np.int64),
        "turn": np.zeros(count, np.int64),
    }
    if settings.observation != "dict":
        kind = np.float32 if settings.observation in ("float", "features") else np.uint8
        return views | {"observation": np.zeros((count, size), kind)}
    game = settings.game
    views["board"] = np.zeros((count, game.height, game.width), np.uint8)
    views["current"] = np.zeros(count, np.int64)
    views["seen"] = np.zeros((count, len(settings.pieces.letters)), np.int64)
    if settings.has_next:
        views["next"] = np.zeros(count, np.int64)
    return views


def clear(*memories: dict[str, Array]) -> None:
    """Zeros everywhere, as before anything was seen."""
    for memory in memories:
        for array in memory.values():
            array.fill(0)


def single_part(array: Array, i: int) -> Any:
    """What array holds of environment i, as a single one shows it: a number is no array."""
    return int(array[i]) if array.ndim == 1 else array[i].copy()
