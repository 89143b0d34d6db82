"""Theatre: stages lie on each other and close in order, whatever goes wrong."""

from __future__ import annotations

import pytest

from tests.interfaces.app.stages import Fake
from tilefall.interfaces.app.stage import BACK, QUIT, Go, Over
from tilefall.interfaces.app.theatre import Theatre


def test_stages_lie_on_each_other_and_close_in_order() -> None:
    log: list[str] = []
    top = Fake("top", log, {"b": BACK})
    other = Fake("other", log, {"b": BACK, "q": QUIT})
    bottom = Fake("bottom", log, {"o": Over(top), "g": Go(other)})
    theatre = Theatre(bottom)
    assert theatre.press("o", 0.0)
    assert theatre.top is top
    assert not theatre.press("x", 0.0)
    theatre.leave(0.0)
    assert theatre.press("b", 0.0)
    assert theatre.top is bottom
    assert theatre.press("g", 0.0)
    assert theatre.top is other
    assert theatre.press("b", 0.0)
    assert theatre.is_over
    assert log == [
        "bottom press o",
        "top press x",
        "top leave",
        "top press b",
        "top close",
        "bottom press g",
        "bottom close",
        "other press b",
        "other close",
    ]


def test_quitting_closes_all_from_the_top() -> None:
    log: list[str] = []
    top = Fake("top", log, {"q": QUIT})
    theatre = Theatre(Fake("bottom", log, {"o": Over(top)}))
    theatre.press("o", 0.0)
    assert theatre.press("q", 0.0)
    assert theatre.is_over
    assert log[-2:] == ["top close", "bottom close"]


def test_an_error_of_one_stage_keeps_no_other_open() -> None:
    log: list[str] = []
    error = RuntimeError("the disk is full")
    top = Fake("top", log, errors={"close": error})
    middle = Fake("middle", log, {"o": Over(top)}, {"close": ValueError("the second error")})
    theatre = Theatre(Fake("bottom", log, {"o": Over(middle)}))
    theatre.press("o", 0.0)
    theatre.press("o", 0.0)
    with pytest.raises(RuntimeError, match="the disk is full"):
        theatre.close()
    assert log[-3:] == ["top close", "middle close", "bottom close"]
    theatre.close()
    assert len(log) == 5


def test_after_the_end_nothing_is_heard() -> None:
    theatre = Theatre(Fake("only", []))
    theatre.close()
    assert not theatre.press("x", 0.0)
    assert not theatre.advance(0.0)
    assert theatre.due(0.0) is None
    theatre.leave(0.0)
