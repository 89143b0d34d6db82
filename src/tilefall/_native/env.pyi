"""Games of falling pieces that learners step through."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy
from numpy.typing import NDArray

import tilefall._native.falling


class NeedsReset(ValueError):
    pass

class WrongAction(ValueError):
    pass

class Environments:
    """Games side by side, of the instruction set that is set."""

    def __init__(self, rules: tilefall._native.falling.Rules, with_keys: bool, gravity: int, line_reward: float, piece_reward: float, end_reward: float, max_steps: int, refuses_illegal: bool, autoreset: str, observed: str, count: int, threads: int) -> None: ...

    @property
    def actions(self) -> int: ...

    @property
    def observation_size(self) -> int: ...

    @property
    def has_begun(self) -> bool: ...

    def bind(self, steps: dict[str, Any], now: dict[str, Any], last: dict[str, Any] | None = None) -> None: ...

    def reset(self, i: int, seed: int | None = None, start: tilefall._native.falling.State | None = None) -> None: ...

    def reset_many(self, chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], seeded: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], start: tilefall._native.falling.State | None = None) -> None: ...

    def step(self) -> None: ...

    def step_one(self, action: int) -> tuple[float, bool, bool]: ...

    def random_actions(self, seed: int) -> None: ...

    def state(self, i: int) -> tilefall._native.falling.State: ...

    def seed(self, i: int) -> int: ...

    def snapshot(self) -> bytes: ...

    def restore(self, kept: bytes) -> None: ...

    def successors(self, states: Sequence[tilefall._native.falling.State] | None, columns: bool, boards: bool, features: bool) -> dict[str, Any]: ...
