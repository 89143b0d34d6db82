"""Training with tables: names of groups, steps by kind, lines a death, and runs to their end."""

from __future__ import annotations

import json
from math import log
from pathlib import Path

import pytest

from tests.commands.test_cli import run
from tilefall.rules.features import surface_of
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.linear import named_weights
from tilefall.train.cma import Cma
from tilefall.train.history import Played, lines_per_death
from tilefall.train.methods import CrossEntropy
from tilefall.train.plan import METHODS, Evolution, parse_plan
from tilefall.train.runs import BEST, read_config
from tilefall.train.task import (
    FITNESS,
    USUAL_FEATURES,
    Game,
    Games,
    Task,
    groups_of,
    named_features,
    normalised,
)

SMALL = (
    *("--generations", "2", "--population", "5", "--games", "2", "--max-pieces", "60"),
    *("--validation-games", "4", "--features", "all", "--fitness", "rate"),
)


def test_groups_stand_for_all_that_can_occur() -> None:
    groups = groups_of(Tetris(height=5))
    assert groups["linear"] == USUAL_FEATURES
    assert groups["all"] == (*groups["linear"], *groups["tables"])
    left_out = set(surface_of(Tetris().moves.pieces)) - set(groups["tables"])
    names = [f"{name}_{n}" for name in ("room", "column_room_edge") for n in (6, 7)]
    assert left_out == {*names, *(f"column_room_inner_{n}" for n in (6, 7))}
    assert set(groups_of(Tetris(height=7))["tables"]) == set(surface_of(Tetris().moves.pieces))
    assert "fit_X_0" in groups_of(Quintris())["tables"]
    assert "fit_X_0" not in groups["all"]
    assert named_features("linear,room_3", Tetris()) == (*USUAL_FEATURES, "room_3")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", ["tetris:height=8", "quintris:height=9,width=8"])
def test_a_training_with_tables_goes_to_its_end(method: str, game: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ["train", game, "--method", method, *SMALL, "--start", "rv-ce", "--out", str(out)]
    result = run(*words, *([] if method == "genetic" else ["--step", "0.1"]))
    assert result.exit_code == 0, result.output
    assert "lines a death: " in result.output
    plan = parse_plan(read_config(out).plan)
    assert len(plan.task.features) > 100
    assert " --features all " in plan.command()
    weights = named_weights(str(out / BEST)).weights
    if method != "genetic":  # whose best one may be the start
        assert sum(weight != 0 for weight in weights) > 100
    shown = run("bench", "lines", game, "--agent", f"greedy:weights={out / BEST}", "--games", "2")
    assert shown.exit_code == 0, shown.output


@pytest.mark.parametrize(
    "text", ["all", "tables", "all,rows_removed", "tables,rows_removed,holes", "holes,wells"]
)
def test_a_command_names_groups_as_they_were_given(text: str) -> None:
    for game in (Tetris(height=8), Quintris()):
        task = Task(game.text(), "greedy", named_features(text, game), 10)
        assert task.features_text == text


def test_a_start_may_weigh_fewer_features(tmp_path: Path) -> None:
    task = Task("tetris:height=8", "greedy", groups_of(Tetris(height=8))["all"], 10)
    start = task.start("rv-ce")
    assert task.whole(start)[:11] == pytest.approx(named_weights("rv-ce").weights, abs=1)
    assert not any(start[len(USUAL_FEATURES) :])
    features = {"holes": -4.0, "room_3": 1.0, "room_5": 0.5}
    entry = {"name": "mine", "about": "a", "source": "b", "features": features}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps([entry]))
    named = dict(zip(task.features, task.start(str(file)), strict=True))
    assert named["room_3"] == pytest.approx(-named["holes"] / 4, rel=1e-4)
    narrow = Task("tetris:height=8", "greedy", ("holes",), 10)
    with pytest.raises(
        ValueError, match=r"weighs room_3..5 too: name all that it weighs.* \(all stands"
    ):
        narrow.start(str(file))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["quintris", "--features", "fit_SZ_0"], "feature 'fit_SZ_0', allowed are landing_height"),
        (["tetris", "--features", "fit_X_0"], "fit_I_0..4, fit_O_0..4, fit_T_0..4, fit_SZ_0..4"),
        (["tetris", "--features", "all,holes"], "expected each once"),
    ],
)
def test_features_that_cannot_be_trained(words: list[str], message: str, tmp_path: Path) -> None:
    result = run("train", *words, "--out", str(tmp_path / "run"))
    assert result.exit_code == 2
    assert message in result.stderr
    assert not (tmp_path / "run").exists()


def test_steps_are_larger_for_cases_than_for_counts() -> None:
    task = Task("tetris", "greedy", ("holes", "room_3"), 10)
    assert task.units == (0.5, 1.0)
    assert Task("tetris", "greedy", ("holes", "wells"), 10).units == (1.0, 1.0)
    for trainer in (Cma, CrossEntropy):
        made = trainer(Evolution("cma", task, population=400, step=0.1))
        holes, rooms = zip(*made.ask().candidates, strict=True)
        spreads = [sum(value * value for value in each) / 400 for each in (holes, rooms)]
        assert 0.15 < spreads[0] / spreads[1] < 0.4
        assert 0.08**2 < spreads[1] < 0.12**2


def test_entries_that_never_occur_do_not_hurt() -> None:
    """CMA finds what counts among many numbers that change nothing."""
    features = groups_of(Tetris(height=8))["all"]
    task = Task("tetris:height=8", "greedy", features, 10)
    plan = Evolution(
        "cma", task, generations=80, population=40, step=0.1, least_step=0.005, average=20
    )
    trainer = Cma(plan)
    counted = len(USUAL_FEATURES)

    def score(candidate: tuple[float, ...]) -> float:
        found = normalised(candidate[:counted])
        return -sum((value - 1 / 3) ** 2 for value in found)

    while trainer.generation < plan.generations:
        trainer.tell([score(candidate) for candidate in trainer.ask().candidates])
    assert score(trainer.best) > -0.1


def test_a_rate_counts_lines_a_death() -> None:
    games = [Game(30, 100, True), Game(10, 40, False), Game(20, 70, False)]
    assert FITNESS["rate"](Games.of(games), 100) == 30
    assert FITNESS["rate"](Games.of(games[:1]), 100) == 60  # half a death at least
    assert FITNESS["rate"](Games([0], [3], [False]), 100) == 0


def test_a_lower_cap_does_not_change_the_rate() -> None:
    """Games that die at a fixed rate: cut short anywhere, lines a death stay the same."""
    lives = [n * 7919 % 4001 for n in range(1, 4001)]  # every length once, evenly spread
    rates = []
    for cap in (100_000, 400):
        games = [
            Game(min(life, cap), min(life, cap), life > cap)
            for life in (round(-1000 * log(1 - n / 4001)) for n in lives)
        ]
        rates.append(FITNESS["rate"](Games.of(games), cap))
    assert rates[0] == pytest.approx(1000, rel=0.02)
    assert rates[1] == pytest.approx(1000, rel=0.02)


def test_a_validation_without_a_death_has_no_interval() -> None:
    found = lines_per_death(Played([4, 6], [9, 9], [True, True], 9))
    assert (found.value, found.low, found.high) == (20, 20, 20)
    assert lines_per_death(Played([4, 6], [9, 5], [True, False], 9)).value == 10
