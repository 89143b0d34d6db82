"""Kinds of games that a GPU plays: for which numbers the kernels are compiled, and which not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from hashlib import sha256
from operator import or_
from pathlib import Path
from typing import NamedTuple

from tilefall import _native
from tilefall._native import falling
from tilefall.engines.packing import packed_rules
from tilefall.engines.protocol import EngineError
from tilefall.rules.features import Features
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

FOLDER = Path(_native.__file__).parent
HEADERS = FOLDER / "include"
SOURCE = HEADERS / "tilefall" / "gpu" / "population.cu"

MAX_PIECES = 7  # of a game, as in types.hpp
MOST_TURNS = (1 << 32) - 2


class Layout(NamedTuple):
    """Threads and games of a block, blocks of a multiprocessor, drops that a loop takes at once."""

    threads: int
    games: int
    blocks: int
    drops_at_once: int


# Measured on an H200 (docs/gpu.md); by whether it is Quintris, and whether the next piece counts.
# A block of games that are valued alone has about as many parts of work as threads (gpu/table.cuh).
LAYOUTS = {
    (False, False): Layout(threads=640, games=416, blocks=1, drops_at_once=2),
    (False, True): Layout(threads=256, games=96, blocks=3, drops_at_once=1),
    (True, False): Layout(threads=384, games=120, blocks=2, drops_at_once=1),
    (True, True): Layout(threads=256, games=64, blocks=2, drops_at_once=1),
}


@dataclass(frozen=True)
class Kind:
    """A game, how moves are chosen in it, and which of the costly features count."""

    game: Quintris | Tetris
    with_next: bool
    features: int

    @property
    def layout(self) -> Layout:
        """How its kernels use the GPU."""
        return LAYOUTS[isinstance(self.game, Quintris), self.with_next]

    @property
    def has_tables(self) -> bool:
        """Whether tables count; then a block plays one member at a time."""
        return bool(self.features & falling.WITH_TABLES)

    @property
    def weights(self) -> int:
        """How many weights a member has on the GPU."""
        names = falling.weight_names(packed_rules(self.game))
        return len(names) if self.has_tables else len(Features._fields)

    @property
    def pieces(self) -> bytes:
        """The numbers of the pieces of a fixed list; empty if they are drawn."""
        draws = self.game.draws
        return bytes(map(draws.letters.index, draws.text)) if draws.is_list else b""

    def options(self) -> tuple[str, ...]:
        """What the compiler is told."""
        game, draws = self.game, self.game.draws
        is_quintris = isinstance(game, Quintris)
        draw = "list" if draws.is_list else "told" if draws.told else draws.text
        told = (*(draws.told or ()), *[0] * MAX_PIECES)[:MAX_PIECES]
        numbers = {
            "WIDTH": game.width,
            "HEIGHT": game.height,
            "QUINTRIS": _word(is_quintris),
            "PREVIEW": _word(isinstance(game, Quintris) or game.preview),
            "DRAW": draw.upper(),
            "TOLD": ",".join(map(str, told)),
            "SET": self.features,
            "NEXT": _word(self.with_next),
            "THREADS": self.layout.threads,
            "GAMES": self.layout.games,
            "BLOCKS": self.layout.blocks,
            "DROPS_AT_ONCE": self.layout.drops_at_once,
            "SOURCES": sources_digest(),  # compiled kernels are kept by their options
        }
        macros = (f"-DTILEFALL_{name}={number}" for name, number in numbers.items())
        return ("-std=c++20", "-default-device", f"-I{HEADERS}", *macros)


def kind_of(
    game: Quintris | Tetris, population: Sequence[Sequence[int]], depth: int, beam: int
) -> Kind:
    """The kind of the games of these packed weights; EngineError if a GPU does not play them."""
    check_playable(game, depth, beam)
    return Kind(game, depth == 2, reduce(or_, map(falling.wanted, population), 0))


def check_playable(game: Quintris | Tetris, depth: int, beam: int) -> None:
    """Raises EngineError for games that a GPU does not play."""
    if isinstance(game, Quintris) and game.reach != "drop":
        raise EngineError(f"{game.text()}, a GPU plays quintris with reach=drop alone")
    has_preview = isinstance(game, Quintris) or game.preview
    if depth > 2 or (depth == 2 and (beam or not has_preview)):
        reason = "the next piece is not shown" if depth == 2 and not has_preview else ""
        reason = reason or (f"a beam of {beam}" if depth == 2 else f"{depth} pieces deep")
        raise EngineError(
            f"{game.text()}, {reason}: a GPU looks at the piece alone, or at it and the next one "
            "where that is shown, without a beam; take the agent greedy, tetris:rules=preview with "
            "lookahead, or the cores of this machine"
        )


def _word(value: bool) -> str:
    return "true" if value else "false"


@cache
def sources_digest() -> str:
    """What stands for everything that the kernels are made of."""
    found = sha256()
    for path in sorted((*HEADERS.rglob("*.hpp"), *HEADERS.rglob("*.cu*"))):
        found.update(path.read_bytes())
    return f"0x{found.hexdigest()[:8]}"
