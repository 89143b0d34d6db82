"""Genetic: the algorithm of a university course, every number of it an option."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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
