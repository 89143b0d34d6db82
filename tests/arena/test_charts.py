"""The charts of an arena's page: what is drawn lies where its figures say."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import pytest

from tilefall.arena.page.charts import (
    LEFT,
    RIGHT,
    SIDE,
    WIDTH,
    Bar,
    curves,
    histogram,
    intervals,
    is_skewed,
    shares,
)
from tilefall.arena.page.markup import Markup
from tilefall.stats import Estimate


def drawn(chart: Markup, name: str, word: str = "") -> list[dict[str, str]]:
    """The attributes of elements of this name, and with this word among their classes."""
    root = ElementTree.fromstring(chart.text)
    return [
        each.attrib
        for each in root.iter(name)
        if not word or word in each.attrib.get("class", "").split()
    ]


def texts(chart: Markup) -> list[str]:
    return [str(each.text) for each in ElementTree.fromstring(chart.text).iter("text")]


def described(chart: Markup) -> str:
    return str(ElementTree.fromstring(chart.text).findtext("desc"))


def test_intervals_lie_on_a_common_axis() -> None:
    bars = [
        Bar(1, "b", Estimate(30, 20, 40)),
        Bar(0, "a", Estimate(10, 0, 20)),
    ]
    chart = intervals("title", bars, None, "lines")
    first, second = drawn(chart, "circle")
    assert (first["class"], second["class"]) == ("a1", "a0")
    lines = drawn(chart, "line", "bar")
    ends = [(float(line["x1"]), float(line["x2"])) for line in lines]
    assert ends[0][0] == pytest.approx(ends[1][1])  # 20 is the same place in both
    ten = float(second["cx"]) - ends[1][0]
    assert ten > 50
    assert float(first["cx"]) - ends[0][0] == pytest.approx(ten, abs=0.01)
    assert float(first["cx"]) - float(second["cx"]) == pytest.approx(2 * ten, abs=0.01)
    assert len(drawn(chart, "line", "end")) == 4
    assert described(chart) == "b: 30.0, from 20.0 to 40.0; a: 10.0, from 0.0 to 20.0"


def test_an_interval_without_end_goes_to_the_edge_and_has_no_mark_there() -> None:
    bars = [Bar(0, "a", Estimate(10, -math.inf, 20)), Bar(1, "b", Estimate(math.inf, 5, math.inf))]
    chart = intervals("title", bars, 0.0, "Elo")
    (first, second) = drawn(chart, "line", "bar")
    assert float(first["x1"]) == LEFT
    assert float(second["x2"]) == WIDTH - RIGHT
    assert len(drawn(chart, "line", "end")) == 2
    assert len(drawn(chart, "circle")) == 1  # nothing stands at infinity


def test_a_curve_falls_by_the_share_of_games_at_each_score() -> None:
    chart = curves("title", ["a", "b"], [[4, 0, 2, 2], []])
    (line,) = drawn(chart, "polyline")
    points = [tuple(map(float, point.split(","))) for point in line["points"].split()]
    top, bottom = points[0][1], points[-1][1]
    falls = [
        ((x - SIDE) / (WIDTH - RIGHT - SIDE), (bottom - y) / (bottom - top)) for x, y in points
    ]
    expected = [(0, 1), (0, 1), (0, 0.75), (0.5, 0.75), (0.5, 0.25), (1, 0.25), (1, 0)]
    assert falls == [pytest.approx(each, abs=0.001) for each in expected]
    assert described(chart) == "a: half of its games came to 2 lines or more"


def test_steps_too_small_to_see_are_taken_together() -> None:
    (line,) = drawn(curves("title", ["a"], [list(range(5000))]), "polyline")
    points = line["points"].split()
    assert 350 < len(points) < 450
    assert points[-1].startswith(f"{WIDTH - RIGHT:.1f},")


def test_only_scores_far_apart_have_an_axis_by_factors() -> None:
    assert "lines" in texts(curves("title", ["a"], [[0, 0, 0, 90, 150, 199]]))
    assert "lines, by factors" in texts(curves("title", ["a"], [[0, 3, 20, 25, 900]]))
    assert not is_skewed([0, 0, 0, 0])


def test_bars_are_as_high_as_games_are_many() -> None:
    chart = histogram("title", 1, [-100, -100, -100, -100, 1, 5, 55, 100], "lines")
    heights = [float(box["height"]) for box in drawn(chart, "rect")]
    tallest = max(heights)
    counts = [round(4 * height / tallest, 6) for height in heights]
    assert counts == [4, *[0] * 9, 2, *[0] * 4, 1, *[0] * 3, 1]
    assert described(chart) == "better in 4, worse in 4 of 8 games"
    assert "tallest: 4 games" in texts(chart)


def test_differences_of_nothing_can_be_drawn() -> None:
    heights = [float(box["height"]) for box in drawn(histogram("title", 0, [0, 0], "x"), "rect")]
    assert [i for i, height in enumerate(heights) if height] == [10]


def test_wins_ties_and_losses_share_a_bar() -> None:
    chart = shares("title", ["a", "b"], [(6, 3, 1), (0, 0, 5)])
    whole = WIDTH - RIGHT - LEFT
    parts = [(box["class"], float(box["width"]) / whole) for box in drawn(chart, "rect")]
    expected = [("win", 0.6), ("tie", 0.3), ("loss", 0.1), ("loss", 1.0)]
    assert [kind for kind, _ in parts] == [kind for kind, _ in expected]
    assert [part for _, part in parts] == pytest.approx([part for _, part in expected], abs=0.001)
    starts = [float(box["x"]) for box in drawn(chart, "rect")]
    assert starts == pytest.approx([LEFT, LEFT + 0.6 * whole, LEFT + 0.9 * whole, LEFT], abs=0.01)
    assert described(chart) == "a: 6 won, 3 tied, 1 lost; b: 0 won, 0 tied, 5 lost"


def test_a_long_name_is_cut_beside_a_chart_and_whole_in_its_description() -> None:
    name = "exec:./a/long/path/to/some/program --with=options"
    chart = intervals("title", [Bar(0, name, Estimate(1, 0, 2))], None, "lines")
    assert name not in texts(chart)
    assert texts(chart)[-1].startswith("exec:./a")
    assert described(chart).startswith(name)
