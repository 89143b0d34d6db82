"""Window: the bar with a title and the round corners of a picture of pixels."""

from __future__ import annotations

from PIL import Image, ImageDraw

from tilefall.interfaces.pictures.frames import shown
from tilefall.interfaces.pictures.layout import BAR, BAR_COLOUR, BORDER, BUTTONS, RADIUS, TITLE_SIZE
from tilefall.interfaces.pictures.raster import FINE, Canvas
from tilefall.interfaces.screen.palette import DIM, GRID, SCREEN

PAIRS = ((BAR_COLOUR, BAR_COLOUR), (DIM, BAR_COLOUR), (GRID, BAR_COLOUR), (BORDER, SCREEN))


def draw_bar(canvas: Canvas) -> None:
    """Draw the bar on top with the title of the layout."""
    scale, inks, layout = canvas.scale, canvas.inks, canvas.layout
    pen = ImageDraw.Draw(canvas.image)
    width, height = layout.width * scale, layout.height * scale
    pen.rectangle((0, 0, width, BAR * scale - 1), fill=inks.number(BAR_COLOUR))
    edge = inks.number(BORDER)
    pen.rounded_rectangle((0, 0, width - 1, height - 1), RADIUS * scale, outline=edge, width=scale)
    for x in BUTTONS:
        pen.circle((x * scale, BAR * scale / 2), 5.5 * scale, inks.number(GRID), edge, scale)
    title = "".join(map(shown, layout.title))
    place = (width // 2, (BAR // 2 + 5) * scale)
    canvas.write(title, place, TITLE_SIZE, (DIM, BAR_COLOUR))


def cut_corners(image: Image.Image, scale: int) -> Image.Image:
    """The picture with corners that are round, and nothing behind them."""
    large = Image.new("L", (image.width * FINE // scale, image.height * FINE // scale), 0)
    size = (large.width - 1, large.height - 1)
    ImageDraw.Draw(large).rounded_rectangle((0, 0, *size), RADIUS * FINE, fill=255)
    found = image.convert("RGBA")
    found.putalpha(large.resize(image.size, Image.Resampling.BOX))
    return found
