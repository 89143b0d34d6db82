"""Foreign agents are found by what they are called, and what is wrong is said before any game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilefall.agents import UnknownName, agent
from tilefall.agents.agent import Limit
from tilefall.agents.foreign.host import answered, chooser
from tilefall.agents.foreign.names import NeedsLinux, installed, own_seed
from tilefall.agents.foreign.program import ProgramAgent
from tilefall.cli import cli
from tilefall.rules.catalog import parse, parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.game import BadText, Game

QUINTRIS, IJK = parse_game("quintris"), parse_game("ijk")
LIMIT = Limit(seconds=30)
TWO = """
import helper

class First:
    def choose(self, state):
        return helper.first(state)

class Telling:
    def __init__(self, seed, game):
        self.said = f"{seed} {game.text()}"

    def choose(self, state, limit):
        raise RuntimeError(f"{self.said} {limit.seconds}")

def by_keys(state):
    return "bb"

def letter(state):
    return "D"

def nothing(state):
    return None

if True:
    other = First()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with files of agents."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "two.py").write_text(TWO)
    (tmp_path / "bots" / "helper.py").write_text("def first(state): return state.legal_moves()[0]")
    (tmp_path / "bots" / "json.py").write_text("def choose(state, *more): return len(more)")
    (tmp_path / "bots" / "one.py").write_text("class One:\n    def choose(self, state): return 3")
    (tmp_path / "bots" / "bad.py").write_text("class One\n")
    (tmp_path / "bots" / "none.py").write_text("x = 1\n")
    (tmp_path / "bots" / "star.py").write_text("from two import *\n")
    return tmp_path


def made(text: str, game: Game, seed: int = 1) -> ProgramAgent:
    found = agent(text, game, seed)
    assert isinstance(found, ProgramAgent)
    assert found.name == text
    return found


def move(text: str, game: Game) -> int:
    """The first move of an agent."""
    player = made(text, game)
    try:
        return player.choose(game.start(Dice(1)), LIMIT)
    finally:
        player.close()


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


@pytest.mark.parametrize("text", ["two.py:First", "two.py:other", "star.py:First"])
def test_a_class_or_an_object_in_a_file(folder: Path, text: str) -> None:
    assert move(f"bots/{text}", QUINTRIS) == QUINTRIS.start(Dice(1)).legal_moves()[0]


def test_functions_answer_by_number_keys_or_letter(folder: Path) -> None:
    state = parse(QUINTRIS.start(Dice(1)).text())
    assert move("bots/two.py:by_keys", QUINTRIS) == state.move_by_keys("bb")  # type: ignore[attr-defined]
    assert move("bots/two.py:letter", IJK) == 1
    assert move("bots/one.py", IJK) == 3  # the only class
    assert move("bots/json.py", IJK) == 1  # the limit; its name harms nobody


def test_an_agent_is_told_game_seed_and_limit(folder: Path) -> None:
    with pytest.raises(RuntimeError, match=rf"RuntimeError: {own_seed(7)} ijk 30"):
        made("bots/two.py:Telling", IJK, 7).choose(IJK.start(Dice(1)), LIMIT)


def test_a_choice_that_is_none_is_told(folder: Path) -> None:
    expected = "crash: exit code 1: TypeError: choose returned None, expected the number of a move"
    with pytest.raises(RuntimeError, match=expected):
        move("bots/two.py:nothing", IJK)


