"""How all pages look: contrast, colours, widths, names for those who listen, sharp boards."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.interfaces.web.test_home import at_home
from tests.interfaces.web.test_replays import keep
from tests.play.test_importing import game
from tilefall import colours
from tilefall.interfaces.screen import palette
from tilefall.interfaces.screen.shades import mixed
from tilefall.interfaces.web.pages import PAGES

STATIC = files("tilefall.interfaces.web").joinpath("static")
TEXT, LARGE = 4.5, 3.0  # contrasts that WCAG asks for at least
GROUNDS = ("ground", "panel", "shade")
# What stands on what: names of texts and their grounds, and of lines and large things.
TEXTS = [
    *((ink, ground) for ink in ("ink", "soft", "link", "warning") for ground in GROUNDS),
    ("on-link", "link"),
]
SHAPES = [
    *((f"a{number}", ground) for number in range(7) for ground in ("ground", "panel")),
    *((name, "panel") for name in ("win", "tie", "loss")),
    *(("edge", ground) for ground in ("ground", "panel")),
]
ALL_PAGES = [path for path in PAGES if path != "/"]


def css() -> str:
    return STATIC.joinpath("css/base.css").read_text(encoding="utf-8")


def themes() -> list[dict[str, str]]:
    """The variables of the light theme, the dark one, and the dark one that the system asks for."""
    blocks = re.findall(r":root[^{]*\{([^}]*--ground[^}]*)\}", css())
    return [dict(re.findall(r"--([\w-]+): ([^;]+);", block)) for block in blocks]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((colours.luminance(one), colours.luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_dark_theme_is_the_same_by_choice_and_by_the_system() -> None:
    light, dark, system = themes()
    assert dark == system
    assert set(dark) == set(light) - {"round", "round-small"}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_everything_stands_out_from_what_it_stands_on(theme: int) -> None:
    named = themes()[theme]
    weak = [
        f"{ink} on {ground}: {contrast(named[ink], named[ground]):.2f}"
        for pairs, least in ((TEXTS, TEXT), (SHAPES, LARGE))
        for ink, ground in pairs
        if contrast(named[ink], named[ground]) < least
    ]
    assert not weak


def test_letters_on_cells_stand_out() -> None:
    fills = [
        shown
        for pieces in palette.PIECES.values()
        for colour in (*pieces.values(), palette.STACK)
        for shown in (colour, mixed(colour, palette.WELL, 0.16), mixed(colour, "#ffffff", 0.5))
    ]
    fills += [palette.tile(letter) for letter in "ABCDEFGHIJKabcdefghijk"]
    assert all(contrast(fill, colours.paint(fill).ink) >= TEXT for fill in fills)


def test_colours_are_those_of_the_terminal(opened: Any) -> None:
    page = opened("/replays")
    found = page.evaluate("async () => ({...(await import('/static/js/colours.js'))})")
    named = {name: value for name, value in found.items() if isinstance(value, str)}
    assert named == {name: getattr(palette, name) for name in named}
    assert found["PIECES"] == palette.PIECES
    assert len(named) == 7
    told = """async ([fills, colour]) => {
      const {inkOn, mixed} = await import('/static/js/colours.js');
      return [fills.map(inkOn), mixed(colour, '#ffffff', 0.5)];
    }"""
    fills = [*colours.QUINTRIS.values(), *colours.TETRIS.values()]
    inks, half = page.evaluate(told, [fills, "#14161c"])
    assert inks == [colours.paint(fill).ink for fill in fills]
    assert half == mixed("#14161c", "#ffffff", 0.5)


def test_every_page_fits_a_phone_and_names_what_it_has(opened: Any) -> None:
    keep(1, replace(game(1), agents=("n" * 190,)).sealed())
    page = opened("/replays")
    base = page.url.partition("/replays")[0]
    for path in ALL_PAGES:
        page.goto(f"{base}{path}")
        _check_page(page, PAGES[path][1])
    _check_page(at_home(page), PAGES["/"][1])


def _check_page(page: Page, title: str) -> None:
    """Landmarks, names of controls, and no sideways scrolling where there is little room."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_load_state("networkidle")
    menu = page.get_by_role("navigation", name="Pages", exact=True)
    expect(menu.locator("[aria-current=page]")).to_have_text(title)
    expect(page.get_by_role("main")).to_be_visible()
    expect(page.get_by_role("button", name="Settings", exact=True)).to_be_visible()
    assert page.evaluate(NAMELESS) == [], title
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") == width, title


