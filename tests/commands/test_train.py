"""The command train: its help, its options, its progress bar, and mistakes in one clear line."""

from __future__ import annotations

import json
import os
import pty
import re
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
    validation,
)
from tests.train.trainings import METHODS, SMALL, learn_quickly, trained
from tilefall.commands.train_options import EVOLUTION, FITNESS, OPTIONS, Option, asked_plan
from tilefall.commands.train_options import METHODS as ALL_METHODS
from tilefall.commands.train_progress import RECENT, TimeLeft, news_of, work_of
from tilefall.rules.catalog import parse_game
from tilefall.rules.features import Features
from tilefall.search.linear import named_weights
from tilefall.train import plan, task
from tilefall.train.plan import Evolution, parse_plan
from tilefall.train.runs import BEST, read_config
from tilefall.train.task import Task


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where nothing must be left behind by a mistake."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_help_is_that_of_the_training_and_names_show() -> None:
    result = run("train", "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: tilefall train [OPTIONS] [GAME]\n")
    assert "tilefall train show RUN" in result.stdout
    assert "docs/training.md" in result.stdout
    for option in OPTIONS:
        assert f"--{option.name.replace('_', '-')} " in result.stdout
    assert "game [OPTIONS]" not in result.stdout


def test_show_has_a_help_of_its_own() -> None:
    result = run("train", "show", "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: tilefall train show [OPTIONS] RUN")
    missing = run("train", "show")
    assert missing.exit_code == 2
    assert "Try 'tilefall train show --help'" in missing.stderr


def test_a_usage_error_points_to_the_right_help() -> None:
    result = run("train", "--speed", "3")
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: tilefall train [OPTIONS] [GAME]\n")
    assert "Try 'tilefall train --help' for help." in result.stderr


def test_the_words_of_the_options_are_those_of_the_plans() -> None:
    assert EVOLUTION == plan.METHODS
    assert tuple(task.FITNESS) == FITNESS
    for option in OPTIONS:
        is_of_evolution = any(method in plan.METHODS for method in option.methods)
        in_task = option.name in ("agent", "features", "max_pieces")
        assert is_of_evolution == (option.name in Evolution.__dataclass_fields__ or in_task)


