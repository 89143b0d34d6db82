"""Trainings: the kinds of runs there are, each from its configuration."""

from __future__ import annotations

from tilefall.train.differences import DIFFERENCES, Learning, parse_lessons
from tilefall.train.evolution import EVOLUTION, Evolving
from tilefall.train.plan import BadPlan, parse_plan
from tilefall.train.runs import BadRun, Config, Training
from tilefall.train.workers import Workers


def training_of(config: Config, workers: Workers) -> Training:
    """The training of a run at its start."""
    try:
        if config.kind == EVOLUTION:
            return Evolving(parse_plan(config.plan), config, workers)
        if config.kind == DIFFERENCES:
            return Learning(parse_lessons(config.plan), config)
    except BadPlan as error:
        raise BadRun(f"the configuration of this run cannot be used: {error}") from error
    raise _unknown(config)


def command_of(config: Config) -> str:
    """The command line that carries out what a run was asked for."""
    try:
        if config.kind == EVOLUTION:
            return parse_plan(config.plan).command()
        if config.kind == DIFFERENCES:
            return parse_lessons(config.plan).command()
    except BadPlan as error:
        raise BadRun(f"the configuration of this run cannot be used: {error}") from error
    raise _unknown(config)


def _unknown(config: Config) -> BadRun:
    return BadRun(f"a run of kind {config.kind!r}, allowed are {EVOLUTION} and {DIFFERENCES}")