def test_seeds_of_agents_are_not_those_of_games() -> None:
    assert own_seed(1) == own_seed(1) != own_seed(2)
    assert all(own_seed(seed) != seed and 0 <= own_seed(seed) < 1 << 53 for seed in range(100))


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("bots/three.py", 3, 'No file "bots/three.py".'),
        ("bots/three.py:Three", 3, 'No file "bots/three.py".'),
        ("bots/two.py:Three", 3, 'No "Three" in bots/two.py. There are helper, First, Telling,'),
        ("bots/two.py", 2, "bots/two.py holds First and Telling; say which: bots/two.py:First"),
        ("bots/none.py", 3, "No agent in bots/none.py: neither a class that has choose, nor"),
        ("bots/bad.py", 2, "is no Python: expected ':' (bad.py, line 1)"),
        ("exec:./bots", 3, '"./bots" is no file.'),
        ("exec:./nothing 3", 3, 'No file "./nothing".'),
        ("exec:nothing-like-it", 3, 'No program "nothing-like-it" on the PATH'),
        ("exec:./bots/one.py", 1, "./bots/one.py: no permission to run it; `chmod +x` gives it"),
        ("exec:", 2, "expected a program such as exec:./program"),
        ("exec:'x", 2, "No closing quotation"),
        ("course:nothing.py", 3, 'No file "nothing.py".'),
        ("nobody", 3, 'No agent "nobody" for tetris.'),
        ("exec:\x07", 2, "expected printable characters only"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(folder: Path, text: str, code: int, line: str) -> None:
    result = run("watch", "tetris", "--agent", text)
    assert result.exit_code == code
    assert line in result.output
    assert len(result.output.splitlines()) <= 4  # with how to use it


def test_course_programs_play_two_games(folder: Path) -> None:
    result = run("watch", "tetris", "--agent", "course:bots/one.py")
    assert result.exit_code == 2
    assert "course programs play quintris and ijk" in result.output
    result = run("watch", "quintris:height=24", "--agent", "course:bots/one.py")
    assert result.exit_code == 2
    assert "play quintris on 15 x 25 cells, not quintris:height=24" in result.output
    for game, module in {QUINTRIS: "course_quintris", IJK: "course_ijk"}.items():
        command = made("course:bots/one.py", game).command
        path = str(folder / "bots" / "one.py")
        assert list(command.words) == [
            sys.executable,
            "-m",
            f"tilefall.agents.foreign.{module}",
            path,
        ]
        assert command.folder == folder / "bots"


def test_programs_work_in_their_folder_and_those_of_the_path_here(folder: Path) -> None:
    program = folder / "bots" / "program"
    program.write_text("#!/bin/sh")
    program.chmod(0o755)
    command = made("exec:bots/program 'a b' c", IJK).command
    assert (command.words, command.folder) == ((str(program), "a b", "c"), folder / "bots")
    command = made("exec:sh c", IJK).command
    assert (command.words[1:], command.folder) == (("c",), folder)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that brings two agents, one of them called like one of ours."""
    (tmp_path / "mine.py").write_text("def third(state): return 3")
    metadata = tmp_path / "mine-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    entries = "[tilefall.agents]\nmine = mine:third\ngreedy = mine:third\n"
    (metadata / "entry_points.txt").write_text(entries)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.usefixtures("package")
def test_an_entry_point_plays_by_its_name() -> None:
    assert move("mine", IJK) == 3
    assert not isinstance(agent("greedy", IJK), ProgramAgent)  # ours come first
    assert {"mine", "greedy"} <= set(installed())
    with pytest.raises(UnknownName, match="Did you mean mine"):
        agent("mina", IJK)
    with pytest.raises(BadText, match="has no parameters"):
        agent("mine:depth=2", IJK)
    listed = run("agents").stdout
    assert "mine:third" in listed
    assert listed.count("greedy ") == run("agents").stdout.count("greedy ")
    assert '"installed": [{"name": "mine", "from": "mine:third"}]' in run("agents", "--json").stdout


def test_without_linux_it_is_said(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    with pytest.raises(NeedsLinux, match="foreign programs need Linux"):
        agent("bots/one.py", IJK)
    result = run("watch", "ijk", "--agent", "bots/one.py")
    assert (result.exit_code, "need Linux" in result.output) == (1, True)
    assert "foreign ones need Linux" in run("doctor").stdout


def test_what_chooses_may_take_the_limit_or_not() -> None:
    state = IJK.start(Dice(1))
    taken: list[object] = []

    def all_of_them(*given: object) -> None:
        taken.append(given)

    chooser(all_of_them, IJK, 1)(state, LIMIT)
    chooser(lambda state, *, depth=3: taken.append(state), IJK, 1)(state, LIMIT)
    assert taken == [(state, LIMIT), state]
    with pytest.raises(TypeError, match="is no agent"):
        chooser(3, IJK, 1)


@pytest.mark.parametrize("choice", [None, 1.0, "L"])
def test_tetris_is_answered_by_numbers_alone(choice: object) -> None:
    state = parse_game("tetris").start(Dice(1))
    assert answered(state, 7) == {"move": 7}
    with pytest.raises(TypeError, match="expected the number of a move"):
        answered(state, choice)
