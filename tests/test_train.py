"""Training: the same plan gives the same bytes, and nothing that was learned is lost."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.test_cli import run, started
from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.agents.minimaxing import MinimaxAgent
from tilefall.engines import packing_ijk
from tilefall.engines.native import available_isas
from tilefall.play.duel import Duel, Side, play_pair
from tilefall.play.openings import Plies, openings
from tilefall.rules.ijk import MODES, Ijk
from tilefall.search.ijk_network import WEIGHTS, Network, read_network
from tilefall.train import differences
from tilefall.train.differences import Learning, Plan

GAMES, BLOCK = 25, 10
AGENTS = dict(zip(MODES, ("alphabeta", "expectiminimax"), strict=True))


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differences, "BLOCK", BLOCK)


def words_of(out: Path, *more: str, mode: str = MODES[0], games: int = GAMES) -> list[str]:
    return ["train", f"ijk:mode={mode}", "--games", str(games), "--out", str(out), *more]


def checkpoint_of(out: Path) -> Path:
    return out.with_name(out.name + ".checkpoint")


def learned(out: Path, mode: str = MODES[0]) -> bytes:
    """The file of a network that learned without interruption."""
    result = run(*words_of(out, mode=mode))
    assert result.exit_code == 0, result.output
    return out.read_bytes()


def interrupt(monkeypatch: pytest.MonkeyPatch, at_save: int, *, is_before: bool) -> None:
    """Ctrl-C before a checkpoint is written, or after it; the first is one of no games."""
    save, saves = Learning.save, iter(range(1, 100))

    def interrupting(learning: Learning, path: Path) -> None:
        is_now = next(saves) == at_save
        if not (is_now and is_before):
            save(learning, path)
        if is_now:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Learning, "save", interrupting)


@pytest.mark.parametrize("mode", MODES)
def test_the_same_plan_gives_the_same_bytes(mode: str, tmp_path: Path) -> None:
    first = learned(tmp_path / "network.json", mode)
    (tmp_path / "again").mkdir()
    assert learned(tmp_path / "again" / "network.json", mode) == first
    network = read_network(str(tmp_path / "network.json"))
    assert (network.name, network.mode) == ("network", mode)
    assert f"--games {GAMES} --first-seed 1000000000 --rate 0.004 --trust 0.7" in network.source
    assert any(network.weights)
    assert {path.name for path in tmp_path.iterdir()} == {"network.json", "again"}


class Asked:
    """A learner that keeps what it was asked to play."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int, float, float]] = []

    def play(self, first_seed: int, games: int, first: float, last: float) -> SimpleNamespace:
        self.calls.append((first_seed, games, first, last))
        return SimpleNamespace(squared_error=1.0, turns=100, ties=1)


def test_seeds_follow_each_other_and_the_rate_falls_to_a_tenth() -> None:
    learning, asked = Learning(Plan(games=GAMES, first_seed=7, rate=0.01)), Asked()
    learning.learner = asked  # type: ignore[assignment]
    assert [block.done for block in learning.blocks()] == [10, 20, 25]
    assert [call[:2] for call in asked.calls] == [(7, 10), (17, 10), (27, 5)]
    rates = [rate for call in asked.calls for rate in call[2:]]
    assert rates == pytest.approx([0.01, 0.0064, 0.0064, 0.0028, 0.0028, 0.001])


@pytest.mark.parametrize("mode", MODES)
def test_every_instruction_set_learns_the_same(mode: str) -> None:
    rules = packing_ijk.packed_rules(Ijk(mode=mode))
    found = set()
    for isa in available_isas():
        learner = packing_ijk.IjkLearner(isa, rules, 0.7, 0.02, 8, 16)
        learner.play(1, GAMES, 0.01, 0.001)
        found.add(learner.state())
    assert len(found) == 1


