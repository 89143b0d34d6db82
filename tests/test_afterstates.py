"""Learning from afterstates: by its definition, the same everywhere, and nothing of it is lost."""

from __future__ import annotations

import json
import signal
import struct
import time
import zlib
from array import array
from base64 import b64decode
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from tests.plain_learning import Lesson, PlainLinear, PlainTables
from tests.test_cli import run, started
from tilefall.agents.catalog import agent
from tilefall.engines import packing
from tilefall.engines.native import available_isas
from tilefall.rules.catalog import parse_game
from tilefall.rules.features import Features
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.provenance import Validation
from tilefall.search.tuples_file import read_tables
from tilefall.search.weights_file import named_entry
from tilefall.train.afterstates import CHECKPOINT, AfterstateLearning
from tilefall.train.afterstates_plan import (
    AfterstatePlan,
    asked_afterstates,
    parse_afterstates,
)
from tilefall.train.plan import BadPlan
from tilefall.train.runs import BEST, LOG, read_config, read_log
from tilefall.train.task import USUAL_FEATURES
from tilefall.train.values import LinearValues, TupleValues, values_of
from tilefall.train.workers import LocalWorkers

SMALL = Tetris(width=5, height=8)
FEATURES = ("landing_height", "row_transitions", "holes", "rows_removed")
LESSONS = [
    Lesson(SMALL, 0.9, 0.0, 1.0, 0.0, 0.0, 1000),
    Lesson(SMALL, 0.98, 0.6, 0.0, -1.0, 0.1, 1000),
    Lesson(Tetris(width=6, height=7, pieces="bag"), 1.0, 0.9, 1.0, -2.0, 0.3, 7),
]


def linear_learner(isa: str, lesson: Lesson, wanted: tuple[str, ...]) -> packing.LinearLearner:
    fields = {name: getattr(lesson, name) for name in vars(lesson) if name != "game"}
    numbers = [Features._fields.index(name) for name in wanted]
    return packing.LinearLearner(isa, packing.packed_rules(lesson.game), numbers, **fields)


def tuple_learner(isa: str, lesson: Lesson) -> packing.TupleLearner:
    fields = {name: getattr(lesson, name) for name in vars(lesson) if name != "game"}
    return packing.TupleLearner(isa, packing.packed_rules(lesson.game), **fields)


@pytest.mark.parametrize("lesson", LESSONS)
def test_linear_values_learn_by_their_definition(lesson: Lesson) -> None:
    plain, native = PlainLinear(lesson, FEATURES), linear_learner("portable", lesson, FEATURES)
    for seed in range(1, 7):
        lines = plain.play(seed, 0.001)
        assert native.play(seed, 1, 0.001).lines == lines
        assert native.weights() == pytest.approx(plain.weights[:11], rel=1e-6, abs=1e-9)
    assert any(native.weights())


@pytest.mark.parametrize("lesson", LESSONS)
def test_tables_learn_by_their_definition(lesson: Lesson) -> None:
    plain, native = PlainTables(lesson), tuple_learner("portable", lesson)
    for seed in range(1, 7):
        lines = plain.play(seed, 0.7)
        assert native.play(seed, 1, 0.7).lines == lines
        numbers = [*plain.weights, *plain.errors, *plain.sizes]
        found = struct.unpack(f"<{len(numbers)}f", native.state())
        assert found == tuple(numbers)
    assert any(found)


@pytest.mark.parametrize("lesson", [*LESSONS, Lesson(Quintris(), 0.9, 0.5, 1, 0, 0.1, 200)])  # type: ignore[arg-type]
def test_every_instruction_set_learns_the_same_bytes(lesson: Lesson) -> None:
    linear, tables = set(), set()
    for isa in available_isas():
        first, second = linear_learner(isa, lesson, USUAL_FEATURES), tuple_learner(isa, lesson)
        first.play(5, 30, 1e-4)
        second.play(5, 30, 1.0)
        linear.add(first.state())
        tables.add(second.state())
    assert len(linear) == len(tables) == 1


def test_what_is_restored_goes_on_as_before() -> None:
    for make in (tuple_learner, lambda isa, lesson: linear_learner(isa, lesson, FEATURES)):
        whole, first, second = (make("portable", LESSONS[1]) for _ in range(3))
        whole.play(1, 20, 0.01)
        first.play(1, 12, 0.01)
        second.restore(first.state())
        second.play(13, 8, 0.01)
        assert second.state() == whole.state() != first.state()


