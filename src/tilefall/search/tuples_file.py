"""Tuples files: tables that value boards, packed, with where they come from."""

from __future__ import annotations

import json
import zlib
from array import array
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from sys import byteorder
from typing import Any

from tilefall.engines import Engine, packing
from tilefall.engines.native import Native
from tilefall.engines.protocol import FallingState
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import BadText, Game
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.provenance import BadProvenance, Provenance, parse_provenance
from tilefall.search.tuples import part_sizes, plain_values

TEXTS = ("name", "about", "source", "game", "weights")
FIELDS = (*TEXTS, "row_worth", "provenance")
BYTES = 4  # of a weight
ENDS_GAME = -(1 << 31)  # what native code says of a move that ends the game
LARGEST_WEIGHT, LARGEST_ROW_WORTH = 1 << 24, 1 << 20


class BadTables(ValueError):
    """Tables that cannot be used; says where, what was found and what was expected."""


@dataclass(frozen=True)
class Tables:
    """Whole numbers that say what placements are worth in one game."""

    name: str
    about: str
    source: str
    game: str  # that they were made for
    row_worth: int  # for each row removed
    weights: bytes = field(repr=False)  # four each, the lowest first
    provenance: Provenance | None = None

    @cached_property
    def numbers(self) -> array[int]:
        """The weights as numbers."""
        numbers = array("i", self.weights)
        if byteorder == "big":  # pragma: no cover - no such machine at hand
            numbers.byteswap()
        return numbers

    @cached_property
    def native(self) -> packing.TupleTables:
        """The same for native code."""
        return packing.TupleTables(_falling(self.game).width, self.weights, self.row_worth)

    def values(self, state: FallingState, engine: Engine) -> dict[int, int | None]:
        """What each legal move is worth, as an engine counts; None for one that ends the game."""
        if not isinstance(engine, Native):
            return plain_values(state, self.numbers, self.row_worth)
        rules = packing.packed_rules(state.game)
        found = engine.tuples.values(rules, packing.packed(state), self.native)
        return {move: None if value == ENDS_GAME else value for move, value in found}

    def choice(self, state: FallingState, engine: Engine) -> int:
        """The move worth most, the first of equal ones; any move beats the end (T7, T8)."""
        if isinstance(engine, Native):
            rules = packing.packed_rules(state.game)
            return engine.tuples.choose(rules, packing.packed(state), self.native)
        found = self.values(state, engine)
        lasting = {move: value for move, value in found.items() if value is not None}
        return max(lasting, key=lambda move: (lasting[move], -move)) if lasting else min(found)

    def check(self, game: Game) -> None:
        """Raises BadTables for a game of another kind or size than they were made for."""
        made_for = _falling(self.game)
        if not isinstance(game, type(made_for)) or (game.width, game.height) != (
            made_for.width,
            made_for.height,
        ):
            raise BadTables(f"{self.name} was made for {self.game}, not for {game.text()}")

    def text(self) -> str:
        """The file that holds them."""
        packed = b64encode(zlib.compress(self.weights, 9)).decode("ascii")
        fields: dict[str, Any] = {
            "name": self.name,
            "about": self.about,
            "source": self.source,
            "game": self.game,
            "row_worth": self.row_worth,
            "provenance": self.provenance and self.provenance.as_json(),
            "weights": packed,
        }
        return json.dumps(fields, indent=1) + "\n"


def parse_tables(text: str, where: str) -> Tables:
    """The tables of a file: JSON with its fields, the weights packed."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadTables(f"{where}: {error}, expected JSON") from error
    if not isinstance(found, dict) or set(found) != set(FIELDS):
        raise BadTables(f"{where}: expected {', '.join(FIELDS)}")
    if not all(isinstance(found[name], str) and found[name] for name in TEXTS):
        raise BadTables(f"{where}: {', '.join(TEXTS)} must be texts")
    worth = found["row_worth"]
    if type(worth) is not int or abs(worth) > LARGEST_ROW_WORTH:
        raise BadTables(f"{where}: row_worth {worth!r}, expected at most {LARGEST_ROW_WORTH}")
    try:
        game = _falling(found["game"])
        provenance = found["provenance"] and parse_provenance(found["provenance"])
        weights = _unpacked(found["weights"], BYTES * sum(part_sizes(game.width).values()))
    except (BadText, BadProvenance, ValueError) as error:
        raise BadTables(f"{where}: {error}") from error
    texts = {name: found[name] for name in TEXTS if name != "weights"}
    tables = Tables(**texts, row_worth=worth, weights=weights, provenance=provenance)
    if max(map(abs, tables.numbers)) > LARGEST_WEIGHT:
        raise BadTables(f"{where}: a weight beyond {LARGEST_WEIGHT}")
    return tables


def read_tables(path: str) -> Tables:
    """The tables of a file."""
    try:
        return parse_tables(Path(path).read_text(encoding="utf-8"), path)
    except UnicodeDecodeError as error:
        raise BadTables(f"{path}: not UTF-8, expected JSON") from error


def _falling(text: str) -> Quintris | Tetris:
    game = parse_game(text)
    if not isinstance(game, Quintris | Tetris):
        raise BadText(f"game {text!r}, expected a falling one")
    return game


def _unpacked(packed: str, size: int) -> bytes:
    """The bytes of a text, never more than one beyond what is expected."""
    try:
        weights = zlib.decompressobj().decompress(b64decode(packed, validate=True), size + 1)
    except (ValueError, zlib.error) as error:
        raise ValueError(f"weights that cannot be unpacked: {error}") from error
    if len(weights) != size:
        raise ValueError(f"{len(weights)} bytes of weights or more, expected {size}")
    return weights