@pytest.mark.parametrize(
    ("option", "value"), [("first-seed", "7"), ("rate", "0.01"), ("trust", "0.1"), ("games", "24")]
)
def test_another_plan_gives_other_weights(option: str, value: str, tmp_path: Path) -> None:
    learned(tmp_path / "network.json")
    result = run(*words_of(tmp_path / "other.json", f"--{option}", value))
    assert result.exit_code == 0, result.output
    first, other = (read_network(str(tmp_path / f"{name}.json")) for name in ("network", "other"))
    assert other.weights != first.weights


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("blocks", "is_before"),
    [(0, True), (1, False), (1, True), (2, False), (2, True), (3, False)],
)
def test_an_interrupted_plan_ends_with_the_same_bytes(
    blocks: int, is_before: bool, mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "network.json"
    expected = learned(out, mode)
    out.unlink()
    with monkeypatch.context() as patch:
        interrupt(patch, blocks + 1 + is_before, is_before=is_before)
        result = run(*words_of(out, mode=mode))
    kept = min(blocks * BLOCK, GAMES)
    assert result.exit_code == 130
    assert not out.exists()
    assert json.loads(checkpoint_of(out).read_text())["done"] == kept
    told = f"{kept} games are kept in {checkpoint_of(out)}; --resume goes on.\nInterrupted.\n"
    assert result.stderr == told
    assert run(*words_of(out, "--resume", mode=mode)).exit_code == 0
    assert out.read_bytes() == expected
    assert not checkpoint_of(out).exists()


def test_ctrl_c_does_not_wait_for_a_block(tmp_path: Path) -> None:
    out = tmp_path / "network.json"
    process = started(*words_of(out, games=1_000_000), start_new_session=True)
    with process:
        while not checkpoint_of(out).exists():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert (process.returncode, output) == (130, "")
    assert errors.splitlines() == [
        f"0 games are kept in {checkpoint_of(out)}; --resume goes on.",
        "Interrupted.",
    ]
    assert json.loads(checkpoint_of(out).read_text())["done"] == 0


def test_json_is_a_line_for_every_block(tmp_path: Path) -> None:
    result = run(*words_of(tmp_path / "network.json", "--json"))
    blocks = [json.loads(line) for line in result.stdout.splitlines()]
    assert [block["done"] for block in blocks] == [10, 20, 25]
    for block in blocks:
        assert set(block) == {"done", "turns", "ties", "error"}
        assert 36 < block["turns"] < 5000
        assert 0 <= block["ties"] <= 1
        assert 0 < block["error"] < 1


def test_text_is_a_line_for_every_block(tmp_path: Path) -> None:
    out = tmp_path / "network.json"
    lines = run(*words_of(out)).stdout.splitlines()
    assert [line.split(" games")[0].strip() for line in lines] == ["10", "20", "25", "25"]
    assert lines[-1] == f"25 games learned, {out} written"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["tetris"], 2, "'tetris', allowed are ijk and ijk:mode=nondeterministic."),
        (["quintris"], 2, "'quintris', allowed are ijk and ijk:mode=nondeterministic."),
        (["ijk:size=5"], 2, "'ijk:size=5', allowed are ijk and ijk:mode=nondeterministic."),
        (["ijk:winning=H"], 2, "'ijk:winning=H', allowed are ijk and ijk:mode=nondeterministic."),
        (["ijk:size=9"], 2, "size '9'"),
        (["chess"], 3, 'No game "chess". There are quintris, tetris, ijk.'),
        (["--games", "0"], 2, "0 is not in the range x>=1."),
        (["--rate", "2"], 2, "2.0 is not in the range 0<=x<=1."),
        (["--trust", "-1"], 2, "-1.0 is not in the range 0<=x<=1."),
        (["--first-seed", "-1"], 2, "-1 is not in the range 0<=x<="),
    ],
)
def test_what_is_not_learned_is_told_in_a_line(words: list[str], code: int, told: str) -> None:
    result = run("train", *words)
    assert result.exit_code == code
    assert told in result.stderr.splitlines()[-1]


def test_networks_play_the_game_that_they_learned(tmp_path: Path) -> None:
    files = {mode: tmp_path / f"{mode}.json" for mode in MODES}
    for mode, file in files.items():
        learned(file, mode)
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
    out = tmp_path / "network.json"
    learned(out)
    made = agent(f"alphabeta:network={out}", Ijk())
    assert isinstance(made, MinimaxAgent)
    assert made.evaluation.network == read_network(str(out))


@pytest.mark.parametrize("mode", MODES)
def test_what_was_learned_wins(mode: str, tmp_path: Path) -> None:
    """Against weights that are all 0, which see no more than ends."""
    learning = Learning(Plan(mode, games=2000, rate=0.02))
    assert [block.done for block in learning.blocks()][-1] == 2000
    (tmp_path / "learned.json").write_text(learning.network("learned").text())
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
