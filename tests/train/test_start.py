"""What a training began with: its command names it, and its weights tell how that was made."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_cli import run
from tests.train.trainings import METHODS, SMALL, content, resumed
from tilefall.search.provenance import Earlier, Provenance
from tilefall.search.weights_file import MissingWeights, named_entry
from tilefall.train.plan import BadPlan, Evolution, parse_plan
from tilefall.train.runs import BEST, CHECKPOINTS, CONFIG, LOG, read_config
from tilefall.train.start import free_name, start_of
from tilefall.train.task import USUAL_FEATURES, Task

WORDS = ["tetris:width=6,height=8", *SMALL[:-2]]  # the usual features
TASK = Task("tetris", "greedy", USUAL_FEATURES, 10)


@pytest.fixture(autouse=True)
def work_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def train(out: str, start: str, *more: str) -> Provenance:
    """Where the weights of a run come from."""
    words = ["train", *WORDS, "--step", "0.1", "--start", start, *more, "--out", out]
    result = run(*words)
    assert result.exit_code == 0, result.output
    return made(Path(out) / BEST)


def made(file: Path) -> Provenance:
    found = named_entry(str(file), ()).provenance
    assert found is not None
    return found


def repeated(origin: Provenance, out: str) -> Path:
    """A run as its weights say, after all that came before it."""
    for command in (*(each.again for each in origin.earlier), f"{origin.command} --out {out}"):
        words = shlex.split(command)
        assert words[0] == "tilefall"
        result = run(*words[1:])
        assert result.exit_code == 0, f"{command}\n{result.output}"
    return Path(out)


def test_a_chain_of_trainings_is_repeated_from_its_last_weights(
    work_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the folders were called: two had one name, and one that a shell would take apart."""
    first = train("some where/low", "dellacherie")
    assert first.command.endswith(" --start dellacherie")
    assert first.earlier == ()
    second = train("other/low", "some where/low", "--seed", "2")
    assert second.command.endswith(" --start low")
    assert second.earlier == (Earlier("low", first.command, *when(first)),)
    third = train("third", "other/low/best.json", "--seed", "3")
    assert third.command.endswith(" --start low-2")
    assert third.earlier == (*second.earlier, Earlier("low-2", second.command, *when(second)))
    (work_folder / "empty").mkdir()
    monkeypatch.chdir(work_folder / "empty")
    again = repeated(third, "third")
    assert content(again) == content(work_folder / "third")


def when(origin: Provenance) -> tuple[str, str, int]:
    return origin.version, origin.date, origin.games


