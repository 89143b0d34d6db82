"""IJK for PettingZoo: `env`, `raw_env` and `parallel_env`, all with the same arguments.

>>> environment = env(size=3)
>>> environment.reset(seed=1)
>>> environment.step(3)
>>> environment.position
'ijk:size=3 a1A/3/3 - 1'
"""

from __future__ import annotations

from typing import Any

from tilefall.errors import extra

try:
    from pettingzoo.utils import wrappers
except ImportError:
    extra("pettingzoo.utils", "pettingzoo", "IJK as an environment")  # says how to install it
    raise

from tilefall.envs.ijk_aec import IjkAec
from tilefall.envs.ijk_arguments import Observation
from tilefall.envs.ijk_parallel import IjkParallel

raw_env = IjkAec
parallel_env = IjkParallel


def env(**arguments: Any) -> wrappers.OrderEnforcingWrapper[str, Observation, Any]:
    """The environment in the usual wrappers: calls out of order and unknown actions are errors.

    None of them ends a game for an illegal move, since all four slides are legal until it is over.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**arguments)))
