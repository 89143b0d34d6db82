"""Characters: which of them are drawn rather than written.

Fonts leave seams between lines and blocks that should touch; exact shapes do not.
"""

from __future__ import annotations

from functools import lru_cache

from tilefall.interfaces.pictures.blocks import block_shapes, dot_shapes
from tilefall.interfaces.pictures.boxes import line_shapes
from tilefall.interfaces.pictures.geometry import Shapes


@lru_cache(maxsize=1024)
def shapes_of(glyph: str) -> Shapes | None:
    """The shapes of a block, a line or a pattern of dots; None for a character of a font.

    >>> shapes_of("▀")
    Shapes(boxes=(Box(left=0, top=0, right=10, bottom=10),), strokes=(), strength=1.0)
    """
    code = ord(glyph) if len(glyph) == 1 else 0
    if 0x2500 <= code <= 0x257F:
        return line_shapes(glyph)
    if 0x2580 <= code <= 0x259F:
        return block_shapes(code)
    if 0x2800 <= code <= 0x28FF:
        return dot_shapes(code - 0x2800)
    return None
