"""Plan: all that decides how an evolution goes, and the command that says the same."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any

from tilefall.errors import UsageError
from tilefall.rules.dice import SEEDS
from tilefall.search.provenance import Earlier, parse_earlier
from tilefall.train.seeds import TRAINING_SEED, VALIDATION_SEED
from tilefall.train.task import FITNESS, Task, Vector

LARGEST_START = 1e9
METHODS = ("genetic", "cma", "cross-entropy")
OTHERWISE = ("method", "task", "start", "start_name", "earlier")  # no option with their value


class BadPlan(UsageError, ValueError):
    """A plan that cannot be carried out; says what was given and what is allowed."""


@dataclass(frozen=True)
class Evolution:
    """A method, what its candidates play, and every number of it."""

    method: str
    task: Task
    generations: int = 60
    population: int = 40
    games: int = 10  # of each candidate, in the first generation
    last_games: int = 0  # in the last one, growing evenly by factors; 0 for as many as in the first
    fitness: str = "log"
    seed: int = 1  # of the method's own chance
    first_seed: int = TRAINING_SEED  # of the games
    validation_games: int = 1000
    validation_seed: int = VALIDATION_SEED
    checkpoint_every: int = 10
    start: Vector | None = None
    start_name: str | None = None  # that the command calls it by; None if it tells the numbers
    earlier: tuple[Earlier, ...] = ()  # the trainings that led to the start
    average: int = 5  # of how many centres the best weights are the mean (cma, cross-entropy)
    step: float = 1.0  # how far from the centre the first candidates are (cma, cross-entropy)
    least_step: float = 0.0  # candidates stay so far apart, in lengths of the centre (cma)
    survivors: float = 0.5  # share of the population (genetic)
    tournament: float = 0.1  # share of the population that is drawn for parents (genetic)
    mutation: float = 0.05  # chance of a child to have a gene changed (genetic)
    mutation_size: float = 0.2  # by at most so much (genetic)
    elite: float = 0.1  # share of the population that moves the centre (cross-entropy)
    rerank: float = 2.0  # so many times the elite play again, 1 for none (cross-entropy)
    rerank_games: int = 0  # when they do, 0 for as many as before (cross-entropy)
    noise: float = 0.01  # added to the variance at first, none in the end (cross-entropy)

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise BadPlan(f"method {self.method!r}, allowed are {', '.join(METHODS)}")
        if self.fitness not in FITNESS:
            raise BadPlan(f"fitness {self.fitness!r}, allowed are {', '.join(FITNESS)}")
        check_ranges(self, RANGES)
        if not 1 <= self.task.max_pieces <= 1 << 62:
            raise BadPlan(f"--max-pieces {self.task.max_pieces}, allowed are 1 to 2^62")
        self._check_start()
        check_seeds(self.training_seeds, self.validation_seeds)

    def _check_start(self) -> None:
        features = len(self.task.features)
        if self.start is None and self.start_name is None:
            return
        if self.start is None or self.start_name == "":
            raise BadPlan(f"a start called {self.start_name!r}, expected a name and its numbers")
        if len(self.start) != features:
            raise BadPlan(f"a start of {len(self.start)} numbers, expected {features}")
        for number in self.start:
            if not abs(number) <= LARGEST_START:
                raise BadPlan(f"--start with {number}, allowed is a size of at most 10^9")
        if self.method == "genetic" and not any(self.start):
            raise BadPlan("--start is 0 in all features, expected one that is not")

    def games_in(self, generation: int) -> int:
        """How many games each candidate of a generation plays.

        >>> task = Task("tetris", "greedy", ("holes", "wells"), 10)
        >>> plan = Evolution("cma", task, generations=5, last_games=160)
        >>> [plan.games_in(generation) for generation in range(5)]
        [10, 20, 40, 80, 160]
        """
        last = self.last_games or self.games
        part = generation / max(self.generations - 1, 1)
        return round(math.pow(last / self.games, part) * self.games)

    @property
    def training_seeds(self) -> range:
        """All seeds that choosing takes."""
        each = [self.games_in(generation) for generation in range(self.generations)]
        if self.method == "cross-entropy" and self.rerank > 1:
            each += [self.rerank_games or games for games in each]
        return range(self.first_seed, self.first_seed + sum(each))

    @property
    def validation_seeds(self) -> range:
        """All seeds that judging takes."""
        return range(self.validation_seed, self.validation_seed + self.validation_games)

    def command(self) -> str:
        """The command line that carries this plan out."""
        task, words = self.task, []
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name not in OTHERWISE and value != field.default:
                words += [_option(field.name), str(value)]
        if self.start is not None:
            words += ["--start", self.start_name or ",".join(map(str, self.start))]
        return " ".join(
            (
                f"tilefall train {task.game} --method {self.method} --agent {task.agent}",
                f"--features {task.features_text} --max-pieces {task.max_pieces}",
                *words,
            )
        )

    def as_json(self) -> dict[str, Any]:
        """The words and numbers for a file."""
        return asdict(self)


# What numbers may be, both ends included.
RANGES: dict[str, tuple[float, float]] = {
    "generations": (1, 10**6),
    "population": (4, 10**5),
    "games": (1, 10**7),
    "last_games": (0, 10**7),
    "seed": (0, 2**32 - 1),
    "first_seed": (0, SEEDS - 1),
    "validation_games": (2, 10**8),
    "validation_seed": (0, SEEDS - 1),
    "checkpoint_every": (1, 10**6),
    "average": (1, 10**6),
    "step": (1e-9, 1e9),
    "least_step": (0, 10),
    "survivors": (0, 1),
    "tournament": (0, 1),
    "mutation": (0, 1),
    "mutation_size": (0, 1e9),
    "elite": (0, 1),
    "rerank": (1, 1e9),
    "rerank_games": (0, 10**7),
    "noise": (0, 1e9),
}


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _end(number: float) -> str:
    return "2^64 - 1" if number == SEEDS - 1 else f"{number:g}" if number % 1 else f"{number:,.0f}"


def check_ranges(plan: object, ranges: Mapping[str, tuple[float, float]]) -> None:
    """Raises BadPlan for a number of a plan that is not within its ends."""
    for name, (least, most) in ranges.items():
        value = getattr(plan, name)
        if not least <= value <= most:
            raise BadPlan(f"{_option(name)} {value}, allowed are {_end(least)} to {_end(most)}")


def check_seeds(training: range, judging: range) -> None:
    """Raises BadPlan if a seed would both choose and judge, or is none."""
    if training.start < judging.stop and judging.start < training.stop:
        raise BadPlan(
            f"training takes the seeds {training.start} to {training.stop - 1}, validation "
            f"{judging.start} to {judging.stop - 1}; they must not overlap: give another "
            "--validation-seed"
        )
    if max(training.stop, judging.stop) > SEEDS:
        raise BadPlan("seeds beyond 2^64 - 1: give a lower --first-seed or --validation-seed")


def check_fields(found: object, kind: type, what: str) -> dict[str, Any]:
    """A copy of words and numbers that are fields of a class; BadPlan for others."""
    known = [field.name for field in fields(kind)]
    required = [field.name for field in fields(kind) if field.default is MISSING]
    if not isinstance(found, Mapping) or not set(required) <= set(found) <= set(known):
        raise BadPlan(f"a {what} has {', '.join(known)}")
    for field in fields(kind):
        value = found.get(field.name, field.default)
        if str(field.type) in KINDS and type(value) not in KINDS[str(field.type)]:
            raise BadPlan(f"{field.name} is {value!r}")
    return dict(found)


KINDS: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "float": (int, float),
    "str": (str,),
    "str | None": (str, type(None)),
}


def parse_plan(found: object) -> Evolution:
    """The plan that `as_json` wrote; BadPlan says what is wrong with it."""
    values = check_fields(found, Evolution, "plan")
    task = check_fields(values["task"], Task, "task")
    try:
        values["task"] = Task(**{**task, "features": tuple(task["features"])})
        values["task"].check()
        if values.get("start") is not None:
            values["start"] = tuple(map(float, values["start"]))
        values["earlier"] = parse_earlier(values.get("earlier", ()))
        return Evolution(**values)
    except (TypeError, ValueError) as error:
        raise BadPlan(str(error)) from error
