"""GPU bench: whole games on the GPU, and on one core of this machine in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from tilefall.engines import packing
from tilefall.engines.cuda import Cuda
from tilefall.engines.cuda_kinds import kind_of
from tilefall.engines.native import Native
from tilefall.engines.packing import packed_weights
from tilefall.rules.catalog import parse_game
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.linear import (
    QUINTRIS_TABLES,
    QUINTRIS_TABLES_DEEP,
    TETRIS_TABLES,
    named_weights,
)

FIRST_SEED = 4_000_000_000


@dataclass(frozen=True)
class Case:
    """Weights that play a game, the piece alone or with the next one."""

    name: str
    game: str
    weights: str
    depth: int
    max_turns: int

    @property
    def rules(self) -> Quintris | Tetris:
        """The game."""
        game = parse_game(self.game)
        assert isinstance(game, Quintris | Tetris)
        return game


CASES = (
    Case("tetris 10 x 10", "tetris:height=10", "dt-10", 1, 2000),
    Case("tetris 10 x 20", "tetris", "rv-ce", 1, 2000),
    Case("quintris", "quintris", "quintris-greedy", 1, 500),
    Case("tetris 10 x 10, next", "tetris:height=10,rules=preview", "dt-10", 2, 500),
    Case("quintris, next", "quintris", "quintris-lookahead", 2, 100),
    Case("tetris 10 x 10, tables", "tetris:height=10", TETRIS_TABLES, 1, 2000),
    Case("tetris 10 x 20, tables", "tetris", TETRIS_TABLES, 1, 2000),
    Case("quintris, tables", "quintris", QUINTRIS_TABLES, 1, 500),
    Case("tetris 10 x 10, tables, next", "tetris:height=10,rules=preview", TETRIS_TABLES, 2, 500),
    Case("quintris, tables, next", "quintris", QUINTRIS_TABLES_DEEP, 2, 100),
)


@dataclass(frozen=True)
class Speed:
    """How fast whole games of one case are played."""

    name: str
    game: str
    weights: str
    depth: int
    games: int
    pieces: int
    placements: int  # made and valued; a core leaves out what cannot be the best, a GPU nothing
    device_seconds: float
    placements_per_s: float
    pieces_per_s: float
    core_placements_per_s: float
    core_pieces_per_s: float
    times_core: float  # pieces a second against pieces a second


@dataclass(frozen=True)
class GpuSpeed:
    """What this machine's GPU does."""

    gpu: str
    isa: str  # of the core it is compared with
    cases: tuple[Speed, ...]


def measure(seconds: float, tell: Callable[[str], None]) -> GpuSpeed:
    """Every case for about so long on the GPU, and as long on a core."""
    cuda, native = Cuda(), Native()
    cases = []
    for case in CASES:
        tell(case.name)
        cases.append(speed(case, seconds, cuda, native))
    return GpuSpeed(cuda.name, native.isa, tuple(cases))


def speed(case: Case, seconds: float, cuda: Cuda, native: Native) -> Speed:
    """One case: ever more games until they last long enough."""
    game, weights = case.rules, named_weights(case.weights).weights
    number = cuda.places(kind_of(game, [packed_weights(game, weights)], case.depth, 0))
    while True:
        before = cuda.seconds
        seeds = range(FIRST_SEED, FIRST_SEED + number)
        found = cuda.linear(game, [weights], seeds, case.max_turns, case.depth)
        spent = cuda.seconds - before
        if spent >= seconds / 2:
            break
        number *= 2
    pieces, placements = sum(each.turns for each in found), sum(each.placements for each in found)
    core_pieces, core_placements = core_speed(case, seconds, native)
    return Speed(
        name=case.name,
        game=case.game,
        weights=case.weights,
        depth=case.depth,
        games=number,
        pieces=pieces,
        placements=placements,
        device_seconds=spent,
        placements_per_s=placements / spent,
        pieces_per_s=pieces / spent,
        core_placements_per_s=core_placements,
        core_pieces_per_s=core_pieces,
        times_core=pieces / spent / core_pieces,
    )


def core_speed(case: Case, seconds: float, native: Native) -> tuple[float, float]:
    """Pieces and placements a second of one core on games of the same case."""
    rules = packing.packed_rules(case.rules)
    weights = packed_weights(case.rules, named_weights(case.weights).weights)
    options = packing.falling.SearchOptions(case.depth, 0)
    pieces = placements = 0
    native.set_isa()
    start = time.perf_counter()
    for seed in count(FIRST_SEED):
        (game,) = packing.falling.population_linear(
            rules, [weights], options, "uniform", [seed], case.max_turns, 1
        )
        pieces, placements = pieces + game.turns, placements + game.placements
        if (spent := time.perf_counter() - start) >= seconds / 2:
            break
    return pieces / spent, placements / spent
