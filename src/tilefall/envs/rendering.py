"""Rendering: games as text, as pixels, or in the terminal, as the render mode of Gymnasium says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium

from tilefall.engines.environments import NativeState
from tilefall.envs import NAMES
from tilefall.envs.drawing import plain_text
from tilefall.envs.live import Live
from tilefall.envs.painting import fitting_rows, piece_colours
from tilefall.envs.pixels import Canvas
from tilefall.envs.settings import RENDER_MODES, Settings
from tilefall.envs.sight import sight_of

RENDER_FPS = 10
MOST_SHOWN = 8  # games of many that are shown in a terminal, if they fit


class Picture:
    """What shows the games of an environment."""

    def __init__(self, settings: Settings, mode: str | None, maker: str = "make") -> None:
        self._settings, self._mode, self._maker = settings, mode, maker
        self._canvas = Canvas(settings) if mode == "rgb_array" else None
        self._live = Live()

    def frames(
        self,
        state: Callable[[int], NativeState],
        count: int,
        *,
        has_begun: bool,
        frames_per_s: float,
    ) -> tuple[Any, ...] | None:
        """A frame of each of so many games, text or pixels; None if the terminal shows them.

        Who has chosen no mode is told how to.
        """
        if self._mode is None:
            name = NAMES[type(self._settings.game).__name__]
            gymnasium.logger.warn(
                "render() without a render_mode shows nothing: choose one of "
                f"{', '.join(RENDER_MODES)}, for instance "
                f'gymnasium.{self._maker}("{name}", render_mode="rgb_array")'
            )
            return None
        if not has_begun:
            raise gymnasium.error.ResetNeeded("there is no game to render yet: call reset() first")
        if self._mode == "human":
            shown = [sight_of(self._settings, state(i)) for i in range(min(count, MOST_SHOWN))]
            colours = piece_colours(self._settings)
            self._live.show(lambda screen: fitting_rows(shown, colours, screen), frames_per_s)
            return None
        return tuple(self._frame(state(i)) for i in range(count))

    def _frame(self, state: NativeState) -> Any:
        sight = sight_of(self._settings, state)
        return plain_text(sight) if self._canvas is None else self._canvas.drawn(sight)

    def close(self) -> None:
        """Let go of the terminal."""
        self._live.close()