def plan_of(game: Quintris | Tetris, **given: Any) -> AfterstatePlan:
    return asked_afterstates(game, given)


def test_the_weights_say_what_the_learner_chooses() -> None:
    """Up to the first solution of a game, the file's weights choose just as the learner does."""
    for reward in ("lines", "survival"):
        plan = plan_of(Tetris(height=10), reward=reward, random_moves=0, max_pieces=99, rate=0)
        values = values_of(plan, LocalWorkers(1))
        values.learner.play(1, 200, 1e-5)
        assert isinstance(values, LinearValues)
        assert ("rows_removed" in values.weights()) == (reward == "lines")
        for seed in range(1000, 1020):
            (game,) = values.games([seed])
            kept = values.learner.state()
            learned = values.learner.play(seed, 1, 1e-5)
            values.learner.restore(kept)
            assert (learned.lines, game.is_alive) == (game.lines, learned.pieces == 99)


def test_the_tables_are_what_was_learned_in_whole_numbers() -> None:
    plan = plan_of(SMALL, value="ntuple", discount=0.75)
    values = TupleValues(plan, LocalWorkers(1))
    values.learner.play(1, 50, 1.0)
    tables = values.tables("-", "-", "-")
    learned = array("f", values.learner.state())[: len(tables.numbers)]
    expected = [round(0.75 * 65536 * weight) for weight in learned]
    pairs = zip(tables.numbers, expected, strict=True)
    assert all(abs(found - wanted) <= 1 for found, wanted in pairs)  # halves go either way
    assert sum(map(bool, expected)) > 100
    assert tables.row_worth == 65536


def test_rewards_enter_the_weight_of_rows_removed() -> None:
    features = ("holes", "rows_removed")
    plan = plan_of(SMALL, reward="lines", features=",".join(features), discount=0.5)
    values = LinearValues(plan, LocalWorkers(1))
    values.learner.play(1, 50, 1e-5)
    holes, rows = (values.learner.weights()[Features._fields.index(name)] for name in features)
    assert holes < 0
    assert values.weights() == {"holes": 0.5 * holes, "rows_removed": 0.5 * rows + 1}
    tables = TupleValues(plan_of(SMALL, value="ntuple", reward="survival"), LocalWorkers(1))
    assert tables.tables("-", "-", "-").row_worth == 0


@pytest.mark.parametrize(
    ("game", "value", "games", "better_than"),
    [
        (Tetris(height=10), "linear", 300, 200.0),
        (Quintris(), "linear", 300, 40.0),
        (Tetris(height=10), "ntuple", 800, 40.0),
        (Quintris(), "ntuple", 2000, 5.0),
    ],
)
def test_what_is_learned_helps_on_other_seeds(
    game: Quintris | Tetris, value: str, games: int, better_than: float
) -> None:
    values = values_of(plan_of(game, value=value), LocalWorkers(2))
    values.learner.play(1_000_000_000, games, 1e-5 if value == "linear" else 1.0)
    lines = fmean(game.lines for game in values.games(range(100)))
    assert lines > better_than
    nothing = TupleValues(plan_of(game, value="ntuple"), LocalWorkers(2))
    assert fmean(game.lines for game in nothing.games(range(100))) < 1


def words(out: Path, value: str, *more: str) -> list[str]:
    usual = ("--games", "40", "--validation-games", "20", "--max-pieces", "300")
    game = "tetris:height=10"
    return ["train", game, "--method", "td", "--value", value, *usual, "--out", str(out), *more]


def finished(out: Path, value: str) -> dict[str, bytes]:
    result = run(*words(out, value))
    assert result.exit_code == 0, result.output
    return kept_in(out)


def kept_in(out: Path) -> dict[str, bytes]:
    """The files of a run; of the log all but the time it took."""
    lines = [{**line, "seconds": 0} for line in read_log(out)]
    checkpoints = {path.name: path.read_bytes() for path in out.glob("checkpoints/*")}
    best, known = (out / BEST).read_bytes(), (out / CHECKPOINT).read_bytes()
    return {LOG: json.dumps(lines).encode(), BEST: best, CHECKPOINT: known, **checkpoints}


