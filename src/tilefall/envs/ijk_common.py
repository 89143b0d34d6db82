"""What both kinds of environments of IJK have: arguments, spaces, observations and pictures."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tilefall.envs.ijk_arguments import RENDER_MODES, IjkArguments, Observation, Space
from tilefall.envs.ijk_game import IjkGame
from tilefall.envs.ijk_render import Pixels
from tilefall.envs.ijk_screen import FRAMES_PER_S, IjkScreen
from tilefall.rules.ijk import MOVES

AGENTS = ("player_0", "player_1")
PLAYERS = {agent: player for player, agent in enumerate(AGENTS)}


def metadata(is_parallelizable: bool) -> dict[str, Any]:
    """What PettingZoo asks a class for."""
    return {
        "name": "ijk_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_S,
        "is_parallelizable": is_parallelizable,
    }


class IjkCommon:
    """A game between two agents; how they take turns is up to those who inherit."""

    def __init__(
        self,
        *,
        size: int = 6,
        mode: str = "deterministic",
        end: str = "ply",
        winning: str = "K",
        observation: str = "letters",
        mask: str = "observation",
        max_turns: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        arguments = IjkArguments(
            size, mode, end, winning, observation, mask, max_turns, render_mode
        )
        self._game = IjkGame(arguments.rules(), arguments.max_turns)
        self._screen = IjkScreen(render_mode)
        self._sees_planes = observation == "planes"
        self._sees_mask = mask == "observation"
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []  # nobody plays before a reset
        self.observation_spaces = {agent: arguments.observation_space() for agent in AGENTS}
        self.action_spaces: dict[str, Space] = {
            agent: gymnasium.spaces.Discrete(len(MOVES)) for agent in AGENTS
        }
        self.state_space = arguments.board_space()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, at any time: its own tiles as capital letters."""
        player = player_of(agent)
        game = self._game
        seen: NDArray[Any] = game.planes(player) if self._sees_planes else game.letters(player)
        return {"observation": seen, "action_mask": game.mask(player)} if self._sees_mask else seen

    def observation_space(self, agent: str) -> Space:
        """The space of an agent's observations."""
        return self.observation_spaces[AGENTS[player_of(agent)]]

    def action_space(self, agent: str) -> Space:
        """The four slides, U D L R."""
        return self.action_spaces[AGENTS[player_of(agent)]]

    def state(self) -> NDArray[np.uint8]:
        """The board as player_0 sees it, whoever is to move."""
        return self._game.letters(0)

    @property
    def position(self) -> str:
        """The position as a text, which `reset(options={"position": ...})` takes."""
        return self._game.state.text()

    def render(self) -> str | Pixels | None:
        """The board as render_mode says: a text, a picture, or None once it is shown."""
        return self._screen.rendered(self._game.state)

    def close(self) -> None:
        """Nothing more is shown, until another game begins."""
        self._screen.close()

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self._game.reset(seed, options)
        self._screen.opened()
        self.agents = list(AGENTS)

    def _told(self) -> dict[str, dict[str, Any]]:
        """What every agent is told besides: which slides are heard now."""
        return {agent: {"action_mask": self._game.mask(PLAYERS[agent])} for agent in self.agents}

    def _results(self) -> dict[str, float]:
        """What a turn is worth to each: nothing, before the game is over."""
        score = self._game.score  # a whole number: the other's nothing is not -0.0
        return dict(zip(AGENTS, (float(score), float(-score)), strict=True))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def player_of(agent: str) -> int:
    """The number of the player that an agent is.

    >>> player_of("player_1")
    1
    """
    if (player := PLAYERS.get(agent)) is None:
        raise ValueError(f"agent {agent!r}, allowed are {' and '.join(AGENTS)}")
    return player
