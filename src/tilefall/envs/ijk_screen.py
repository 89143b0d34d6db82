"""What `render` gives back or shows, in each of the modes."""

from __future__ import annotations

import gymnasium

from tilefall.envs import ijk_render
from tilefall.envs.live import Live
from tilefall.rules.ijk import IjkState

FRAMES_PER_S = 4


class IjkScreen:
    """One way to see games, until it is closed."""

    def __init__(self, render_mode: str | None) -> None:
        self._mode = render_mode
        self._live = Live()
        self._is_open = True
        self._shown: IjkState | None = None

    def rendered(self, state: IjkState) -> str | ijk_render.Pixels | None:
        """The text or the picture; None in mode human, which shows it in the terminal."""
        if self._mode is None:
            gymnasium.logger.warn(
                "nothing is rendered without a render_mode: make the environment with "
                "render_mode='ansi', 'rgb_array' or 'human'"
            )
            return None
        if self._mode == "ansi":
            return ijk_render.text(state)
        if self._mode == "rgb_array":
            return ijk_render.picture(state)
        if self._is_open and state != self._shown:
            self._live.show(lambda _: ijk_render.coloured(state), FRAMES_PER_S)
            self._shown = state
        return None

    def opened(self) -> None:
        """Games may be seen again."""
        self._is_open = True

    def close(self) -> None:
        """Nothing more is shown."""
        self._is_open, self._shown = False, None
        self._live.close()
