"""Settings: what the arguments of an environment ask for, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import Any

from tilefall.engines.environments import Environments, packed_rules
from tilefall.engines.native import Native
from tilefall.rules import quintris, tetris
from tilefall.rules.pieces import PieceSet
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

ACTIONS = ("placement", "keys")
OBSERVATIONS = ("dict", "flat", "float", "bits", "features")
ILLEGAL = ("next", "error")
RENDER_MODES = ("ansi", "rgb_array", "human")
KEYS = ("nothing", "left", "right", "rotate", "down", "drop", "flip")  # Tetris has no flip
LARGEST_REWARD = 1e9
LARGEST_COUNT = 2**63 - 1
MOST_ENVIRONMENTS, MOST_THREADS = 2**20, 256


@dataclass(frozen=True)
class Settings:
    """A game, how a learner acts in it, what it is told and given."""

    game: Quintris | Tetris
    actions: str = "placement"
    observation: str = "dict"
    gravity: int = 4
    reward_line: float = 1.0
    reward_piece: float = 0.0
    reward_end: float = 0.0
    illegal: str = "next"
    max_episode_steps: int | None = None

    def __post_init__(self) -> None:
        _check_choice("actions", self.actions, ACTIONS)
        _check_choice("observation", self.observation, OBSERVATIONS)
        _check_choice("illegal", self.illegal, ILLEGAL)
        counts = {"gravity": checked_count("gravity", self.gravity, 0, 2**32 - 1)}
        if (most := self.max_episode_steps) is not None:
            most = checked_count("max_episode_steps", most, 1, LARGEST_COUNT)
            counts["max_episode_steps"] = most
        for name, count in counts.items():
            object.__setattr__(self, name, count)
        for name in ("reward_line", "reward_piece", "reward_end"):
            reward: Any = getattr(self, name)
            is_number = isinstance(reward, Real)
            if not is_number or not abs(reward) <= LARGEST_REWARD:
                raise ValueError(f"{name} {reward!r}, allowed are numbers up to 10^9")

    @property
    def pieces(self) -> PieceSet:
        """The pieces of the game."""
        return quintris.PIECES if isinstance(self.game, Quintris) else tetris.PIECES

    @property
    def kinds(self) -> int:
        """How many kinds of piece an observation tells apart: those that a draw can give."""
        is_quintris = isinstance(self.game, Quintris)
        return len(self.pieces.shapes if is_quintris else self.pieces.letters)

    @property
    def has_next(self) -> bool:
        """Whether the next piece shows."""
        return isinstance(self.game, Quintris) or self.game.preview

    @property
    def has_spot(self) -> bool:
        """Whether the piece is somewhere in the well, and not above everything (T3)."""
        return isinstance(self.game, Quintris) or self.actions == "keys"

    def native(self, count: int, threads: int, autoreset: str) -> Environments:
        """So many games side by side."""
        Native().set_isa()
        return Environments(
            rules=packed_rules(self.game),
            with_keys=self.actions == "keys",
            gravity=self.gravity,
            line_reward=float(self.reward_line),
            piece_reward=float(self.reward_piece),
            end_reward=float(self.reward_end),
            max_steps=self.max_episode_steps or 0,
            refuses_illegal=self.illegal == "error",
            autoreset=autoreset,
            observed=self.observation,
            count=count,
            threads=threads,
        )


def settings_of(
    kind: type[Quintris | Tetris], arguments: Mapping[str, Any], others: Sequence[str]
) -> Settings:
    """The settings that arguments ask for; others may stand among them, if their names are told."""
    of_game = [field.name for field in fields(kind)]
    of_env = [field.name for field in fields(Settings) if field.name != "game"]
    allowed = [*of_game, *of_env, *others]
    for name in arguments:
        if name not in allowed:
            raise TypeError(f"argument {name!r}, allowed are {', '.join(allowed)}")
    game = kind(**{name: _of_game(name, arguments[name]) for name in of_game if name in arguments})
    return Settings(game, **{name: value for name, value in arguments.items() if name in of_env})


def _of_game(name: str, given: object) -> Any:
    """An argument as the rules take it: they expect sizes to be numbers and draws a word."""
    if name in ("width", "height"):
        if isinstance(given, bool) or not isinstance(given, Integral):
            raise ValueError(f"{name} {given!r}, expected a whole number")
        return int(given)
    if name == "pieces" and not isinstance(given, str):
        raise ValueError(f"pieces {given!r}, expected a word such as hidden, uniform or bag")
    return given


def check_render_mode(mode: str | None) -> None:
    """A ValueError if there is no such mode."""
    if mode is not None:
        _check_choice("render_mode", mode, RENDER_MODES)


def _check_choice(name: str, given: object, allowed: Sequence[str]) -> None:
    if given not in allowed:
        raise ValueError(f"{name} {given!r}, allowed are {', '.join(allowed)}")


def checked_count(name: str, given: object, least: int, most: int) -> int:
    """The number as a plain one, or a ValueError unless it is a whole number in this range."""
    if (
        isinstance(given, bool)
        or not isinstance(given, Integral)
        or not least <= int(given) <= most
    ):
        raise ValueError(f"{name} {given!r}, allowed are whole numbers from {least} to {most}")
    return int(given)
