"""Raster: grids as pixels; what needs Pillow is here, so that the rest does without it."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageFont

from tilefall.interfaces.pictures.characters import shapes_of
from tilefall.interfaces.pictures.frames import shown
from tilefall.interfaces.pictures.geometry import HEIGHT, WIDTH, Shapes, Stroke
from tilefall.interfaces.pictures.inks import Inks, front
from tilefall.interfaces.pictures.layout import BASELINE, FONT_SIZE, Layout
from tilefall.interfaces.screen.grid import Cell, Grid
from tilefall.interfaces.screen.palette import SCREEN

FONT = files("tilefall") / "interfaces" / "pictures" / "font" / "DejaVuSansMono-subset.ttf"
FINE = 8  # shapes are drawn so many times larger, then made small again
POINTS = 16  # of a bent line

Corner = tuple[int, int]
Rectangle = tuple[int, int, int, int]  # left, top, right, bottom in pixels


class Canvas:
    """Pixels, each the number of an ink, on which grids are drawn one after another."""

    def __init__(self, layout: Layout, inks: Inks, scale: int) -> None:
        self.layout, self.inks, self.scale = layout, inks, scale
        size = (layout.width * scale, layout.height * scale)
        self.image = Image.new("L", size, inks.number(SCREEN))
        self._shown: Grid | None = None
        self._tiles: dict[Cell, Image.Image] = {}

    def show(self, grid: Grid) -> Rectangle | None:
        """Draw a grid; where something has changed, None if nowhere."""
        old = self._shown.lines if self._shown else ((),) * grid.height
        changed: list[Corner] = []
        for row, (line, before) in enumerate(zip(grid.lines, old, strict=True)):
            if line is before:
                continue
            for column, cell in enumerate(line):
                if not before or cell != before[column]:
                    self.image.paste(self._tile(cell), self._place(row, column))
                    changed.append((row, column))
        self._shown = grid
        if not changed:
            return None
        rows, columns = zip(*changed, strict=True)
        left, top = self._place(min(rows), min(columns))
        return left, top, *self._place(max(rows) + 1, max(columns) + 1)

    def coloured(self) -> Image.Image:
        """A copy with a palette."""
        copy = self.image.copy()
        copy.putpalette(self.inks.palette())
        return copy

    def write(self, text: str, corner: Corner, size: float, pair: tuple[str, str]) -> None:
        """Write a text of any size around this point."""
        mask = Image.new("L", self.image.size, 0)
        font = _font(size * self.scale)
        ImageDraw.Draw(mask).text(corner, text, fill=255, font=font, anchor="ms")
        box = mask.getbbox()
        if box:
            self.image.paste(mask.crop(box).point(self._table(pair)), box)

    def _place(self, row: int, column: int) -> Corner:
        left = self.layout.left + column * WIDTH
        return left * self.scale, (self.layout.top + row * HEIGHT) * self.scale

    def _tile(self, cell: Cell) -> Image.Image:
        tile = self._tiles.get(cell)
        if tile is None:
            glyph, foreground, background = cell
            behind = background or SCREEN
            if shown(glyph).isspace():
                size = (WIDTH * self.scale, HEIGHT * self.scale)
                tile = Image.new("L", size, self.inks.number(behind))
            else:
                pair = (front(glyph, foreground, background), behind)
                tile = mask_of(shown(glyph), self.scale).point(self._table(pair))
            self._tiles[cell] = tile
        return tile

    def _table(self, pair: tuple[str, str]) -> list[int]:
        """From how much of a pixel is covered to the number of its ink."""
        ramp, steps = self.inks.ramp(pair), self.inks.steps
        return [ramp[(covered * steps + 127) // 255] for covered in range(256)]


def difference(before: Image.Image, after: Image.Image, unchanged: int) -> Image.Image:
    """The pixels that are not the same, and this number where they are."""
    changed = ImageChops.difference(before, after).point([0] + [255] * 255)
    found = Image.new("L", after.size, unchanged)
    found.paste(after, mask=changed)
    return found


def compressed(image: Image.Image) -> bytes:
    """The pixels as the blocks of data that a GIF holds, the size of the first codes in front."""
    stream = BytesIO()
    image.save(stream, "GIF", optimize=False, interlace=False)
    content = stream.getvalue()
    head = 13 + 768  # the file's head and a palette of 256 greys, which stand for their numbers
    assert content[10] & 0x87 == 0x87
    while content[head] == 0x21:  # extensions, which are chains of blocks
        head += 2
        while content[head]:
            head += content[head] + 1
        head += 1
    assert content[head] == 0x2C
    return content[head + 10 : -1]


@lru_cache(maxsize=1024)
def mask_of(glyph: str, scale: int) -> Image.Image:
    """How much of each pixel of a cell a character covers, 0 to 255."""
    shapes = shapes_of(glyph)
    if shapes:
        return _drawn(shapes, scale)
    mask = Image.new("L", (WIDTH * scale, HEIGHT * scale), 0)
    place = (WIDTH * scale / 2, BASELINE * scale)
    font = _font(FONT_SIZE * scale)
    ImageDraw.Draw(mask).text(place, glyph, fill=255, font=font, anchor="ms")
    return mask


def _drawn(shapes: Shapes, scale: int) -> Image.Image:
    unit = scale * FINE
    large = Image.new("L", (WIDTH * unit, HEIGHT * unit), 0)
    pen = ImageDraw.Draw(large)
    for left, top, right, bottom in shapes.boxes:
        edges = [round(edge * unit) for edge in (left, top, right, bottom)]
        pen.rectangle((edges[0], edges[1], edges[2] - 1, edges[3] - 1), fill=255)
    for stroke in shapes.strokes:
        points = [(x * unit, y * unit) for x, y in _points(stroke)]
        pen.line(points, fill=255, width=2 * unit, joint="curve")
    return large.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.BOX)


def _points(stroke: Stroke) -> list[tuple[float, float]]:
    """Points along a stroke, a little further than its ends, which lie on the edges of cells."""
    (x0, y0), (x1, y1), (x2, y2) = stroke
    found = []
    for i in range(-1, POINTS + 2):
        t = i / POINTS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        found.append((a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2))
    return found


@lru_cache(maxsize=16)
def _font(size: float) -> ImageFont.FreeTypeFont:
    # the same on every machine, whatever else Pillow was built with
    plain = ImageFont.Layout.BASIC
    return ImageFont.truetype(BytesIO(FONT.read_bytes()), size, layout_engine=plain)
