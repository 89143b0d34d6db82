"""train show: a run in figures and letters, whatever state it is in."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.test_cli import run
from tests.train.made_runs import (
    duel,
    generation,
    lesson,
    made_evolution,
    made_learning,
    usual_lines,
    validation,
    write_run,
)
from tilefall import stats
from tilefall.train.curves import MOST_RUNS


def shown(*words: object) -> str:
    """What a command that succeeds prints."""
    result = run("train", "show", *map(str, words))
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(code: int, *words: object) -> str:
    """The one line of a command that fails."""
    result = run("train", "show", *map(str, words))
    assert (result.exit_code, result.stdout) == (code, "")
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("Error")]
    return line


def test_training_and_validation_are_told_apart(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    command = (
        "tilefall train tetris:width=6 --method cma --agent greedy --features holes,wells "
        "--max-pieces 100 --generations 5 --population 4 --games 3 --fitness mean "
        "--validation-games 4 --checkpoint-every 5"
    )
    expected = f"""\
run         {folder}: tetris:width=6, greedy, cma
            finished: 5 of 5 generations in 15.0 s
training    60 games, 600 pieces in 5.0 s: 12 games/s, 120 pieces/s
            seeds 1000000000 to 1000000014, which chose the weights
            last generation, lines a game, mean: best 24, mean 18, worst 12
validation  4 games after 5 generations
            seeds 2000000000 to 2000000003, which chose nothing
            lines a game: mean {stats.mean([10, 12, 14, 16])}, median 13.0 [10.0, 16.0] (with 95 % intervals)
            alive at the cap of pieces: {stats.share(2, 4)} %
command     {command}
weights     none yet
"""  # noqa: E501
    assert shown(folder).startswith(expected)


def test_json_has_the_same_figures(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    found = json.loads(shown(folder, "--json"))
    assert (found["game"], found["agent"], found["method"]) == ("tetris:width=6", "greedy", "cma")
    assert (found["finished"], found["seconds"], found["weights"]) == (True, 15.0, None)
    training, judged = found["training"], found["validation"]
    assert (training["done"], training["planned"], training["unit"]) == (5, 5, "generations")
    assert (training["games_per_s"], training["pieces_per_s"]) == (12.0, 120.0)
    assert (training["first_seed"], training["last_seed"]) == (1_000_000_000, 1_000_000_014)
    assert judged["mean"] == vars(stats.mean([10, 12, 14, 16]))
    assert judged["median"] == {"value": 13.0, "low": 10, "high": 16}
    assert judged["alive_percent"] == vars(stats.share(2, 4))
    assert (judged["first_seed"], judged["games"]) == (2_000_000_000, 4)
    assert [line["kind"] for line in found["lines"]] == ["games"] * 5 + ["validation"]
    assert not {"scores", "played"} & set().union(*found["lines"])
    both = json.loads(shown(folder, folder, "--json"))
    assert both == {"runs": [found, found]}


def test_a_network_is_judged_by_a_duel(tmp_path: Path) -> None:
    lines = [lesson(20, 0.5, 1.0), lesson(40, 0.4, 2.0)]
    folder = made_learning(tmp_path / "half", lines)
    assert "            40 of 40 games so far" in shown(folder)
    assert "\nvalidation  none yet\n" in shown(folder)
    folder = made_learning(tmp_path / "ijk", [*lines, duel(40, 62.5, 5.0)])
    expected = f"""\
run         {folder}: ijk, alphabeta, td
            finished: 40 of 40 games in 5.0 s
training    20 games, 2,000 turns in 2.0 s: 10 games/s, 1,000 turns/s
            seeds 1000000000 to 1000000039, which were learned on
            last block: error 0.4, turns 100, ties 0.25
validation  4 games against alphabeta:evaluation=terms, both 4 slides deep
            openings of seeds from 2000000000 on, which taught nothing
            score 62.5 [42.5, 82.5] % (with its 95 % interval)
