"""GIF: grids that follow each other as one picture that moves.

One palette for all frames, no dithering, and of each frame only the rectangle that has changed.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from tilefall.errors import extra
from tilefall.interfaces.pictures.frames import Frame
from tilefall.interfaces.pictures.inks import inks_of
from tilefall.interfaces.pictures.layout import layout_of

if TYPE_CHECKING:
    from tilefall.interfaces.pictures.raster import Canvas, Rectangle

UNCHANGED = 255  # the number of the colour that lets the frame before shine through
SHORTEST = 2  # hundredths of a second: browsers slow down what is quicker
LONGEST = 0xFFFF
SCALE = 1


def gif(
    frames: Iterable[Frame],
    *,
    scale: int = SCALE,
    told: Callable[[int], object] = lambda done: None,
) -> bytes:
    """A picture that moves, over and over; `told` hears of every frame that is done.

    Frames are of one size. Those too short to be seen are left out.
    """
    return b"".join(gif_parts(frames, scale=scale, told=told))


def gif_parts(
    frames: Iterable[Frame],
    *,
    scale: int = SCALE,
    told: Callable[[int], object] = lambda done: None,
) -> Iterator[bytes]:
    """The same, part by part as they are made."""
    extra("PIL", "pictures", "a .gif file")
    from tilefall.interfaces.pictures.raster import Canvas

    every = list(frames)
    assert every, "a picture has at least one frame"
    inks = inks_of(frame.grid for frame in every)
    canvas = Canvas(layout_of(every[0].grid), inks, scale)
    yield _head(canvas.image.size, inks.palette())
    for image, duration in _images(canvas, every, told):
        yield _control(duration) + image
    yield b";"


def _images(
    canvas: Canvas, frames: Iterable[Frame], told: Callable[[int], object]
) -> Iterator[tuple[bytes, int]]:
    """Every image that is not the one before, with the time that it is shown for."""
    from tilefall.interfaces.pictures.raster import compressed, difference

    shown, total = b"", 0
    for frame, duration in timed(frames):
        before = canvas.image.copy()
        part = canvas.show(frame.grid)
        told(1)
        if shown and part is None:
            total += duration
            continue
        if shown:
            assert part
            yield shown, total
            image = canvas.image.crop(part)
            sparse = difference(before.crop(part), image, UNCHANGED)
            shown = _image(part, min(compressed(image), compressed(sparse), key=len))
        else:
            shown = _image((0, 0, *canvas.image.size), compressed(canvas.image))
        total = duration
    yield shown, total


def timed(frames: Iterable[Frame]) -> Iterator[tuple[Frame, int]]:
    """The frames with their time in hundredths of a second, which add up to the whole time.

    What would be too short gives its time to the frame that follows, but the last is always shown.
    """
    exact = done = 0.0
    last: Frame | None = None
    for frame in frames:
        exact += frame.seconds * 100
        last = frame
        duration = round(exact - done)
        if duration >= SHORTEST:
            yield frame, duration
            done += duration
            last = None
    if last is not None:
        yield last, SHORTEST


def _head(size: tuple[int, int], palette: bytes) -> bytes:
    """Size and colours, and that it begins again after its end."""
    screen = struct.pack("<HHBBB", *size, 0xF7, 0, 0)
    return b"GIF89a" + screen + palette + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def _control(duration: int) -> bytes:
    """How long the image after it is shown; what lies below stays."""
    return struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b101, min(duration, LONGEST), UNCHANGED, 0)


def _image(part: Rectangle, data: bytes) -> bytes:
    left, top, right, bottom = part
    return struct.pack("<BHHHHB", 0x2C, left, top, right - left, bottom - top, 0) + data
