"""Foreign agents in whole games: the examples, the commands, and what they leave behind."""

from __future__ import annotations

import json
import pickle
import re
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from tests import ROOT
from tests.agents.foreign.programs import PRELUDE, wait_for, with_word
from tests.conftest import examples
from tests.rules.positions import open_ijk_states, quintris_states, tetris_states
from tilefall.agents import agent
from tilefall.agents.agent import CAUSES, Forfeit, Limit
from tilefall.agents.foreign.answer import check_ready
from tilefall.agents.foreign.limits import LIMITS
from tilefall.agents.foreign.lines import line, question
from tilefall.agents.foreign.messages import choose_message, over_message, start_message
from tilefall.agents.foreign.program import FOREIGN_SECONDS, LAST_WORDS, START_SECONDS
from tilefall.agents.foreign.sandbox import GRACE, KEPT
from tilefall.cli import cli
from tilefall.engines import engine
from tilefall.play import play_match
from tilefall.play.files import read_records
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.game import State

EXAMPLES = ROOT / "examples"


DUEL = ("--pairs", "2", "--game", "ijk:size=4")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def lazy(folder: Path, count: int, then: str) -> str:
    """A program that plays so many moves and then does something else, as an agent."""
    path = folder / f"lazy{uuid4().hex}"
    path.write_text(f"#!{sys.executable} -S\n{PRELUDE}\nready()\nmoves({count})\n{then}")
    path.chmod(0o755)
    return f"exec:{path}"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("c") / "json_agent"
    source = str(EXAMPLES / "json_agent.c")
    subprocess.run(
        ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", str(program), source], check=True
    )
    return program


@pytest.mark.parametrize("name", ["json_agent.py", "json_agent.c"])
def test_examples_are_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text().splitlines()) <= 40


@pytest.mark.parametrize(
    ("game_text", "turns"),
    [("quintris", 20), ("quintris:reach=fall", 2), ("tetris", 100), ("ijk:size=4", 100)],
)
def test_examples_in_every_language_play_the_same_game(
    compiled: Path, game_text: str, turns: int
) -> None:
    game = parse_game(game_text)
    games = {}
    for text in (
        f"exec:{compiled}",
        f"exec:{EXAMPLES / 'json_agent.py'}",
        str(EXAMPLES / "lowest.py"),
    ):
        if game.name == "ijk" and text.endswith("lowest.py"):
            continue
        player = agent(text, game, 3)
        games[text] = play_match(game, [player] * game.players, 3, turns, Limit(seconds=30)).moves
    assert len(set(games.values())) == 1
    assert len(next(iter(games.values()))) >= min(turns, 15)


def test_examples_play_sensibly(compiled: Path) -> None:
    game = parse_game("ijk:size=4,mode=nondeterministic")
    scores = []
    for seed in range(6):
        players = [agent(f"exec:{compiled}", game, seed), agent("random", game, seed)]
        scores.append(play_match(game, players, seed, 2000, Limit(seconds=30)).score)
    assert sum(scores) > 0
    tetris = parse_game("tetris")
    lines = [
        play_match(tetris, [agent(text, tetris, 3)], 3).score
        for text in (f"exec:{compiled}", "random")
    ]
    assert lines[0] > lines[1]


def test_a_forfeit_is_one_line_and_what_was_played_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "games"
    name = lazy(tmp_path, 3, "1 / 0")
    result = run("watch", "ijk", "--agent", name, "--against", "random", "--quiet", "--seed", "1",
                 "--record", str(file))  # fmt: skip
    assert result.exit_code == 1
    expected = f"Error: {name} forfeits, crash: exit code 1: ZeroDivisionError: division by zero"
    assert result.output.strip() == expected
    (record,) = read_records(file)
    assert len(record.moves) == 6
    assert record.agents == (name, "random")


def test_a_duel_ends_with_a_forfeit_in_one_line(tmp_path: Path) -> None:
    name = lazy(tmp_path, 2, "sys.exit('tired')")
    words = ["bench", "duel", name, "first-fit", *DUEL, "--max-plies", "60"]
    for threads in ("1", "2"):
        result = run(*words, "--threads", threads)
        assert result.exit_code == 1
        assert f"{name} forfeits, crash: exit code 1: tired; 0 of 2 pairs" in result.output
        assert "Traceback" not in result.output
    wait_for(lambda: with_word(name.removeprefix("exec:")) == [])


def test_a_duel_ends_programs_with_their_games(tmp_path: Path) -> None:
    name = lazy(tmp_path, -1, "")
    words = ["bench", "duel", name, "first-fit", *DUEL, "--max-plies", "30"]
    for threads in ("1", "2"):
        result = run(*words, "--threads", threads, "--json")
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["pairs"] == 2
        assert with_word(name.removeprefix("exec:")) == []


def test_bench_agents_plays_them_too(tmp_path: Path) -> None:
    lowest = str(EXAMPLES / "lowest.py")
    result = run(
        "bench", "agents", "--agent", lowest, "--games", "2", "--max-pieces", "5", "--json"
    )
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)[0]["agent"] == lowest
    assert with_word(lowest) == []


