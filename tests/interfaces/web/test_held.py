"""Held keys, buttons and fingers on the play page, by a clock that stands still until it is run."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.interfaces.web.play_pages import acts, ready, sent, stopped

DELAY, RATE = 167, 33
FALLING = "/play#game=marathon&seed=7"
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def steps(action: str, start: int, count: int) -> list[tuple[int, str]]:
    """The first step at once, the others after the delay, each a rate after the one before."""
    return [(start, action)] + [(start + DELAY + RATE * i, action) for i in range(count - 1)]


def held(opened: Any, path: str = FALLING, **options: Any) -> Page:
    page = ready(opened(path, **options))
    page.keyboard.press("?")  # time stands still in the game too, behind a dialog
    page.wait_for_selector("dialog")
    page.keyboard.press("Escape")
    return stopped(page)


def test_a_held_key_repeats_exactly_and_never_by_the_browsers_clock(opened: Any) -> None:
    page = held(opened)
    page.keyboard.down("m")
    for _ in range(3):
        page.keyboard.down("m")  # as a browser repeats it
    assert acts(page) == [(0, "right")]
    page.clock.run_for(DELAY - 1)
    assert acts(page) == steps("right", 0, 1)
    page.clock.run_for(1)
    assert acts(page) == steps("right", 0, 2)
    page.clock.run_for(RATE * 30)
    assert acts(page) == steps("right", 0, 32)  # and not a millisecond late after a second
    page.clock.run_for(RATE - 1)
    page.keyboard.up("m")
    page.clock.run_for(1000)
    assert acts(page) == steps("right", 0, 32)


def test_a_clock_that_comes_late_loses_and_doubles_nothing(opened: Any) -> None:
    page = held(opened)
    page.keyboard.down("ArrowLeft")
    page.clock.fast_forward(DELAY + 10 * RATE + 5)  # one timer at its end, instead of eleven
    assert len(acts(page)) == 1 + 11
    page.clock.run_for(RATE - 5)
    assert acts(page)[12:] == [(DELAY + 11 * RATE, "left")]  # in step again
    page.clock.fast_forward(RATE - 1)
    page.keyboard.up("ArrowLeft")
    assert len(acts(page)) == 13


def test_keys_after_a_dialog_steer_before_the_server_says_that_it_goes_on(opened: Any) -> None:
    page = opened("/")
    late: list[str | bytes] = []
    is_slow = False
    routes = []

    def between(route: WebSocketRoute) -> None:
        routes.append(route)
        server = route.connect_to_server()
        server.on_message(lambda view: late.append(view) if is_slow else route.send(view))

    page.route_web_socket(re.compile("/socket"), between)
    page.evaluate("address => location.assign(address)", FALLING)
    ready(page)
    page.keyboard.press("?")
    expect(page.locator(".cover")).to_be_visible()
    is_slow = True
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.evaluate("() => window.dispatchEvent(new Event('blur'))")  # nothing falls unseen
    did = ["pause", "resume", "act", "pause"]
    assert [message["do"] for message in sent(page)] == did
    expect(page.locator(".menu")).to_be_hidden()
    is_slow = False
    for view in late:
        routes[-1].send(view)
    expect(page.locator(".menu")).to_be_visible()  # this pause waits for a key, as any other
    page.keyboard.press("b")
    expect(page.locator(".cover")).to_be_hidden()
    assert [message["do"] for message in sent(page)] == [*did, "resume"]


def test_another_direction_takes_over_and_gives_back(opened: Any) -> None:
    page = held(opened)
    page.keyboard.down("b")
    page.clock.run_for(300)
    page.keyboard.down("m")
    page.clock.run_for(100)
    page.keyboard.up("m")  # a correction by one column, after which left waits as at its start
    page.clock.run_for(DELAY + RATE)
    page.keyboard.up("b")
    left = steps("left", 0, 1 + 5)
    again = [(400 + DELAY, "left"), (400 + DELAY + RATE, "left")]
    assert acts(page) == [*left, (300, "right"), *again]


def test_down_is_held_beside_a_direction_and_turning_does_not_repeat(opened: Any) -> None:
    page = held(opened)
    for key in ("ArrowRight", "ArrowDown", "n", "c", "z"):
        page.keyboard.down(key)
    page.clock.run_for(DELAY)
    assert acts(page) == [
        *((0, action) for action in ("right", "down", "turn", "hold", "turn back")),
        (DELAY, "right"),
        (DELAY, "down"),
    ]
    page.evaluate("() => window.dispatchEvent(new Event('blur'))")  # everything is let go
    page.clock.run_for(1000)
    assert len(acts(page)) == 7
    assert sent(page)[-1] == {"do": "pause"}


@pytest.mark.parametrize("rate", [0, 50])
def test_delay_and_rate_are_set_on_the_page_and_remembered(opened: Any, rate: int) -> None:
    page = ready(opened(FALLING))
    page.get_by_role("button", name="Held keys").click()
    delay, between = page.get_by_role("slider").all()
    assert (delay.input_value(), between.input_value()) == ("167", "33")
    delay.fill("100")
    between.fill(str(rate or 19))  # left of the fastest rate is none
    page.get_by_role("button", name="Close").click()
    page.reload()
    ready(page)
    kept = json.loads(page.evaluate("() => localStorage.getItem('tilefall-settings')"))
    assert (kept["repeatDelay"], kept["repeatRate"]) == (100, rate)
    stopped(page)
    page.keyboard.down("m")
    page.clock.run_for(99)
    assert acts(page) == [(0, "right")]
    page.clock.run_for(2)
    assert acts(page)[1:] == [(100, "right" if rate else "to the right wall")]


def touched(page: Page, *points: tuple[float, float]) -> None:
    """A real finger from the first point through all others, while the clock stands still."""
    cdp = page.context.new_cdp_session(page)
    for i, (x, y) in enumerate(points):
        kind = "touchMove" if i else "touchStart"
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def dragged(page: Page, wait: int, *points: tuple[float, float]) -> None:
    """A pointer through all points, some milliseconds from one to the next.

    A mouse, since browsers hold back what fingers do until a frame is painted.
    """
    for i, (x, y) in enumerate(points):
        page.mouse.move(x, y)
        if i == 0:
            page.mouse.down()
        page.clock.run_for(wait)
    page.mouse.up()


def asked(page: Page) -> list[str]:
    """What was asked for since the last time."""
    found = [message["action"] for message in sent(page) if message["do"] == "act"]
    page.evaluate("() => { window.sent = []; }")
    return found


def test_fingers_tap_drag_and_flick(opened: Any) -> None:
    page = held(opened, **PHONE)
    box = page.locator(".stage > canvas").bounding_box()
    assert box is not None
    cell, x, y = box["width"] / 10, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    touched(page, (x, y))
    assert asked(page) == ["turn"]
    touched(page, *[(x + cell * part / 2, y) for part in range(8)])
    assert asked(page) == ["right"] * 3
    touched(page, (x, y), (x - 2.4 * cell, y + 0.9 * cell))
    assert asked(page) == ["left"] * 2  # also a little askew
    touched(page, *[(x, y + 30 * part) for part in range(5)])
    assert asked(page) == ["drop"]
    touched(page, *[(x, y - 30 * part) for part in range(5)])
    assert asked(page) == ["hold"]
    assert page.evaluate("() => [scrollX, scrollY]") == [0, 0]
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    dragged(page, 400, (x, y))
    assert asked(page) == []  # what only rests there is no tap
    dragged(page, 50, *[(x, y + cell * part / 4) for part in range(14)])
    assert asked(page) == ["down"] * 3
    # quick at first, which might become a flick; then slow: the rows are not lost
    dragged(page, 10, *[(x, y + cell * part) for part in range(4)], *[(x, y + 3 * cell)] * 12)
    assert asked(page) == ["down"] * 3


def test_fingers_flip_in_quintris_and_swipe_in_ijk(opened: Any) -> None:
    page = held(opened, "/play#game=quintris&seed=7", **PHONE)
    touched(page, *[(195, 500 - 30 * part) for part in range(5)])
    assert asked(page) == ["flip"]
    dragged(page, 60, *[(195, 400 + 25 * part) for part in range(5)])
    assert asked(page) == []  # nothing sinks in a game where pieces wait
    page = held(opened, "/play#game=ijk&seed=7&two=1", **PHONE)
    for across, down, slide in ((1, 0, "right"), (-1, 0, "left"), (0, 1, "down"), (0, -1, "up")):
        touched(page, (195, 450), (195 + 40 * across, 450 + 40 * down))
        assert asked(page) == [slide]


def test_large_buttons_repeat_while_they_are_held(opened: Any) -> None:
    page = held(opened, **PHONE)
    pad = page.get_by_role("button", name="left", exact=True)
    box = pad.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    cdp = page.context.new_cdp_session(page)
    finger = [{"x": box["x"] + 20, "y": box["y"] + 20}]
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    page.clock.run_for(DELAY + RATE)
    assert acts(page) == steps("left", 0, 3)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.clock.run_for(500)
    assert len(acts(page)) == 3
    page.get_by_role("button", name="turn", exact=True).focus()
    page.keyboard.press("Enter")
    assert asked(page)[3:] == ["turn"]
