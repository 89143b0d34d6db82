"""Training and measuring on a GPU, where the native engine stands in for one."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests import ROOT
from tests.engines.fake_cupy import FakeGpu
from tilefall.bench import gpu_digests
from tilefall.bench.gpu import CASES, Case, core_speed, speed
from tilefall.cli import cli
from tilefall.engines.cuda import Cuda, CudaGame
from tilefall.engines.native import Native
from tilefall.train.cuda_workers import CudaWorkers
from tilefall.train.task import Task
from tilefall.train.workers import LocalWorkers

SCRIPT = ROOT / "bench" / "gpu_digests.py"
SMALL = ["--generations", "2", "--population", "5", "--games", "2", "--validation-games", "10"]


@pytest.fixture(autouse=True)
def gpu(monkeypatch: pytest.MonkeyPatch) -> FakeGpu:
    fake = FakeGpu()
    monkeypatch.setitem(sys.modules, "cupy", fake)
    return fake


def train(*words: str) -> Result:
    return CliRunner().invoke(cli, ["train", *words])


def lines(folder: Path) -> list[dict[str, object]]:
    found = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [{name: value for name, value in line.items() if name != "seconds"} for line in found]


@pytest.mark.parametrize(
    ("game", "agent"),
    [("tetris:width=6,height=8", "greedy"), ("tetris:rules=preview", "lookahead")],
)
def test_workers_give_what_the_cores_give(game: str, agent: str) -> None:
    task = Task(game, agent, ("holes", "wells"), 20)
    population, seeds = [(0, 0, 0, 0, -5, -2, *[0] * 5), (0, 0, 0, 0, 3, *[0] * 6)], range(5, 9)
    expected = LocalWorkers(1).play(task, population, seeds)
    assert CudaWorkers().play(task, population, seeds) == expected
    assert len({each for of_one in expected for each in of_one}) > 2


def test_a_run_on_the_gpu_is_a_run_on_the_cores(tmp_path: Path) -> None:
    for workers in ("local", "cuda"):
        words = [*SMALL, "--max-pieces", "50", "--workers", workers]
        result = train("tetris:height=10", *words, "--out", str(tmp_path / workers))
        assert result.exit_code == 0, result.stderr
    assert lines(tmp_path / "cuda") == lines(tmp_path / "local")
    resumed = train("--resume", str(tmp_path / "local"), "--workers", "cuda")
    assert resumed.exit_code == 0, resumed.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["tetris", "--agent", "course-genetic"], 1, "a GPU plays greedy and lookahead"),
        (["quintris", "--agent", "expectimax"], 1, "3 pieces deep"),
        (["quintris", "--agent", "lookahead:beam=4"], 1, "a beam of 4"),
        (["quintris:reach=fall"], 1, "reach=drop alone"),
        (["tetris", "--agent", "lookahead"], 1, "the next piece is not shown"),
        (["ijk"], 2, "--workers cuda is for genetic, cma, cross-entropy"),
    ],
)
def test_what_a_gpu_does_not_play_is_said_before_anything_is_written(
    words: list[str], code: int, said: str, tmp_path: Path
) -> None:
    result = train(*words, "--workers", "cuda", "--out", str(tmp_path / "run"))
    assert result.exit_code == code
    assert said in result.stderr
    assert not (tmp_path / "run").exists()


def test_without_cupy_training_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    result = train("tetris", "--workers", "cuda", "--out", str(tmp_path / "run"))
    assert result.exit_code == 1
    assert 'pip install "tilefall[cuda]"' in result.stderr
    assert not (tmp_path / "run").exists()
    assert CliRunner().invoke(cli, ["bench", "gpu"]).exit_code == 1


def test_figures_belong_together(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda, games = Cuda(), list[int]()

    def linear(game: object, population: object, seeds: range, *_: int) -> list[CudaGame]:
        cuda.seconds += len(seeds) / 1e5
        games.append(len(seeds))
        return [CudaGame(1, 10, 7, 200, False)] * len(seeds)

    monkeypatch.setattr(cuda, "linear", linear)
    found = speed(CASES[0], 0.1, cuda, Native())
    assert games[1:] == [2 * number for number in games[:-1]]
    assert found.games == games[-1]
    assert (found.pieces, found.placements) == (10 * found.games, 200 * found.games)
    assert found.device_seconds == pytest.approx(found.games / 1e5)
    assert found.device_seconds >= 0.05
    assert found.placements_per_s == pytest.approx(2e7)
    assert found.times_core == pytest.approx(1e6 / found.core_pieces_per_s)


@pytest.mark.parametrize("weights", ["dt-10", "tetris-tables"])
def test_a_core_values_every_placement_of_a_piece_alone(weights: str) -> None:
    case = next(case for case in CASES if (case.weights, case.depth) == (weights, 1))
    pieces, placements = core_speed(case, 0.1, Native())
    assert placements / pieces == pytest.approx(162 / 7, rel=0.05)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_games_are_compared_one_by_one(case: Case, gpu: FakeGpu) -> None:
    found = gpu_digests.compared(case, 30, 5, Cuda(), 2)
    assert found.is_equal
    assert (found.games, found.differing) == (30, 0)
    assert len(set(gpu_digests.members(case, 9))) == 9


def test_the_script_says_what_differs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> int:
        monkeypatch.setattr(sys, "argv", [str(SCRIPT), *words])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(SCRIPT), run_name="__main__")
        code = ended.value.code
        assert isinstance(code, int)
        return code

    words = ["--games", "4", "--threads", "1"]
    assert run(*words) == 0
    assert capsys.readouterr().out.endswith("All games are equal.\n")
    linear = Cuda.linear

    def other(*given: object, **options: object) -> list[CudaGame]:
        first, *rest = linear(*given, **options)  # type: ignore[arg-type]
        return [first._replace(digest=first.digest ^ 1), *rest]

    monkeypatch.setattr(Cuda, "linear", other)
    assert run(*words) == 4
    assert "1 DIFFER" in capsys.readouterr().out
    assert run("--games", "0") == 2
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert run(*words) == 1
    assert 'pip install "tilefall[cuda]"' in capsys.readouterr().err
