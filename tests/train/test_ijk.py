"""IJK's training: the same plan gives the same bytes, and what was learned wins."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.commands.test_cli import run, started
from tests.train.trainings import content, learn_quickly
from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.agents.minimaxing import MinimaxAgent
from tilefall.engines import packing_ijk
from tilefall.engines.native import ISA_VARIABLE, Native, available_isas
from tilefall.play.duel import Duel, Side, play_pair
from tilefall.play.openings import Plies, openings
from tilefall.rules.ijk import MODES, Ijk
from tilefall.search.ijk_network import WEIGHTS, Network, read_network
from tilefall.train.differences import Learning, Plan
from tilefall.train.runs import BEST, LOG, Config

GAMES = 25
AGENTS = dict(zip(MODES, ("alphabeta", "expectiminimax"), strict=True))


@pytest.fixture(autouse=True)
def quick_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    learn_quickly(monkeypatch)


def words_of(out: Path, *more: str, mode: str = MODES[0], games: int = GAMES) -> list[str]:
    return ["train", f"ijk:mode={mode}", "--games", str(games), "--out", str(out), *more]


def learned(out: Path, *more: str, mode: str = MODES[0]) -> bytes:
    """The file of a network that learned without interruption."""
    result = run(*words_of(out, *more, mode=mode))
    assert result.exit_code == 0, result.output
    return (out / BEST).read_bytes()


def learning(plan: Plan) -> Learning:
    return Learning(plan, Config("td-ijk", {}, "0", "2026-01-01"))


def network_of(folder: Path) -> Network:
    return read_network(str(folder / BEST))


@pytest.mark.parametrize("mode", MODES)
def test_the_same_plan_gives_the_same_bytes(mode: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    first = learned(out, mode=mode)
    assert learned(tmp_path / "again" / "run", mode=mode) == first
    network = network_of(out)
    assert (network.name, network.mode) == ("run", mode)
    assert any(network.weights)
    assert network.provenance is not None
    command = f"tilefall train ijk:mode={mode} --games {GAMES} --first-seed 1000000000"
    assert network.provenance.command == f"{command} --rate 0.004 --trust 0.7"
    assert network.provenance.validation is not None


@pytest.mark.parametrize(
    "more",
    [
        ["--rate", "0.00123456789"],
        ["--trust", "0.3333333333"],
        ["--first-seed", "7", "--validation-seed", "99", "--validation-games", "6"],
    ],
)
def test_the_command_of_a_network_makes_it_again(more: list[str], tmp_path: Path) -> None:
    out = tmp_path / "run"
    learned(out, *more)
    provenance = network_of(out).provenance
    assert provenance is not None
    words = provenance.command.split()[1:]
    result = run(*words, "--out", str(tmp_path / "again" / "run"))
    assert result.exit_code == 0, result.output
    assert content(tmp_path / "again" / "run") == content(out)


def test_every_instruction_set_learns_the_same_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = set()
    for isa in available_isas():
        monkeypatch.setenv(ISA_VARIABLE, isa)
        found.add(learned(tmp_path / isa / "run"))
    assert len(found) == 1


class Asked:
    """A learner that keeps what it was asked to play."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int, float, float]] = []

    def play(self, first_seed: int, games: int, first: float, last: float) -> SimpleNamespace:
        self.calls.append((first_seed, games, first, last))
        return SimpleNamespace(squared_error=1.0, turns=100, ties=1)


def test_seeds_follow_each_other_and_the_rate_falls_to_a_tenth() -> None:
    under_way, asked = learning(Plan(games=GAMES, first_seed=7, rate=0.01)), Asked()
    under_way.learner = asked  # type: ignore[assignment]
    lines = [under_way.step() for _ in range(3)]
    assert [line and line["done"] for line in lines] == [10, 20, 25]
    assert [call[:2] for call in asked.calls] == [(7, 10), (17, 10), (27, 5)]
    rates = [rate for call in asked.calls for rate in call[2:]]
    assert rates == pytest.approx([0.01, 0.0064, 0.0064, 0.0028, 0.0028, 0.001])


