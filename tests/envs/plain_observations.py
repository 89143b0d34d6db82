"""Plain observations: all five kinds, from a position of the rules, number by number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilefall.engines.protocol import FallingState
from tilefall.envs.settings import Settings
from tilefall.rules import features
from tilefall.rules.falling import Spot
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import FILLED
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris


@dataclass(frozen=True)
class Scene:
    """A position, and where its piece is, if it is anywhere in the well."""

    settings: Settings
    state: FallingState
    spot: Spot | None

    @property
    def has_next(self) -> bool:
        """Whether the rules show the next piece."""
        game = self.settings.game
        return isinstance(game, Quintris) or game.preview


def observed(scene: Scene) -> Any:
    """What the settings ask for."""
    ways: dict[str, Callable[[Scene], Any]] = {
        "dict": parts,
        "flat": lambda scene: np.array(numbers(scene) + shares_of_255(scene), np.uint8),
        "float": lambda scene: np.array(numbers(scene) + shares(scene), np.float32),
        "bits": bits,
        "features": lambda scene: np.array(
            measured(scene) + piece_flags(scene) + shares(scene), np.float32
        ),
    }
    return ways[scene.settings.observation](scene)


def filled_cells(scene: Scene) -> list[int]:
    """1 for each filled cell, row by row."""
    return [int(cell == FILLED) for row in scene.state.board for cell in row]


def piece_cells(scene: Scene) -> list[int]:
    """1 for each cell of the falling piece, row by row; none where it is nowhere."""
    if scene.spot is None:
        return []
    width = scene.settings.game.width
    cells = [0] * (width * scene.settings.game.height)
    for row, column in scene.settings.pieces.shapes[scene.spot.shape].cells:
        cells[(scene.spot.row + row) * width + scene.spot.column + column] = 1
    return cells


def board(scene: Scene) -> list[int]:
    """0 empty, 1 filled, 2 the falling piece, which hides what it lies on."""
    filled, piece = filled_cells(scene), piece_cells(scene)
    if not piece:
        return filled
    return [2 if of_piece else cell for cell, of_piece in zip(filled, piece, strict=True)]


def current(scene: Scene) -> int | None:
    """The piece that is to be placed: its shape as it is by now in Quintris."""
    if isinstance(scene.settings.game, Tetris):
        return scene.state.current
    assert scene.spot is not None
    return scene.spot.shape


def kinds(scene: Scene) -> int:
    """How many shapes of Quintris or pieces of Tetris there are."""
    return 31 if isinstance(scene.settings.game, Quintris) else 7


def one_hot(number: int | None, count: int) -> list[int]:
    """A 1 at this place among zeros; zeros alone for none."""
    return [int(i == number) for i in range(count)]


def piece_flags(scene: Scene) -> list[float]:
    """Which piece is current and which one next, and what is left in a bag."""
    flags = one_hot(current(scene), kinds(scene))
    if scene.has_next:
        flags += one_hot(scene.state.next, kinds(scene))
    if scene.settings.game.pieces == "bag":
        seen = scene.state.seen
        flags += [int(count == min(seen)) for count in seen]
    return [*flags]


def numbers(scene: Scene) -> list[float]:
    """Cells and flags."""
    return [*board(scene), *piece_flags(scene)]


def shares(scene: Scene) -> list[float]:
    """The share of each piece among those seen, where it tells of a hidden mix; 0 of nothing."""
    if scene.settings.game.pieces != "hidden":
        return []
    seen = scene.state.seen
    total = np.float32(max(sum(seen), 1))
    return [float(np.float32(count) / total) for count in seen]


def shares_of_255(scene: Scene) -> list[float]:
    """The same shares, in 255ths, rounded half up."""
    if scene.settings.game.pieces != "hidden":
        return []
    seen, total = scene.state.seen, max(sum(scene.state.seen), 1)
    return [(510 * count + total) // (2 * total) for count in seen]


def parts(scene: Scene) -> dict[str, Any]:
    """The parts of an observation by their names."""
    game, none = scene.settings.game, kinds(scene)
    shape = (game.height, game.width)
    now, following = current(scene), scene.state.next
    found = {
        "board": np.array(board(scene), np.uint8).reshape(shape),
        "current": none if now is None else now,
        "seen": np.array(scene.state.seen, np.int64),
    }
    if scene.has_next:
        found["next"] = none if following is None else following
    return found


def bits(scene: Scene) -> Any:
    """Filled cells, then those of the piece, then flags, eight to a byte."""
    row = [*filled_cells(scene), *piece_cells(scene), *piece_flags(scene)]
    return np.packbits(np.array(row, np.uint8), bitorder="little")


def measured(scene: Scene) -> list[float]:
    """Heights, what can be said of a board (E3 to E10), and where the piece is."""
    rows: Rows = scene.state.board
    columns = features.columns(rows)
    holes = features.hole_cells(rows)
    found = [len(column.lstrip(EMPTY)) for column in columns]
    found += [
        sum(features.changes(FILLED + row + FILLED) for row in rows),
        sum(features.changes(EMPTY + column + FILLED) for column in columns),
        len(holes),
        features.wells(rows),
        features.wells_fast(rows),
        sum(features.depth_above_holes(column) for column in columns),
        len({row for row, _ in holes}),
        features.pattern_diversity(rows),
    ]
    if scene.spot is not None:
        pieces = scene.settings.pieces
        turns = pieces.of_piece[pieces.shapes[scene.spot.shape].piece]
        found += [scene.spot.row, scene.spot.column, turns.index(scene.spot.shape)]
    return [*found]
