"""Curves of trainings: in letters, as pictures, and as event files of TensorBoard."""

from __future__ import annotations

import json
import math
import os
import re
import struct
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tensorboardX.crc32c import crc32c
from tensorboardX.proto import event_pb2

from tests.commands.test_cli import run
from tests.train.made_runs import (
    duel,
    generation,
    lesson,
    made_evolution,
    made_learning,
    usual_lines,
    validation,
)
from tests.train.test_show import refused, shown
from tilefall import stats
from tilefall.scale import Scale, scale_of
from tilefall.train.curves import Curve, Panel, Picture, picture_of
from tilefall.train.events import event_files, step_of
from tilefall.train.history import History, read_history
from tilefall.train.picture import ALONE, COLOURS, spread
from tilefall.train.runs import BadRun
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


PNG = b"\x89PNG\r\n\x1a\n"


def test_one_generation_can_be_seen(tmp_path: Path) -> None:
    """A line needs two points: a single one is drawn as a dot of its colour."""
    folder = made_evolution(tmp_path / "new", [generation(0, 9.0, 5.0, 1.0, seconds=1.0)])
    shown(folder, "-o", folder / "new.svg")
    dots = set(re.findall(r"<use [^>]*fill: (#\w+)", (folder / "new.svg").read_text()))
    assert dots >= {ALONE[name].lower() for name in ("best", "mean", "worst")}


def test_pictures_are_files_of_their_kind(tmp_path: Path) -> None:
    one = made_evolution(tmp_path / "one", usual_lines())
    learning = made_learning(tmp_path / "ijk", [lesson(10, 0.5, 1.0), lesson(20, 0.4, 2.0)])
    picture = tmp_path / "runs.PNG"
    assert shown(one, "-o", picture).endswith(f"\npicture     {picture}\n")
    assert picture.read_bytes().startswith(PNG)
    picture = tmp_path / "both.svg"
    shown(one, learning, "--out", picture, "--json")
    text = picture.read_text()
    for words in (
        "tetris:width=6 / ijk, greedy / alphabeta, cma / td",
        "one: mean",
        "one: validation",
        "ijk: error",
        "validation: seeds that choose nothing, with 95 % intervals",
        "games of training",
    ):
        assert f"<!-- {words} -->" in text, words


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    """In another process, and whatever matplotlib was told to like."""
    folder = made_evolution(tmp_path / "one", usual_lines())
    here, there = tmp_path / "here.svg", tmp_path / "there.svg"
    shown(folder, "-o", here)
    (tmp_path / "matplotlibrc").write_text("axes.facecolor: red\nfont.size: 20\n")
    words = ["train", "show", str(folder), "-o", str(there)]
    environment = os.environ | {"PYTHONHASHSEED": "7", "MATPLOTLIBRC": str(tmp_path)}
    command = [sys.executable, "-m", "tilefall", *words]
    subprocess.run(command, check=True, env=environment, capture_output=True)
    assert here.read_bytes() == there.read_bytes()
    assert b"<dc:date>" not in here.read_bytes()