@pytest.mark.parametrize("mode", MODES)
def test_every_instruction_set_learns_the_same(mode: str) -> None:
    rules = packing_ijk.packed_rules(Ijk(mode=mode))
    found = set()
    for isa in available_isas():
        Native(isa).set_isa()
        learner = packing_ijk.ijk.Learner(rules, 0.7, 0.02, 8, 16)
        learner.play(1, GAMES, 0.01, 0.001)
        found.add(learner.state())
    assert len(found) == 1


@pytest.mark.parametrize(
    ("option", "value"), [("first-seed", "7"), ("rate", "0.01"), ("trust", "0.1"), ("games", "24")]
)
def test_another_plan_gives_other_weights(option: str, value: str, tmp_path: Path) -> None:
    learned(tmp_path / "first")
    learned(tmp_path / "other", f"--{option}", value)
    assert network_of(tmp_path / "other").weights != network_of(tmp_path / "first").weights


def test_ctrl_c_does_not_wait_for_a_block(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with started(*words_of(out, games=1_000_000), start_new_session=True) as process:
        while not (out / LOG).exists():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert (process.returncode, output) == (130, "")
    assert errors.splitlines()[-1] == "Interrupted."
    assert (out / LOG).read_bytes() == b""


def test_a_line_of_the_log_for_every_block(tmp_path: Path) -> None:
    learned(tmp_path / "run")
    lines = [json.loads(line) for line in (tmp_path / "run" / LOG).read_text().splitlines()]
    assert [line["done"] for line in lines] == [10, 20, 25, 25]
    assert [line["kind"] for line in lines] == ["lesson"] * 3 + ["validation"]
    for line in lines[:3]:
        assert 36 < line["turns"] < 5000
        assert 0 <= line["ties"] <= 1
        assert 0 < line["error"] < 1


def test_networks_play_the_game_that_they_learned(tmp_path: Path) -> None:
    files = {mode: tmp_path / mode / BEST for mode in MODES}
    for mode in MODES:
        learned(tmp_path / mode, mode=mode)
    for mode, other in (MODES, MODES[::-1]):
        watch = ["watch", f"ijk:mode={mode}", "--max-turns", "3", "--quiet", "--agent"]
        assert run(*watch, f"{AGENTS[mode]}:depth=2,network={files[mode]}").exit_code == 0
        result = run(*watch, f"{AGENTS[mode]}:network={files[other]}")
        assert result.exit_code == 2
        game = Ijk(mode=mode).text()
        assert result.stderr == f"Error: network {other} plays {other} ijk, not {game}\n"


def test_a_network_that_cannot_be_read_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    told = {
        "none": (3, "No such file or directory"),
        "broken": (1, "expected JSON with name, mode, about, source and weights"),
    }
    for name, (code, reason) in told.items():
        file = tmp_path / f"{name}.json"
        result = run("watch", "ijk", "--quiet", "--agent", f"alphabeta:network={file}")
        assert result.exit_code == code
        assert result.stderr == f"Error: {file}: {reason}\n"


def test_the_agent_values_positions_with_the_file(tmp_path: Path) -> None:
    learned(tmp_path / "run")
    made = agent(f"alphabeta:network={tmp_path / 'run' / BEST}", Ijk())
    assert isinstance(made, MinimaxAgent)
    assert made.evaluation.network == network_of(tmp_path / "run")


@pytest.mark.parametrize("mode", MODES)
def test_what_was_learned_wins(mode: str, tmp_path: Path) -> None:
    """Against weights that are all 0, which see no more than ends."""
    under_way = learning(Plan(mode, games=2000, rate=0.02))
    while under_way.done < 2000:
        assert under_way.step() is not None
    (tmp_path / "learned.json").write_text(under_way.network("learned").text())
    nothing = Network("nothing", mode, "to test with", "none", bytes(2 * WEIGHTS))
    (tmp_path / "nothing.json").write_text(nothing.text())
    first, second = (
        Side(f"{AGENTS[mode]}:network={tmp_path / name}.json", Limit(depth=1))
        for name in ("learned", "nothing")
    )
    duel = Duel(Ijk(mode=mode), first, second, Plies(8, 10), 5000)
    found = [
        game.result
        for opening in openings(duel.game, 4, 1, duel.plies)
        for game in play_pair(duel, opening).games
    ]
    assert len(found) == 8
    assert sum(found) >= 5
