"""The genetic algorithm: exactly the one that was asked for, and every number of it an option."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefall.rules.features import Features
from tilefall.train.methods import Genetic, child
from tilefall.train.plan import Evolution
from tilefall.train.task import Task, Vector, normalised

SEEDS = st.integers(0, 2**32 - 1)
SCORES = st.floats(0, 1e6)
GENES = st.lists(st.floats(-1, 1), min_size=3, max_size=3).map(tuple)


def task(features: int) -> Task:
    return Task("tetris", "greedy", Features._fields[:features], 10)


def plan(seed: int = 1, features: int = 4, **more: Any) -> Evolution:
    return Evolution("genetic", task(features), seed=seed, **more)


def length(vector: Sequence[float]) -> float:
    return math.sqrt(sum(value * value for value in vector))


class Scripted(Random):
    """Chance that says what it was asked, and answers as a test wants."""

    def __init__(self, **answers: Callable[..., Any]) -> None:
        super().__init__(5)
        self.answers = answers
        self.asked: list[tuple[str, Any]] = []

    def _answered(self, name: str, *arguments: Any) -> Any:
        self.asked.append((name, arguments))
        return self.answers.get(name, getattr(super(), name))(*arguments)

    def sample(self, population: Any, k: int, *, counts: Any = None) -> Any:
        return self._answered("sample", population, k)

    def uniform(self, a: float, b: float) -> float:
        return float(self._answered("uniform", a, b))

    def random(self) -> float:
        return float(self._answered("random"))

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return int(self._answered("randrange", start))


@given(SEEDS, st.integers(1, 11), st.integers(4, 30))
def test_the_first_genes_are_uniform_and_normalised(
    seed: int, features: int, population: int
) -> None:
    asked = Genetic(plan(seed, features, population=population)).ask()
    drawn = Random(seed)
    for genes in asked.candidates:
        expected = tuple(drawn.uniform(-1, 1) for _ in range(features))
        assert genes == normalised(expected)
        assert length(genes) == pytest.approx(1)
    assert len(set(asked.candidates)) == population or features == 1


def test_genes_that_are_drawn_cover_the_whole_range() -> None:
    """Of 4000 newcomers with two genes an eighth points in each eighth of all directions, more
    towards corners, as uniform numbers do."""
    asked = Genetic(plan(features=2, population=4000)).ask().candidates
    parts = [int((math.atan2(y, x) + math.pi) / (math.pi / 4)) % 8 for x, y in asked]
    for part in range(8):
        assert 0.105 < parts.count(part) / 4000 < 0.145
    near_corner = sum(abs(abs(x) - abs(y)) < 0.2 for x, y in asked) / 4000
    assert near_corner > 0.2  # 0.18 if all directions were alike


def told(scores: Sequence[float], **more: Any) -> tuple[tuple[Vector, ...], Genetic]:
    """A population and the trainer that was told its scores."""
    trainer = Genetic(plan(population=len(scores), **more))
    before = trainer.ask().candidates
    trainer.tell(scores)
    return before, trainer


@given(st.lists(SCORES, min_size=4, max_size=40), st.floats(0, 1), SEEDS)
def test_the_weaker_half_dies_or_any_other_share(
    scores: list[float], survivors: float, seed: int
) -> None:
    before, trainer = told(scores, survivors=survivors, seed=seed)
    after = trainer.ask().candidates
    count = max(2, round(survivors * len(scores)))
    ranked = sorted(range(len(scores)), key=lambda member: (-scores[member], member))
    assert after[:count] == tuple(before[member] for member in ranked[:count])
    assert len(after) == len(before)
    assert trainer.best == before[ranked[0]]
    assert trainer.generation == 1


def test_half_of_forty_die() -> None:
    before, trainer = told([float(n) for n in range(40)])
    after = trainer.ask().candidates
    assert set(after[:20]) == set(before[20:])
    assert set(after[20:]).isdisjoint(before[:20])


@pytest.mark.parametrize(("tournament", "drawn"), [(0.1, 4), (0.05, 2), (0.2, 8), (0, 2), (1, 20)])
def test_a_tenth_of_the_population_is_drawn_from_those_alive(tournament: float, drawn: int) -> None:
    trainer = Genetic(plan(population=40, tournament=tournament))
    trainer._random = random = Scripted()
    trainer.tell([float(n) for n in range(40)])
    samples = [arguments for name, arguments in random.asked if name == "sample"]
    assert samples == [(range(20), drawn)] * 20


def test_the_best_two_of_those_drawn_have_the_child() -> None:
    scores = [float(n) for n in range(10, 50)]
    trainer = Genetic(plan(population=40, mutation=0))
    trainer._random = Scripted(sample=lambda alive, count: [17, 5, 9, 2])
    before = trainer.ask().candidates
    trainer.tell(scores)
    # the third and the sixth of the ranking, which has the last of the population first
    parents = [(before[39 - rank], scores[39 - rank]) for rank in (2, 5)]
    assert set(trainer.ask().candidates[20:]) == {child(*parents)}


@given(GENES, GENES, SCORES, SCORES)
def test_a_child_is_its_parents_weighted_by_fitness(
    first: Vector, second: Vector, score: float, other: float
) -> None:
    found = child((first, score), (second, other))
    mixed = [score * x + other * y for x, y in zip(first, second, strict=True)]
    if score == other == 0:
        mixed = [x + y for x, y in zip(first, second, strict=True)]
    if length(mixed) > 1e-100:
        assert length(found) == pytest.approx(1)
        assert found == pytest.approx([value / length(mixed) for value in mixed])
    assert any(found) or not any(first)


def test_a_parent_that_scored_nothing_leaves_nothing() -> None:
    assert child(((0.6, 0.8), 5.0), ((1.0, 0.0), 0.0)) == (0.6, 0.8)


@given(SEEDS, st.integers(1, 4), st.integers(4, 20))
def test_parents_that_both_scored_0_never_give_nothing(
    seed: int, features: int, population: int
) -> None:
    trainer = Genetic(plan(seed, features, population=population, mutation=0.5))
    for _ in range(4):
        trainer.tell([0.0] * population)
        for genes in trainer.ask().candidates:
            assert length(genes) == pytest.approx(1)


def test_opposite_parents_leave_the_first() -> None:
    assert child(((0.6, 0.8), 2.0), ((-0.6, -0.8), 2.0)) == (0.6, 0.8)


@pytest.mark.parametrize("size", [0.2, 0.5])
def test_a_mutation_adds_to_one_gene_and_normalises(size: float) -> None:
    trainer = Genetic(plan(population=4, mutation=0.05, mutation_size=size))
    answers: dict[str, Callable[..., Any]] = {
        "random": lambda: 0.049,
        "randrange": lambda stop: 2,
        "uniform": lambda low, high: high,
        "sample": lambda alive, count: [0, 1],
    }
    trainer._random = random = Scripted(**answers)
    before = trainer.ask().candidates
    trainer.tell([3.0, 2.0, 1.0, 0.0])
    born = child((before[0], 3.0), (before[1], 2.0))
    changed = normalised((*born[:2], born[2] + size, born[3]))
    assert trainer.ask().candidates[2:] == (changed, changed)
    assert ("uniform", (-size, size)) in random.asked
    assert ("randrange", (4,)) in random.asked


def test_a_child_in_twenty_is_mutated() -> None:
    trainer = Genetic(plan(population=40_000, features=3))
    before = trainer.ask().candidates
    trainer._random = Scripted(sample=lambda alive, count: [0, 1])
    trainer.tell([1.0, 1.0] + [0.0] * 39_998)
    born = child((before[0], 1.0), (before[1], 1.0))
    children = trainer.ask().candidates[20_000:]
    changed = [genes for genes in children if genes != born]
    assert 0.045 < len(changed) / len(children) < 0.055
    for genes in changed:
        assert length(genes) == pytest.approx(1)
        # all but one keep their proportions
        ratios = sorted(new / old for new, old in zip(genes, born, strict=True))
        assert min(ratios[1] - ratios[0], ratios[2] - ratios[1]) == pytest.approx(0, abs=1e-9)


def test_a_mutation_that_leaves_nothing_is_none() -> None:
    trainer = Genetic(plan(features=1, population=4, mutation=1, mutation_size=1.0))
    trainer._random = Scripted(uniform=lambda low, high: -born[0])
    born = (1.0,)
    assert trainer._mutated(born) == born


def test_a_start_is_one_of_the_first_and_normalised() -> None:
    started = plan(features=2, start=(3.0, -4.0))
    asked = Genetic(started).ask().candidates
    assert asked[0] == (0.6, -0.8)
    assert asked[1:] == Genetic(replace(started, start=None)).ask().candidates[1:]


@given(SEEDS, st.integers(4, 12))
def test_it_stays_normalised_and_asks_the_same_until_it_is_told(seed: int, population: int) -> None:
    trainer, random = Genetic(plan(seed, 3, population=population, mutation=0.5)), Random(seed)
    for generation in range(5):
        asked = trainer.ask()
        assert trainer.ask() == asked
        assert (trainer.generation, len(asked.candidates)) == (generation, population)
        assert all(length(genes) == pytest.approx(1) for genes in asked.candidates)
        trainer.tell([random.random() for _ in range(population)])