# Controls and pictures without a name that is read out.
NAMELESS = """() =>
  [...document.querySelectorAll("button, a[href], input, select, canvas[role=img]")]
  .filter(each => each.checkVisibility() && !(
    each.textContent.trim() || each.getAttribute("aria-label") || each.labels?.length))
  .map(each => each.outerHTML)"""


def test_the_first_pages_are_read_out_in_order(opened: Any) -> None:
    page = at_home(opened("/replays"))
    expect(page.get_by_role("region", name="Arenas")).to_be_visible()
    expect(page.get_by_role("main")).to_match_aria_snapshot(
        """
        - heading "Games where tiles fall or slide" [level=1]
        - paragraph
        - region "Games":
          - article "Quintris":
            - img "Quintris, played by an agent"
            - heading "Quintris" [level=2]
            - paragraph
            - paragraph
            - link "Play Quintris"
            - link "Watch Quintris"
          - article "Tetris":
            - heading "Tetris" [level=2]
          - article "IJK":
            - heading "IJK" [level=2]
        - region "Training":
          - heading "Training" [level=2]
          - link "All runs"
        - region "Arenas"
        """
    )


def test_the_keyboard_leads_through_a_page_and_stays_in_a_dialog(opened: Any) -> None:
    page = opened("/replays")
    expect(page.get_by_text("There are no games yet")).to_be_visible()
    named = "() => document.activeElement.ariaLabel || document.activeElement.textContent"
    order = []
    for _ in range(8):
        page.keyboard.press("Tab")
        order.append(page.evaluate(named))
    menu = [name for _, name in PAGES.values()]
    assert order == ["To the content", *menu, "Settings"]
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Done")).to_be_focused()
    for _ in range(20):
        page.keyboard.press("Tab")
        inside = "() => document.activeElement.closest('dialog') !== null || !document.hasFocus()"
        # between the last control and the first one stands the browser's own window
        is_body = page.evaluate("document.activeElement === document.body")
        assert page.evaluate(inside) or is_body
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()


BOARD = {
    "kind": "well", "game": "quintris", "above": 0, "piece": None, "ghost": None, "outline": None,
    "outline_name": "", "roof": [], "full_rows": [],
    "cells": ["XILYUNXILYUNXIL"] * 25,
}  # fmt: skip
SEAMS = """async ([board, scale]) => {
  Object.defineProperty(window, "devicePixelRatio", {value: scale, configurable: true});
  const {cellSize, paintBoard} = await import("/static/js/board.js");
  const canvas = document.createElement("canvas");
  const size = cellSize(board, 333, 555);
  paintBoard(canvas, board, size, {letters: true});
  const wide = canvas.width / 15, high = canvas.height / 25;
  const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, high);
  const cell = i => Array.from({length: high}, (_, row) =>
    data.slice((row * canvas.width + i * wide) * 4, (row * canvas.width + (i + 1) * wide) * 4));
  const same = `${cell(1)}` === `${cell(7)}`;
  return {wide, high, style: parseFloat(canvas.style.width), same};
}"""


def test_cells_are_whole_pixels_of_any_screen(opened: Any) -> None:
    page = opened("/replays")
    for scale in (1, 1.25, 1.5, 2, 2.625, 3):
        found = page.evaluate(SEAMS, [BOARD, scale])
        assert found["wide"] == found["high"] == int(found["wide"])
        assert found["style"] <= 333
        assert found["style"] == pytest.approx(found["wide"] * 15 / scale)
        assert found["same"], scale  # a cell looks the same wherever it stands


def test_names_of_candidates_never_hide_each_other(opened: Any) -> None:
    places = [[20, 3], [20, 4], [21, 3]]
    outlines = [{"places": places, "name": str(rank), "is_strong": rank == 1} for rank in (1, 2, 3)]
    told = """async ([board, outlines]) => {
      const {paintBoard} = await import("/static/js/board.js");
      const real = CanvasRenderingContext2D.prototype.fillText;
      const found = [];
      CanvasRenderingContext2D.prototype.fillText = function (words, x, y) {
        found.push([words, Math.floor(x / 20), Math.floor(y / 20)]);
        return real.call(this, words, x, y);
      };
      paintBoard(document.createElement("canvas"), board, 20, {letters: false, outlines});
      return found;
    }"""
    empty = {**BOARD, "cells": ["." * 15] * 25}
    found = opened("/replays").evaluate(told, [empty, outlines])
    assert found == [["1", 3, 20], ["2", 4, 20], ["3", 3, 21]], json.dumps(found)
