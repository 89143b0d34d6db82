"""Dots: drawings of characters, cut out of texts, and the pixels that they ink."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

BLANK = "."


def cut(characters: str, drawing: str) -> dict[str, tuple[str, ...]]:
    """The lines of each character that a drawing holds side by side.

    >>> cut("LO", "x.. xxx\\nx.. x.x\\nxxx xxx")
    {'L': ('x..', 'x..', 'xxx'), 'O': ('xxx', 'x.x', 'xxx')}
    """
    lines = [line.split() for line in drawing.strip().splitlines()]
    return dict(zip(characters, zip(*lines, strict=True), strict=True))


def dots(lines: Sequence[str], scale: int) -> NDArray[np.bool_]:
    """Where ink goes, each dot `scale` pixels wide and high.

    >>> dots(["x..", "xxx"], 2).astype(int)
    array([[1, 1, 0, 0, 0, 0],
           [1, 1, 0, 0, 0, 0],
           [1, 1, 1, 1, 1, 1],
           [1, 1, 1, 1, 1, 1]])
    """
    inked = np.array([[dot != BLANK for dot in line] for line in lines])
    return inked.repeat(scale, axis=0).repeat(scale, axis=1)