MISTAKES = [
    # games, agents and features
    (["chess"], 3, 'No game "chess". There are quintris, tetris, ijk, marathon.'),
    (["tetris:hight=9"], 2, "tetris has no parameter 'hight'"),
    (["tetris", "--agent", "nobody"], 3, 'No agent "nobody" for tetris.'),
    (["tetris", "--agent", "random"], 2, "random has no weights to train, tetris has greedy, look"),
    (["tetris", "--agent", "dt-20"], 2, "agent dt-20 has no weights to train, tetris has greedy"),
    (["--agent", "course-sum"], 2, "course-sum has no weights to train, quintris has greedy"),
    (["--agent", "greedy:weights=dt-10"], 2, "its weights are trained; give a start with --start"),
    (["--agent", "lookahead:depth=0"], 2, "depth '0', expected a whole number from 1 to 16"),
    (["--features", "hollows"], 2, "feature 'hollows', allowed are landing_height, eroded"),
    (["--features", "holes,holes"], 2, "features 'holes,holes', expected each once"),
    (["--features", "bend_1_2"], 2, "feature 'bend_1_2', which is called bend_-2_-1, allowed are"),
    (["--features", ""], 2, "feature '', allowed are landing_height"),
    (["--features", "holes,,wells"], 2, "feature '', allowed are landing_height"),
    (
        ["tetris", "--agent", "course-genetic", "--features", "bumpiness"],
        2,
        "agent course-genetic has the features summed_heights,complete_rows,covered_holes,bump",
    ),
    # methods
    (["--method", "luck"], 2, "'luck' is not one of 'genetic', 'cma', 'cross-entropy', 'td'."),
    (["ijk", "--method", "cma"], 2, "ijk is trained by the method td, not by evolution"),
    (["ijk", "--method", "genetic"], 2, "ijk is trained by the method td, not by evolution"),
    (["ijk", "--features", "holes"], 2, "--features is for genetic, cma, cross-entropy, not td."),
    (["tetris", "--method", "td"], 2, "nondeterministic, not tetris; others take cma"),
    (["quintris", "--method", "td"], 2, "nondeterministic, not quintris; others take cma"),
    (["--value", "ntuple"], 2, "No such option"),
    (["ijk:size=5"], 2, "--method td learns ijk and ijk:mode=nondeterministic, not ijk:size=5"),
    (
        ["ijk:winning=H"],
        2,
        "--method td learns ijk and ijk:mode=nondeterministic, not ijk:winning=H",
    ),
    # starts
    (["--start", "1,2,3"], 2, "start '1,2,3', expected 9 numbers"),
    (["--start", "1,x"], 2, "start '1,x', expected a name, a file or numbers"),
    (["--start", "nothing"], 3, "weights 'nothing', expected a file or one of dellacherie"),
    (
        ["--features", "holes,wells", "--start", "bcts"],
        2,
        "bcts weighs landing_height, ",
    ),
    (
        ["--method", "genetic", "--features", "holes,wells", "--start", "0,0"],
        2,
        "--start is 0 in all features, expected one that is not",
    ),
    (["--features", "holes,wells", "--start", "nan,0"], 2, "--start with nan, allowed is a size"),
    (["--features", "holes,wells", "--start", "0,1e10"], 2, "with 10000000000.0, allowed is a"),
    # numbers
    (["--generations", "0"], 2, "--generations 0, allowed are 1 to 1,000,000"),
    (["--generations", "many"], 2, "'many' is not a valid integer."),
    (["--population", "3"], 2, "--population 3, allowed are 4 to 100,000"),
    (["--games", "0"], 2, "--games 0, allowed are 1 to 10,000,000"),
    (["--last-games", "-1"], 2, "--last-games -1, allowed are 0 to 10,000,000"),
    (["--seed", "-1"], 2, "--seed -1, allowed are 0 to 4,294,967,295"),
    (["--first-seed", "-1"], 2, "--first-seed -1, allowed are 0 to 2^64 - 1"),
    (["--first-seed", str(2**64 - 5)], 2, "seeds beyond 2^64 - 1: give a lower --first-seed"),
    (["--validation-games", "1"], 2, "--validation-games 1, allowed are 2 to 100,000,000"),
    (["--validation-seed", "-2"], 2, "--validation-seed -2, allowed are 0 to 2^64 - 1"),
    (["--validation-seed", "1000000100"], 2, "they must not overlap: give another --validation"),
    (["--checkpoint-every", "0"], 2, "--checkpoint-every 0, allowed are 1 to 1,000,000"),
    (["--max-pieces", "0"], 2, "--max-pieces 0, allowed are 1 to 2^62"),
    (["--fitness", "luck"], 2, "'luck' is not one of 'mean', 'median', 'log', 'survival', 'rate'."),
    (["--average", "0"], 2, "--average 0, allowed are 1 to 1,000,000"),
    (["--step", "0"], 2, "--step 0.0, allowed are 1e-09 to 1,000,000,000"),
    (["--step", "nan"], 2, "--step nan, allowed are 1e-09 to 1,000,000,000"),
    (["--method", "genetic", "--survivors", "1.1"], 2, "--survivors 1.1, allowed are 0 to 1"),
    (["--method", "genetic", "--tournament", "-1"], 2, "--tournament -1.0, allowed are 0 to 1"),
    (["--method", "genetic", "--mutation", "2"], 2, "--mutation 2.0, allowed are 0 to 1"),
    (["--method", "genetic", "--mutation-size", "-1"], 2, "--mutation-size -1.0, allowed are 0 to"),
    (["--method", "cross-entropy", "--elite", "2"], 2, "--elite 2.0, allowed are 0 to 1"),
    (["--method", "cross-entropy", "--rerank", "0.5"], 2, "--rerank 0.5, allowed are 1 to"),
    (["--method", "cross-entropy", "--rerank-games", "-1"], 2, "--rerank-games -1, allowed are"),
    (["--method", "cross-entropy", "--noise", "inf"], 2, "--noise inf, allowed are 0 to"),
    (["ijk", "--games", "0"], 2, "--games 0, allowed are 1 to"),
    (["ijk", "--rate", "2"], 2, "--rate 2.0, allowed are 0 to 1"),
    (["ijk", "--trust", "-1"], 2, "--trust -1.0, allowed are 0 to 1"),
    (["ijk", "--trust", "nan"], 2, "--trust nan, allowed are 0 to 1"),
    (["ijk", "--first-seed", "-1"], 2, "--first-seed -1, allowed are 0 to"),
    (["--threads", "0"], 2, "0 is not in the range 1<=x<=1024."),
    # runs
    (["--resume", "none"], 3, "none: no such folder"),
    (["--resume", "."], 3, ". is no run: it has no config.json"),
    (["tetris", "--resume", "none"], 2, "--resume goes on with a run as it was asked for"),
    (["--resume", "none", "--out", "other"], 2, "--resume goes on with a run as it was asked for"),
    (["--resume", "none", "--games", "3"], 2, "--resume goes on with a run as it was asked for"),
    (["--resume", "none", "--method", "cma"], 2, "--resume goes on with a run as it was asked for"),
    (["--address", "auto"], 2, "--address is for --workers ray."),
    (["show", "none"], 3, "none"),
    (["show", "."], 3, "is no run"),
    (["tetris", "more"], 2, "unexpected extra argument (more)"),
]


