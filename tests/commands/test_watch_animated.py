"""watch --mode animated: what people, pipes and programs get to see of a game in real time."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilefall.agents import Limit
from tilefall.cli import cli
from tilefall.interfaces.terminal.live import Screen
from tilefall.play import read_records, verify
from tilefall.play.record import parse_record
from tilefall.rules.game import State

FAST = ["watch", "quintris", "--mode", "animated", "--period", "0.02", "--seed", "3"]
FLOOR = "+---------------+"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), prog_name="tilefall")


def in_terminal(*words: str, lines: int = 40, columns: int = 100) -> str:
    """What the program writes to a terminal of this size."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "LINES": str(lines), "COLUMNS": str(columns)}
    with subprocess.Popen(
        [sys.executable, "-m", "tilefall", *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        found = b""
        try:
            while more := os.read(ours, 65536):
                found += more
        except OSError:
            pass  # how Linux says that the other side has closed
    os.close(ours)
    assert process.returncode == 0, found
    return found.decode().replace("\r\n", "\n")


def seen(written: str) -> list[str]:
    """The pictures that a person sees one after another, drawn as a terminal draws them."""
    screen, row, column, pictures = [""], 0, 0, []
    for word in re.findall(r"\x1b\[\d*[AKJ]|\n|[^\x1b\n]+", written):
        if word == "\n":
            row, column = row + 1, 0
            screen += [""] * (row + 1 - len(screen))
        elif word.startswith("\x1b") and word.endswith("A"):
            assert column == 0
            pictures.append("\n".join(screen))
            row -= int(word[2:-1])
        elif word == "\x1b[J":
            del screen[row + 1 :]
        elif word == "\x1b[K":
            screen[row] = screen[row][:column]
        else:
            screen[row] = screen[row][:column] + word + screen[row][column + len(word) :]
            column += len(word)
    return [*pictures, "\n".join(screen)]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tetris", "--mode", "animated"], "tetris has no such mode, only quintris has."),
        (["ijk", "--mode", "animated"], "ijk has no such mode, only quintris has."),
        (["--mode", "animated", "--period", "0"], "0 seconds, allowed are more than 0"),
        (["--mode", "animated", "--period", "-1"], "-1 seconds, allowed are more than 0"),
        (["--mode", "animated", "--period", "nan"], "nan seconds, allowed are more than 0"),
        (["--mode", "animated", "--period", "inf"], "at most 3600"),
        (["--mode", "animated", "--period", "soon"], "'soon' is not a valid float"),
        (["--period", "1"], "--period goes with --mode animated."),
        (["--mode", "lively"], "'lively' is not one of 'simple', 'animated'"),
    ],
)
def test_mistakes_get_one_clear_line(words: list[str], message: str) -> None:
    result = run("watch", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("Error: ") == 1


def test_simple_is_the_default() -> None:
    words = ["watch", "quintris", "--max-turns", "3", "--seed", "3"]
    assert run(*words).stdout == run(*words, "--mode", "simple").stdout
    assert "fallback" not in run(*words).stdout


def test_watch_says_the_keys_and_their_ticks_where_pieces_slide(tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    by_greedy = ["--agent", "greedy", "--seed", "3"]
    words = ["watch", "quintris:reach=fall", *by_greedy, "--max-turns", "2", "--record", file]
    result = run(*words)
    assert "greedy plays Y2 at row 23, column 0: bbbbbbbnn, drop\n" in result.stdout
    assert run("replay", file).stdout == result.stdout
    whole = json.loads(run("replay", file, "--json").stdout)
    assert [press["key"] for press in whole["presses"][0]] == [*"bbbbbbbnn", " "]
    assert {press["tick"] for press in whole["presses"][0]} == {0}
    assert len(whole["presses"]) == 2
    simple = run("watch", "quintris", *by_greedy, "--max-turns", "1").stdout
    assert "greedy plays Y2 at row 23, column 0\n" in simple


def test_a_pipe_gets_one_drawing_for_every_piece() -> None:
    result = run(*FAST, "--max-turns", "4")
    assert result.exit_code == 0
    assert result.stdout.count(FLOOR) == 4 + 1
    assert "\x1b" not in result.stdout
    assert result.stdout.count("greedy plays ") == 4
    # the first piece where it has come to rest, in letters
    assert "|.Y.............|\n|YYYY...........|\n+-" in result.stdout
    assert "greedy plays Y2 at row 23, column 0: bbbbbbbnn, drop\n" in result.stdout
    assert result.stdout.endswith(
        "game not over (greedy), seed 3, 0 of 4 pieces decided by the fallback\n"
    )
    assert "Stopped after 4 turns" in result.stderr
    every_other = run(*FAST, "--max-turns", "4", "--every", "2")
    assert every_other.stdout.count(FLOOR) == 2 + 1


def test_quiet_prints_the_result_only() -> None:
    result = run(*FAST, "--max-turns", "2", "--quiet", "--agent", "lookahead")
    assert re.fullmatch(
        r"score 0 after 2 turns, game not over \(lookahead\), seed 3, "
        r"\d of 2 pieces decided by the fallback\n",
        result.stdout,
    )


def test_json_has_the_record_and_what_was_pressed_when() -> None:
    found = json.loads(run(*FAST, "--max-turns", "3", "--json").stdout)
    record = parse_record(json.dumps(found["record"]))
    assert (record.game, record.agents, record.seed) == ("quintris:reach=fall", ("greedy",), 3)
    assert verify(record) is None
    assert (found["period"], found["fallbacks"], len(found["pieces"])) == (0.02, 0, 3)
    for piece in found["pieces"]:
        assert (piece["by"], piece["is_fallback"]) == ("greedy", False)
        assert piece["presses"][-1]["key"] == " "


def test_a_game_is_kept_and_verified(tmp_path: Path) -> None:
    file = str(tmp_path / "games.jsonl.gz")
    words = ["--agent", "expectimax", "--max-turns", "3", "--quiet", "--record", file]
    assert run(*FAST, *words).exit_code == 0
    assert run("replay", file, "--verify").stdout.startswith("game 1 holds, 3 moves")


class Fails:
    """An agent that fails in its third turn."""

    name = "greedy"

    def choose(self, state: State, limit: Limit) -> int:
        return state.legal_moves()[0] if state.turn < 2 else 1 // 0


def test_an_agent_that_fails_leaves_its_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tilefall.commands.watch.agent", lambda *words: Fails())
    file = tmp_path / "games.jsonl"
    result = run(*FAST, "--record", str(file))
    assert result.exit_code == 1
    assert "Error: greedy failed in turn 2: ZeroDivisionError: " in result.stderr
    (record,) = read_records(file)
    assert len(record.moves) == 2
    assert verify(record) is None


def test_ctrl_c_keeps_what_was_played_and_ends_at_once(tmp_path: Path) -> None:
    """The agent is thinking, and would go on for seconds."""
    file = tmp_path / "games.jsonl"
    words = [*FAST, "--agent", "expectimax", "--period", "0.2", "--record", str(file)]
    with subprocess.Popen(
        [sys.executable, "-m", "tilefall", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdout is not None
        while "expectimax plays" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors
    assert "score 0 after 1 turn, game not over (expectimax)" in output
    assert errors.startswith("Kept. See it again: ")
    assert errors.endswith("Interrupted; the game up to turn 1 is kept.\n")
    (record,) = read_records(file)
    assert len(record.moves) == 1
    assert verify(record) is None


def test_a_terminal_shows_pieces_as_they_fall() -> None:
    written = in_terminal(*FAST, "--agent", "expectimax", "--max-turns", "1", "--delay", "0")
    pictures = seen(written)
    assert all(picture.count(FLOOR) == 1 for picture in pictures)
    ticks = [int(tick) for tick in re.findall(r"^tick (\d+)$", "\n".join(pictures), re.M)]
    assert ticks[:4] == [0, 1, 2, 3]
    assert ticks == sorted(ticks)
    assert pictures[0].startswith("|.......YYYY....|  score 0\n|.........Y.....|  turn  0\n")
    assert pictures[1].split("\n")[1:3] == ["|.......YYYY....|  turn  0", "|.........Y.....|"]
    assert "expectimax plays " in pictures[-1] or "greedy plays " in pictures[-1]


def test_a_small_terminal_and_plain_text_get_each_piece_when_it_has_locked() -> None:
    small = in_terminal(*FAST, "--max-turns", "2", "--delay", "0", lines=29)
    assert "This terminal has 29 lines; with 30 pieces would be shown" in small
    plain = in_terminal(*FAST, "--max-turns", "2", "--delay", "0", "--plain")
    for written in (small, plain):
        assert "\x1b" not in written
        assert written.count(FLOOR) == 3


def test_the_screen_cuts_lines_that_would_wrap(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line is one line of the terminal, so the next text begins where this one did."""
    monkeypatch.setenv("COLUMNS", "10")
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *words: False)
    screen = Screen()
    screen.show("a" * 30 + "\nb")
    screen.show("c")
    written = capsys.readouterr().out
    assert written == f"{'a' * 9}\x1b[K\nb\x1b[K\n\x1b[J\x1b[2Ac\x1b[K\n\x1b[J"
