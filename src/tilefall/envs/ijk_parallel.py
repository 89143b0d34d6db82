"""IJK as a ParallelEnv of PettingZoo: both agents act in every step, one of them is heard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pettingzoo import ParallelEnv

from tilefall.envs.ijk_arguments import Observation
from tilefall.envs.ijk_common import AGENTS, IjkCommon, metadata
from tilefall.envs.ijk_game import IjkMoment


@dataclass(frozen=True)
class IjkParallelMoment:
    """A game as it stood; made by `clone`, for `restore`."""

    game: IjkMoment
    agents: tuple[str, ...]


class IjkParallel(IjkCommon, ParallelEnv[str, Observation, Any]):
    """IJK for two agents who act at once; the mask of the one who is not heard is all zeros.

    >>> environment = IjkParallel(size=2, winning="B")
    >>> observations, infos = environment.reset(seed=1)
    >>> _ = environment.step({"player_0": 3, "player_1": 0})
    >>> environment.step({"player_0": 0, "player_1": 2})[1]
    {'player_0': -1.0, 'player_1': 1.0}
    """

    metadata = metadata(is_parallelizable=True)
    _has_begun = False

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game with the dice of a seed, or with those that follow the last seed."""
        self._begin(seed, options)
        self._has_begun = True
        self._show()
        return self._observations(), self._told()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the turn of whoever is to move; the action of the other one is not looked at."""
        if not self._has_begun:
            raise ValueError("no game is being played: call reset() first")
        if not self.agents:
            return {}, {}, {}, {}, {}  # as PettingZoo has it once everybody is gone
        agent = AGENTS[self._game.player]
        if agent not in actions:
            raise ValueError(f"no action of {agent}, who is to move, in {actions!r}")
        has_ended = self._game.play(actions[agent])
        told = self._told()
        if has_ended:
            self.agents = []
        self._show()
        return (
            self._observations(),
            self._results(),
            dict.fromkeys(AGENTS, self._game.is_over),
            dict.fromkeys(AGENTS, self._game.is_cut),
            told,
        )

    def clone(self) -> IjkParallelMoment:
        """The game as it stands, with all that is to come of it, for `restore`; it pickles."""
        if not self._has_begun:
            raise ValueError("there is no game to clone yet: call reset() first")
        return IjkParallelMoment(self._game.moment(), tuple(self.agents))

    def restore(self, moment: IjkParallelMoment) -> None:
        """Go to where a clone was made, here or in another environment of the same game."""
        if not isinstance(moment, IjkParallelMoment):
            raise ValueError(f"{moment!r} is no state of this environment: restore what clone gave")
        self._game.restore(moment.game)
        self._has_begun = True
        self.agents = list(moment.agents)

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in AGENTS}
