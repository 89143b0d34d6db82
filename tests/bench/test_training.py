"""The training bench: what it measures is what training plays, and what a loop would."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from tilefall.bench.training import GAMES, MAX_PIECES, POPULATION, generation, measure
from tilefall.cli import cli


@pytest.mark.parametrize("game", GAMES)
def test_a_generation_is_always_the_same_and_its_members_differ(game: str) -> None:
    task, population = generation(game)
    assert (task.game, task.max_pieces) == (game, MAX_PIECES)
    assert generation(game)[1] == population
    assert len(set(population)) == POPULATION


def test_figures_belong_together() -> None:
    found = measure("quintris", 0.2, threads=1)
    assert found.games % POPULATION == 0
    assert found.pieces >= found.games
    assert found.games_per_s == pytest.approx(found.games / found.seconds)
    assert found.pieces_per_s == pytest.approx(found.pieces / found.seconds)
    assert found.times_plain == pytest.approx(found.games_per_s / found.plain_games_per_s)
    assert found.times_plain > 10
    assert 0 < found.core_share <= 1.2


def test_the_command_measures_both_games() -> None:
    result = CliRunner().invoke(cli, ["bench", "training", "--seconds", "0.1", "--json"])
    assert result.exit_code == 0, result.stderr
    assert [each["game"] for each in json.loads(result.stdout)] == list(GAMES)
    result = CliRunner().invoke(cli, ["bench", "training", "--seconds", "0.1"])
    assert result.stdout.count("times the plain loop") == len(GAMES)
