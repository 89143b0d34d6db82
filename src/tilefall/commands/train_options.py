"""Train options: what each method of training may be told, and the plan that comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import click

from tilefall.errors import UsageError
from tilefall.rules.game import Game
from tilefall.rules.ijk import Ijk

METHODS = ("genetic", "cma", "cross-entropy", "td")
EVOLUTION = METHODS[:3]
FITNESS = ("mean", "median", "log", "survival", "rate")


@dataclass(frozen=True)
class Option:
    """A number or word that some methods take."""

    name: str
    type: Any
    help: str
    methods: tuple[str, ...] = EVOLUTION


OPTIONS = (
    Option("agent", str, "Whose weights are sought, as in lookahead:beam=4 (greedy)."),
    Option("features", str, "What they weigh, names or linear, tables, all."),
    Option("max_pieces", int, "Cap on a game (quintris 2000, tetris 10000)."),
    Option("fitness", click.Choice(FITNESS), "Of a candidate's games (log)."),
    Option("generations", int, "How many (60)."),
    Option("population", int, "Candidates in a generation (40)."),
    Option("games", int, "Of each candidate at first (10); with td in all.", METHODS),
    Option("last_games", int, "Of each candidate in the last generation (as at first)."),
    Option("seed", int, "Decides the method's own chance (1)."),
    Option("first_seed", int, "Of the games that are learned on.", METHODS),
    Option("validation_games", int, "That judge and choose nothing (1000; ijk 100).", METHODS),
    Option("validation_seed", int, "Of the first of them.", METHODS),
    Option("checkpoint_every", int, "Generations from one checkpoint to the next (10)."),
    Option("start", str, "Weights to begin with: a name, a file, a run, or numbers."),
    Option("average", int, "Centres whose mean is the best (5).", ("cma", "cross-entropy")),
    Option("step", float, "How far the first candidates are (1).", ("cma", "cross-entropy")),
    Option("least_step", float, "How far they stay, in lengths of the centre (0).", ("cma",)),
    Option("survivors", float, "Share of the population (0.5).", ("genetic",)),
    Option("tournament", float, "Share that is drawn for parents (0.1).", ("genetic",)),
    Option("mutation", float, "Chance that a gene of a child changes (0.05).", ("genetic",)),
    Option("mutation_size", float, "By at most so much (0.2).", ("genetic",)),
    Option("elite", float, "Share that moves the centre (0.1).", ("cross-entropy",)),
    Option("rerank", float, "So many elites play again (2).", ("cross-entropy",)),
    Option("rerank_games", int, "When they do (as before).", ("cross-entropy",)),
    Option("noise", float, "Added to the variance at first (0.01).", ("cross-entropy",)),
    Option("rate", float, "How fast weights change at first (0.004).", ("td",)),
    Option("trust", float, "Lambda: how far later positions count (0.7).", ("td",)),
    Option("random_moves", float, "Share of moves (0.02).", ("td",)),
)


def training_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """All options of all methods; those that are not given are None."""
    for option in reversed(OPTIONS):
        is_special = option.methods not in (METHODS, EVOLUTION)
        whose = f" [{', '.join(option.methods)}]" if is_special else ""
        name = f"--{option.name.replace('_', '-')}"
        function = click.option(name, type=option.type, help=option.help + whose)(function)
    method = click.option(
        "--method", type=click.Choice(METHODS), help="How (cma; ijk has only td)."
    )
    return method(function)


@dataclass(frozen=True)
class Asked:
    """A run as it was asked for."""

    method: str
    kind: str
    config: dict[str, Any]
    bytes_needed: int


def asked_plan(game: Game, given: dict[str, Any]) -> Asked:
    """The plan for a game that the options ask for; what does not fit is the user's mistake."""
    method = given.pop("method", "td" if isinstance(game, Ijk) else "cma")
    for option in OPTIONS:
        if option.name in given and method not in option.methods:
            name = option.name.replace("_", "-")
            raise click.UsageError(f"--{name} is for {', '.join(option.methods)}, not {method}.")
    return _learning(game, given) if method == "td" else _evolution(game, method, given)


def _evolution(game: Game, method: str, given: dict[str, Any]) -> Asked:
    from tilefall.train.evolution import bytes_needed
    from tilefall.train.plan import Evolution
    from tilefall.train.runs import EVOLUTION as KIND
    from tilefall.train.start import start_of
    from tilefall.train.task import MAX_PIECES, Task, named_features, usual_features

    agent = given.pop("agent", "greedy")
    max_pieces = given.pop("max_pieces", MAX_PIECES.get(game.name, 1))
    named = given.pop("features", None)
    task = Task(game.text(), agent, (), max_pieces)
    player = task.player
    features = usual_features(player)
    if named is not None:
        is_linear = player.program is None
        features = named_features(named, player.game) if is_linear else tuple(named.split(","))
    task = Task(game.text(), agent, features, max_pieces)
    task.check()
    if "start" in given:
        start = start_of(task, given["start"])
        given |= {"start": start.numbers, "start_name": start.name, "earlier": start.earlier}
    plan = Evolution(method, task, **given)
    return Asked(method, KIND, plan.as_json(), bytes_needed(plan))


def _learning(game: Game, given: dict[str, Any]) -> Asked:
    from tilefall.train.differences import Plan
    from tilefall.train.runs import DIFFERENCES

    is_ijk = isinstance(game, Ijk)
    if not is_ijk or game not in (Ijk(), Ijk(mode="nondeterministic")):
        allowed = "ijk and ijk:mode=nondeterministic"
        hint = "" if is_ijk else "; others take cma, cross-entropy or genetic"
        raise UsageError(f"--method td learns {allowed}, not {game.text()}{hint}")
    plan = Plan(game.mode, **given)
    return Asked("td", DIFFERENCES, asdict(plan), 4_000_000 + 200 * plan.games // 5000)