@pytest.mark.parametrize(
    ("words", "code", "told"), MISTAKES, ids=[" ".join(words) for words, _, _ in MISTAKES]
)
def test_mistakes_get_one_clear_line_and_leave_nothing(
    words: list[str], code: int, told: str, empty_folder: Path
) -> None:
    result = run("train", *words)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    assert result.stderr.count("Error: ") == 1
    assert told in result.stderr.splitlines()[-1]
    assert list(empty_folder.iterdir()) == []


@pytest.mark.parametrize("method", ALL_METHODS)
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_of_another_method_is_refused(option: Option, method: str) -> None:
    name = option.name.replace("_", "-")
    if method in option.methods:
        return
    value = {str: "x", int: "3", float: "0.5"}.get(option.type, "mean")
    game = "ijk" if method == "td" else "tetris"
    result = run("train", game, "--method", method, f"--{name}", value)
    assert result.exit_code == 2
    whose = ", ".join(option.methods)
    assert result.stderr.splitlines()[-1] == f"Error: --{name} is for {whose}, not {method}."
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("words", "method"),
    [(["tetris"], "cma"), (["quintris", "--method", "genetic"], "genetic"), (["ijk"], "td")],
)
def test_the_usual_method_of_a_game(words: list[str], method: str) -> None:
    given = {} if len(words) == 1 else {"method": words[2]}
    assert asked_plan(parse_game(words[0]), given).method == method


def test_every_option_reaches_the_plan(tmp_path: Path) -> None:
    asked = {
        "method": "cross-entropy",
        "agent": "lookahead:beam=4",
        "features": "holes,wells",
        "max_pieces": 7,
        "fitness": "median",
        "generations": 3,
        "population": 6,
        "games": 2,
        "last_games": 5,
        "seed": 4,
        "first_seed": 10,
        "validation_games": 8,
        "validation_seed": 99,
        "checkpoint_every": 2,
        "start": "0.5,-1",
        "average": 2,
        "step": 0.25,
        "elite": 0.4,
        "rerank": 1.5,
        "rerank_games": 3,
        "noise": 0.125,
    }
    words = [word for name, value in asked.items() for word in (f"--{name}", str(value))]
    words = [word.replace("_", "-") if word.startswith("--") else word for word in words]
    result = run("train", "tetris:width=6,height=8", *words, "--out", str(tmp_path / "run"))
    assert result.exit_code == 0, result.output
    found = parse_plan(read_config(tmp_path / "run").plan)
    of_task: dict[str, object] = {
        "agent": found.task.agent,
        "features": ",".join(found.task.features),
    }
    of_task |= {"max_pieces": found.task.max_pieces, "start": "0.5,-1"}
    assert {name: of_task.get(name, getattr(found, name, None)) for name in asked} == asked
    assert found.start == (0.5, -1.0)


