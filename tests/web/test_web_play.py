"""The page on which a person plays, in a real browser."""

from __future__ import annotations

from typing import Any

SUM = """() => {
  const canvas = document.querySelector(".stage canvas");
  return canvas.toDataURL();
}"""


def test_a_key_moves_the_piece_that_is_seen(opened: Any) -> None:
    page = opened("/play#game=quintris&seed=7")
    page.wait_for_selector(".stage canvas[style]")
    before = page.evaluate(SUM)
    page.keyboard.press("m")
    page.wait_for_function(f"before => ({SUM})() !== before", arg=before)
