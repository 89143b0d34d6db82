"""Course agents: their names and parameters, what they say, and that they play."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.agents.course import CourseAgent
from tilefall.engines import engine
from tilefall.play.match import play_match
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.game import BadText
from tilefall.rules.ijk import Ijk
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.course import course_played
from tilefall.search.course_explain import course_explained

POSITION = "quintris 9xxxx2/xxxxx1xxxxxxxxx I0@3 X0 1-1-0-0-0-0 0 0"


def made(text: str, game: Quintris | Tetris, engine_name: str = "native") -> CourseAgent:
    found = agent(text, game, 3, engine_name)
    assert isinstance(found, CourseAgent)
    return found


def test_parameters_follow_the_name() -> None:
    found = made("course-wavy:search=full,variant=published,threads=2", Quintris())
    assert (found.program.depth, found.program.variant, found.threads) == (3, "published", 2)
    assert made("course-wavy", Quintris()).program.search == "small"
    assert made("course-sum:search=one", Quintris()).program.depth == 1
    assert made("course-voids", Quintris()).program.depth == 2
    assert made("course-genetic", Tetris()).program.variant == "program"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("course-sum:search=full", "course-sum: search 'full', allowed are one"),
        ("course-wavy:search=2", "course-wavy: search '2', allowed are small, one, full"),
        ("course-wavy:variant=best", "variant 'best', allowed are program, published"),
        ("course-sum:variant=program", "no parameter 'variant', it has search, threads"),
        ("course-voids:threads=0", "threads '0', expected a whole number from 1 to 1024"),
        ("course-voids:depth=2", "it has search, threads"),
    ],
)
def test_bad_parameters_are_explained(text: str, told: str) -> None:
    with pytest.raises(BadText, match=told):
        agent(text, Quintris())


@pytest.mark.parametrize("game", [Quintris(width=14), Quintris(height=26)])
@pytest.mark.parametrize("name", ["course-sum", "course-wavy", "course-voids"])
def test_another_size_than_the_courses_is_refused(name: str, game: Quintris) -> None:
    told = f"{name} plays quintris on 15 x 25 cells, not {game.text()}"
    with pytest.raises(BadText, match=told):
        agent(name, game)
    player = made(name, Quintris())
    with pytest.raises(ValueError, match=told):
        player.choose(game.start(Dice(1)), Limit())
    with pytest.raises(ValueError, match=told):
        course_played(game, player.program, [1], 5, player.engine)


@pytest.mark.parametrize("text", ["course-sum", "course-wavy", "course-wavy:search=one"])
def test_a_match_is_the_game_of_the_native_playout(text: str) -> None:
    player = made(text, Quintris())
    record = play_match(Quintris(), [player], seed=7, max_turns=40)
    (outcome,) = course_played(Quintris(), player.program, [7], 40, player.engine)
    assert record.score == outcome.score
    assert record.digest == f"{outcome.digest:016x}"


def test_every_engine_plays_the_same() -> None:
    state = parse(POSITION)
    moves = {
        made("course-sum", Quintris(), name).choose(state, Limit())
        for name in ("reference", "native")
    }
    assert len(moves) == 1


def test_a_game_that_is_over_and_another_game_are_refused() -> None:
    full = "/".join(["xxxxxxxxxxxxxx1"] * 25)
    over = parse(f"quintris {full} X0@0 X0 2-0-0-0-0-0 0 0")
    with pytest.raises(ValueError, match="over"):
        made("course-sum", Quintris()).choose(over, Limit())
    with pytest.raises(ValueError, match="falling games"):
        made("course-sum", Quintris()).choose(Ijk().start(Dice(1)), Limit())
    with pytest.raises(ValueError, match="does not play tetris"):
        made("course-sum", Quintris()).choose(Tetris().start(Dice(1)), Limit())


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("course-sum", Quintris()),
        ("course-wavy:search=one,variant=published", Quintris()),
        ("course-genetic", Tetris(height=10)),
        ("course-genetic:variant=published", Tetris(height=10)),
    ],
)
def test_the_reasons_of_one_piece_are_its_whole_value(text: str, game: Quintris | Tetris) -> None:
    player = made(text, game)
    state = game.start(Dice(3))
    for _ in range(12):
        state = state.play(player.choose(state, Limit())).draw(Dice(3))
    seen = player.think(state, Limit())
    found = course_explained(state, seen, player.program)
    assert found[0].move == seen.chosen
    assert [each.value for each in found] == sorted((e.value for e in found), reverse=True)
    for each in found:
        assert each.value == pytest.approx(sum(reason.worth for reason in each.reasons))


def explain(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tilefall", "explain", *words]
    return subprocess.run(command, capture_output=True, text=True)


def test_explain_shows_course_features_times_weights() -> None:
    said = explain(POSITION, "--agent", "course-sum", "--top", "1")
    assert said.returncode == 0, said.stderr
    assert "course-sum, depth 1, " in said.stdout
    assert "summed heights 23 x -21.510066" in said.stdout
    found = json.loads(explain(POSITION, "--agent", "course-voids", "--json").stdout)
    assert found["depth"] == 2
    assert found["candidates"][0]["features"]["voids"][1] == -1


def test_a_move_that_ends_a_game_is_told() -> None:
    position = "tetris:width=4,height=4 xx2/xx2/xx2/xx2 O - 0-1-0-0-0-0-0 0 0"
    said = explain(position, "--agent", "course-genetic")
    assert "ends the game" in said.stdout
    assert engine("native").name.startswith("native")
