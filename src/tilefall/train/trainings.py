"""Trainings: the kinds of runs there are, each from its configuration."""

from __future__ import annotations

from collections.abc import Callable

from tilefall.train.afterstates import AFTERSTATES, AfterstateLearning
from tilefall.train.afterstates_plan import AfterstatePlan, parse_afterstates
from tilefall.train.differences import DIFFERENCES, Learning, Plan, parse_lessons
from tilefall.train.evolution import EVOLUTION, Evolving
from tilefall.train.plan import BadPlan, Evolution, parse_plan
from tilefall.train.runs import BadRun, Config, Training
from tilefall.train.workers import Workers

AnyPlan = Evolution | Plan | AfterstatePlan
PARSERS: dict[str, Callable[[object], AnyPlan]] = {
    EVOLUTION: parse_plan,
    DIFFERENCES: parse_lessons,
    AFTERSTATES: parse_afterstates,
}


def training_of(config: Config, workers: Workers) -> Training:
    """The training of a run at its start."""
    plan = plan_of(config)
    if isinstance(plan, Evolution):
        return Evolving(plan, config, workers)
    if isinstance(plan, Plan):
        return Learning(plan, config)
    return AfterstateLearning(plan, config, workers)


def plan_of(config: Config) -> AnyPlan:
    """What a run was asked for; BadRun if it cannot be carried out."""
    if config.kind not in PARSERS:
        kinds = ", ".join(PARSERS)
        raise BadRun(f"a run of kind {config.kind!r}, allowed are {kinds}")
    try:
        return PARSERS[config.kind](config.plan)
    except BadPlan as error:
        raise BadRun(f"the configuration of this run cannot be used: {error}") from error
