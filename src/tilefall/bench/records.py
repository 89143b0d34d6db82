"""Records: the weights that ship with tilefall, measured again on seeds that nobody has used."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from tilefall import stats
from tilefall.rules.catalog import parse_game
from tilefall.rules.pieces import FILLED
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.genes import SHIPPED_GENES
from tilefall.search.ijk_network import SHIPPED as NETWORKS
from tilefall.search.ijk_network import Network, shipped_network
from tilefall.search.linear import SHIPPED
from tilefall.search.provenance import DuelValidation, Provenance, Validation
from tilefall.search.weights_file import Entry, shipped_entries
from tilefall.stats import Estimate
from tilefall.train.judging import judged
from tilefall.train.task import Game, Task, validated
from tilefall.train.workers import Workers

GAMES_AT_ONCE = 50  # between two looks at the progress
MOST_ERRORS = 3.5  # standard errors by which two measurements of the same weights may differ
# Times the lines per death that can go by without a death before that is as unlikely.
LONGEST_LUCK = -math.log(math.erfc(MOST_ERRORS / math.sqrt(2)))
PIECES = 10**8  # of each of the weights on a processor, if nobody says: a minute or two
Teller = Callable[[int], None]


@dataclass(frozen=True)
class Recorded:
    """Shipped weights with what their file says of them."""

    weights: Entry | Network
    provenance: Provenance
    validation: Validation | DuelValidation

    @property
    def games(self) -> int:
        """How many its file counts."""
        validation = self.validation
        return validation.games if isinstance(validation, Validation) else 2 * validation.pairs

    def part(self, most_games: int, most_pieces: float) -> int:
        """How many of its games to play again: not more than these, and their pieces about so many.

        At least two, so that there is a mean.
        """
        count = min(most_games, self.games)
        if isinstance(self.validation, Validation):
            game = parse_game(self.provenance.game)
            assert isinstance(game, Quintris | Tetris)
            cells = sum(row.count(FILLED) for row in game.moves.pieces.shapes[0].rows)
            pieces = self.validation.mean.value * game.width / cells  # all but some lie in lines
            count = int(min(count, most_pieces / max(pieces, 1)))
        return max(count, 2)


@dataclass(frozen=True)
class Remeasured:
    """Weights with what their file says of them, and what was found now."""

    name: str
    game: str
    agent: str
    command: str
    recorded: Validation | DuelValidation
    found: Validation | DuelValidation

    @property
    def agrees(self) -> bool:
        """Whether the two are as near as chance allows."""
        if isinstance(self.found, Validation) and isinstance(self.recorded, Validation):
            # In logarithms: the interval of few deaths is not even on both sides.
            found, recorded = self.found.lines_per_death, self.recorded.lines_per_death
            if recorded is not None and self.found.deaths == 0:
                lines = self.found.mean.value * self.found.games
                return lines <= LONGEST_LUCK * recorded.high
            if found is not None and recorded is not None:
                errors = math.hypot(_error(_log(found)), _error(_log(recorded)))
                return abs(math.log(found.value / recorded.value)) <= MOST_ERRORS * errors
        figure, known = _figure(self.found), _figure(self.recorded)
        errors = math.hypot(_error(figure), _error(known))
        return abs(figure.value - known.value) <= MOST_ERRORS * errors


def records() -> dict[str, Recorded]:
    """The shipped weights that tell how good they were, by name."""
    shipped: dict[str, Entry | Network] = {}
    for file in (*SHIPPED, *SHIPPED_GENES):
        shipped |= shipped_entries(file)
    shipped |= {file: shipped_network(mode) for mode, file in NETWORKS.items()}
    return {
        name: Recorded(weights, weights.provenance, weights.provenance.validation)
        for name, weights in shipped.items()
        if weights.provenance is not None and weights.provenance.validation is not None
    }


def measure(
    name: str,
    count: int,
    first_seed: int,
    workers: Workers,
    at_once: int = GAMES_AT_ONCE,
    tell: Teller = lambda games: None,
) -> Remeasured:
    """One of the shipped weights on so many games."""
    record = records()[name]
    found: Validation | DuelValidation
    if isinstance(record.weights, Network):
        found = judged(record.weights, first_seed, count // 2)
        tell(count)
    else:
        found = _played(record, range(first_seed, first_seed + count), workers, at_once, tell)
    origin = record.provenance
    return Remeasured(name, origin.game, origin.agent, origin.command, record.validation, found)


def _played(
    record: Recorded, seeds: range, workers: Workers, at_once: int, tell: Teller
) -> Validation:
    entry, origin, recorded = record.weights, record.provenance, record.validation
    assert isinstance(entry, Entry)
    assert isinstance(recorded, Validation)
    task = Task(origin.game, origin.agent, tuple(entry.features), recorded.max_pieces)
    weights = task.whole(tuple(entry.features.values()))
    found: list[Game] = []
    for start in range(0, len(seeds), at_once):
        part = seeds[start : start + at_once]
        (played,) = workers.play(task, [weights], part)
        found += played
        tell(len(part))
    return validated(found, seeds.start, recorded.max_pieces)


def _figure(validation: Validation | DuelValidation) -> Estimate:
    if isinstance(validation, DuelValidation):
        return validation.score_percent
    return validation.mean


def _log(estimate: Estimate) -> Estimate:
    return Estimate(*map(math.log, (estimate.value, estimate.low, estimate.high)))


def _error(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / (2 * stats.Z)
