"""One environment: a game of Tetris or Quintris by the conventions of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any, ClassVar

import gymnasium
import numpy as np

from tilefall.engines.environments import NeedsReset, WrongAction, unpacked
from tilefall.engines.protocol import FallingState
from tilefall.envs import spaces
from tilefall.envs.kept import Kept, kept_games
from tilefall.envs.rendering import RENDER_FPS, Picture
from tilefall.envs.seeds import checked_seed
from tilefall.envs.settings import RENDER_MODES, Settings, check_render_mode, settings_of
from tilefall.envs.starting import (
    NOTHING_BEGUN,
    POSITION,
    checked_options,
    fresh_seed,
    starting_state,
)
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

Step = tuple[Any, float, bool, bool, dict[str, Any]]


class FallingEnv(gymnasium.Env[Any, Any]):
    """A falling-piece game, one action a step; docs/environments.md says all of it."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }
    _has_begun = False

    def __init__(self, settings: Settings, render_mode: str | None = None) -> None:
        check_render_mode(render_mode)
        self.settings = settings
        self.render_mode = render_mode
        self._picture = Picture(settings, render_mode)
        self._build()
        self.action_space = spaces.action_space(self._native.actions)
        self.observation_space = spaces.observation_space(settings, self._native.observation_size)

    def _build(self) -> None:
        native = self.settings.native(1, threads=1, autoreset="disabled")
        views = spaces.view_memory(self.settings, 1, native.actions, native.observation_size)
        native.bind(spaces.step_memory(1), views)
        self._native = native
        self._step_one = native.step_one
        self._mask, self._score, self._turn = views["action_mask"][0], views["score"], views["turn"]
        self._observed = _reader(views)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game: that of the seed, or without one the next of the seed before.

        `options={"position": text}` begins at a position, a text or a state of the rules.
        """
        start = starting_state(self.settings, checked_options(options, [POSITION]))
        if seed is not None:
            seed = checked_seed(seed)
        super().reset(seed=seed)
        if seed is None and not self._has_begun:
            seed = fresh_seed(self.np_random)
        self._native.reset(0, seed, start)
        self._has_begun = True
        if self.render_mode == "human":
            self.render()
        return self._observed(), self._info()

    def step(self, action: Any) -> Step:
        """Play an action; illegal ones as the argument `illegal` says."""
        try:
            reward, terminated, truncated = self._step_one(index(action))
        except (NeedsReset, WrongAction, TypeError, ValueError) as error:
            raise self._refusal(action, error) from None
        if self.render_mode == "human":
            self.render()
        return self._observed(), reward, terminated, truncated, self._info()

    def _refusal(self, action: object, error: Exception) -> gymnasium.error.Error:
        """Why an action was not played."""
        if isinstance(error, NeedsReset):
            return gymnasium.error.ResetNeeded("the game has ended: call reset() first")
        if isinstance(error, WrongAction):
            return gymnasium.error.InvalidAction(str(error))
        if isinstance(error, ValueError):
            return gymnasium.error.ResetNeeded(NOTHING_BEGUN)
        most = self._native.actions - 1
        return gymnasium.error.InvalidAction(
            f"action {action!r}, allowed are whole numbers from 0 to {most}"
        )

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded(NOTHING_BEGUN)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._mask.copy(),
            "score": int(self._score[0]),
            "turn": int(self._turn[0]),
        }

    def action_masks(self) -> spaces.Array:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks for them."""
        masks: spaces.Array = self._mask.astype(np.bool_)
        return masks

    @property
    def game(self) -> Quintris | Tetris:
        """The rules that are played by."""
        return self.settings.game

    @property
    def state(self) -> FallingState:
        """The position as the rules have it; with keys, the piece as it is turned by now."""
        self._check_begun()
        return unpacked(self.settings.game, self._native.state(0))

    @property
    def game_seed(self) -> int:
        """The seed of the game that is played: `Dice(game_seed)` draws its pieces."""
        self._check_begun()
        return self._native.seed(0)

    def clone(self) -> Kept:
        """How the game stands, with all that will come; `restore` puts it back, here or there."""
        return Kept(self.settings, 1, self._native.snapshot(), self._has_begun)

    def restore(self, kept: Kept) -> tuple[Any, dict[str, Any]]:
        """Go on from what `clone` gave; what is seen there."""
        games = kept_games(kept, self.settings, 1)
        if not kept.has_begun:
            self._build()
        self._native.restore(games)
        self._has_begun = kept.has_begun and self._native.has_begun
        return self._observed(), self._info()

    def render(self) -> Any:
        """The board as text or pixels, or in the terminal, as `render_mode` says."""
        frames = self._picture.frames(
            self._native.state,
            1,
            has_begun=self._has_begun,
            frames_per_s=self.metadata["render_fps"],
        )
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Let go of the terminal."""
        self._picture.close()

    def __getstate__(self) -> dict[str, Any]:
        native = ("_native", "_step_one", "_mask", "_score", "_turn", "_observed")
        kept = {key: value for key, value in self.__dict__.items() if key not in native}
        return kept | {"_kept": self._native.snapshot()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        games = kept.pop("_kept")
        self.__dict__.update(kept)
        self._build()
        self._native.restore(games)


def _reader(views: dict[str, spaces.Array]) -> Callable[[], Any]:
    """What copies an observation of the one environment out of its memory."""
    if "observation" in views:
        observation: spaces.Array = views["observation"][0]
        return observation.copy
    board, seen, current = views["board"][0], views["seen"][0], views["current"]
    following = views.get("next")
    if following is None:
        return lambda: {"board": board.copy(), "current": int(current[0]), "seen": seen.copy()}
    return lambda: {
        "board": board.copy(),
        "current": int(current[0]),
        "next": int(following[0]),
        "seen": seen.copy(),
    }


class TetrisEnv(FallingEnv):
    """`tilefall/Tetris-v0`: arguments of `Tetris`, such as width, and of `Settings`."""

    def __init__(self, *, render_mode: str | None = None, **arguments: Any) -> None:
        super().__init__(settings_of(Tetris, arguments, ["render_mode"]), render_mode)


class QuintrisEnv(FallingEnv):
    """`tilefall/Quintris-v0`: arguments of `Quintris`, such as width, and of `Settings`."""

    def __init__(self, *, render_mode: str | None = None, **arguments: Any) -> None:
        super().__init__(settings_of(Quintris, arguments, ["render_mode"]), render_mode)
