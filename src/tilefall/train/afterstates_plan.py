"""Afterstates plan: all that decides how values are learned, and the command that says the same."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from tilefall.rules.dice import SEEDS
from tilefall.rules.features import Features
from tilefall.rules.game import BadText
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.train.plan import TRAINING_SEED, VALIDATION_SEED, BadPlan
from tilefall.train.task import USUAL_FEATURES, Task

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
MAX_PIECES = {"quintris": 2000, "tetris": 10_000}


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
        for name, (least, most) in RANGES.items():
            number = getattr(self, name)
            if not least <= number <= most:
                option = f"--{name.replace('_', '-')}"
                raise BadPlan(f"{option} {number}, allowed are {least:g} to {most:g}")
        if self.value == "ntuple" and self.features:
            raise BadPlan("--features is for --value linear: tables have their own")
        training, judging = self.training_seeds, self.validation_seeds
        if training.start < judging.stop and judging.start < training.stop:
            raise BadPlan(
                f"training takes the seeds {training.start} to {training.stop - 1}, validation "
                f"{judging.start} to {judging.stop - 1}; they must not overlap: give another "
                "--validation-seed"
            )
        if max(training.stop, judging.stop) > SEEDS:
            raise BadPlan("seeds beyond 2^64 - 1: give a lower --first-seed or --validation-seed")
        if self.value == "linear":
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
        features=tuple(named.split(",")) if named else usual,
        **{"max_pieces": MAX_PIECES[game.name], **USUAL[value], **words},
    )


def parse_afterstates(found: Mapping[str, Any]) -> AfterstatePlan:
    """The plan that `as_json` wrote; BadPlan says what is wrong with it."""
    names = [field.name for field in fields(AfterstatePlan)]
    if set(found) != set(names):
        raise BadPlan(f"a plan has {', '.join(names)}")
    kinds: dict[str, tuple[type, ...]] = {"int": (int,), "float": (int, float), "str": (str,)}
    for field in fields(AfterstatePlan):
        number = found[field.name]
        if isinstance(number, bool) or not isinstance(
            number, kinds.get(str(field.type), (list, tuple))
        ):
            raise BadPlan(f"{field.name} is {number!r}")
    for name in found["features"]:
        if name not in Features._fields:
            raise BadPlan(f"feature {name!r}, allowed are {', '.join(Features._fields)}")
    try:
        return AfterstatePlan(**{**found, "features": tuple(found["features"])})
    except BadText as error:
        raise BadPlan(f"not a plan: {error}") from error
