"""The agents bench: same seeds for all, figures with intervals, groups by pluses."""

from __future__ import annotations

import json

import pytest

from tests.bench.test_engine import run
from tests.commands.test_cli import run as run_here
from tilefall.agents.catalog import agent
from tilefall.bench import search
from tilefall.bench.agents import AGENTS, PLUS_SHARES, Games, paired, play, plus_share
from tilefall.engines import engine
from tilefall.play.match import play_match
from tilefall.play.whole_games import WholeGame
from tilefall.rules.quintris import Quintris
from tilefall.search.linear import QUINTRIS_TABLES, shipped
from tilefall.stats import geometric_mean, mean, middle, share


def test_greedy_in_the_bench_is_the_greedy_playout() -> None:
    games = play("greedy", range(5, 25), 200, threads=2)
    weights = shipped(QUINTRIS_TABLES)[QUINTRIS_TABLES].weights
    outcomes = engine("native").playout(Quintris(), weights, range(5, 25), 200)
    assert games.lines == tuple(outcome.score for outcome in outcomes)
    assert [game.is_over for game in games.played] == [each.is_over for each in outcomes]
    assert [game.turns for game in games.played] == [each.turns for each in outcomes]
    assert games.ms_a_move > 0


def test_every_game_is_in_one_group_of_pluses() -> None:
    for seed in range(200):
        part = plus_share(seed)
        assert sum(low <= part < high for low, high in PLUS_SHARES.values()) == 1


def test_a_paired_difference_is_taken_game_by_game() -> None:
    seeds = range(3)
    first = Games("a", seeds, tuple(WholeGame(lines, 9, False, 1.0, "") for lines in (5, 6, 7)))
    second = Games("b", seeds, tuple(WholeGame(lines, 9, True, 1.0, "") for lines in (1, 2, 3)))
    found = paired(first, second)
    assert (found.value, found.low, found.high) == (4, 4, 4)


def test_intervals_hold_what_they_should() -> None:
    scores = [float(score) for score in range(1, 101)]
    for estimate in (mean(scores), middle(scores), geometric_mean(scores)):
        assert estimate.low < estimate.value < estimate.high
    assert mean(scores).value == 50.5
    assert middle(scores).value == 50.5
    assert middle(scores).low == pytest.approx(41, abs=1)
    assert share(0, 10).low == pytest.approx(0, abs=1e-9)
    assert share(10, 10).high == pytest.approx(100)


def test_the_command_prints_json() -> None:
    result = run("agents", "--games", "4", "--max-pieces", "30", "--agent", "lookahead", "--json")
    assert result.returncode == 0, result.stderr
    (found,) = json.loads(result.stdout)
    assert found["agent"] == "lookahead"
    assert len(found["lines"]) == 4
    assert set(found["by_pluses"]) == set(PLUS_SHARES)
    assert found["compared_with"] is None


def test_the_command_compares_agents_on_the_same_seeds() -> None:
    words = ["--games", "4", "--max-pieces", "30", "--agent", "greedy", "--agent", "lookahead"]
    result = run("agents", *words)
    assert result.returncode == 0, result.stderr
    assert "lines more than greedy" in result.stdout
    assert "seeds 1 to 4" in result.stdout


@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_plays_the_games_of_its_seeds(name: str) -> None:
    """A whole game in one call is the game that the agent plays move by move."""
    game = Quintris()
    (played,) = play(name, range(8, 9), 5, threads=1).played
    record = play_match(game, [agent(name, game, 8)], 8, max_turns=5)
    assert (played.score, played.turns) == (record.score, len(record.moves))


def test_a_game_that_has_no_hidden_mix_is_refused() -> None:
    for text in ("tetris", "quintris:pieces=uniform"):
        result = run("agents", "--game", text)
        assert result.returncode == 2
        assert "allowed are quintris and quintris:reach=fall" in result.stderr


def test_agents_that_do_not_play_a_size_are_refused_before_anybody_plays() -> None:
    result = run("agents", "--game", "quintris:width=8,height=12", "--games", "2")
    assert result.returncode == 2
    assert "plays quintris on 15 x 25 cells, not quintris:width=8,height=12" in result.stderr
    assert result.stdout == ""


def test_an_unknown_agent_is_not_found() -> None:
    assert run("agents", "--agent", "gredy").returncode == 3


def test_the_search_bench_prints_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "POSITIONS", 10)
    result = run_here("bench", "search", "--seconds", "0.05", "--json")
    assert result.exit_code == 0, result.stderr
    figures = json.loads(result.stdout)
    for name in ("expectimax3_ms", "expectimax3_ratio_to_python", "two_threads_speedup"):
        assert figures[name] > 0
    assert figures["lookahead_moves_per_s"] > 500
    assert figures["expectimax3_placements"] > 500_000
