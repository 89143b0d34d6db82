"""The bench: its figures are there, its signature is everyone's, its verdict can be no."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tilefall.bench import controllers
from tilefall.bench.engine import falling_positions, reference_placements_per_s, six_features
from tilefall.bench.signature import signature
from tilefall.bench.timing import per_second
from tilefall.engines import Engine, Reference, engine
from tilefall.engines.native import Native
from tilefall.rules.features import features
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

# A change of this number is a change of behaviour: say in the commit why.
SIGNATURE = "7ba43447af7d1345"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tilefall", "bench", *words], capture_output=True, text=True
    )


def test_the_engine_bench_prints_every_figure() -> None:
    result = run("engine", "--seconds", "0.05", "--json")
    assert result.returncode == 0, result.stderr
    figures = json.loads(result.stdout)
    for name in ("quintris_placements_per_s", "tetris_placements_per_s", "ijk_leaves_per_s"):
        assert figures[name] > 1000
    for name in ("speedup_over_reference", "speedup_over_portable"):
        assert set(figures[name]) == {"quintris", "tetris", "ijk"}
    assert figures["speedup_over_reference"]["quintris"] > 100
    assert figures["signature"] == SIGNATURE


def test_the_signature_is_the_same_from_every_instruction_set(native: Engine) -> None:
    assert signature(native) == SIGNATURE


def test_the_signature_is_that_of_the_rules() -> None:
    small = {"seeds": 1, "max_turns": 6, "depth": 2}
    assert signature(Reference(), **small) == signature(engine("native"), **small)


def test_the_reference_does_the_same_six_features() -> None:
    state = falling_positions(Quintris(), Native())[0]
    for move in state.legal_moves():
        place = state.game.moves[move]
        assert six_features(state.board, place) == features(state.board, place)[:6]
    assert reference_placements_per_s([state], 0.01) > 0


def test_positions_are_in_the_middle_of_a_game() -> None:
    for state in falling_positions(Tetris(), Native()):
        assert state.turn >= 30
        assert state.legal_moves()


def test_the_best_round_counts() -> None:
    assert per_second(lambda: 1000, 0.01) > 1000


def test_a_slow_round_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    left = [1.0, 1.0, 0.25, 0.25, 0.25, 0.25, 1.0]  # seconds: to warm up, then in three rounds

    def work() -> int:
        nonlocal now
        now += left.pop(0)
        return 1

    monkeypatch.setattr("tilefall.bench.timing.time.perf_counter", lambda: now)
    assert per_second(work, seconds=3, rounds=3) == 4


def test_controllers_are_measured_on_the_seeds_given() -> None:
    score = controllers.measure("dt-10", 200, 1, engine("native"), threads=2)
    assert score.games == 200
    assert score.agrees
    assert abs(score.mean - 5_058) < 4 * score.error
    some = [controllers.measure("dt-10", 40, 1, engine("native"), threads=n) for n in (1, 2)]
    assert some[0] == some[1]


def test_a_controller_that_is_off_is_told() -> None:
    wrong = controllers.ControllerScore("x", 100, mean=90, error=1, known=100, pieces=1)
    assert not wrong.agrees
    assert controllers.ControllerScore("x", 100, 96, 1, 100, 1).agrees


@pytest.mark.parametrize("name", ["dt-30", ""])
def test_an_unknown_controller_is_not_found(name: str) -> None:
    result = run("controllers", "--controller", name)
    assert result.returncode == 3
    assert "dellacherie" in result.stderr


def test_controllers_as_json() -> None:
    result = run("controllers", "--controller", "el-tetris", "--games", "10", "--json")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["controllers"][0]["name"] == "el-tetris"
    assert found["all_agree"]
