"""Grids for tests of pictures."""

from __future__ import annotations

from hypothesis import Phase
from hypothesis import strategies as st

from tilefall.interfaces.screen.grid import Cell, Grid

QUICK = (Phase.explicit, Phase.generate)  # making a wrong grid small would take minutes
COLOURS = ("", "#ff7710", "#107755", "#14161c", "#ddbbff")
GLYPHS = " abLx<&\"'▀▄█▌▓─│╭⣿·é"

cells = st.builds(Cell, st.sampled_from(GLYPHS), st.sampled_from(COLOURS), st.sampled_from(COLOURS))


def grids(width: int = 7, height: int = 4) -> st.SearchStrategy[Grid]:
    """Any grid of this size."""
    line = st.lists(cells, min_size=width, max_size=width).map(tuple)
    return st.lists(line, min_size=height, max_size=height).map(lambda lines: Grid(tuple(lines)))
