"""PNG: a grid as a picture of pixels."""

from __future__ import annotations

from io import BytesIO

from tilefall.errors import extra
from tilefall.interfaces.pictures.inks import inks_of
from tilefall.interfaces.pictures.layout import layout_of
from tilefall.interfaces.screen.grid import Grid

SCALE = 2  # pixels a unit: letters stay sharp on fine screens


def png(grid: Grid, *, title: str = "", scale: int = SCALE) -> bytes:
    """A picture of the grid; with a title it has a bar on top and round corners."""
    extra("PIL", "pictures", "a .png file")
    from tilefall.interfaces.pictures.raster import Canvas
    from tilefall.interfaces.pictures.window import PAIRS, cut_corners, draw_bar

    layout = layout_of(grid, title)
    canvas = Canvas(layout, inks_of([grid], PAIRS if title else ()), scale)
    canvas.show(grid)
    image = canvas.coloured()
    if title:
        draw_bar(canvas)
        image = cut_corners(canvas.coloured(), scale)
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()