@pytest.mark.parametrize("value", ["linear", "ntuple"])
def test_a_run_has_all_its_parts(value: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    finished(out, value)
    lines = read_log(out)
    lessons = [line for line in lines if line["kind"] == "lesson"]
    judged = [line for line in lines if line["kind"] == "validation"]
    assert [line["done"] for line in lessons] == list(range(1, 41))
    assert [line["done"] for line in judged] == [10, 20, 30, 40]
    assert [line["games"] for line in judged] == [10, 10, 10, 20]
    assert all(line["error"] >= 0 and line["pieces"] > 0 for line in lessons)
    assert sorted(path.name for path in out.glob("checkpoints/*")) == [
        f"{done:09}.json" for done in (10, 20, 30, 40)
    ]
    found = read_tables(str(out / BEST)) if value == "ntuple" else named_entry(str(out / BEST), ())
    provenance = found.provenance
    assert provenance is not None
    assert isinstance(provenance.validation, Validation)
    assert provenance.validation.games == 20
    assert provenance.validation.mean.value == judged[-1]["lines"]
    assert (provenance.games, provenance.last_seed) == (40, 1_000_000_039)
    name = "tuples" if value == "ntuple" else "greedy"
    assert agent(f"{name}:weights={out / BEST}", parse_game("tetris:height=10")).name == name
    shown = run("train", "show", str(out))
    assert "finished: 40 of 40 games" in shown.output
    assert "20 games after 40 games" in shown.output


@pytest.mark.parametrize("value", ["linear", "ntuple"])
def test_blocks_are_games_on_seeds_that_follow_each_other(value: str, tmp_path: Path) -> None:
    finished(tmp_path / "run", value)
    plan = parse_afterstates(read_config(tmp_path / "run").plan)
    values = values_of(plan, LocalWorkers(1))
    values.learner.play(plan.first_seed, 40, plan.rate)
    kept = json.loads((tmp_path / "run" / CHECKPOINT).read_text())
    assert zlib.decompress(b64decode(kept["known"])) == values.learner.state()


def test_the_command_of_a_run_makes_it_again(tmp_path: Path) -> None:
    more = ("--rate", "0.5", "--trust", "0.25", "--discount", "0.9", "--random-moves", "0.02")
    result = run(*words(tmp_path / "run", "ntuple", *more, "--reward", "survival"))
    assert result.exit_code == 0, result.output
    first = read_tables(str(tmp_path / "run" / BEST))
    assert first.provenance is not None
    (tmp_path / "again").mkdir()
    command = first.provenance.command.split()[1:]
    assert run(*command, "--out", str(tmp_path / "again" / "run")).exit_code == 0
    assert read_tables(str(tmp_path / "again" / "run" / BEST)) == first


@pytest.mark.parametrize("value", ["linear", "ntuple"])
@pytest.mark.parametrize("is_before", [True, False])
def test_an_interrupted_run_ends_the_same(
    value: str, is_before: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted once before or after each of its checkpoints, that of a validation among them."""
    (tmp_path / "whole").mkdir()
    expected = finished(tmp_path / "whole" / "run", value)
    out, save = tmp_path / "run", AfterstateLearning.save
    saves = 0

    def interrupting(learning: AfterstateLearning, folder: Path, line: dict[str, Any]) -> None:
        nonlocal saves
        saves += 1
        is_now = saves % 4 == 3
        if not (is_now and is_before):
            save(learning, folder, line)
        if is_now:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(AfterstateLearning, "save", interrupting)
    result = run(*words(out, value))
    tries = 0
    while result.exit_code != 0 and tries < 60:
        assert result.exit_code == 130, result.output
        result = run("train", "--resume", str(out))
        tries += 1
    assert tries > 10
    assert kept_in(out) == expected


@pytest.mark.parametrize("value", ["linear", "ntuple"])
def test_a_killed_run_ends_the_same(value: str, tmp_path: Path) -> None:
    more = ("--games", "1000", "--validation-games", "20", "--max-pieces", "500")
    (tmp_path / "whole").mkdir()
    whole, out = tmp_path / "whole" / "run", tmp_path / "run"
    assert run(*words(whole, value, *more)).exit_code == 0
    process = started(*words(out, value, *more))
    for lines in (10, 40):
        while not (out / LOG).exists() or len((out / LOG).read_bytes().split(b"\n")) < lines:
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.002)
        process.kill()
        process.communicate()
        process = started("train", "--resume", str(out))
    _, told = process.communicate()
    assert process.returncode == 0, told
    assert kept_in(out) == kept_in(whole)


def test_ctrl_c_ends_a_long_block_at_once(tmp_path: Path) -> None:
    more = ("--games", "100000000", "--max-pieces", "1000000")
    process = started(*words(tmp_path / "run", "linear", *more))
    assert process.stderr is not None
    assert process.stderr.readline().startswith("Training in ")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=10)
    assert process.returncode == 130
    assert "What was found is kept: tilefall train --resume" in told


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"lines": 0}, "lines is 0, the log has 44"),
        ({"lines": 45}, "lines is 45, the log has 44"),
        ({"lines": True}, "lines is True"),
        ({"done": 39}, "done is 39, which is not what the log says"),
        ({"done": "40"}, "done is '40'"),
        ({"known": "%"}, "not a checkpoint"),
        ({"known": "eJw="}, "not a checkpoint"),
        ({"known": 3}, "not a checkpoint"),
        (None, "not a checkpoint"),
    ],
)
def test_a_changed_checkpoint_is_refused(
    changed: dict[str, Any] | None, told: str, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    finished(out, "linear")
    kept = json.loads((out / CHECKPOINT).read_text())
    (out / CHECKPOINT).write_text(json.dumps(changed and {**kept, **changed}))
    before = (out / LOG).read_bytes()
    result = run("train", "--resume", str(out))
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {out / CHECKPOINT}: ")
    assert told in line
    assert (out / LOG).read_bytes() == before


def test_a_changed_validation_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "run"
    finished(out, "linear")
    lines = read_log(out)
    del lines[-1]["played"]
    (out / LOG).write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = run("train", "--resume", str(out))
    assert result.exit_code == 1
    assert result.stderr == f"Error: {out}, line 44 of the log: 'played'\n"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--value", "deep"), "--value deep, allowed are linear, ntuple"),
        (("--reward", "fame"), "--reward fame, allowed are lines, survival"),
        (("--games", "0"), "--games 0, allowed are 1 to 1,000,000,000"),
        (("--rate", "1.5"), "--rate 1.5, allowed are 0 to 1"),
        (("--rate", "nan"), "--rate nan, allowed are 0 to 1"),
        (("--trust", "-1"), "--trust -1.0, allowed are 0 to 1"),
        (("--discount", "2"), "--discount 2.0, allowed are 0 to 1"),
        (("--random-moves", "1"), "--random-moves 1.0, allowed are 0 to 0.999"),
        (("--max-pieces", "0"), "--max-pieces 0, allowed are 1 to"),
        (("--validation-games", "1"), "--validation-games 1, allowed are 2 to 100,000,000"),
        (("--features", "holes,luck"), "feature 'luck', allowed are landing_height"),
        (("--features", "holes,holes"), "features 'holes,holes', expected each once"),
        (("--value", "ntuple", "--features", "holes"), "--features is for --value linear"),
        (("--validation-seed", "1000000010"), "they must not overlap: give another"),
        (("--first-seed", str(2**64 - 1)), "seeds beyond 2^64 - 1"),
        (("--population", "9"), "--population is for genetic, cma, cross-entropy, not td."),
    ],
)
def test_plans_that_cannot_be_are_told(more: tuple[str, ...], told: str, tmp_path: Path) -> None:
    result = run("train", "tetris", "--method", "td", "--out", str(tmp_path / "run"), *more)
    assert result.exit_code == 2
    assert told in result.stderr.splitlines()[-1]
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("option", ["value", "reward", "discount", "features", "max-pieces"])
def test_what_ijk_does_not_know_is_told(option: str) -> None:
    result = run("train", "ijk", f"--{option}", "1")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"Error: --{option} is not for td in ijk."


def test_a_plan_comes_back_from_its_file() -> None:
    plan = plan_of(Quintris(reach="fall"), games=7)
    assert parse_afterstates(json.loads(json.dumps(plan.as_json()))) == plan


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"games": "7"}, "games is '7'"),
        ({"games": True}, "games is True"),
        ({"rate": None}, "rate is None"),
        ({"features": "holes"}, "features is 'holes'"),
        ({"features": ["luck"]}, "feature 'luck'"),
        ({"game": "ijk"}, "ijk"),
        ({"more": 1}, "a plan has game, value"),
    ],
)
def test_a_changed_plan_is_refused(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPlan, match=told):
        parse_afterstates({**plan_of(SMALL).as_json(), **changed})
