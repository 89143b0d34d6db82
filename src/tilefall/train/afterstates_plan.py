"""Afterstates plan: all that decides how values are learned, and the command that says the same."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from tilefall.rules.dice import SEEDS
from tilefall.rules.game import BadText
from tilefall.rules.quintris import Quintris
from tilefall.rules.surface import SURFACE
from tilefall.rules.tetris import Tetris
from tilefall.train.plan import BadPlan, check_fields, check_ranges, check_seeds
from tilefall.train.seeds import TRAINING_SEED, VALIDATION_SEED
from tilefall.train.task import MAX_PIECES, USUAL_FEATURES, Task, named_features

VALUES = ("linear", "ntuple")
# What is learned to expect: rows removed, or the end of the game, which is bad.
REWARDS = ("lines", "survival")
AGENTS = {"linear": "greedy", "ntuple": "tuples"}  # who plays with the result
BLOCKS = 100  # lines of the log, checkpoints included
JUDGED_EVERY = 10  # blocks

# What is taken where nobody says; measured in docs/training.md.
USUAL: dict[str, dict[str, Any]] = {
    "linear": {
        "reward": "survival",
        "games": 2000,
        "rate": 1e-5,
        "trust": 0.0,
        "discount": 0.99,
        "random_moves": 0.05,
    },
    "ntuple": {
        "reward": "lines",
        "games": 5000,
        "rate": 1.0,
        "trust": 0.5,
        "discount": 0.98,
        "random_moves": 0.01,
    },
}


@dataclass(frozen=True)
class AfterstatePlan:
    """What is learned, and how."""

    game: str
    value: str
    reward: str
    features: tuple[str, ...]  # of linear values
    games: int
    rate: float  # linear: the part of old turns that is forgotten every turn; ntuple: of an error
    trust: float  # lambda: how far later afterstates count
    discount: float  # what a reward is worth a turn earlier
    random_moves: float  # share
    max_pieces: int
    first_seed: int = TRAINING_SEED
    validation_games: int = 1000
    validation_seed: int = VALIDATION_SEED

    def __post_init__(self) -> None:
        for name, allowed in (("value", VALUES), ("reward", REWARDS)):
            if getattr(self, name) not in allowed:
                raise BadPlan(f"--{name} {getattr(self, name)}, allowed are {', '.join(allowed)}")
        check_ranges(self, RANGES)
        if self.value == "ntuple" and self.features:
            raise BadPlan("--features is for --value linear: tables have their own")
        check_seeds(self.training_seeds, self.validation_seeds)
        if self.value == "linear":
            for name in self.features:
                if name in SURFACE:
                    raise BadPlan(f"--features {name}: td weighs E1 to E11; cma learns tables")
            self.task.check()

    @property
    def row_reward(self) -> float:
        """For each row removed."""
        return 1.0 if self.reward == "lines" else 0.0

    @property
    def end_reward(self) -> float:
        """For the end of a game."""
        return 0.0 if self.reward == "lines" else -1.0

    @property
    def task(self) -> Task:
        """What the linear result plays: its reward is part of the weight of rows removed."""
        features = self.features
        if self.row_reward and "rows_removed" not in features:
            features += ("rows_removed",)
        return Task(self.game, AGENTS["linear"], features, self.max_pieces)

    @property
    def block(self) -> int:
        """How many games there are from one line of the log to the next."""
        return math.ceil(self.games / BLOCKS)

    @property
    def training_seeds(self) -> range:
        """All seeds that learning takes."""
        return range(self.first_seed, self.first_seed + self.games)

    @property
    def validation_seeds(self) -> range:
        """All seeds that judging takes."""
        return range(self.validation_seed, self.validation_seed + self.validation_games)

    def command(self) -> str:
        """The command line that carries this plan out."""
        words = [f"tilefall train {self.game} --method td"]
        for field in fields(self):
            found = getattr(self, field.name)
            if field.name in ("game", "features") or found == field.default:
                continue
            words.append(f"--{field.name.replace('_', '-')} {found}")
        if self.features:
            words.append(f"--features {','.join(self.features)}")
        return " ".join(words)

    def as_json(self) -> dict[str, Any]:
        """The words and numbers for a file."""
        return asdict(self)


# What numbers may be, both ends included.
RANGES: dict[str, tuple[float, float]] = {
    "games": (1, 10**9),
    "rate": (0, 1),
    "trust": (0, 1),
    "discount": (0, 1),
    "random_moves": (0, 0.999),
    "max_pieces": (1, 2**62),
    "first_seed": (0, SEEDS - 1),
    "validation_games": (2, 10**8),
    "validation_seed": (0, SEEDS - 1),
}


def asked_afterstates(game: Quintris | Tetris, given: Mapping[str, Any]) -> AfterstatePlan:
    """The plan for a game that these options ask for, the usual numbers for all others."""
    words = dict(given)
    value = words.pop("value", VALUES[0])
    if value not in VALUES:
        raise BadPlan(f"--value {value}, allowed are {', '.join(VALUES)}")
    named = words.pop("features", None)
    usual = USUAL_FEATURES if value == "linear" else ()
    return AfterstatePlan(
        game=game.text(),
        value=value,
        features=named_features(named, game) if named else usual,
        **{"max_pieces": MAX_PIECES[game.name], **USUAL[value], **words},
    )


def parse_afterstates(found: object) -> AfterstatePlan:
    """The plan that `as_json` wrote; BadPlan says what is wrong with it."""
    values = check_fields(found, AfterstatePlan, "plan")
    if not isinstance(values["features"], list | tuple):
        raise BadPlan(f"features is {values['features']!r}")
    try:
        return AfterstatePlan(**{**values, "features": tuple(values["features"])})
    except (BadText, TypeError) as error:
        raise BadPlan(str(error)) from error
