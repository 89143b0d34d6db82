"""Lettering: digits and the letters of a few words in dots, five high."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilefall.envs.dots import BLANK, cut, dots

HEIGHT = 5
DIGITS = """
.xx. .x. .xx. xxx. ..x. xxxx .xx. xxxx .xx. .xx.
x..x xx. x..x ...x .xx. x... x... ...x x..x x..x
x..x .x. ..x. .xx. x.x. xxx. xxx. ..x. .xx. .xxx
x..x .x. .x.. ...x xxxx ...x x..x .x.. x..x ...x
.xx. xxx xxxx xxx. ..x. xxx. .xx. .x.. .xx. .xx.
"""
LETTERS = """
.xxx xxxx x..x .xxx. xxx. .xxx xxx x..x x...x x..x
x... x... xx.x x...x x..x x... .x. x..x x...x x..x
x... xxx. x.xx x...x xxx. .xx. .x. x..x .x.x. .xx.
x... x... x..x x...x x.x. ...x .x. x..x .x.x. x..x
.xxx xxxx x..x .xxx. x..x xxx. .x. .xx. ..x.. x..x
"""

GLYPHS = cut("0123456789", DIGITS) | cut("CENORSTUVX", LETTERS)


def dots_of_text(text: str, scale: int) -> NDArray[np.bool_]:
    """Where the ink of a text goes, each dot `scale` pixels wide and high, a blank one between.

    >>> dots_of_text("17", 1).astype(int)
    array([[0, 1, 0, 0, 1, 1, 1, 1],
           [1, 1, 0, 0, 0, 0, 0, 1],
           [0, 1, 0, 0, 0, 0, 1, 0],
           [0, 1, 0, 0, 0, 1, 0, 0],
           [1, 1, 1, 0, 0, 1, 0, 0]])
    """
    rows = zip(*(GLYPHS[character] for character in text), strict=True)
    return dots([BLANK.join(row) for row in rows], scale)
