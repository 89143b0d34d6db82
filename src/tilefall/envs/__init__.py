"""The games as environments of Gymnasium and PettingZoo (docs/environments.md).

Importing this package registers those of Gymnasium, if Gymnasium is there.

>>> import gymnasium
>>> import tilefall.envs
>>> env = gymnasium.make("tilefall/Tetris-v0")
>>> observation, info = env.reset(seed=7)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> info["turn"]
1
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tilefall.errors import extra

if TYPE_CHECKING:
    from tilefall.envs.after import Afterstates, afterstates
    from tilefall.envs.kept import Kept
    from tilefall.envs.single import FallingEnv, QuintrisEnv, TetrisEnv
    from tilefall.envs.vector import FallingVectorEnv, QuintrisVectorEnv, TetrisVectorEnv

NAMES = {"Quintris": "tilefall/Quintris-v0", "Tetris": "tilefall/Tetris-v0"}

# Where each public name lives: it is imported when it is first asked for, so that whoever needs
# Gymnasium alone does not need PettingZoo, and the other way round.
_HOMES = {
    "Afterstates": "after",
    "FallingEnv": "single",
    "FallingVectorEnv": "vector",
    "Kept": "kept",
    "QuintrisEnv": "single",
    "QuintrisVectorEnv": "vector",
    "TetrisEnv": "single",
    "TetrisVectorEnv": "vector",
    "afterstates": "after",
}

__all__ = [
    "Afterstates",
    "FallingEnv",
    "FallingVectorEnv",
    "Kept",
    "QuintrisEnv",
    "QuintrisVectorEnv",
    "TetrisEnv",
    "TetrisVectorEnv",
    "afterstates",
]


def _register() -> None:
    """Tell Gymnasium of the environments."""
    try:
        from gymnasium.envs.registration import register, registry
    except ModuleNotFoundError:  # whoever asks for an environment is told what is missing
        return
    for game, name in NAMES.items():
        if name not in registry:
            register(
                id=name,
                entry_point=f"tilefall.envs.single:{game}Env",
                vector_entry_point=f"tilefall.envs.vector:{game}VectorEnv",
            )


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'tilefall.envs' has no attribute {name!r}")
    for package in ("gymnasium", "numpy"):
        extra(package, "gym", f"tilefall.envs.{name}")
    value = getattr(import_module(f"tilefall.envs.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


_register()
