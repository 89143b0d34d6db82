"""Trainers: CMA and cross-entropy find what is best, also where luck has heavy tails."""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tilefall.rules.features import Features
from tilefall.train.cma import averaged
from tilefall.train.evolution import digest, trainer_of
from tilefall.train.methods import CrossEntropy
from tilefall.train.plan import METHODS, Evolution
from tilefall.train.task import Task, Vector, normalised
from tilefall.train.trainer import Trainer

TARGET = normalised((-1.0, 2.0, -0.5, 3.0))


def plan(method: str, features: int = 4, **more: Any) -> Evolution:
    return Evolution(method, Task("tetris", "greedy", Features._fields[:features], 10), **more)


def distance(vector: Vector) -> float:
    """How far a direction is from the best one."""
    pairs = zip(normalised(vector), TARGET, strict=True)
    return math.sqrt(sum((mine - best) ** 2 for mine, best in pairs))


def score(vector: Vector) -> float:
    return 2 - distance(vector)


def taught(plan: Evolution, score: Callable[[Vector], float]) -> Trainer:
    """A trainer that was told how good its candidates are, to the end of its plan."""
    trainer = trainer_of(plan)
    while trainer.generation < plan.generations:
        trainer.tell([score(candidate) for candidate in trainer.ask().candidates])
    return trainer


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_best_direction_is_found(method: str, seed: int) -> None:
    found = taught(plan(method, seed=seed, generations=40), score).best
    assert distance(found) < (0.4 if method == "genetic" else 0.1)
    assert sum(value * value for value in found) == pytest.approx(1)


@pytest.mark.parametrize("method", METHODS)
def test_from_a_good_start_it_gets_no_worse(method: str) -> None:
    """Small steps around what is best stay there; the start is where candidates begin."""
    near = plan(method, generations=5, start=TARGET, step=0.01)
    trainer = trainer_of(replace(near, step=1.0) if method == "genetic" else near)
    close = [distance(candidate) < 0.1 for candidate in trainer.ask().candidates]
    assert close[0] if method == "genetic" else all(close)
    assert distance(taught(near, score).best) < 0.1


def lucky(luck: Random) -> Callable[[Vector], float]:
    """Scores like those of falling games: whoever is lucky scores a thousand times more."""
    return lambda vector: score(vector) * luck.paretovariate(1.1)


def test_playing_again_beats_luck() -> None:
    """As many games as a larger population plays once bring it closer if the seemingly best of a
    smaller one play again."""

    def mean_distance(population: int, rerank: float) -> float:
        found = []
        for seed in range(30):
            asked = plan("cross-entropy", seed=seed, generations=25, population=population)
            asked = replace(asked, rerank=rerank, elite=5 / population)
            found.append(distance(taught(asked, lucky(Random(seed))).best))
        return fmean(found)

    again, once = mean_distance(50, rerank=3.0), mean_distance(65, rerank=1.0)
    assert again < 0.8 * once


def test_the_second_scores_alone_decide() -> None:
    asked = plan("cross-entropy", population=20, elite=0.1, rerank=3.0, rerank_games=7, games=3)
    trainer = CrossEntropy(asked)
    first = trainer.ask()
    assert (first.stage, first.games, len(first.candidates)) == ("population", 3, 20)
    trainer.tell([float(n) for n in range(20)])
    assert trainer.generation == 0
    second = trainer.ask()
    assert (second.stage, second.games) == ("elite", 7)
    assert second.candidates == first.candidates[:13:-1]
    trainer.tell([0.0, 0.0, 5.0, 0.0, 9.0, 0.0])
    assert trainer.generation == 1
    chosen = (second.candidates[4], second.candidates[2])
    expected = tuple(map(fmean, zip(*chosen, strict=True)))
    assert trainer.best == normalised(expected)
    assert trainer.ask().stage == "population"


@pytest.mark.parametrize("rerank", [1.0, 1.2])
def test_nobody_plays_again_if_it_would_be_the_elite(rerank: float) -> None:
    trainer = CrossEntropy(plan("cross-entropy", population=20, rerank=rerank))
    found = []
    for _ in range(3):
        found.append(trainer.ask().stage)
        trainer.tell([1.0] * len(trainer.ask().candidates))
    assert found == ["population"] * 3