def test_a_picture_of_dots_says_nothing_of_its_making(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    pictures = [tmp_path / "one.png", tmp_path / "two.png"]
    for picture in pictures:
        shown(folder, "-o", picture)
    content, again = (picture.read_bytes() for picture in pictures)
    assert content == again
    assert not any(chunk in content for chunk in (b"tEXt", b"iTXt", b"tIME"))


def test_pictures_that_cannot_be_are_told_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    assert "curves.pdf, a picture ends in .png or .svg" in refused(2, folder, "-o", "curves.pdf")
    assert "no such directory" in refused(3, folder, "-o", tmp_path / "no" / "curves.png")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    picture = tmp_path / "curves.png"
    reason = 'a picture needs matplotlib: pip install "tilefall[plot]"'
    assert reason in refused(1, folder, "-o", picture)
    assert not picture.exists()
    assert "+--" in shown(folder)


Scalars = dict[tuple[str, int], float]
WORDS = [
    *("tetris:width=6", "--method", "genetic", "--generations", "4", "--population", "4"),
    *("--games", "1", "--max-pieces", "9", "--validation-games", "2", "--checkpoint-every", "2"),
]


def masked(content: bytes) -> int:
    """The checksum of the record format: a CRC, turned and shifted."""
    found = int(crc32c(content))
    return ((found >> 15 | found << 17) + 0xA282EAD8) & 0xFFFFFFFF


def events_of(folder: Path) -> list[Any]:
    """The events of the one file of a run."""
    (path,) = (folder / "events").iterdir()
    content, found, at = path.read_bytes(), [], 0
    while at < len(content):
        head = content[at : at + 8]
        (length,) = struct.unpack("<Q", head)
        data = content[at + 12 : at + 12 + length]
        sums = struct.unpack("<I", content[at + 8 : at + 12] or b"")
        sums += struct.unpack("<I", content[at + 12 + length : at + 16 + length])
        assert sums == (masked(head), masked(data))
        found.append(event_pb2.Event.FromString(data))
        at += 16 + length
    return found


def scalars_of(folder: Path) -> Scalars:
    """Every value by its name and step; none may be there twice."""
    pairs = [
        ((value.tag, event.step), value.simple_value)
        for event in events_of(folder)
        for value in event.summary.value
    ]
    twice = [name for name, count in Counter(name for name, _ in pairs).items() if count > 1]
    assert twice == []
    return dict(pairs)


def told(folder: Path) -> Scalars:
    with event_files(folder):
        pass
    return scalars_of(folder)


def logged(folder: Path) -> Scalars:
    """What the log of a real run says of best and of lines on other seeds."""
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    best = {("train/best", step_of(line)): line["best"] for line in lines if "best" in line}
    judged = [line for line in lines if line["kind"] == "validation"]
    return best | {("validation/lines", step_of(line)): line["lines"] for line in judged}


def agree(folder: Path) -> None:
    """The events say what the log says, of all four generations."""
    expected = logged(folder)
    assert {step for name, step in expected if name == "train/best"} == {1, 2, 3, 4}
    names = {name for name, _ in expected}
    found = {key: value for key, value in scalars_of(folder).items() if key[0] in names}
    assert found == pytest.approx(expected, rel=1e-6)


def test_every_figure_of_an_evolution_is_told(tmp_path: Path) -> None:
    lines = [
        generation(0, 8.0, 4.0, seconds=2.0) | {"deaths": 5},
        validation(1, 10, 13, seconds=3.0),
    ]
    assert told(made_evolution(tmp_path / "one", lines)) == pytest.approx(
        {
            ("train/best", 1): 8,
            ("train/mean", 1): 6,
            ("train/worst", 1): 4,
            ("train/lines", 1): 16,
            ("train/deaths", 1): 5,
            ("speed/games_per_s", 1): 3,
            ("validation/fitness", 1): 11.5,
            ("validation/lines", 1): 11.5,
            ("validation/alive", 1): 0.5,
        }
    )


def test_every_figure_of_learning_is_told_by_games(tmp_path: Path) -> None:
    lines = [lesson(10, 0.5, 1.0), lesson(20, 0.25, 3.0), duel(20, 62.5, 4.0)]
    found = told(made_learning(tmp_path / "ijk", lines))
    assert found[("train/error", 10)] == 0.5
    assert found[("train/error", 20)] == 0.25
    assert found[("speed/games_per_s", 20)] == 5
    assert found[("validation/score_percent", 20)] == 62.5
    assert {name for name, _ in found} == {
        *("train/error", "train/turns", "train/ties"),
        *("speed/games_per_s", "validation/score_percent"),
    }


def test_those_who_play_again_have_names_of_their_own(tmp_path: Path) -> None:
    lines = [
        generation(0, 8.0, 4.0, seconds=1.0),
        generation(0, 7.0, 3.0, seconds=2.0, stage="elite"),
    ]
    found = told(made_evolution(tmp_path / "one", lines, method="cross-entropy"))
    assert found[("train/best", 1)] == 8
    assert (found[("train/again_best", 1)], found[("train/again_mean", 1)]) == (7, 5)


def test_the_clock_is_that_of_the_log(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    told(folder)
    version, start, *rest = events_of(folder)
    assert version.file_version == "brain.Event:2"
    # whatever an open TensorBoard has read of an earlier file is forgotten
    assert (start.session_log.status, start.step) == (event_pb2.SessionLog.START, 0)
    times = [round(event.wall_time - start.wall_time, 3) for event in rest]
    assert times == [1.0, 2.0, 3.0, 4.0, 5.0, 15.0]


def test_a_training_tells_every_step(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    result = run("train", *WORDS, "--tensorboard", "--out", str(folder))
    assert result.exit_code == 0, result.output
    agree(folder)


def test_a_training_that_was_killed_tells_no_step_twice(tmp_path: Path) -> None:
    """Its log may be behind its events, and its event file may end within a record."""
    folder = tmp_path / "run"
    assert run("train", *WORDS, "--tensorboard", "--out", str(folder)).exit_code == 0
    log, (events,) = folder / "log.jsonl", (folder / "events").iterdir()
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:2]) + '{"kind": "ga')
    events.write_bytes(events.read_bytes()[:-7])
    events.rename(events.with_name("events.out.tfevents.1000000000.elsewhere"))
    result = run("train", "--resume", str(folder), "--tensorboard")
    assert result.exit_code == 0, result.output
    agree(folder)


def test_a_run_that_began_without_events_has_them_all(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run("train", *WORDS, "--out", str(folder)).exit_code == 0
    assert not (folder / "events").exists()
    assert run("train", "--resume", str(folder), "--tensorboard").exit_code == 0
    agree(folder)


def test_what_was_told_is_in_the_file_at_once(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines()[:1])
    with event_files(folder) as tell:
        assert ("train/best", 1) in scalars_of(folder)
        tell(usual_lines()[1])
        assert scalars_of(folder)[("train/best", 2)] == 12


def test_without_the_package_nothing_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    folder = tmp_path / "run"
    result = run("train", *WORDS, "--tensorboard", "--out", str(folder))
    assert result.exit_code == 1
    assert result.output == (
        'Error: --tensorboard needs tensorboardX: pip install "tilefall[tensorboard]"\n'
    )
    assert not folder.exists()


def test_a_log_that_is_wrong_is_told_before_old_events_go(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    known = told(folder)
    with (folder / "log.jsonl").open("a") as log:
        log.write('{"kind": "games", "seconds": 16.0}\n')
    with pytest.raises(BadRun, match="line 7: no 'games'"), event_files(folder):
        pass
    assert scalars_of(folder) == known


def test_a_disk_that_is_full_is_told_with_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines()[:1])

    def full(writer: object, event: object) -> None:
        raise OSError(28, "No space left on device")

    with event_files(folder) as tell, monkeypatch.context() as patched:
        patched.setattr("tensorboardX.event_file_writer.EventsWriter.write_event", full)
        with pytest.raises(OSError, match=rf"No space left.*{folder}/events") as caught:
            tell(usual_lines()[1])
    assert caught.value.filename == f"{folder}/events"
