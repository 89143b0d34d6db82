"""Makers of IJK's agents: what their parameters mean, and which of them are mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tilefall.agents.agent import Agent
from tilefall.agents.expecting import CHANCE_TABLE_BITS, ExpectiminimaxAgent
from tilefall.agents.minimaxing import TABLE_BITS, MinimaxAgent
from tilefall.engines import engine
from tilefall.rules.game import BadText, Game
from tilefall.rules.ijk import Ijk
from tilefall.rules.notation import parse_number
from tilefall.search.expectiminimax import MOST_CELLS, Plan
from tilefall.search.ijk_evaluation import (
    BY_LETTER,
    Evaluation,
    best_evaluation,
    evaluation_named,
    networked,
)
from tilefall.search.ijk_network import BadNetwork, read_network
from tilefall.search.minimax import DEEPEST as DEEPEST_SLIDES

Parameters = Mapping[str, str]


def _minimax(
    name: str, evaluation: Evaluation, engine_name: str, depth: int, parameters: Parameters
) -> Agent:
    bits = parse_number(parameters.get("table", str(TABLE_BITS)), "table", 0, 32)
    with _enough_memory(bits):
        return MinimaxAgent(
            name,
            evaluation,
            engine(engine_name),
            parse_number(parameters.get("depth", str(depth)), "depth", 1, DEEPEST_SLIDES),
            bits,
            parse_number(parameters.get("threads", "1"), "threads", 1, 1024),
        )


@contextmanager
def _enough_memory(bits: int) -> Iterator[None]:
    """A table that is too big for this machine is the user's mistake, and told as one."""
    try:
        yield
    except MemoryError as error:
        raise BadText(
            f"table {bits}, no memory for {16 * 2**bits / 2**30:g} GiB; take fewer bits"
        ) from error


def letters(game: Game, seed: int, engine_name: str, parameters: Parameters) -> Agent:
    """The course program that counts letters."""
    return _minimax("course-letters", BY_LETTER, engine_name, 6, parameters)


def alphabeta(game: Game, seed: int, engine_name: str, parameters: Parameters) -> Agent:
    """Alpha-beta with the evaluation that the parameters name."""
    evaluation = _chosen_evaluation(game, parameters)
    return _minimax("alphabeta", evaluation, engine_name, 10, parameters)


def _chosen_evaluation(game: Game, parameters: Parameters) -> Evaluation:
    """The evaluation that the parameters name, or the strongest one for the game."""
    assert isinstance(game, Ijk)
    name, file = parameters.get("evaluation", ""), parameters.get("network", "")
    if name and file:
        raise BadText("evaluation and network, expected one of them: a network is an evaluation")
    try:
        if file:
            return networked(read_network(file), game)
        return evaluation_named(name or best_evaluation(game), game)
    except BadNetwork:
        raise
    except ValueError as error:
        raise BadText(str(error)) from error


def expectiminimax(game: Game, seed: int, engine_name: str, parameters: Parameters) -> Agent:
    """The search that weighs every tile that may appear."""
    plan = Plan(
        _chosen_evaluation(game, parameters),
        sample=parse_number(parameters.get("sample", "0"), "sample", 0, MOST_CELLS),
        threads=parse_number(parameters.get("threads", "1"), "threads", 1, 1024),
    )
    bits = parse_number(parameters.get("table", str(CHANCE_TABLE_BITS)), "table", 0, 32)
    with _enough_memory(bits):
        return ExpectiminimaxAgent(
            "expectiminimax",
            plan,
            engine(engine_name),
            parse_number(parameters.get("depth", "5"), "depth", 1, DEEPEST_SLIDES),
            bits,
        )
