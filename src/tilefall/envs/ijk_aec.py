"""IJK as an AECEnv of PettingZoo: the agents take turns, as the game has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pettingzoo import AECEnv

from tilefall.envs.ijk_arguments import Observation
from tilefall.envs.ijk_common import AGENTS, IjkCommon, metadata
from tilefall.envs.ijk_game import IjkMoment


@dataclass(frozen=True)
class IjkAecMoment:
    """A game and its bookkeeping as they stood; made by `clone`, for `restore`."""

    game: IjkMoment
    agent_selection: str
    rewards: Mapping[str, float]
    cumulative_rewards: Mapping[str, float]
    terminations: Mapping[str, bool]
    truncations: Mapping[str, bool]


class IjkAec(IjkCommon, AECEnv[str, Observation, Any]):
    """IJK for two agents who act in turn.

    >>> environment = IjkAec(size=2, winning="B")
    >>> environment.reset(seed=1)
    >>> for action in (3, 2):       # + slides right, and with - comes an a: aA, then b.
    ...     environment.step(action)
    >>> environment.rewards
    {'player_0': -1.0, 'player_1': 1.0}
    """

    metadata = metadata(is_parallelizable=False)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game with the dice of a seed, or with those that follow the last seed."""
        self._begin(seed, options)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = self._told()
        self.agent_selection = AGENTS[self._game.player]
        self._show()

    def step(self, action: Any) -> None:
        """Play the turn of the selected agent; after the end each agent says None once."""
        if not self.agents:
            raise ValueError("no game is being played: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self._game.play(action):
            self._end()
        self.agent_selection = AGENTS[self._game.player]
        self.infos = self._told()
        self._show()

    def _end(self) -> None:
        """Both agents learn how it ended; every reward before was 0, so there is no other sum."""
        self.rewards = self._results()
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(AGENTS, self._game.is_over)
        self.truncations = dict.fromkeys(AGENTS, self._game.is_cut)

    def clone(self) -> IjkAecMoment:
        """The game as it stands, with all that is to come of it, for `restore`; it pickles."""
        if not hasattr(self, "agent_selection"):
            raise ValueError("there is no game to clone yet: call reset() first")
        return IjkAecMoment(
            self._game.moment(),
            self.agent_selection,
            dict(self.rewards),
            dict(self._cumulative_rewards),
            dict(self.terminations),
            dict(self.truncations),
        )

    def restore(self, moment: IjkAecMoment) -> None:
        """Go to where a clone was made, here or in another environment of the same game."""
        if not isinstance(moment, IjkAecMoment):
            raise ValueError(f"{moment!r} is no state of this environment: restore what clone gave")
        self._game.restore(moment.game)
        self.agent_selection = moment.agent_selection
        self.rewards = dict(moment.rewards)
        self._cumulative_rewards = dict(moment.cumulative_rewards)
        self.terminations = dict(moment.terminations)
        self.truncations = dict(moment.truncations)
        self.agents = list(moment.rewards)
        self.infos = self._told()
