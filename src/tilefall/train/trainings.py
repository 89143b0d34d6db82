"""Trainings: the kinds of runs there are, each from its configuration."""

from __future__ import annotations

from collections.abc import Callable

from tilefall.train.differences import Learning, Plan, parse_lessons
from tilefall.train.evolution import Evolving
from tilefall.train.plan import BadPlan, Evolution, parse_plan
from tilefall.train.runs import DIFFERENCES, EVOLUTION, BadRun, Config, Training
from tilefall.train.workers import Workers

AnyPlan = Evolution | Plan
PARSERS: dict[str, Callable[[object], AnyPlan]] = {
    EVOLUTION: parse_plan,
    DIFFERENCES: parse_lessons,
}


def training_of(config: Config, workers: Workers) -> Training:
    """The training of a run at its start."""
    plan = plan_of(config)
    if isinstance(plan, Evolution):
        return Evolving(plan, config, workers)
    return Learning(plan, config)


def plan_of(config: Config) -> AnyPlan:
    """What a run was asked for; BadRun if it cannot be carried out."""
    try:
        return PARSERS[config.kind](config.plan)
    except BadPlan as error:
        raise BadRun(f"the configuration of this run cannot be used: {error}") from error
