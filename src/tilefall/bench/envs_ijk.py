"""Bench of IJK's environments: steps a second through PettingZoo, with random legal actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle
from typing import Any

from tilefall.bench.timing import per_second
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import MOVES

ROUNDS = 40  # short ones, as for the falling games
ACTIONS = 4096  # drawn before the clock runs, and played over and over
LANE = 97  # neither a game nor an agent rolls it


def measure(seconds: float, kind: str = "wrapped") -> float:
    """Turns a second of one environment: `wrapped` as `env` gives it, `raw`, or `parallel`.

    Games go the usual way, by agent_iter, last and step, so that every turn is observed; the two
    empty steps after a game are not counted.
    """
    return per_second(KINDS[kind](), seconds, ROUNDS)


def random_actions() -> list[int]:
    """Slides by dice; all of them are legal while a game lasts (I3)."""
    dice = Dice(seed=1)
    return [dice.roll(turn=turn, sides=len(MOVES), lane=LANE) for turn in range(ACTIONS)]


def _in_turn(environment: Any) -> Callable[[], int]:
    actions = cycle(random_actions())
    environment.reset(seed=1)

    def work() -> int:
        environment.reset()
        played = 0
        for _ in environment.agent_iter():
            _, _, is_over, is_cut, _ = environment.last()
            if is_over or is_cut:
                environment.step(None)
            else:
                environment.step(next(actions))
                played += 1
        return played

    return work


def _at_once(environment: Any) -> Callable[[], int]:
    both = [dict.fromkeys(environment.possible_agents, action) for action in random_actions()]
    actions = cycle(both)
    environment.reset(seed=1)

    def work() -> int:
        environment.reset()
        played = 0
        while environment.agents:
            environment.step(next(actions))
            played += 1
        return played

    return work


def _wrapped() -> Callable[[], int]:
    from tilefall.envs import ijk_v0

    return _in_turn(ijk_v0.env())


def _raw() -> Callable[[], int]:
    from tilefall.envs import ijk_v0

    return _in_turn(ijk_v0.raw_env())


def _parallel() -> Callable[[], int]:
    from tilefall.envs import ijk_v0

    return _at_once(ijk_v0.parallel_env())


KINDS: Mapping[str, Callable[[], Callable[[], int]]] = {
    "wrapped": _wrapped,
    "raw": _raw,
    "parallel": _parallel,
}
