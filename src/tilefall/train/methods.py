"""Two methods of training: the genetic algorithm of a university course, and cross-entropy."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean, pvariance

from tilefall.train.cma import averaged
from tilefall.train.plan import Evolution
from tilefall.train.task import Vector, normalised
from tilefall.train.trainer import Question


class Genetic:
    """The weaker half dies; of some drawn by lot the best two have a child, until all are back."""

    def __init__(self, plan: Evolution) -> None:
        self.plan = plan
        self.generation = 0
        self._random = Random(plan.seed)
        self._population = tuple(self._newcomer() for _ in range(plan.population))
        if plan.start is not None:
            self._population = (normalised(plan.start), *self._population[1:])
        self.best = self._population[0]

    def ask(self) -> Question:
        """The whole population."""
        return Question(self._population, self.plan.games_in(self.generation))

    def tell(self, scores: Sequence[float]) -> None:
        """The weaker ones make room for children."""
        plan, count = self.plan, len(self._population)
        ranked = sorted(range(count), key=lambda member: (-scores[member], member))
        alive = ranked[: max(2, round(plan.survivors * count))]
        family = [self._population[member] for member in alive]
        self.best = family[0]
        drawn = min(max(2, round(plan.tournament * count)), len(alive))
        while len(family) < count:
            first, second = sorted(self._random.sample(range(len(alive)), drawn))[:2]
            parents = [(family[i], scores[alive[i]]) for i in (first, second)]
            family.append(self._mutated(child(*parents)))
        self._population = tuple(family)
        self.generation += 1

    def _newcomer(self) -> Vector:
        while True:
            genes = tuple(self._random.uniform(-1, 1) for _ in self.plan.task.features)
            if any(genes):
                return normalised(genes)

    def _mutated(self, genes: Vector) -> Vector:
        if self._random.random() >= self.plan.mutation:
            return genes
        gene, size = self._random.randrange(len(genes)), self.plan.mutation_size
        added = self._random.uniform(-size, size)
        changed = tuple(value + added * (i == gene) for i, value in enumerate(genes))
        return normalised(changed) if any(changed) else genes


def child(first: tuple[Vector, float], second: tuple[Vector, float]) -> Vector:
    """The genes of two parents weighted by their fitness, normalised.

    Parents that both scored 0 count alike, and where the sum is nothing the first one lives on.

    >>> child(((1.0, 0.0), 3), ((0.0, 1.0), 4))
    (0.6, 0.8)
    >>> child(((1.0, 0.0), 0), ((-1.0, 0.0), 0))
    (1.0, 0.0)
    """
    (genes, fitness), (others, other_fitness) = first, second
    if fitness == other_fitness == 0:
        fitness = other_fitness = 1
    mixed = tuple(
        fitness * gene + other_fitness * other for gene, other in zip(genes, others, strict=True)
    )
    return normalised(mixed) if any(mixed) else genes


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
