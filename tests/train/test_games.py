"""Games of a training by columns: the same games, and how many of them ended before the cap."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.train.trainings import content, log_of, resumed, trained
from tilefall.train.evolution import Evolving
from tilefall.train.plan import Evolution
from tilefall.train.runs import LOG, Config
from tilefall.train.task import Game, Games, Task, games

SOME = [Game(3, 10, True), Game(1, 2, False), Game(2, 5, True), Game(10, 7, False)]
TASK = Task("tetris:width=6,height=8", "greedy", ("holes", "wells"), 12)


def test_games_by_columns_are_the_games() -> None:
    columns = Games.of(SOME)
    assert (list(columns), len(columns), columns.deaths) == (SOME, 4, 2)
    assert columns.parts(2) == [Games.of(SOME[:2]), Games.of(SOME[2:])]
    assert Games.of(columns) is columns
    with pytest.raises(ValueError, match="expected lines, pieces and an end for each game"):
        Games([1, 2], [3, 4], [True])


class Noting:
    """Workers that keep the games of the first generation."""

    def __init__(self) -> None:
        self.first: list[Game] = []

    def play(
        self, task: Task, population: Sequence[tuple[int, ...]], seeds: Sequence[int]
    ) -> list[Games]:
        found = games(task, population, seeds, 1)
        self.first = self.first or [game for of_one in found for game in of_one]
        return found

    def close(self) -> None:
        pass


def test_a_log_tells_how_many_games_ended() -> None:
    plan, workers = Evolution("cma", TASK, generations=1, population=8), Noting()
    evolving = Evolving(plan, Config("evolution", plan.as_json(), "1", "2026-01-01"), workers)
    line = evolving.step()
    assert line is not None
    deaths = [game for game in workers.first if not game.is_alive]
    assert 0 < len(deaths) < len(workers.first) == 80
    assert line["deaths"] == len(deaths)
    assert (line["games"], line["pieces"]) == (80, sum(game.pieces for game in workers.first))
    assert line["most_lines"] == max(game.lines for game in workers.first)


def test_a_log_that_tells_no_deaths_is_gone_on_with(tmp_path: Path) -> None:
    out = trained(tmp_path / "run", "cma")
    (line, *_), expected = log_of(out), content(out)
    del line["deaths"], expected[LOG][0]["deaths"]
    (out / LOG).write_text(json.dumps(line) + "\n")
    resumed(out)
    assert content(out) == expected


@pytest.mark.parametrize("column", [0, 1, 2])
def test_a_validation_with_a_game_too_few_is_refused(column: int, tmp_path: Path) -> None:
    out = trained(tmp_path / "run", "cma")
    lines = log_of(out)
    lines[-1]["played"][column].pop()
    (out / LOG).write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(AssertionError, match="played, expected"):
        resumed(out)
