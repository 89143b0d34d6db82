"""The colours of an arena's page stand out from each other, by day and by night."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tilefall.arena.page as folder
from tilefall.arena.page.charts import COLOURS
from tilefall.arena.page.tables import SHADES
from tilefall.colours import LOWER, QUINTRIS, TETRIS, UPPER, luminance, paint

HERE = Path(str(folder.__file__)).parent


def contrast(one: str, other: str) -> float:
    """How much two colours stand out from each other, from 1 to 21, as WCAG defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_letters_stand_out_on_their_cells() -> None:
    for fill in (*QUINTRIS.values(), *TETRIS.values(), UPPER, LOWER):
        assert contrast(fill, paint(fill).ink) >= 4.5


@pytest.mark.parametrize("is_dark", [False, True])
def test_texts_and_lines_stand_out_by_day_and_by_night(is_dark: bool) -> None:
    light, dark = (HERE / "page.css").read_text().split("@media (prefers-color-scheme: dark)")
    colours = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", light))
    if is_dark:
        colours |= dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", dark))
    for text in ("ink", "soft", "link"):
        assert min(contrast(colours[text], colours[on]) for on in ("ground", "panel")) >= 4.5
    for kind in ("win", "tie", "loss"):
        assert contrast(colours[f"on-{kind}"], colours[kind]) >= 4.5
    for agent in range(COLOURS):
        assert contrast(colours[f"a{agent}"], colours["ground"]) >= 3
    shades = re.findall(r"td\.s\d { background: (\S+); color: (\S+); }", dark)
    assert len(shades) == SHADES
    assert all(contrast(back, ink) >= 4.5 for back, ink in shades)
