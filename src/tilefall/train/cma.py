"""CMA: evolution strategy with covariance matrix adaptation, computed on one thread."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache
from statistics import fmean
from typing import Any

from tilefall.train.plan import Evolution
from tilefall.train.task import Vector, normalised
from tilefall.train.trainer import Question


class Cma:
    """Candidates around a centre that learns where to go, how far, and in which directions."""

    def __init__(self, plan: Evolution) -> None:
        self.plan = plan
        self.generation = 0
        with one_thread():
            self._strategy: Any = strategy(plan)
        self._centres: list[Vector] = []
        self._question: Question | None = None

    @property
    def best(self) -> Vector:
        """The centre, averaged over some generations: scores are noisy, so it wanders."""
        return averaged(self._centres, self.plan.average)

    def ask(self) -> Question:
        """Candidates around the centre."""
        if self._question is None:
            with one_thread():
                asked = self._strategy.ask()
            found = (tuple(map(float, candidate)) for candidate in asked)
            self._question = Question(tuple(found), self.plan.games_in(self.generation))
        return self._question

    def tell(self, scores: Sequence[float]) -> None:
        """Moves the centre."""
        candidates = [list(candidate) for candidate in self.ask().candidates]
        with one_thread():
            self._strategy.tell(candidates, [-score for score in scores])
        self._question = None
        self._centres.append(normalised(tuple(map(float, self._strategy.mean))))
        self.generation += 1
        self._keep_apart()

    def _keep_apart(self) -> None:
        """Takes a larger step where candidates are so near that noise hides who is better."""
        if not self.plan.least_step:
            return
        strategy = self._strategy
        spread = math.sqrt(fmean(float(each) ** 2 for each in strategy.stds))
        least = self.plan.least_step * math.hypot(*map(float, strategy.mean))
        if 0 < spread < least:
            strategy.sigma *= least / spread


def strategy(plan: Evolution) -> Any:
    """The strategy of the package with a generator of its own, so that nobody else disturbs it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses matplotlib, which nobody needs here
        import cma
    import numpy

    start = plan.start or (0.0,) * len(plan.task.features)
    randn: Callable[..., Any] = numpy.random.RandomState(plan.seed).randn
    options = {
        "popsize": plan.population,
        "randn": randn,
        "seed": numpy.nan,
        "verbose": -9,
        # of small populations: it looks for them again in what it is told, and misses some
        "CMA_mirrors": 0,
    }
    units = plan.task.units
    if any(unit != 1 for unit in units):
        options["CMA_stds"] = list(units)
    return cma.CMAEvolutionStrategy(list(start), plan.step, options)


def averaged(centres: Sequence[Vector], last: int) -> Vector:
    """The mean of the last centres."""
    some = centres[-last:]
    return normalised(tuple(fmean(values) for values in zip(*some, strict=True)))


def one_thread() -> AbstractContextManager[Any]:
    """Within it one thread computes, then as many as before."""
    found: AbstractContextManager[Any] = libraries().limit(limits=1, user_api="blas")
    return found


@cache
def libraries() -> Any:
    """Those of this process that have threads of their own; NumPy's is among them."""
    import numpy.linalg  # noqa: F401 - which loads it
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")