@pytest.mark.parametrize(
    ("option", "value"),
    [("survivors", 0.25), ("tournament", 0.5), ("mutation", 0.75), ("mutation_size", 0.125)],
)
def test_every_number_of_the_genetic_algorithm_is_an_option(option: str, value: float) -> None:
    plain = asked_plan(parse_game("tetris"), {"method": "genetic"})
    asked = asked_plan(parse_game("tetris"), {"method": "genetic", option: value})
    assert {**plain.config, option: value} == asked.config != plain.config
    assert plain.config | {"survivors": 0.5, "tournament": 0.1} == plain.config
    assert plain.config | {"mutation": 0.05, "mutation_size": 0.2} == plain.config


def test_without_a_folder_a_free_one_is_taken(empty_folder: Path) -> None:
    for number in (1, 2):
        result = run("train", *METHODS["genetic"])
        assert result.exit_code == 0, result.output
        folder = Path("runs") / f"tetris-genetic-{number}"
        assert f"Training in {folder}" in result.stderr
        assert (empty_folder / folder / BEST).is_file()


def test_a_start_is_a_name_a_file_or_numbers(tmp_path: Path) -> None:
    words = ["tetris:width=6,height=8", *SMALL[:-2]]  # the usual features
    first = tmp_path / "first"
    result = run("train", *words, "--start", "dellacherie", "--step", "0.1", "--out", str(first))
    assert result.exit_code == 0, result.output
    again = tmp_path / "again"
    result = run("train", *words, "--start", str(first / BEST), "--out", str(again))
    assert result.exit_code == 0, result.output
    starts = [parse_plan(read_config(folder).plan).start for folder in (first, again)]
    assert starts[0] is not None
    assert sum(value * value for value in starts[0]) == pytest.approx(1)
    assert starts[0] != starts[1]


def test_a_start_plays_as_the_weights_it_is_named_after() -> None:
    """Landing height is trained in rows and weighed in half rows."""
    task = Task("tetris", "greedy", Features._fields, 10)
    for name in ("dt-10", "dellacherie", "quintris-greedy"):
        whole = task.whole(task.start(name))
        assert whole == pytest.approx(named_weights(name).weights, abs=1)


