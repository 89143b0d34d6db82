"""Many environments side by side: one native call steps all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from numbers import Integral
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from tilefall.engines.environments import NeedsReset, WrongAction, unpacked
from tilefall.engines.protocol import FallingState
from tilefall.envs import spaces
from tilefall.envs.after import Afterstates
from tilefall.envs.autoreset import autoreset_of
from tilefall.envs.chosen import RESET_MASK, chosen_games
from tilefall.envs.kept import Kept, kept_games
from tilefall.envs.rendering import RENDER_FPS, Picture
from tilefall.envs.seeds import checked_seed
from tilefall.envs.settings import (
    MOST_ENVIRONMENTS,
    MOST_THREADS,
    RENDER_MODES,
    Settings,
    check_render_mode,
    checked_count,
    settings_of,
)
from tilefall.envs.spaces import Array
from tilefall.envs.starting import (
    NOTHING_BEGUN,
    POSITION,
    checked_options,
    checked_seeds,
    starting_state,
    with_fresh_seeds,
)
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

INFORMED = ("action_mask", "score", "turn")
OF_MANY = ("threads", "copy", "autoreset_mode", "render_mode")
Steps = tuple[Any, Array, Array, Array, dict[str, Any]]


class FallingVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Array]):
    """Games of one kind, one action each a step; docs/environments.md says all of it.

    With `copy=False` observations, rewards and masks are the memory itself that the next step
    writes to: nothing is copied, and whoever wants to keep something copies it.
    """

    metadata: ClassVar[dict[str, Any]] = {}  # type: ignore[misc]

    def __init__(
        self,
        settings: Settings,
        num_envs: int = 1,
        *,
        threads: int = 1,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = num_envs = checked_count("num_envs", num_envs, 1, MOST_ENVIRONMENTS)
        self.threads = checked_count("threads", threads, 1, MOST_THREADS)
        check_render_mode(render_mode)
        self.settings, self.copy = settings, copy
        self.autoreset_mode, self.render_mode = autoreset_of(autoreset_mode), render_mode
        self.metadata = {  # type: ignore[misc]
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "autoreset_mode": self.autoreset_mode,
        }
        self._picture = Picture(settings, render_mode, "make_vec")
        self._build()
        size = self._native.observation_size
        self.single_action_space = spaces.action_space(self._native.actions)
        self.single_observation_space = spaces.observation_space(settings, size)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @cached_property
    def observation_space(self) -> gymnasium.Space[Any]:  # type: ignore[override]
        """The space of all observations; it is larger than they are, and few ask for it."""
        return batch_space(self.single_observation_space, self.num_envs)

    def _build(self) -> None:
        autoreset = self.autoreset_mode.name.lower()
        native = self.settings.native(self.num_envs, self.threads, autoreset)
        self._native = native
        self._steps = spaces.step_memory(self.num_envs)
        self._now, self._last = (
            spaces.view_memory(
                self.settings, self.num_envs, native.actions, native.observation_size
            )
            for _ in range(2)
        )
        native.bind(self._steps, self._now, self._last)
        self._everyone = np.ones(self.num_envs, np.bool_)
        self._everyone.setflags(write=False)
        self._has_begun = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """New games: of seed, seed + 1, ..., of the seeds given, or the next of the seeds before.

        `options={"reset_mask": mask}` begins only those anew for which it is true, and
        `options={"position": text}` begins at a position.
        """
        options = checked_options(options, [POSITION, RESET_MASK])
        chosen = chosen_games(options.get(RESET_MASK), self.num_envs, self._has_begun)
        start = starting_state(self.settings, options)
        given = checked_seeds(seed, self.num_envs)
        super().reset(seed=int(seed) if isinstance(seed, Integral) else None)
        if not self._has_begun:
            given = with_fresh_seeds(given, self.np_random)
        self._native.reset_many(chosen, given.is_given, given.seeds, start)
        self._has_begun = True
        if self.render_mode == "human":
            self.render()
        return self._observations(), self._infos(chosen)

    def step(self, actions: Any) -> Steps:
        """Play an action in every environment; those that have ended begin anew as declared."""
        bound = self._steps["action"]
        if actions is not bound:
            actions = np.asarray(actions)
            if actions.shape != bound.shape or actions.dtype.kind not in "iu":
                raise gymnasium.error.InvalidAction(
                    f"actions of shape {actions.shape} and type {actions.dtype}, "
                    f"expected {self.num_envs} whole numbers"
                )
            np.copyto(bound, actions, casting="same_kind")
        return self.step_bound()

    def step_bound(self) -> Steps:
        """As `step`, with the actions that stand in `bound_actions`."""
        try:
            self._native.step()
        except NeedsReset as needed:
            raise gymnasium.error.ResetNeeded(str(needed)) from None
        except WrongAction as wrong:
            raise gymnasium.error.InvalidAction(str(wrong)) from None
        except ValueError:
            self._check_begun()
            raise
        steps = self._steps
        reward, terminated, truncated = steps["reward"], steps["terminated"], steps["truncated"]
        if self.copy:
            reward, terminated, truncated = reward.copy(), terminated.copy(), truncated.copy()
        infos = self._infos(self._everyone)
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            ended = terminated | truncated
            if ended.any():
                infos |= self._final(ended)
        if self.render_mode == "human":
            self.render()
        return self._observations(), reward, terminated, truncated, infos

    @property
    def bound_actions(self) -> Array:
        """The memory that the next step takes its actions from."""
        return self._steps["action"]

    def sample_actions(self, seed: int) -> Array:
        """Random legal actions in `bound_actions`, each as likely as any; the same for a seed."""
        self._check_begun()
        self._native.random_actions(checked_seed(seed))
        return self._steps["action"]

    def action_masks(self) -> Array:
        """Which actions are legal, a row an environment."""
        return self._now["action_mask"].astype(np.bool_)

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded(NOTHING_BEGUN)

    def _observations(self) -> Any:
        return _observed(self._now, np.copy if self.copy else np.asarray)

    def _infos(self, chosen: Array) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for name in INFORMED:
            infos[name], infos[f"_{name}"] = self._now[name], chosen
        return {name: array.copy() for name, array in infos.items()} if self.copy else infos

    def _final(self, ended: Array) -> dict[str, Any]:
        """How the environments ended that have begun again in the same step."""
        observations = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended).tolist():
            observations[i] = _observed(self._last, lambda array, i=i: spaces.single_part(array, i))  # type: ignore[misc]
        infos: dict[str, Any] = {}
        for name in INFORMED:
            shape = (self.num_envs,) + (1,) * (self._last[name].ndim - 1)
            infos[name] = self._last[name] * ended.reshape(shape)
            infos[f"_{name}"] = ended.copy()
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": infos,
            "_final_info": ended.copy(),
        }

    def afterstates(
        self, *, columns: bool = False, boards: bool = False, features: bool = False
    ) -> Afterstates:
        """What every legal placement of every environment leaves behind."""
        self._check_begun()
        if self.settings.actions != "placement":
            raise ValueError('keys leave nothing behind: afterstates need actions="placement"')
        return Afterstates(**self._native.successors(None, columns, boards, features))

    def state(self, i: int) -> FallingState:
        """The position of an environment as the rules have it."""
        return unpacked(self.settings.game, self._native.state(self._checked_number(i)))

    def game_seed(self, i: int) -> int:
        """The seed of the game that an environment plays."""
        return self._native.seed(self._checked_number(i))

    def _checked_number(self, i: int) -> int:
        self._check_begun()
        return checked_count("environment", i, 0, self.num_envs - 1)

    def clone(self) -> Kept:
        """How all games stand, with all that will come; `restore` puts them back."""
        return Kept(self.settings, self.num_envs, self._native.snapshot(), self._has_begun)

    def restore(self, kept: Kept) -> tuple[Any, dict[str, Any]]:
        """Go on from what `clone` gave; what is seen there."""
        self._native.restore(kept_games(kept, self.settings, self.num_envs))
        self._has_begun = kept.has_begun and self._native.has_begun
        if not kept.has_begun:
            spaces.clear(self._steps, self._now, self._last)
        return self._observations(), self._infos(self._everyone)

    def render(self) -> tuple[Any, ...] | None:
        """A frame of every environment; in the terminal as many of the first as fit."""
        return self._picture.frames(
            self._native.state,
            self.num_envs,
            has_begun=self._has_begun,
            frames_per_s=self.metadata["render_fps"],
        )

    def close_extras(self, **arguments: Any) -> None:
        """Let go of the terminal."""
        self._picture.close()

    def __getstate__(self) -> dict[str, Any]:
        native = ("_native", "_steps", "_now", "_last", "_everyone")
        kept = {key: value for key, value in self.__dict__.items() if key not in native}
        return kept | {"_kept": self._native.snapshot()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        games, has_begun = kept.pop("_kept"), kept["_has_begun"]
        self.__dict__.update(kept)
        self._build()
        self._native.restore(games)
        self._has_begun = has_begun


def _observed(views: dict[str, Array], taken: Callable[[Array], Any]) -> Any:
    if "observation" in views:
        return taken(views["observation"])
    names = ("board", "current", "next", "seen")
    return {name: taken(views[name]) for name in names if name in views}


class TetrisVectorEnv(FallingVectorEnv):
    """`tilefall/Tetris-v0`, many side by side: arguments of `TetrisEnv` and of this class."""

    def __init__(self, num_envs: int = 1, **arguments: Any) -> None:
        settings = settings_of(Tetris, arguments, ["num_envs", *OF_MANY])
        super().__init__(settings, num_envs, **_of_many(arguments))


class QuintrisVectorEnv(FallingVectorEnv):
    """`tilefall/Quintris-v0`, many side by side: arguments of `QuintrisEnv` and of this class."""

    def __init__(self, num_envs: int = 1, **arguments: Any) -> None:
        settings = settings_of(Quintris, arguments, ["num_envs", *OF_MANY])
        super().__init__(settings, num_envs, **_of_many(arguments))


def _of_many(arguments: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if name in OF_MANY}
