"""Curves of trainings: scales, what is drawn of a run, and the picture in letters."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.train.made_runs import (
    generation,
    lesson,
    made_evolution,
    made_learning,
    usual_lines,
    validation,
)
from tilefall import stats
from tilefall.scale import Scale, scale_of
from tilefall.train.curves import Curve, Panel, Picture, picture_of
from tilefall.train.history import History, read_history
from tilefall.train.picture import COLOURS, spread
from tilefall.train.text_plot import MOST_WIDTH, text_plot

PICTURE = """\
lines a game, mean
   |                                           ^^^
   |                                      ^^^^^
20 +                                  ^^^^
   |                             ^^^^^
   |                       ^^^^^^            ooooo
15 +                   ^^^^             ooooo    :
   |              ^^^^^            ooooo         #
   |         ^^^^^            ooooo            vv:
10 +    ^^^^^            ooooo            vvvvv  :
   |^^^^            ooooo             vvvv
   |           ooooo            vvvvvv
 5 +     oooooo            vvvvv
   |ooooo              vvvv
   |              vvvvv
 0 +vvvvvvvvvvvvvv
   ++----------+----------+-----------+----------+
    1          2          3           4          5
                                        generation
  #  validation: seeds that choose nothing, with its 95 % interval
  ^  best of the population
  o  mean of the population
  v  worst of the population"""

values = st.lists(st.floats(0, 1e9, width=32), min_size=1, max_size=20)


def history(folder: Path, *lines: dict[str, object], **changed: object) -> History:
    return read_history(made_evolution(folder, list(lines), **changed))


def test_a_training_in_letters(tmp_path: Path) -> None:
    picture = picture_of([history(tmp_path / "one", *usual_lines())])
    assert text_plot(picture, 50) == PICTURE


def test_wide_ranges_have_a_log_scale(tmp_path: Path) -> None:
    lines = [generation(n, 4.0**n, 1.0, 0.0, seconds=n) for n in range(5)]
    (panel,) = picture_of([history(tmp_path / "one", *lines)]).panels
    assert panel.upward == Scale(0.0, 256.0, is_log=True)
    plot = text_plot(Picture("", ("one",), (panel,)), 60).splitlines()
    assert plot[0] == "lines a game, mean, log scale"
    labels = [line.split()[0] for line in plot[1:16] if "+" in line[:5]]
    assert labels == ["100", "30", "10", "3", "1", "0"]
    # each generation is four times the one before: from the third on they rise by equal steps
    marks = [[row for row in range(1, 16) if plot[row][at : at + 1] == "^"] for at in (31, 45, 59)]
    (third,), (fourth,), (fifth,) = marks
    assert abs((third - fourth) - (fourth - fifth)) <= 1


def test_many_generations_share_columns(tmp_path: Path) -> None:
    """The best of a column is its highest, the worst its lowest, the mean the middle of them."""
    lines = [generation(n, 20.0 + 20 * (n % 2), 10.0 * (n % 2), seconds=n) for n in range(2000)]
    plot = text_plot(picture_of([history(tmp_path / "one", *lines)]), 80).splitlines()
    columns = plot[1].index("^")
    assert plot[1][columns:] == "^" * 76
    assert plot[15][columns:] == "v" * 76
    assert "o" * 74 in "".join(plot[1:16])


@given(curve=st.lists(st.floats(0, 1e6), min_size=1, max_size=50), width=st.integers(1, 200))
def test_no_picture_is_wider_than_asked_for(curve: list[float], width: int) -> None:
    points = tuple((float(number), value) for number, value in enumerate(curve, 1))
    panel = Panel("generation", "lines a game, mean", (Curve("mean", 0, points),))
    lines = text_plot(Picture("", ("one",), (panel,)), width).splitlines()
    assert max(map(len, lines)) <= min(max(width, 40), MOST_WIDTH)
    assert len(lines) == 15 + 5
    assert "".join(lines).isascii()


@given(values, st.booleans())
def test_scales_hold_all_values_and_have_round_numbers(
    found: list[float], may_be_log: bool
) -> None:
    scale = scale_of(found, may_be_log)
    assert all(-1e-9 <= scale.part(value) <= 1 + 1e-9 for value in found)
    ticks = scale.ticks(6)
    assert 1 <= len(ticks) <= 6
    assert ticks == sorted(set(ticks))
    room = 1e-6 * (scale.high - scale.low)
    assert scale.low - room <= ticks[0]
    assert ticks[-1] <= scale.high + room


def test_what_is_counted_has_whole_numbers() -> None:
    for last in range(2, 60):
        ticks = Scale(1.0, float(last), is_whole=True).ticks(6)
        assert 1 <= len(ticks) <= 6
        assert all(tick == int(tick) for tick in ticks)
    assert Scale(1.0, 2.0, is_whole=True).ticks(6) == [1.0, 2.0]


def test_a_single_value_has_a_scale() -> None:
    for value in (0.0, 5.0, 1e-9, 1e9):
        scale = scale_of([value])
        assert scale.low <= value <= scale.high
        assert 0 <= scale.part(value) <= 1


@given(
    st.lists(st.integers(0, 40).map(lambda part: part / 40), max_size=12),
    st.sampled_from([0.01, 0.05, 0.2]),
)
def test_labels_keep_their_order_and_a_gap(parts: list[float], gap: float) -> None:
    places = spread(parts, gap)
    order = sorted(range(len(parts)), key=lambda index: (parts[index], index))
    assert all(places[high] - places[low] > gap - 1e-6 for low, high in pairwise(order))
    if parts:
        middle = sum(parts) / len(parts)
        assert math.isclose(sum(places) / len(places), middle, abs_tol=1e-6)


def test_a_validation_has_its_interval(tmp_path: Path) -> None:
    for fitness, expected in {
        "mean": stats.mean([0, 1, 40, 50]),
        "median": stats.middle([0, 1, 40, 50]),
        "log": stats.geometric_mean([0, 1, 40, 50]),
        "survival": stats.mean([50.0] * 4),
        "rate": stats.per_death(91, 2),
    }.items():
        lines = [*usual_lines()[:5], validation(5, 0, 1, 40, 50, seconds=9.0)]
        found = history(tmp_path / fitness, *lines, fitness=fitness)
        (panel,) = picture_of([found]).panels
        judged = panel.curves[-1]
        assert judged.name == "validation"
        assert judged.points == ((5.0, expected.value),)
        assert judged.intervals == ((max(expected.low, 0.0), expected.high),)


def test_one_run_is_drawn_by_generation_and_several_by_games(tmp_path: Path) -> None:
    one = history(tmp_path / "one", *usual_lines())
    two = history(tmp_path / "two", *usual_lines()[:2], method="genetic")
    (alone,) = picture_of([one]).panels
    assert [curve.name for curve in alone.curves] == ["worst", "mean", "best", "validation"]
    assert [point[0] for point in alone.curves[0].points] == [1, 2, 3, 4, 5]
    picture = picture_of([one, two])
    (panel,) = picture.panels
    assert picture.title == "tetris:width=6, greedy, cma / genetic"
    assert panel.across == "games of training"
    assert [(c.name, c.run) for c in panel.curves] == [("mean", 0), ("validation", 0), ("mean", 1)]
    assert panel.curves[0].points == ((12, 3), (24, 6), (36, 10), (48, 14), (60, 18))
    assert panel.curves[1].points == ((60, 13),)


def test_games_that_judge_or_are_played_again_are_no_points_of_their_own(tmp_path: Path) -> None:
    """Those played again are games of training, those of a validation are not."""
    lines = [
        generation(0, 8.0, 4.0, seconds=1.0),
        generation(0, 7.0, 3.0, seconds=2.0, stage="elite"),
        validation(1, 1, 2, 3, seconds=3.0, is_last=False),
        generation(1, 10.0, 6.0, seconds=4.0),
    ]
    one = history(tmp_path / "one", *lines, method="cross-entropy")
    (panel,) = picture_of([one, one]).panels
    assert panel.curves[0].points == ((6, 6), (18, 8))
    assert panel.curves[1].points == ((12, 2),)


def test_other_measures_have_other_panels_and_share_the_lines_on_other_seeds(
    tmp_path: Path,
) -> None:
    one = history(tmp_path / "one", *usual_lines())
    two = history(tmp_path / "two", *usual_lines(), fitness="log")
    learning = read_history(made_learning(tmp_path / "ijk", [lesson(10, 0.5, 1.0)]))
    labels = [panel.up for panel in picture_of([one, two, learning]).panels]
    assert labels == [
        "lines a game, mean",
        "lines a game, geometric mean",
        "error from one position to the next",
        "lines a game on other seeds, mean",
    ]
    last = picture_of([one, two, learning]).panels[-1]
    assert [(curve.name, curve.run) for curve in last.curves] == [
        ("validation", 0),
        ("validation", 1),
    ]
    assert last.curves[1].points == ((60, 13),)


def test_an_error_keeps_its_own_range(tmp_path: Path) -> None:
    lines = [lesson(10, 0.5, 1.0), lesson(20, 0.4, 2.0)]
    (panel,) = picture_of([read_history(made_learning(tmp_path / "ijk", lines))]).panels
    assert panel.curves == (Curve("error", 0, ((10, 0.5), (20, 0.4))),)
    assert panel.upward == Scale(0.4, 0.5)
    assert panel.right == Scale(0, 20, is_whole=True)


def test_colours_are_enough_and_differ() -> None:
    assert len(set(COLOURS)) == len(COLOURS) == 7
