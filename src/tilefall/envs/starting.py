"""Starting: the seeds of first games, and positions that games begin at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from tilefall.engines.environments import NativeState, packed
from tilefall.envs.seeds import checked_seed
from tilefall.envs.settings import Settings
from tilefall.envs.spaces import Array
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.steered import steered
from tilefall.rules.tetris import TetrisState

if TYPE_CHECKING:
    from numpy.random import Generator

POSITION = "position"
NOTHING_BEGUN = "no game has begun: call reset() first"
MOST_DRAWS = 2**48  # native shares of pieces hold so many


def fresh_seed(random: Generator) -> int:
    """A seed that nobody chose."""
    return int(random.integers(2**63))


@dataclass(frozen=True)
class GivenSeeds:
    """A seed for each of many games, where one was given."""

    seeds: Array  # uint64
    is_given: Array  # bool


def checked_seeds(seed: object, count: int) -> GivenSeeds:
    """Seeds of so many games: one after another from a number on, or those of a sequence."""
    if seed is None:
        return GivenSeeds(np.zeros(count, np.uint64), np.zeros(count, np.bool_))
    if isinstance(seed, Integral):
        first, _ = checked_seed(seed), checked_seed(int(seed) + count - 1)
        return GivenSeeds(np.uint64(first) + np.arange(count, dtype=np.uint64), _all(count))
    if isinstance(seed, str) or not hasattr(seed, "__len__") or not hasattr(seed, "__iter__"):
        raise ValueError(f"seed {seed!r}, expected a whole number or {count} of them")
    if len(seed) != count:
        raise ValueError(f"{len(seed)} seeds, expected {count}, one an environment")
    seeds = [0 if each is None else checked_seed(each) for each in seed]
    is_given = [each is not None for each in seed]
    return GivenSeeds(np.array(seeds, np.uint64), np.array(is_given, np.bool_))


def with_fresh_seeds(given: GivenSeeds, random: Generator) -> GivenSeeds:
    """Those that were given, and one that nobody chose for every other game."""
    fresh = random.integers(2**63, size=len(given.seeds), dtype=np.uint64)
    return GivenSeeds(np.where(given.is_given, given.seeds, fresh), _all(len(given.seeds)))


def _all(count: int) -> Array:
    return np.ones(count, np.bool_)


def checked_options(options: object, allowed: Sequence[str]) -> dict[str, Any]:
    """The options of a reset, if there are such."""
    if options is None:
        return {}
    if not isinstance(options, Mapping) or not set(options) <= set(allowed):
        raise ValueError(f"options {options!r}, allowed are {', '.join(allowed)}")
    return dict(options)


def starting_state(settings: Settings, options: Mapping[str, Any]) -> NativeState | None:
    """The position that the options of a reset ask for, if they do."""
    if POSITION not in options:
        return None
    game, position = settings.game, options[POSITION]
    if isinstance(position, str):
        position = game.parse(position)
    if not isinstance(position, QuintrisState | TetrisState):
        raise ValueError(f"position {position!r}, expected a text or a state of {game.text()}")
    if position.game != game:
        raise ValueError(f"a position of {position.game.text()}, expected one of {game.text()}")
    has_keys = settings.actions == "keys"
    if position.is_over or (has_keys and steered(position, settings.gravity).is_over):
        raise ValueError(f"the game is over at {position.text()}: no action is left there")
    if max(position.seen) > MOST_DRAWS:
        raise ValueError(f"seen {max(position.seen)} times, allowed are at most {MOST_DRAWS}")
    return packed(position)
