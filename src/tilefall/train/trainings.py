"""Trainings: the kinds of runs there are, each from its configuration."""

from __future__ import annotations

from tilefall.train.afterstates import AFTERSTATES, AfterstateLearning
from tilefall.train.afterstates_plan import parse_afterstates
from tilefall.train.differences import DIFFERENCES, Learning, Plan
from tilefall.train.evolution import EVOLUTION, Evolving
from tilefall.train.plan import parse_plan
from tilefall.train.runs import BadRun, Config, Training
from tilefall.train.workers import Workers


def training_of(config: Config, workers: Workers) -> Training:
    """The training of a run at its start."""
    try:
        if config.kind == EVOLUTION:
            return Evolving(parse_plan(config.plan), config, workers)
        if config.kind == DIFFERENCES:
            return Learning(Plan(**config.plan))
        if config.kind == AFTERSTATES:
            return AfterstateLearning(parse_afterstates(config.plan), config, workers)
    except (ValueError, TypeError) as error:
        raise BadRun(f"the configuration of this run cannot be used: {error}") from error
    kinds = ", ".join((EVOLUTION, DIFFERENCES, AFTERSTATES))
    raise BadRun(f"a run of kind {config.kind!r}, allowed are {kinds}")
