"""A learned network for IJK on 6 x 6: weights of neighbours, tiles and leads (J11)."""

from __future__ import annotations

import json
import zlib
from array import array
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from sys import byteorder
from typing import Any

from tilefall.engines.packing_ijk import ijk
from tilefall.errors import TilefallError
from tilefall.rules.ijk import highest_letters, tile_codes, transposed
from tilefall.rules.notation import EMPTY, Rows
from tilefall.search.provenance import BadProvenance, Provenance, parse_provenance

SIZE, WINNING = 6, "K"
TRIPLES = 1 << 15
TILE_KINDS = 32
LINE_STAGES, TILE_STAGES = 3, 16
# The parts of the weights, one behind the other.
TILE_WEIGHTS = LINE_STAGES * 2 * TRIPLES
CELL_WEIGHTS = TILE_WEIGHTS + TILE_STAGES * TILE_KINDS
LEAD_WEIGHTS = CELL_WEIGHTS + 64 * TILE_KINDS
WEIGHTS = LEAD_WEIGHTS + 16 * 16 * 64
SCALE = 1000  # a value of so many is a unit of the logarithm of odds
FIELDS = ("name", "mode", "about", "source")
SHIPPED = {
    "deterministic": "ijk-deterministic",
    "nondeterministic": "ijk-nondeterministic",
}


class BadNetwork(TilefallError, ValueError):
    """A network that cannot be read; says where and what was expected."""


@dataclass(frozen=True)
class Network:
    """Whole weights that say what a position is worth for the player to move."""

    name: str
    mode: str  # of the games that it learned from
    about: str
    source: str
    weights: bytes = field(repr=False)  # two each, the lower byte first
    provenance: Provenance | None = None

    @cached_property
    def numbers(self) -> array[int]:
        """The weights as numbers."""
        numbers = array("h", self.weights)
        if byteorder == "big":  # pragma: no cover - no such machine at hand
            numbers.byteswap()
        return numbers

    def native(self) -> ijk.Network:
        """The same for native searches, made anew."""
        return ijk.Network(self.weights)

    def value(self, board: Rows, player: int, turn: int) -> int:
        """What a position is worth for player 0, by its definition (J11)."""
        seen = board if player == 0 else tuple(row.swapcase() for row in board)
        total = sum(self.numbers[place] for place in places(seen, turn))
        return total if player == 0 else -total

    def text(self) -> str:
        """The file that holds it."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in FIELDS}
        if self.provenance is not None:
            fields["provenance"] = self.provenance.as_json()
        fields["weights"] = b64encode(zlib.compress(self.weights, 9)).decode("ascii")
        return json.dumps(fields, indent=1) + "\n"


def line_stage(turn: int) -> int:
    """In which part of a game a turn is, for neighbours."""
    return 0 if turn < 128 else 1 if turn < 320 else 2


def tile_stage(turn: int) -> int:
    """In which part of a game a turn is, for tiles."""
    return min(turn // 48, TILE_STAGES - 1)


def places(board: Rows, turn: int) -> list[int]:
    """The weights that make the value of a board on which the player to move has upper case (J11).

    >>> board = ("A.....", *("......",) * 5)
    >>> len(places(board, turn=0))           # 48 of neighbours, one tile twice, and the lead
    51
    """
    codes = tile_codes()
    found = []
    for way, lines in enumerate((board, transposed(board))):
        start = (2 * line_stage(turn) + way) * TRIPLES
        for line in lines:
            a, b, c, d, e, f = (codes[cell] for cell in line)
            windows = (a, b, c), (b, c, d), (c, d, e), (d, e, f)
            found += [
                start + first + 32 * second + 1024 * third for first, second, third in windows
            ]
    for row, line in enumerate(board):
        for column, cell in enumerate(line):
            if cell != EMPTY:
                found.append(TILE_WEIGHTS + tile_stage(turn) * TILE_KINDS + codes[cell])
                found.append(CELL_WEIGHTS + (8 * row + column) * TILE_KINDS + codes[cell])
    cells = "".join(board)
    tops = highest_letters(board)
    upper = codes[tops[0]] if any(map(str.isupper, cells)) else 0
    lower = codes[tops[1]] if any(map(str.islower, cells)) else 0
    return [*found, LEAD_WEIGHTS + upper * 1024 + lower * 64 + cells.count(EMPTY)]


def parse_network(text: str, where: str) -> Network:
    """The network of a file: JSON with name, mode, about, source, and the weights packed."""
    try:
        entry = json.loads(text)
        provenance = entry.pop("provenance", None)
        fields = [entry[field] for field in (*FIELDS, "weights")]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadNetwork(
            f"{where}: expected JSON with name, mode, about, source and weights"
        ) from error
    if len(entry) != len(fields) or not all(isinstance(field, str) for field in fields):
        raise BadNetwork(f"{where}: name, mode, about, source and weights must be all, and texts")
    name, mode, about, source, packed = fields
    if mode not in SHIPPED:
        raise BadNetwork(f"{where}: mode {mode!r}, allowed are {' and '.join(SHIPPED)}")
    try:
        weights = zlib.decompress(b64decode(packed, validate=True))
    except (ValueError, zlib.error) as error:
        raise BadNetwork(f"{where}: weights that cannot be unpacked: {error}") from error
    if len(weights) != 2 * WEIGHTS:
        raise BadNetwork(f"{where}: {len(weights)} bytes of weights, expected {2 * WEIGHTS}")
    try:
        told = None if provenance is None else parse_provenance(provenance)
    except BadProvenance as error:
        raise BadNetwork(f"{where}: {error}") from error
    return Network(name, mode, about, source, weights, told)


@cache
def shipped_network(mode: str) -> Network:
    """The network that ships with tilefall for a mode of IJK."""
    path = files("tilefall").joinpath("weights", f"{SHIPPED[mode]}.json")
    return parse_network(path.read_text(encoding="utf-8"), path.name)


def read_network(path: str) -> Network:
    """The network of a file."""
    try:
        return parse_network(Path(path).read_text(encoding="utf-8"), path)
    except UnicodeDecodeError as error:
        raise BadNetwork(f"{path}: not UTF-8, expected JSON") from error