command     tilefall train ijk:mode=deterministic --games 40 --first-seed 1000000000 --rate"""
    assert shown(folder).startswith(expected)
    judged = json.loads(shown(folder, "--json"))["validation"]
    assert (judged["at"], judged["pairs"], judged["score_percent"]["low"]) == (40, 2, 42.5)
    wrong = duel(40, 62.5, 5.0) | {"pairs": -1}
    folder = made_learning(tmp_path / "wrong", [*lines, wrong])
    assert "line 3: validation: pairs is -1" in refused(1, folder)


def test_the_last_validation_counts(tmp_path: Path) -> None:
    first = validation(2, 1, 2, seconds=2.5, is_last=False)
    lines = usual_lines()
    folder = made_evolution(tmp_path / "one", [*lines[:2], first, *lines[2:]])
    assert "validation  4 games after 5 generations\n" in shown(folder)
    folder = made_evolution(tmp_path / "two", [*lines[:2], first, *lines[2:4]])
    assert "validation  2 games after 2 generations\n" in shown(folder)


def test_fitness_is_shown_in_lines_or_shares(tmp_path: Path) -> None:
    lines = [generation(0, 3.0, 2.0, 1.0, 0.0, seconds=1.0)]
    log = made_evolution(tmp_path / "log", lines, fitness="log")
    assert "lines a game, geometric mean: best 19.09, mean 3.482, worst 0\n" in shown(log)
    lines = [generation(0, 0.5, 0.25, 0.25, 0.0, seconds=1.0)]
    survival = made_evolution(tmp_path / "survival", lines, fitness="survival")
    assert "% of the cap on pieces lived through: best 50, mean 25, worst 0\n" in shown(survival)


@pytest.mark.parametrize(
    ("deaths", "said"),
    [
        (9, ""),
        (4, ""),
        (3, ", fewer than one a candidate: a higher --max-pieces tells them apart"),
        (0, ", fewer than one a candidate: a higher --max-pieces tells them apart"),
    ],
)
def test_games_that_ended_are_told(deaths: int, said: str, tmp_path: Path) -> None:
    """Of four candidates with three games each; older logs do not say it."""
    lines = usual_lines()
    lines[-2] |= {"deaths": deaths}
    folder = made_evolution(tmp_path / "one", lines)
    ended = f"{deaths} of its 12 games ended before the cap of 100 pieces{said}"
    assert f"worst 12\n            {ended}\nvalidation" in shown(folder)
    training = json.loads(shown(folder, "--json"))["training"]
    assert (training["deaths"], training["last_games"]) == (deaths, 12)
    older = made_evolution(tmp_path / "older", usual_lines())
    assert "ended before" not in shown(older)
    assert json.loads(shown(older, "--json"))["training"]["deaths"] is None


@pytest.mark.parametrize("deaths", [-1, 1.5, None])
def test_deaths_that_cannot_be(deaths: object, tmp_path: Path) -> None:
    lines = usual_lines()
    lines[0] |= {"deaths": deaths}
    told = f"line 1: deaths is {deaths!r}, expected a whole number"
    assert told in refused(1, made_evolution(tmp_path / "one", lines))


@pytest.mark.parametrize(
    "words",
    [
        ["tetris:width=6", "--generations", "1", "--population", "4", "--games", "1"],
        ["ijk:mode=nondeterministic", "--games", "2", "--validation-games", "2"],
    ],
)
def test_the_weights_can_be_tried_as_the_report_says(words: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "a run"
    few = ["--max-pieces", "9", "--validation-games", "2"] if "--population" in words else []
    result = run("train", *words, *few, "--out", str(folder))
    assert result.exit_code == 0, result.output
    (trying,) = [line for line in result.stdout.splitlines() if line.startswith("try ")]
    assert shlex.split(trying)[1:4] == ["tilefall", "watch", words[0]]
    watched = run(*shlex.split(trying)[2:], "--seed", "1", "--max-turns", "2")
    assert watched.exit_code == 0, watched.output
    assert shown(folder).startswith(result.stdout.rstrip())


def test_a_file_that_no_agent_can_name_is_told_without_a_command(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "a,b", usual_lines())
    (folder / "best.json").write_text("[]")
    assert f"weights     {folder}/best.json\n\n" in shown(folder)
    assert json.loads(shown(folder, "--json"))["watch"] is None


def test_a_run_that_has_just_begun(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "new", [])
    text = shown(folder)
    assert "0 of 5 generations so far; `tilefall train --resume" in text
    assert "training    no games yet\nvalidation  none yet\n" in text
    assert "+--" not in text
    picture = tmp_path / "new.png"
    assert "nothing to draw, no generation is finished yet" in refused(2, folder, "-o", picture)
    assert not picture.exists()


def test_a_run_waits_for_its_last_validation(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "almost", usual_lines()[:5])
    assert "            5 of 5 generations so far; `tilefall train --resume" in shown(folder)


def test_a_run_under_way_with_a_line_cut_off(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "half", usual_lines()[:3])
    whole = shown(folder)
    assert "3 of 5 generations so far" in whole
    with (folder / "log.jsonl").open("a") as log:
        log.write('{"kind": "games", "generation": 3, "sta')
    assert shown(folder) == whole


def test_those_who_play_again_finish_a_generation(tmp_path: Path) -> None:
    first = generation(0, 8.0, 4.0, 0.0, 0.0, seconds=1.0) | {"weights": None}
    again = generation(0, 7.0, 3.0, seconds=2.0, stage="elite")
    second = generation(1, 8.0, 4.0, 0.0, 0.0, seconds=3.0)
    for number, (lines, done) in enumerate(
        [([first], 0), ([first, again], 1), ([first, again, second], 1)]
    ):
        folder = made_evolution(tmp_path / str(number), lines, method="cross-entropy")
        assert f"            {done} of 5 generations so far" in shown(folder)


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        ({"best": "high"}, "line 2: best is 'high', expected a number"),
        ({"best": float("nan")}, "line 2: best is nan, expected a number"),
        ({"games": -1}, "line 2: games is -1, expected a whole number"),
        ({"seconds": float("inf")}, "line 2: seconds is inf, expected a number"),
        ({"scores": []}, "line 2: scores is [], expected one for each candidate"),
        ({"kind": 3}, "line 2: expected an object with a kind"),
    ],
)
def test_a_log_that_is_wrong_is_told_by_its_line(
    spoilt: dict[str, object], reason: str, tmp_path: Path
) -> None:
    lines = usual_lines()
    lines[1] |= spoilt
    assert reason in refused(1, made_evolution(tmp_path / "spoilt", lines))


def test_a_log_that_lacks_something_is_told_by_its_line(tmp_path: Path) -> None:
    lines = usual_lines()
    del lines[2]["mean"]
    assert "line 3: no 'mean'" in refused(1, made_evolution(tmp_path / "short", lines))
    lines = [*usual_lines()[:5], validation(5, 10, seconds=9.0)]
    reason = "line 6: played, expected the lines, pieces and ends of two games or more"
    assert reason in refused(1, made_evolution(tmp_path / "one game", lines))


def test_folders_that_are_no_runs(tmp_path: Path) -> None:
    assert "nowhere: no such folder" in refused(3, tmp_path / "nowhere")
    assert f"{tmp_path} is no run: it has no config.json" in refused(3, tmp_path)
    plan = {"games": 5, "mode": "sideways", "first_seed": 1}
    other = write_run(tmp_path / "other", "td-ijk", plan, [])
    assert "its plan is not one of tilefall's" in refused(1, other)
    unknown = write_run(
        tmp_path / "unknown", "magic", {"games": 5, "game": "ijk", "first_seed": 1}, []
    )
    assert f"{unknown}: a run of kind 'magic', allowed are evolution, td-ijk" in refused(1, unknown)


def test_several_runs_are_compared(tmp_path: Path) -> None:
    one = made_evolution(tmp_path / "one", usual_lines())
    two = made_evolution(tmp_path / "two", usual_lines()[:2], method="genetic")
    text = shown(one, two, made_evolution(tmp_path / "new", []))
    assert "  a  one, A its validation\n  b  two\n  c  new: nothing yet\n" in text
    assert text.count("\nvalidation  ") == 3
    same = made_evolution(tmp_path / "other" / "one", usual_lines())
    assert f"  b  {same}, B its validation\n" in shown(one, same)
    many = [one] * (MOST_RUNS + 1)
    assert "8 runs, at most 7 can be told apart in one picture" in refused(2, *many)


def test_curves_are_drawn_in_any_terminal_and_in_a_pipe(tmp_path: Path) -> None:
    folder = made_evolution(tmp_path / "one", usual_lines())
    for columns, most in ((60, 59), (500, 100)):
        process = subprocess.run(
            [sys.executable, "-m", "tilefall", "train", "show", str(folder)],
            capture_output=True,
            check=True,
            env=os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "COLUMNS": str(columns)},
        )
        text = process.stdout.decode("ascii")
        plot = text.split("\n\n", 1)[1]
        drawn = plot[: plot.index("generation")]
        assert max(map(len, drawn.splitlines())) <= most
        assert "#  validation: seeds that choose nothing" in plot
    assert "\\u" not in text