def test_noise_keeps_the_centre_from_closing_and_ends() -> None:
    """Told the same of all, it keeps a spread of at least the noise, which falls to nothing."""
    asked = plan("cross-entropy", generations=50, noise=0.25, step=1.0, rerank=1.0)
    trainer = CrossEntropy(asked)
    spreads = []
    while trainer.generation < 50:
        candidates = trainer.ask().candidates
        spreads.append(numpy.std([candidate[0] for candidate in candidates]))
        trainer.tell([score(candidate) for candidate in candidates])
    assert min(spreads[:25]) > 0.2
    assert spreads[-1] < 0.15
    without = taught(replace(asked, noise=0.0), score)
    assert numpy.std([candidate[0] for candidate in without.ask().candidates]) < 1e-3


@pytest.mark.parametrize("method", ["cma", "cross-entropy"])
def test_the_best_is_the_mean_of_some_centres(method: str) -> None:
    single = [
        taught(plan(method, generations=generations, average=1, noise=0.0), score).best
        for generations in (6, 7, 8)
    ]
    three = taught(plan(method, generations=8, average=3, noise=0.0), score).best
    assert three == pytest.approx(averaged(single, 3), abs=1e-12)
    assert len(set(single)) == 3
    assert averaged(single, 1) == pytest.approx(single[-1], abs=1e-12)


@given(st.sampled_from(METHODS), st.integers(0, 2**32 - 1), st.integers(4, 9), st.integers(1, 4))
@examples(30)
def test_told_the_same_again_a_trainer_stands_where_the_other_stood(
    method: str, seed: int, population: int, features: int
) -> None:
    asked = plan(method, features, seed=seed, generations=4, population=population)
    first, scores = trainer_of(asked), Random(seed)
    tape = []
    while first.generation < 4:
        candidates = first.ask().candidates
        tape.append([scores.paretovariate(1.0) for _ in candidates])
        first.tell(tape[-1])
    second = trainer_of(asked)
    for told in tape:
        assert second.ask() == second.ask()
        second.tell(told)
    assert (second.best, second.generation) == (first.best, first.generation)
    assert digest(second.ask()) == digest(first.ask())


@pytest.mark.parametrize("method", METHODS)
def test_what_others_do_with_shared_generators_changes_nothing(method: str) -> None:
    questions = set()
    for seed in (1, 2):
        numpy.random.seed(seed)
        random.seed(seed)
        questions.add(digest(trainer_of(plan(method)).ask()))
    assert len(questions) == 1


@pytest.mark.parametrize("method", METHODS)
def test_another_seed_asks_for_others(method: str) -> None:
    questions = {digest(trainer_of(plan(method, seed=seed)).ask()) for seed in range(5)}
    assert len(questions) == 5


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("population", [4, 5, 7])
def test_scores_that_say_nothing_stop_nobody(method: str, population: int) -> None:
    """Not even with a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        trainer = taught(plan(method, population=population, generations=80), lambda vector: 0.0)
    assert sum(value * value for value in trainer.best) == pytest.approx(1)


def spread(trainer: Trainer) -> float:
    """How far candidates are from their centre a feature, in lengths of the centre."""
    candidates = trainer.ask().candidates
    centre = [fmean(column) for column in zip(*candidates, strict=True)]
    squares = [
        (weight - middle) ** 2
        for candidate in candidates
        for weight, middle in zip(candidate, centre, strict=True)
    ]
    return math.sqrt(fmean(squares)) / math.hypot(*centre)


def nearness(vector: Vector) -> float:
    """Highest at one point, so that candidates have reason to come together."""
    return -math.dist(vector, TARGET)


def test_candidates_of_cma_keep_apart_if_they_are_told_to() -> None:
    without = taught(plan("cma", population=60, generations=60), nearness)
    kept = taught(plan("cma", population=60, generations=60, least_step=0.1), nearness)
    assert spread(without) < 0.01
    assert 0.07 < spread(kept) < 0.14
    assert distance(kept.best) < 0.1


def test_far_candidates_are_left_where_they_are() -> None:
    """The least step is no step that is always taken."""
    usual, kept = (
        taught(plan("cma", generations=1, least_step=least), score) for least in (0.0, 0.001)
    )
    assert usual.ask().candidates == kept.ask().candidates
