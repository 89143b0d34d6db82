"""The command solve: what it prints, what it refuses, and what it tells on the way."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result
from rich.progress import Progress

from tilefall.cli import cli
from tilefall.commands.progress import news_teller


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["solve", *words], prog_name="tilefall")


def test_a_game_is_solved_with_its_line() -> None:
    result = run("ijk:size=3,winning=C")
    assert result.exit_code == 0
    *_, turn, news, line = result.output.splitlines()
    assert turn == "turn 0, + to move"
    assert news == "- wins in 9 slides, whatever + does:"
    assert line == "U L R U R L U L U"


def test_a_position_is_solved_for_the_player_to_move() -> None:
    result = run("ijk:size=3 JJ1/3/3 + 8")
    assert "+ wins in 1 slide, whatever - does:\nL\n" in result.output


def test_a_tie_has_a_line_too() -> None:
    result = run("ijk:size=2 AC/c1 - 8")
    assert "A tie with the best play of both, for instance:\nU\n" in result.output


def test_all_positions_are_counted() -> None:
    result = run("ijk:size=2", "--all")
    assert result.exit_code == 0
    assert (
        "60 positions in which the game goes on: with the best play 31 are won by +, 29 by -, "
        "0 are ties.\nThe longest game has 7 slides.\n"
    ) in result.output


def test_figures_in_json() -> None:
    assert json.loads(run("ijk:size=2", "--all", "--json").output) == {
        "position": "ijk:size=2 A1/2 + 0",
        "outcome": -1,
        "slides": 4,
        "line": ["U", "L", "U", "U"],
        "searched": 0,
        "positions": 60,
        "won": 31,
        "tied": 0,
        "lost": 29,
        "longest": 7,
    }
    undecided = json.loads(run("ijk:size=4", "--seconds", "0.2", "--json").output)
    assert undecided["outcome"] is None
    assert undecided["no_win_within"] >= 4


def test_time_that_is_over_tells_what_is_known() -> None:
    result = run("ijk:size=4", "--seconds", "0.2")
    assert result.exit_code == 0
    assert "Undecided: nobody can force a win within " in result.output


def test_memory_that_is_full_tells_what_to_do() -> None:
    result = run("ijk:size=3,winning=E", "--all", "--memory", "1")
    assert result.exit_code == 1
    (line,) = result.output.splitlines()
    assert line.endswith(
        "positions fill the memory, and there are more: give it more with --memory, "
        "or leave out --all for the outcome alone"
    )


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("tetris",), 2, "tetris: games and positions of ijk are solved."),
        (
            ("ijk:size=3,mode=nondeterministic",),
            2,
            "ijk:size=3,mode=nondeterministic: only the deterministic game is solved.",
        ),
        (("ijk:size=2 K1/2 - 3",), 2, "The game is over in this position."),
        (("ijk:winning=L",), 2, "winning 'L', allowed are B to K"),
        (("ijk:size=2 A1/2 +",), 2, "2 fields after 'ijk:size=2', expected 3"),
        (
            ("chess",),
            3,
            'No game "chess". There are quintris, tetris, ijk, marathon; ijk is',
        ),
        (("ijk:size=2", "--memory", "0"), 2, "0 is not in the range 1<=x<=1048576"),
        (("ijk:size=2", "--seconds", "0"), 2, "0.0 is not in the range x>0"),
        (("ijk:size=2", "--all", "--seconds", "1"), 2, "--seconds is not for --all"),
    ],
)
def test_what_is_not_solved_is_told_in_a_line(words: tuple[str, ...], code: int, told: str) -> None:
    result = run(*words)
    assert result.exit_code == code
    assert told in result.output.splitlines()[-1]


def test_progress_is_a_line_that_changes() -> None:
    news_teller(None, "ijk")("nobody hears this")
    progress = Progress(disable=True)
    tell = news_teller(progress, "ijk:size=3")
    for news in ("slides ahead: 1", "slides ahead: 2"):
        tell(news)
        (task,) = progress.tasks
        assert task.description == f"ijk:size=3: {news}"
