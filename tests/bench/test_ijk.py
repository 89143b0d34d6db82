"""The IJK bench: fixed positions that can be made again, and figures that mean what they say."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import pytest

from tests.bench.measured_once import measure_once
from tests.commands.test_cli import run
from tilefall.agents.agent import Limit, Thinker
from tilefall.agents.catalog import Entry, Parameters, agent, catalog
from tilefall.bench import ijk as bench
from tilefall.bench.ijk import BUDGETS, agent_text, plain_nodes_per_s, search_depth
from tilefall.bench.ijk_positions import CHANCE, CHANCE_POSITIONS, POSITIONS, made_positions
from tilefall.rules.game import Game, State
from tilefall.rules.ijk import Ijk, IjkState, empty_cells
from tilefall.search.minimax import WIN, Thought, is_decided

KEYS = {"nodes_per_s", "depth_10ms", "depth_100ms", "depth_1s", "decided"}


@pytest.mark.parametrize(("game", "texts"), [(Ijk(), POSITIONS), (CHANCE, CHANCE_POSITIONS)])
def test_the_positions_are_made_again(game: Ijk, texts: tuple[str, ...]) -> None:
    assert tuple(state.text() for state in made_positions(game, len(texts))) == texts


def test_the_positions_are_in_the_middle_of_a_game() -> None:
    assert (len(POSITIONS), len(CHANCE_POSITIONS)) == (16, 12)
    for game, texts in ((Ijk(), POSITIONS), (CHANCE, CHANCE_POSITIONS)):
        states = [game.parse(text) for text in texts]
        assert len({state.board for state in states}) == len(states)
        assert {state.player for state in states} == {0, 1}
        for state in states:
            assert 60 <= state.turn <= 400
            assert 10 <= len(empty_cells(state.board)) <= 22


def test_nobody_has_won_in_them_ten_slides_ahead() -> None:
    """Where the end is seen a search stops, and its depth says nothing."""
    thinker = agent("alphabeta", Ijk())
    assert isinstance(thinker, Thinker)
    for text in POSITIONS:
        assert not is_decided(thinker.think(Ijk().parse(text), Limit(depth=10)).value)


@pytest.mark.slow
def test_the_command_prints_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    measure_once(monkeypatch, bench)
    words = ["--positions", "1", "--seconds", "0.05", "--table", "16"]
    result = run("bench", "ijk", *words, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["slides_per_s"] > 100_000
    assert found["nodes_per_s"] > 10_000
    assert found["nodes_ratio_to_python"] == found["nodes_per_s"] / found["plain_nodes_per_s"]
    assert found["depth_10ms"] <= found["depth_100ms"] <= found["depth_1s"]
    assert (found["table"], found["threads"], found["positions"]) == (16, 1, 1)
    assert found["peak_memory_mib"] > 1
    for prefix in ("chance_", "chance_sample_"):
        assert {f"{prefix}{key}" for key in KEYS} <= set(found)
    shown = run("bench", "ijk", *words)
    assert "| agent | nodes a second | depth in 10 ms | in 100 ms | in 1 s |" in shown.stdout
    assert "| `alphabeta:table=16` | " in shown.stdout
    assert "table of 65,536 positions" in shown.stdout


@dataclass(frozen=True)
class Told:
    """A search that tells what it was told to; its depth is the milliseconds it had."""

    name: str
    depth: int
    values: dict[str, int]  # by position; 5 if it is none of them

    def choose(self, state: State, limit: Limit) -> int:
        return 0

    def think(self, state: State, limit: Limit) -> Thought:
        assert limit.seconds is not None
        value = self.values.get(state.text(), 5)
        return Thought(0, value, 1 if value > 5 else round(1000 * limit.seconds), nodes=1000)


def entered(
    monkeypatch: pytest.MonkeyPatch, entry: Entry, values: dict[str, int]
) -> list[Parameters]:
    """An agent of the catalog that tells what it is told; what it was asked for."""
    asked: list[Parameters] = []

    def made(game: Game, seed: int, engine_name: str, parameters: Parameters) -> Told:
        asked.append(parameters)
        return Told(entry.name, 3, values)

    known = catalog() | {entry.name: replace(entry, makers={"ijk": made})}
    monkeypatch.setattr("tilefall.agents.catalog.catalog", lambda: known)
    return asked


def test_depths_are_means_of_games_that_are_still_open(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [Ijk().parse(text) for text in POSITIONS[:3]]
    entry = Entry("told", "", {}, ijk_mode="deterministic")
    entered(monkeypatch, entry, {POSITIONS[1]: WIN - 1})
    found = search_depth("told", states, {"1ms": 0.001, "7ms": 0.007})
    assert found.depths == {"1ms": 1, "7ms": 7}
    assert found.decided == 1
    assert found.nodes_per_s > 3000


def test_values_with_chance_are_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be a win in whole numbers is but many tiles in 256ths."""
    states = [CHANCE.parse(text) for text in CHANCE_POSITIONS[:2]]
    values = {CHANCE_POSITIONS[0]: 256 * (WIN - 3), CHANCE_POSITIONS[1]: WIN - 3}
    entered(monkeypatch, Entry("told", "", {}), values)
    assert search_depth("told", states, {"1ms": 0.001}).decided == 1


def test_where_all_is_decided_there_is_no_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    entered(monkeypatch, Entry("told", "", {}), {POSITIONS[0]: WIN - 9})
    found = search_depth("told", [Ijk().parse(POSITIONS[0])], {"1ms": 0.001})
    assert (found.depths, found.decided) == ({"1ms": None}, 1)


def test_searches_with_chance_are_measured_on_their_own_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parameters = ("table", "sample", "evaluation")
    entry = Entry("expectiminimax", "", {}, parameters, "nondeterministic")
    asked = entered(monkeypatch, entry, {})
    found = bench.measure(0.01, table=12, most_positions=1).figures()
    assert {"table": "12", "evaluation": "tiles"} in asked
    assert {"table": "12", "evaluation": "tiles", "sample": "3"} in asked
    for prefix in ("chance_", "chance_sample_", "chance_learned_"):
        assert [found[f"{prefix}depth_{name}"] for name in BUDGETS] == [10, 100, 1000]
        assert found[f"{prefix}nodes_per_s"]


def test_threads_are_asked_for_where_there_are_more_than_one() -> None:
    assert agent_text("alphabeta", "", 22, threads=1) == "alphabeta:table=22"
    assert agent_text("alphabeta", "", 22, threads=2) == "alphabeta:table=22,threads=2"
    assert agent_text("a", "sample=3", 9, threads=4) == "a:table=9,threads=4,sample=3"


def test_threads_that_an_agent_has_not_are_an_error_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = catalog() | {"alphabeta": replace(catalog()["alphabeta"], parameters=("table",))}
    monkeypatch.setattr("tilefall.agents.catalog.catalog", lambda: known)
    result = run("bench", "ijk", "--threads", "2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: agent alphabeta has no parameter 'threads'")


def test_the_plain_search_is_measured_on_the_same_positions() -> None:
    states: list[IjkState] = [Ijk().parse(text) for text in POSITIONS[:2]]
    assert plain_nodes_per_s(states, 0.01) > 100


def test_bad_numbers_are_refused() -> None:
    for words in (["--table", "33"], ["--positions", "0"], ["--seconds", "0"], ["--threads", "0"]):
        result = run("bench", "ijk", *words)
        assert result.exit_code == 2
        assert f"Invalid value for '{words[0]}'" in result.stderr
