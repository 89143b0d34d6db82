"""Cross-entropy: candidates around a centre, the best of them tell where the next ones are.

Scores of falling games have heavy tails, so the best of many candidates is mostly the luckiest.
Those who seem best play again, on other seeds, and only the second scores decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean, pvariance

from tilefall.train.cma import averaged
from tilefall.train.plan import Evolution
from tilefall.train.task import Vector, normalised
from tilefall.train.trainer import Question


class CrossEntropy:
    """A normal distribution for each weight, with noise that lasts and so keeps it from closing."""

    def __init__(self, plan: Evolution) -> None:
        self.plan = plan
        self.generation = 0
        self._random = Random(plan.seed)
        self._centre = plan.start or (0.0,) * len(plan.task.features)
        self._variance = tuple((plan.step * unit) ** 2 for unit in plan.task.units)
        self._centres: list[Vector] = []
        self._question = self._fresh()

    @property
    def best(self) -> Vector:
        """The centre, averaged over some generations."""
        return averaged(self._centres, self.plan.average)

    def ask(self) -> Question:
        """All candidates, then again those who seemed best."""
        return self._question

    def tell(self, scores: Sequence[float]) -> None:
        """Chooses who plays again, or moves the centre."""
        plan, asked = self.plan, self._question
        order = sorted(range(len(scores)), key=lambda member: (-scores[member], member))
        ranked = tuple(asked.candidates[member] for member in order)
        elite = min(max(2, round(plan.elite * plan.population)), plan.population)
        again = min(round(plan.rerank * elite), plan.population)
        if asked.stage == "population" and again > elite:
            games = plan.rerank_games or asked.games
            self._question = Question(ranked[:again], games, "elite")
            return
        self._move_to(ranked[:elite])

    def _move_to(self, elite: Sequence[Vector]) -> None:
        columns = list(zip(*elite, strict=True))
        noise = self.plan.noise * (1 - self.generation / self.plan.generations)
        self._centre = tuple(map(fmean, columns))
        self._variance = tuple(pvariance(column) + noise for column in columns)
        self._centres.append(normalised(self._centre))
        self.generation += 1
        self._question = self._fresh()

    def _fresh(self) -> Question:
        normal = self._random.gauss
        candidates = tuple(
            tuple(
                normal(middle, variance**0.5)
                for middle, variance in zip(self._centre, self._variance, strict=True)
            )
            for _ in range(self.plan.population)
        )
        return Question(candidates, self.plan.games_in(self.generation))
