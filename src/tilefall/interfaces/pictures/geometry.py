"""Geometry: what characters are made of that are drawn rather than written, in units of a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

WIDTH, HEIGHT = 10, 20  # of a cell: two cells side by side are a square


class Box(NamedTuple):
    """A filled rectangle."""

    left: float
    top: float
    right: float
    bottom: float


Point = tuple[float, float]


class Stroke(NamedTuple):
    """A line as thick as a light one, from the first point to the last, bent towards the other."""

    start: Point
    bend: Point
    end: Point


@dataclass(frozen=True)
class Shapes:
    """What a character is made of."""

    boxes: tuple[Box, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    strength: float = 1.0  # how much of its colour it has: shades have less
