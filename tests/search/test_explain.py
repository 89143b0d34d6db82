"""Explanations add up: values, features times weights, and the sentence between two moves."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.agents.searching import SearchAgent
from tilefall.engines import engine
from tilefall.play.files import write_records
from tilefall.play.match import play_match
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import TetrisState
from tilefall.search.expectimax import searched
from tilefall.search.explain import Explained, Reason, explained, sentence
from tilefall.search.linear import PUBLISHED, QUINTRIS_GREEDY, shipped

POSITION = "tetris:height=10 x2x6/xx8 T - 0-0-1-0-0-0-0 0 0"
NATIVE = engine("native")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tilefall", "explain", *words], capture_output=True, text=True
    )


def test_at_depth_1_the_reasons_are_the_whole_value() -> None:
    state = parse(POSITION)
    assert isinstance(state, TetrisState)
    weights = shipped(PUBLISHED)["dt-10"]
    search = searched(state, weights.weights, (1,) * 7, 1, NATIVE)
    found = explained(state, search, weights, NATIVE)
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    assert found[0].move == NATIVE.choose(state, weights.weights)
    for each in found:
        assert each.value == sum(reason.worth for reason in each.reasons)


def test_deeper_the_rest_is_what_may_follow() -> None:
    state = Quintris().start(Dice(4))
    weights = shipped(QUINTRIS_GREEDY)[QUINTRIS_GREEDY]
    search = searched(state, weights.weights, (1,) * 6, 2, NATIVE)
    first, *_, last = explained(state, search, weights, NATIVE)
    assert first.move == search.best.move
    assert first.value != sum(reason.worth for reason in first.reasons)
    assert "The first is worth" in sentence(first, last)


def test_the_sentence_names_the_largest_gain_and_loss() -> None:
    first = Explained(1, -10, (Reason("holes", 1, -4), Reason("wells", 3, -2)))
    second = Explained(2, -24, (Reason("holes", 5, -4), Reason("wells", 2, -2)))
    words = sentence(first, second)
    assert words == "The first is worth 14 more, above all for holes (+16), in spite of wells (-2)."
    assert "worth the same" in sentence(first, first)
    assert "end the game" in sentence(first, Explained(3, -1000, ()))


def test_a_position_by_its_text() -> None:
    result = run(POSITION, "--agent", "dt-10", "--top", "2")
    assert result.returncode == 0, result.stderr
    assert "  1. T3 at row 7, column 1" in result.stdout
    assert "  3. " not in result.stdout
    assert result.stdout.rstrip().endswith(".")


def test_json_holds_the_same() -> None:
    found = json.loads(run(POSITION, "--agent", "lookahead", "--json").stdout)
    made = agent("lookahead", parse(POSITION).game)
    assert isinstance(made, SearchAgent)
    search = made.think(parse(POSITION), Limit())
    assert found["candidates"][0]["move"] == search.best.move
    assert found["depth"] == 2
    assert found["why"]


def test_a_move_of_a_record(tmp_path: Path) -> None:
    game = Quintris()
    record = play_match(game, [agent("greedy", game)], seed=3, max_turns=5)
    path = tmp_path / "games.jsonl"
    write_records(path, [record])
    result = run("--record", str(path), "--move", "4", "--agent", "greedy")
    assert result.returncode == 0, result.stderr
    assert "1." in result.stdout
    assert "<- played" in result.stdout
    assert run("--record", str(path), "--move", "6").returncode == 2
    assert run("--record", str(path), "--game-number", "2").returncode == 3


def test_a_played_move_that_is_no_candidate_is_told(tmp_path: Path) -> None:
    game = Quintris()
    path = tmp_path / "games.jsonl"
    write_records(path, [play_match(game, [agent("first-fit", game)], seed=3, max_turns=2)])
    ranked = run("--record", str(path), "--agent", "lookahead", "--top", "1")
    assert re.search(r"Played was .*, number \d+\.", ranked.stdout)
    beamed = run("--record", str(path), "--agent", "lookahead:beam=2", "--top", "1")
    assert "not looked at here" in beamed.stdout, beamed.stderr


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ([], 2, "one of the two"),
        (["tetris:height=10 x2x6/xx8 Q - 0-0-1-0-0-0-0 0 0"], 2, "expected one of I O T"),
        (["tetris - - - 0-0-0-0-0-0-0 0 0"], 2, "over"),
        ([POSITION, "--agent", "random"], 2, "no reasons"),
        ([POSITION, "--agent", "expectmax"], 3, "Did you mean expectimax"),
        (["--record", "nowhere.jsonl"], 3, "nowhere.jsonl"),
        (
            ["quintris - X0@0 X0 2-0-0-0-0-0 0 0", "--agent", "expectimax:belief=told"],
            2,
            "hidden mix",
        ),
    ],
)
def test_mistakes_get_a_line_and_a_code(words: list[str], code: int, told: str) -> None:
    result = run(*words)
    assert result.returncode == code, result.stderr
    assert told in result.stderr
    assert "Traceback" not in result.stderr
