"""Bench lines: what agents with weights make before they die, capped or not."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from click.testing import CliRunner

from tilefall.bench.lines import contender, measure
from tilefall.cli import cli
from tilefall.engines.native import Native
from tilefall.rules.game import BadText
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.linear import named_weights
from tilefall.stats import mean, per_death, share
from tilefall.train.seeds import RECORDS_SEED
from tilefall.train.task import Games, Task
from tilefall.train.workers import LocalWorkers

LOW = Tetris(width=6, height=8)


def shown(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["bench", "lines", *words])
    return result.exit_code, result.stdout, result.stderr


def test_lines_are_those_of_the_engine() -> None:
    seeds = range(50, 70)
    who = contender("greedy:weights=dt-10", LOW, 40)
    found = measure(who, seeds, LocalWorkers(1), at_once=7)
    games = Native().playout(LOW, named_weights("dt-10").weights, seeds, 40)
    deaths = sum(game.is_over for game in games)
    assert 0 < deaths < 20
    lines = sum(game.score for game in games)
    assert (found.lines, found.deaths, found.games) == (lines, deaths, 20)
    assert found.pieces == sum(game.turns for game in games)
    assert (found.first_seed, found.last_seed, found.max_pieces) == (50, 69, 40)
    assert found.mean == mean([game.score for game in games])
    assert found.per_death == per_death(lines, deaths)
    assert found.alive_percent == share(20 - deaths, 20)
    assert found.of_games == tuple(game.score for game in games)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("greedy:weights=bcts", "greedy"),
        ("expectimax:depth=2,weights=rv-ce,beam=3", "expectimax:depth=2,beam=3"),
        ("lookahead", "lookahead"),
    ],
)
def test_weights_are_taken_out_of_an_agent(text: str, plain: str) -> None:
    assert contender(text, LOW, 9).task == Task(LOW.text(), plain, (), 9)


def test_a_controller_may_be_called_by_its_name() -> None:
    named, weighed = contender("dt-10", LOW, 9), contender("greedy:weights=dt-10", LOW, 9)
    assert (named.task, named.weights) == (weighed.task, weighed.weights)
    assert (named.text, weighed.text) == ("dt-10", "greedy:weights=dt-10")


def test_the_depth_of_a_search_counts() -> None:
    greedy, one, two = (
        measure(contender(f"{text},weights=dt-10", LOW, 10**6), range(8), LocalWorkers(2), 8)
        for text in ("expectimax:beam=0,depth=1", "expectimax:depth=1", "expectimax:depth=2")
    )
    alone = measure(contender("greedy:weights=dt-10", LOW, 10**6), range(8), LocalWorkers(2), 8)
    assert greedy.lines == one.lines == alone.lines != two.lines


def test_agents_without_weights_are_refused() -> None:
    with pytest.raises(
        BadText, match=r"agent random, expected greedy, .* or a published controller"
    ):
        contender("random", Quintris(), 10)


def test_an_interruption_keeps_what_is_done() -> None:
    class Interrupted(LocalWorkers):
        calls = 0

        def play(
            self, task: Task, population: Sequence[tuple[int, ...]], seeds: Sequence[int]
        ) -> list[Games]:
            self.calls += 1
            if self.calls == 3:
                raise KeyboardInterrupt
            return super().play(task, population, seeds)

    found = measure(contender("greedy", LOW, 30), range(10), Interrupted(1), at_once=2)
    assert (found.games, found.last_seed) == (4, 3)
    workers = Interrupted(1)
    workers.calls = 2
    with pytest.raises(KeyboardInterrupt):
        measure(contender("greedy", LOW, 30), range(10), workers, at_once=2)


def test_the_command_tells_lines_per_death_and_lines_a_game() -> None:
    code, out, err = shown("tetris:width=6,height=8", "--agent", "greedy", "--games", "30")
    assert code == 0, err
    first, deaths, mean_lines, last = out.splitlines()
    assert first == "greedy in tetris:width=6,height=8"
    assert deaths.endswith("30 deaths")
    assert mean_lines.split()[3] == deaths.split()[3]  # nothing was capped: the same figure
    assert f"30 games, seeds {RECORDS_SEED} to {RECORDS_SEED + 29}" in last
    code, out, _ = shown("tetris", "--agent", "greedy", "--games", "2", "--max-pieces", "20")
    assert (code, "unknown: no game died in" in out) == (0, True)


def test_a_second_agent_is_compared_with_the_first_game_by_game() -> None:
    agents = "greedy:weights=bcts", "greedy:weights=el-tetris"
    bcts, tetris = (
        measure(contender(name, LOW, 10**6), range(9, 19), LocalWorkers(1), 10) for name in agents
    )
    pairs = zip(tetris.of_games, bcts.of_games, strict=True)
    differences = [ours - theirs for ours, theirs in pairs]
    assert tetris.more_than(bcts) == mean(differences)
    words = ("--agent", agents[0], "--agent", agents[1], "--games", "10", "--first-seed", "9")
    code, out, _ = shown(LOW.text(), *words)
    told = f"on these seeds   {mean(differences).value:+,.1f} ["
    assert (code, out.count("on these seeds"), told in out) == (0, 1, True)
    assert f"lines a game beside {agents[0]}" in out


def test_the_command_as_json() -> None:
    words = ("quintris", "--agent", "greedy", "--agent", "lookahead", "--games", "3")
    code, out, _ = shown(*words, "--max-pieces", "50", "--json")
    found = json.loads(out)
    assert (code, [each["agent"] for each in found]) == (0, ["greedy", "lookahead"])
    assert all(each["games"] == 3 and each["pieces"] <= 150 for each in found)
    assert "of_games" not in found[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("ijk", "--agent", "random"), "ijk, expected quintris or tetris"),
        (("tetris", "--agent", "random"), "agent random, expected greedy"),
        (("tetris",), "Missing option '--agent'"),
        (("tetris", "--agent", "greedy", "--games", "1"), "1 is not in the range x>=2"),
    ],
)
def test_wrong_words(words: tuple[str, ...], told: str) -> None:
    code, out, err = shown(*words)
    assert (code != 0, out) == (True, "")
    assert told in err
    assert "Traceback" not in err