def test_ctrl_c_ends_the_program(tmp_path: Path) -> None:
    up = tmp_path / "up"
    name = lazy(tmp_path, 2, f"os.mkdir({str(up)!r})\ntime.sleep(1000)")
    players = ["--agent", name, "--against", "random"]
    words = [sys.executable, "-m", "tilefall", "watch", "ijk", *players, "--quiet"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    wait_for(up.exists)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted; the game up to turn" in errors
    assert with_word(name.removeprefix("exec:")) == []


def test_animated_play_ends_with_a_forfeit_in_one_line(tmp_path: Path) -> None:
    name = lazy(tmp_path, 0, "asked()\n1 / 0")
    result = run(
        "watch", "quintris", "--mode", "animated", "--agent", name, "--quiet", "--period", "5"
    )
    assert result.exit_code == 1
    assert "failed in turn 0: Forfeit: " in result.output
    assert "division by zero" in result.output
    wait_for(lambda: with_word(name.removeprefix("exec:")) == [])


def test_the_doctor_says_how_programs_are_contained() -> None:
    assert "ok       programs  contained by " in run("doctor").stdout


def test_a_forfeit_travels_between_processes() -> None:
    found = pickle.loads(pickle.dumps(Forfeit("time", "no answer in 1 s", "me")))
    assert (found.cause, found.detail, found.by) == ("time", "no answer in 1 s", "me")
    assert str(found) == "me forfeits, time: no answer in 1 s"
    assert str(Forfeit("time", "no answer in 1 s")) == "time: no answer in 1 s"
    assert found.cause in CAUSES


def test_the_page_shows_the_messages_as_they_are() -> None:
    page = (EXAMPLES.parent / "docs" / "protocol.md").read_text()
    blocks = re.findall(r"```json\n(.*?)```", page, flags=re.DOTALL)
    shown = [json.loads(line) for block in blocks for line in block.splitlines()]
    by_type = {message["type"]: message for message in shown if "type" in message}
    game = parse_game("quintris")
    state = game.start(Dice(1))
    choose = choose_message(state, engine(), 1.0)
    for message in (start_message(game, 0, 1.0, 11.0, 7), choose, over_message(state)):
        assert list(by_type[str(message["type"])]) == list(message)
    for part in ("current", "next"):
        assert list(by_type["choose"][part]) == list(choose[part])  # type: ignore[call-overload]
    assert list(by_type["choose"]["moves"][0]) == list(choose["moves"][0])  # type: ignore[index]
    check_ready(json.dumps(by_type["ready"]).encode())


@examples(50)
@given(st.one_of(quintris_states(), tetris_states(), open_ijk_states()))
def test_a_question_is_the_message_as_it_is_defined(state: State) -> None:
    asked = question(state, engine(), 0.5)
    assert asked.line == line(choose_message(state, engine(), 0.5))
    assert tuple(asked.legal) == state.legal_moves()


def test_the_page_tells_the_limits_and_the_causes() -> None:
    page = (EXAMPLES.parent / "docs" / "protocol.md").read_text()
    assert re.findall(r"^\| `([a-z]+)` \| ", page, flags=re.M)[-len(CAUSES) :] == list(CAUSES)
    for told in (
        f"`memory` | {LIMITS.memory >> 30} GiB",
        f"`cpu` | {LIMITS.cpu_seconds} seconds",
        f"more than {LIMITS.processes} processes",
        f"a line of more than {LIMITS.line_bytes >> 10} KiB, {LIMITS.output_bytes >> 20} MiB of",
        f"or {LIMITS.error_bytes >> 20} MiB on standard error",
        f"a file may be of {LIMITS.file_bytes >> 20} MiB",
        f"may have {LIMITS.open_files} files open",
        f"{LAST_WORDS} seconds later",
        f"waits {GRACE} seconds longer",
        f"{FOREIGN_SECONDS:.0f} if nobody says",
        f"may take {START_SECONDS:.0f} seconds\nmore",
    ):
        assert told in page, told
    for name in {*KEPT, "PYTHONPATH", "PYTHONHASHSEED", "HOME", "TMPDIR"}:
        assert f"`{name}`" in page


@dataclass
class Noted:
    """An agent that notes what it is told, and ends its game at the third move if it must."""

    ending: BaseException | None
    name: str = "noted"
    said: list[str] = field(default_factory=list)

    def begin(self, state: State, limit: Limit) -> None:
        """Nothing has to be started."""

    def choose(self, state: State, limit: Limit) -> int:
        if self.ending and state.turn >= 2:
            raise self.ending
        return 0

    def tell_over(self, state: State) -> None:
        self.said.append(f"over after {state.turn}")

    def close(self) -> None:
        self.said.append("closed")


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (None, ["over after 12", "closed"]),
        (KeyboardInterrupt(), ["closed"]),
        (Forfeit("time", "no answer in 1 s"), ["closed"]),
    ],
)
def test_commands_tell_and_close_what_plays(
    monkeypatch: pytest.MonkeyPatch, ending: BaseException | None, said: list[str]
) -> None:
    """Whatever else still holds on to it."""
    made: list[Noted] = []

    def noted(name: str, *more: object) -> Noted:
        made.append(Noted(ending))
        return made[-1]

    monkeypatch.setattr("tilefall.commands.watch.agent", noted)
    run("watch", "ijk", "--quiet", "--max-turns", "12")
    assert [each.said for each in made] == [said, said]
    monkeypatch.setattr("tilefall.play.duel.agent", noted)
    monkeypatch.setattr("tilefall.agents.catalog.agent", lambda *words: None)
    made.clear()
    run("bench", "duel", "a", "b", *DUEL, "--openings", "1", "--max-plies", "12", "--threads", "1")
    assert made
    assert all(each.said == said for each in made)