@pytest.mark.parametrize("method", METHODS)
def test_json_is_one_object(method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learn_quickly(monkeypatch)
    words = ["train", *METHODS[method], "--json", "--out", str(tmp_path / "run")]
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert isinstance(json.loads(result.stdout), dict)
    shown = run("train", "show", str(tmp_path / "run"), "--json")
    assert json.loads(shown.stdout) == json.loads(result.stdout)


def test_show_takes_a_folder(tmp_path: Path) -> None:
    out = trained(tmp_path / "run", "genetic")
    shown = run("train", "show", str(out))
    assert shown.exit_code == 0
    assert str(out / BEST) in shown.stdout


WORDS = [
    *("train", "tetris:width=6", "--method", "genetic", "--generations", "12", "--games", "200"),
    *("--population", "6", "--max-pieces", "500", "--validation-games", "2"),
]


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(f"{TimeLeft.__module__}.time.monotonic", lambda: self.now)


@pytest.fixture(name="clock")
def clock_fixture(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def in_terminal(*words: str) -> tuple[str, str]:
    """What the program writes to its output, and to a terminal as its errors."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100", "NO_COLOR": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "tilefall", *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    ) as process:
        os.close(theirs)
        found = b""
        try:
            while more := os.read(ours, 65536):
                found += more
        except OSError:
            pass  # how Linux says that the other side has closed
        assert process.stdout is not None
        result = process.stdout.read()
    os.close(ours)
    assert process.returncode == 0, found
    return result, re.sub(r"\x1b\[[?\d;]*\w", "", found.decode())


def test_a_terminal_shows_where_a_training_is(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    result, seen = in_terminal(*WORDS, "--out", str(folder))
    assert result.startswith("run         ")
    assert seen.startswith(f"Training in {folder}")
    assert "generation 0 of 12 " in seen
    assert "the first games are played" in seen
    assert "generation 12 of 12 " in seen
    news = r"best [\d.,]+, mean [\d.,]+, [\d,]+ died, [\d,]+ games/s 0:0\d:\d\d 0:0\d:\d\d left"
    assert re.search(r"generation \d+ of 12 [^\w]+ " + news, seen), seen

    log = folder / "log.jsonl"
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:9]))
    _, seen = in_terminal("train", "--resume", str(folder))
    shown = re.findall(r"generation (\d+) of 12 ", seen)
    assert (shown[0], shown[-1]) == ("9", "12")
    assert "generation 9 of 12 ━━━━━" in seen.replace("generation", "\ngeneration").splitlines()[2]
    assert "the first games are played" not in seen


def test_learning_counts_games(tmp_path: Path) -> None:
    _, seen = in_terminal(
        *("train", "ijk", "--games", "20", "--validation-games", "2"),
        *("--out", str(tmp_path / "ijk")),
    )
    assert "game 0 of 20 " in seen
    assert re.search(r"game 20 of 20 \S+ scored [\d.]+ % against alphabeta", seen), seen


def test_a_pipe_hears_nothing_but_where_it_is(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "tilefall", *WORDS, "--games", "1", "--out", str(tmp_path / "run")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stderr == f"Training in {tmp_path / 'run'}\n"
    assert process.stdout.startswith("run         ")


def test_the_time_left_knows_only_new_work(clock: Clock) -> None:
    """Eight of ten took 4000 s in an earlier process; this one needs 2 s for one."""
    left = TimeLeft(total=10, done=8, seconds=4000.0)
    assert (left.seconds, str(left)) == (None, "")
    left.tell(9, 4002.0)
    assert (left.seconds, str(left)) == (2.0, "0:00:02 left")


def test_the_time_left_is_counted_down_and_never_below_nothing(clock: Clock) -> None:
    left = TimeLeft(total=4000, done=0, seconds=0.0)
    left.tell(1, 2.0)
    assert str(left) == "2:13:18 left"
    clock.now += 60
    assert str(left) == "2:12:18 left"
    clock.now += 100_000
    assert str(left) == "0:00:00 left"


def test_the_time_left_follows_the_recent_pace(clock: Clock) -> None:
    """Games become longer as weights become better: slow steps after many quick ones."""
    left, seconds = TimeLeft(total=100, done=0, seconds=0.0), 0.0
    for done in range(1, 51 + RECENT):
        seconds += 1.0 if done <= 50 else 10.0
        left.tell(done, seconds)
    assert left.seconds == 10.0 * (100 - 50 - RECENT)


def test_a_line_that_finishes_nothing_does_not_change_the_pace(clock: Clock) -> None:
    left = TimeLeft(total=10, done=0, seconds=0.0)
    left.tell(1, 2.0)
    left.tell(1, 9.0)
    assert left.seconds == 18.0


def test_later_generations_are_more_work(tmp_path: Path) -> None:
    config = read_config(made_evolution(tmp_path / "one", [], games=10, last_games=160))
    assert [work_of(config)(done) for done in range(6)] == [0, 10, 30, 70, 150, 310]
    config = read_config(made_learning(tmp_path / "ijk", []))
    assert work_of(config)(20) == 20


def test_the_news_of_each_line(tmp_path: Path) -> None:
    config = read_config(made_evolution(tmp_path / "one", [], fitness="log"))
    line = generation(0, 3.0, 2.0, 1.0, seconds=1.0) | {"deaths": 1234}
    assert news_of(line, 0.5, config) == "best 19.09, mean 6.389, 1,234 died, 18 games/s"
    line = validation(5, 1000, 1001, seconds=2.0)
    assert news_of(line, 1.0, config) == "1,000.5 lines on other seeds"
    config = read_config(made_learning(tmp_path / "ijk", []))
    assert news_of(lesson(10, 0.0125, 1.0), 0.01, config) == "error 0.0125, 1,000 games/s"
    assert news_of(duel(10, 62.5, 1.0), 0.01, config) == (
        "scored 62.5 % against alphabeta:evaluation=terms"
    )
