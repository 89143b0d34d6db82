"""Bench of the falling environments: steps a second on one core, with random legal actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tilefall.bench.timing import per_second

COUNT = 1024  # environments side by side
STEPS = 32  # of all of them between two looks at the clock
ROUNDS = 40  # short ones: what else runs on the machine seldom leaves all of them alone
GAMES = 20  # of one environment, whose actions are chosen before the clock runs
TETRIS, QUINTRIS = "tilefall.envs:tilefall/Tetris-v0", "tilefall.envs:tilefall/Quintris-v0"


@dataclass(frozen=True)
class Part:
    """One thing that is measured: an environment and its arguments, alone or many side by side."""

    name: str
    environment: str
    actions: str = "placement"
    observation: str = "dict"
    is_alone: bool = False
    copy: bool = False
    target: float | None = None  # steps a second that we mean to reach

    @property
    def arguments(self) -> dict[str, Any]:
        """What `make` and `make_vec` are given."""
        return {"actions": self.actions, "observation": self.observation}


@dataclass(frozen=True)
class EnvSpeed:
    """How fast one part is."""

    name: str
    steps_per_s: float
    target: float | None


PARTS = (
    Part("keys, f32", TETRIS, "keys", "float", target=13e6),
    Part("keys, u8", TETRIS, "keys", "flat", target=20e6),
    Part("keys, bits", TETRIS, "keys", "bits"),
    Part("keys, dict", TETRIS, "keys", "dict"),
    Part("keys, features", TETRIS, "keys", "features"),
    Part("keys, f32, copied", TETRIS, "keys", "float", copy=True),
    Part("placements, u8", TETRIS, "placement", "flat", target=10e6),
    Part("placements, f32", TETRIS, "placement", "float"),
    Part("placements, dict", TETRIS, "placement", "dict"),
    Part("placements, features", TETRIS, "placement", "features"),
    Part("quintris keys, u8", QUINTRIS, "keys", "flat"),
    Part("quintris placements, u8", QUINTRIS, "placement", "flat"),
    Part("alone, placements, dict", TETRIS, "placement", "dict", is_alone=True, target=300e3),
    Part("alone, keys, f32", TETRIS, "keys", "float", is_alone=True, target=300e3),
    Part("alone, quintris placements", QUINTRIS, "placement", "dict", is_alone=True),
)


def measure(part: Part, seconds: float) -> EnvSpeed:
    """Steps a second of one part; every step observes, rewards, masks, and resets where due."""
    work = _alone(part) if part.is_alone else _side_by_side(part)
    return EnvSpeed(part.name, per_second(work, seconds, ROUNDS), part.target)


def afterstates_per_s(seconds: float) -> float:
    """Successors a second, with their features and rewards, of many games side by side."""
    env = _vector(Part("afterstates", TETRIS))
    return per_second(lambda: len(env.afterstates(features=True)), seconds, ROUNDS)


def _vector(part: Part) -> Any:
    import gymnasium

    env = gymnasium.make_vec(part.environment, COUNT, copy=part.copy, **part.arguments)
    env.reset(seed=1)
    for seed in range(100):  # games of all ages
        env.unwrapped.sample_actions(seed)  # type: ignore[attr-defined]
        env.unwrapped.step_bound()  # type: ignore[attr-defined]
    return env.unwrapped


def _side_by_side(part: Part) -> Callable[[], int]:
    """Actions are chosen while the clock runs, by the environments themselves."""
    env = _vector(part)
    seeds = iter(range(100, 2**63))

    def work() -> int:
        for _ in range(STEPS):
            env.step(env.sample_actions(next(seeds)))
        return STEPS * COUNT

    return work


def _alone(part: Part) -> Callable[[], int]:
    """One environment with the wrappers that `make` gives; the same games over and over."""
    import gymnasium

    env = gymnasium.make(part.environment, **part.arguments)
    games = [_random_game(env, seed) for seed in range(1, GAMES + 1)]

    def work() -> int:
        step, steps = env.step, 0
        for seed, actions in enumerate(games, 1):
            env.reset(seed=seed)
            for action in actions:
                step(action)
            steps += len(actions)
        return steps

    return work


def _random_game(env: Any, seed: int) -> list[int]:
    """Legal actions at random, to the end of the game of a seed."""
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    actions, is_over = [], False
    while not is_over:
        actions.append(int(env.action_space.sample(info["action_mask"])))
        _, _, is_over, _, info = env.step(actions[-1])
    return actions
