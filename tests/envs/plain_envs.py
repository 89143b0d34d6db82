"""Plain environments: what an environment of falling pieces must show, by the rules alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.envs.plain_observations import Scene, observed
from tilefall.engines.protocol import FallingState
from tilefall.envs.settings import Settings
from tilefall.rules.dice import Dice, philox
from tilefall.rules.falling import Spot
from tilefall.rules.pieces import LEVELS
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.steered import Steered, keys_of, steered

EPISODE_BLOCK = 7


class Refused(Exception):
    """An action that changes nothing."""


@dataclass(frozen=True)
class Shown:
    """What a learner is given after a step."""

    observation: Any
    mask: NDArray[np.int8]
    score: int
    turn: int
    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False


def following_seed(seed: int, games: int) -> int:
    """The seed of the game that follows so many others of a first seed.

    >>> following_seed(7, 0)
    7
    >>> following_seed(7, 1) == following_seed(7, 1) != following_seed(8, 1)
    True
    """
    if games == 0:
        return seed
    low, high, _, _ = philox(seed, games, EPISODE_BLOCK)
    return low | high << 32


def action_count(settings: Settings) -> int:
    """How many actions there are, legal or not."""
    game = settings.game
    if settings.actions == "keys":
        return len(keys_of(game))
    if isinstance(game, Quintris):
        return 8 * game.width * (game.height if game.reach == "fall" else 1)
    return 4 * game.width


def placements(settings: Settings, state: FallingState) -> dict[int, int]:
    """The move of every legal action, ascending."""
    game, pieces = settings.game, settings.pieces
    found = {}
    for move in state.legal_moves():
        place = game.moves[move]
        turn = pieces.of_piece[place.shape.piece].index(game.moves.shape_number(move))
        action = turn * game.width + place.column
        if isinstance(game, Quintris) and game.reach == "fall":
            action = action * game.height + move % LEVELS
        found[action] = move
    return dict(sorted(found.items()))


class PlainEnv:
    """One environment, a step at a time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.actions = action_count(settings)
        self.first_seed, self.games = 0, 0

    def reset(self, seed: int | None = None, position: FallingState | None = None) -> Shown:
        """A new game: that of a seed, or the next one."""
        self.first_seed = self.first_seed if seed is None else seed
        self.games = self.games + 1 if seed is None else 0
        self.seed = following_seed(self.first_seed, self.games)
        start = self.settings.game.start(Dice(self.seed)) if position is None else position
        self.steps = 0
        self._appear(start)
        return self._shown()

    def _appear(self, state: FallingState) -> None:
        """A position whose piece is about to be placed or steered."""
        self.state = state
        self.piece: Steered | None = None
        if self.settings.actions == "keys":
            self.piece = steered(state, self.settings.gravity)
        self.legal = {} if self.piece else placements(self.settings, state)

    @property
    def is_over(self) -> bool:
        return self.piece.is_over if self.piece else self.state.is_over

    @property
    def spot(self) -> Spot | None:
        """Where the piece is, if it is anywhere in the well."""
        if self.piece is not None:
            return self.piece.spot
        return self.state.spawn if isinstance(self.state, QuintrisState) else None

    @property
    def position(self) -> FallingState:
        """The position with its piece as it is by now."""
        if self.piece is not None and isinstance(self.state, QuintrisState):
            spot = self.piece.spot
            return replace(self.state, current=spot.shape, column=spot.column)
        return self.state

    def step(self, action: int) -> Shown:
        """Plays an action; Refused, and nothing else, where it may not be played."""
        if not 0 <= action < self.actions:
            raise Refused(action)
        lines, has_locked = self._steer(action) if self.piece else self._place(action)
        self.steps += 1
        given = self.settings
        reward = given.reward_line * lines if has_locked else 0.0
        if has_locked:
            reward += given.reward_piece  # one after the other: fractions are rounded each time
            reward += given.reward_end if self.is_over else 0
        limit = given.max_episode_steps
        is_late = limit is not None and self.steps >= limit
        return replace(self._shown(), reward=reward, terminated=self.is_over, truncated=is_late)

    def _steer(self, action: int) -> tuple[int, bool]:
        assert self.piece is not None
        after = self.piece.press(keys_of(self.settings.game)[action])
        if isinstance(after, Steered):
            self.piece = after
            return 0, False
        self._appear(after.draw(Dice(self.seed)))
        return after.reward, True

    def _place(self, action: int) -> tuple[int, bool]:
        if action not in self.legal:
            if self.settings.illegal == "error":
                raise Refused(action)
            # the next legal number, from the last on to the first
            action = min((other for other in self.legal if other > action), default=min(self.legal))
        after = self.state.play(self.legal[action])
        self._appear(after.draw(Dice(self.seed)))
        return after.reward, True

    def _shown(self) -> Shown:
        mask = np.zeros(self.actions, np.int8)
        if self.piece is not None:
            mask[:] = not self.is_over
        else:
            mask[list(self.legal)] = 1
        scene = Scene(self.settings, self.position, self.spot)
        return Shown(observed(scene), mask, self.state.score, self.state.turn)
