"""Values that learn: weights of features, or tables. Each keeps itself, plays, and has a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tilefall.engines import packing
from tilefall.engines.native import Native
from tilefall.rules.catalog import parse_game
from tilefall.rules.features import Features
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.provenance import Provenance
from tilefall.search.tuples_file import Tables
from tilefall.search.weights_file import Entry, file_text
from tilefall.train.afterstates_plan import AfterstatePlan
from tilefall.train.task import Game, Games
from tilefall.train.workers import LocalWorkers, Workers

SCALE = 1 << 16  # what a reward of 1 is worth in tables


class Learner(Protocol):
    """What native code knows, and how it learns."""

    def play(self, first_seed: int, games: int, rate: float) -> packing.LearnedBlock:
        """Learns from the games of these seeds; how they went."""
        ...

    def state(self) -> bytes:
        """All that it knows."""
        ...

    def restore(self, kept: bytes) -> None:
        """Knows what was kept, and nothing else."""
        ...


class Values(Protocol):
    """Values of placements that learn."""

    @property
    def learner(self) -> Learner:
        """What changes."""
        ...

    def games(self, seeds: Sequence[int]) -> Games:
        """Games with what is known now, in which nothing is learned."""
        ...

    def text(self, name: str, about: str, source: str, provenance: Provenance) -> str:
        """The file to play with."""
        ...


class LinearValues:
    """Weights of features: their file is one of weights."""

    def __init__(self, plan: AfterstatePlan, workers: Workers) -> None:
        self.plan = plan
        self.workers = workers
        self.learner = packing.LinearLearner(
            Native().isa,
            packing.packed_rules(_game(plan)),
            [Features._fields.index(name) for name in plan.features],
            plan.discount,
            plan.trust,
            plan.row_reward,
            plan.end_reward,
            plan.random_moves,
            plan.max_pieces,
        )

    def weights(self) -> dict[str, float]:
        """What a placement is worth by features: its reward, and what comes after it."""
        known = dict(zip(Features._fields, self.learner.weights(), strict=True))
        found = {name: self.plan.discount * known[name] for name in self.plan.task.features}
        if self.plan.row_reward:
            found["rows_removed"] += self.plan.row_reward
        return found

    def games(self, seeds: Sequence[int]) -> Games:
        """Games with what is known now, in which nothing is learned."""
        task = self.plan.task
        whole = task.whole(tuple(self.weights()[name] for name in task.features))
        (played,) = self.workers.play(task, [whole], seeds)
        return played

    def text(self, name: str, about: str, source: str, provenance: Provenance) -> str:
        """The file to play with."""
        return file_text(Entry(name, about, source, self.weights(), provenance))


class TupleValues:
    """Tables: their file is one of tables."""

    def __init__(self, plan: AfterstatePlan, workers: Workers) -> None:
        self.plan = plan
        self.threads = workers.threads if isinstance(workers, LocalWorkers) else 1
        self.learner = packing.TupleLearner(
            Native().isa,
            packing.packed_rules(_game(plan)),
            plan.discount,
            plan.trust,
            plan.row_reward,
            plan.end_reward,
            plan.random_moves,
            plan.max_pieces,
        )

    def tables(
        self, name: str, about: str, source: str, provenance: Provenance | None = None
    ) -> Tables:
        """What a placement is worth by tables: its reward, and what comes after it."""
        weights = self.learner.rounded(SCALE * self.plan.discount)
        row_worth = round(SCALE * self.plan.row_reward)
        return Tables(name, about, source, self.plan.game, row_worth, weights, provenance)

    def games(self, seeds: Sequence[int]) -> Games:
        """Games with what is known now, in which nothing is learned."""
        rules = packing.packed_rules(_game(self.plan))
        tables = self.tables("now", "now", "now").native
        played = Native().tuples.playout(rules, tables, seeds, self.plan.max_pieces, self.threads)
        return Games.of(Game(game.score, game.turns, not game.is_over) for game in played)

    def text(self, name: str, about: str, source: str, provenance: Provenance) -> str:
        """The file to play with."""
        return self.tables(name, about, source, provenance).text()


def values_of(plan: AfterstatePlan, workers: Workers) -> Values:
    """The values of a plan, which know nothing yet."""
    return LinearValues(plan, workers) if plan.value == "linear" else TupleValues(plan, workers)


def _game(plan: AfterstatePlan) -> Quintris | Tetris:
    game = parse_game(plan.game)
    assert isinstance(game, Quintris | Tetris)
    return game