@pytest.mark.parametrize("given", [f"low/{CHECKPOINTS}/000001.json", f"low/{BEST}", "low"])
def test_weights_of_a_run_under_way_are_its_checkpoint(
    given: str, work_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train("low", "dellacherie")
    first = Path("low", CHECKPOINTS, "000001.json").read_bytes()
    assert first != Path("low", BEST).read_bytes()
    Path("low", BEST).write_bytes(first)  # as it was when one generation was done
    origin = train("next", given)
    assert origin.command.endswith(f" --start low/{CHECKPOINTS}/000001.json")
    (work_folder / "empty").mkdir()
    monkeypatch.chdir(work_folder / "empty")
    assert content(repeated(origin, "next")) == content(work_folder / "next")


def test_the_last_checkpoint_of_a_run_is_its_end() -> None:
    train("low", "dellacherie")
    assert start_of(TASK, f"low/{CHECKPOINTS}/000002.json") == start_of(TASK, "low")


def test_weights_that_ship_are_named_and_tell_who_made_them() -> None:
    assert start_of(TASK, "rv-ce").name == "rv-ce"
    assert start_of(TASK, "rv-ce").earlier == ()
    Path("tetris-greedy").mkdir()  # is not what the name means
    found = start_of(TASK, "tetris-greedy")
    assert found.name == "tetris-greedy"
    (earlier,) = found.earlier
    assert earlier.name == "tetris-greedy"
    assert earlier.command.startswith("tilefall train tetris:height=10 --method cma")
    assert found.numbers == TASK.start("tetris-greedy")


def test_genes_may_be_a_start_too() -> None:
    words = [*METHODS["genetic"][:-2], "--agent", "course-genetic"]  # its own features
    assert run("train", *words, "--out", "mine").exit_code == 0
    result = run("train", *words, "--start", "mine", "--out", "next")
    assert result.exit_code == 0, result.output
    assert made(Path("next", BEST)).command.endswith(" --start mine")


def test_weights_that_nobody_knows_how_to_make_are_told_as_numbers() -> None:
    entry = {"name": "mine", "about": "a", "source": "b", "features": {"holes": -3, "wells": -4}}
    Path("mine.json").write_text(json.dumps([entry]))
    found = start_of(TASK, "mine.json")
    assert (found.name, found.earlier) == (None, ())
    assert sorted(number for number in found.numbers if number) == pytest.approx([-0.8, -0.6])
    origin = train("run", "mine.json")
    numbers = ",".join(map(str, found.numbers))
    assert origin.command.endswith(f" --start {numbers}")
    assert train("again", numbers).command == origin.command


def test_a_run_whose_name_ships_gets_another() -> None:
    train("rv-ce", "dellacherie")
    assert start_of(TASK, "./rv-ce").name == "rv-ce-2"
    assert start_of(TASK, "rv-ce").earlier == ()


@pytest.mark.parametrize(
    ("name", "taken", "expected"),
    [
        ("low", {"high"}, "low"),
        ("low", {"low", "low-2"}, "low-3"),
        ("--out", set(), "out"),
        ("a b;c$d,e", set(), "a-b-c-d-e"),
        ("ä", set(), "start"),
        ("..", {"start"}, "start-2"),
    ],
)
def test_names_are_words_of_a_shell(name: str, taken: set[str], expected: str) -> None:
    assert free_name(name, taken) == expected
    assert shlex.quote(expected) == expected


def test_a_run_goes_on_without_what_it_began_with() -> None:
    train("low", "dellacherie")
    train("next", "low")
    expected = content(Path("next"))
    Path("low", BEST).unlink()
    lines = Path("next", LOG).read_text().splitlines(keepends=True)
    Path("next", LOG).write_text(lines[0])
    resumed(Path("next"))
    assert content(Path("next")) == expected


def test_older_configurations_tell_numbers() -> None:
    train("low", "dellacherie")
    config = json.loads(Path("low", CONFIG).read_text())
    del config["plan"]["start_name"], config["plan"]["earlier"]
    Path("low", CONFIG).write_text(json.dumps(config))
    plan = parse_plan(read_config(Path("low")).plan)
    assert plan.start is not None
    assert plan.command().endswith(f" --start {','.join(map(str, plan.start))}")
    resumed(Path("low"))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"start_name": ""}, "a start called '', expected a name and its numbers"),
        ({"start": None, "start_name": "low"}, "a start called 'low', expected a name and its num"),
        ({"start_name": 3}, "start_name is 3"),
        ({"earlier": {}}, "earlier is {}, expected a list of trainings"),
        ({"earlier": [{"name": "low"}]}, "earlier: expected name, command, version, date, games"),
    ],
)
def test_wrong_configurations(changed: dict[str, Any], told: str) -> None:
    plan = Evolution("cma", Task("tetris", "greedy", ("holes", "wells"), 9), start=(1.0, 2.0))
    with pytest.raises(BadPlan, match=told):
        parse_plan(plan.as_json() | changed)


def test_a_folder_without_weights_is_told() -> None:
    Path("empty").mkdir()
    with pytest.raises(MissingWeights, match="the folder has no best"):
        start_of(TASK, "empty")
    result = run("train", *WORDS, "--start", "empty", "--out", "run")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("Error: start 'empty', the folder has no best.json: give a run")
    assert not Path("run").exists()


def test_a_report_tells_the_commands_in_their_order() -> None:
    train("low", "dellacherie")
    train("next", "low")
    origin = train("third", "next")
    shown = run("train", "show", "third").stdout.splitlines()
    first = shown.index(f"earlier     {origin.earlier[0].again}")
    assert shown[first + 1 : first + 3] == [
        f"            {origin.earlier[1].again}",
        f"command     {origin.command}",
    ]
    assert origin.earlier[1].again.endswith(" --start low --out next")
    found = json.loads(run("train", "show", "third", "--json").stdout)
    assert [Earlier(**each) for each in found["earlier"]] == list(origin.earlier)
