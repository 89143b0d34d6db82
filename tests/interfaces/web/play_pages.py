"""What tests of the play page share: messages that a page sends, its clock, pixels of its board."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tilefall.play.kept import KeptGame, kept_games

NOTE_SENT = """() => {
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    window.socket = this;
    window.sent.push([performance.now(), JSON.parse(text)]);
    send.call(this, text);
  };
}"""
PIXEL = """([row, column]) => {
  const canvas = document.querySelector(".stage > canvas");
  const pre = document.querySelector("pre.text").textContent.split("\\n");
  const rows = pre.length - 1, size = canvas.height / rows;
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const paint = copy.getContext("2d", { willReadFrequently: true });
  paint.drawImage(canvas, 0, 0);
  // near the edge of the cell, where no letter is
  const at = [(column + 0.15) * size, (row + 0.5) * size].map(Math.round);
  return [...paint.getImageData(...at, 1, 1).data].slice(0, 3);
}"""
EMPTY_CELL = 40  # no part of the colour of an empty cell is brighter


def ready(page: Page) -> Page:
    """The page when its board is painted; what it sends from now on is noted."""
    page.wait_for_selector(".stage > canvas[style]")
    page.evaluate(NOTE_SENT)
    return page


def stopped(page: Page) -> Page:
    """The page with a clock that stands still until it is run."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.evaluate("() => { window.zero = performance.now(); window.sent = []; }")
    return page


def sent(page: Page) -> list[dict[str, Any]]:
    """What the page has sent."""
    return [message for _, message in page.evaluate("() => window.sent")]


def acts(page: Page) -> list[tuple[int, str]]:
    """The actions that the page has asked for, and when, in milliseconds since it was stopped."""
    noted = page.evaluate("() => window.sent.map(([at, message]) => [at - window.zero, message])")
    return [(round(at), message["action"]) for at, message in noted if message["do"] == "act"]


def is_filled(page: Page, row: int, column: int) -> bool:
    """Whether something is painted in a cell."""
    return any(part > EMPTY_CELL for part in page.evaluate(PIXEL, [row, column]))


def spoken(page: Page, words: str) -> None:
    """Wait until this is said to those who listen."""
    page.wait_for_function(
        "words => document.getElementById('spoken').textContent.includes(words)", arg=words
    )


def figure(page: Page, name: str, value: str) -> None:
    """Wait until a figure is this."""
    page.wait_for_function(
        """([name, value]) => [...document.querySelectorAll(".figures dt")].some(
          (each) => each.textContent === name && each.nextSibling.textContent === value)""",
        arg=[name, value],
    )


def kept_when(holds: Callable[[tuple[KeptGame, ...]], bool]) -> tuple[KeptGame, ...]:
    """The kept games as soon as they are as they should be."""
    end = time.monotonic() + 15
    while not holds(found := kept_games()):
        assert time.monotonic() < end, f"kept are {found}"
        time.sleep(0.01)
    return found


def letters(page: Page) -> list[str]:
    """The board in letters, line by line."""
    return (page.locator("pre.text").text_content() or "").split("\n")
