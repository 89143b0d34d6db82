"""Records: the weights that ship with tilefall, measured again on seeds that nobody has used."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from tilefall import stats
from tilefall.search.genes import SHIPPED_GENES
from tilefall.search.linear import SHIPPED
from tilefall.search.provenance import Provenance, Validation
from tilefall.search.weights_file import Entry, shipped_entries
from tilefall.stats import Estimate
from tilefall.train.task import Task, games

GAMES_AT_ONCE = 50  # between two looks at the progress
MOST_ERRORS = 3.5  # standard errors by which two means of the same weights may differ


@dataclass(frozen=True)
class Remeasured:
    """Weights with what their file says of them, and what was found now."""

    name: str
    game: str
    agent: str
    command: str
    recorded: Validation
    found: Validation

    @property
    def agrees(self) -> bool:
        """Whether the two means are as near as chance allows."""
        apart = abs(self.found.mean.value - self.recorded.mean.value)
        errors = (_error(self.found.mean), _error(self.recorded.mean))
        return apart <= MOST_ERRORS * math.hypot(*errors)


def recorded_entries() -> dict[str, tuple[Entry, Provenance, Validation]]:
    """The shipped weights that tell how good they were, by name."""
    found = {}
    for file in (*SHIPPED, *SHIPPED_GENES):
        for name, entry in shipped_entries(file).items():
            provenance = entry.provenance
            if provenance is not None and isinstance(provenance.validation, Validation):
                found[name] = (entry, provenance, provenance.validation)
    return found


def measure(
    name: str,
    most_games: int,
    first_seed: int,
    threads: int,
    tell: Callable[[int], None] = lambda games: None,
) -> Remeasured:
    """One of the shipped weights on as many games as its file counts, or on `most_games`."""
    entry, provenance, recorded = recorded_entries()[name]
    features = tuple(entry.features)
    task = Task(provenance.game, provenance.agent, features, recorded.max_pieces)
    weights = task.whole(tuple(entry.features.values()))
    seeds = range(first_seed, first_seed + min(most_games, recorded.games))
    lines: list[int] = []
    alive = 0
    for start in range(0, len(seeds), GAMES_AT_ONCE):
        part = seeds[start : start + GAMES_AT_ONCE]
        (played,) = games(task, [weights], part, threads)
        lines += [game.lines for game in played]
        alive += sum(game.is_alive for game in played)
        tell(len(part))
    found = Validation(
        first_seed,
        len(seeds),
        recorded.max_pieces,
        stats.mean(lines),
        stats.middle(lines),
        stats.share(alive, len(seeds)),
    )
    return Remeasured(name, provenance.game, provenance.agent, provenance.command, recorded, found)


def _error(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / (2 * stats.Z)
