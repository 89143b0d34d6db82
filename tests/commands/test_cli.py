"""The command line: every command, its exit codes, and what it does with bad words."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import tilefall
from tilefall.cli import COMMANDS, cli
from tilefall.commands.doctor import native_check
from tilefall.play import read_records, verify
from tilefall.play.record import parse_record

PACKAGE = Path(tilefall.__file__).parent


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=typed, prog_name="tilefall")


def started(*words: str, **options: Any) -> subprocess.Popen[str]:
    """The program as a process of its own, which Ctrl-C reaches."""
    inherited = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    return subprocess.Popen(
        [sys.executable, "-m", "tilefall", *words],
        env=inherited | {"PYTHONPATH": str(PACKAGE.parent)},
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        **options,
    )


def test_alone_it_prints_its_help() -> None:
    result = run()
    assert result.exit_code == 0
    assert result.output == run("--help").output == run("-h").output
    for name, (_, about) in COMMANDS.items():
        assert f"{name} " in result.output
        assert about in result.output


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "bench"])
def test_every_command_explains_itself(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "--json" in result.output


def test_the_version_is_printed() -> None:
    assert run("--version").output.startswith("tilefall ")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["wacth"], 2, 'No command "wacth". Did you mean watch? There are play, watch,'),
        (["watch", "--sede", "1"], 2, "--seed"),
        (["watch", "--seed", "-1"], 2, "-1 is not in the range"),
        (["watch", "tetriss"], 3, 'No game "tetriss". Did you mean tetris? There are quintris,'),
        (["watch", "tetris:height=99"], 2, "height '99', expected a whole number from 4 to 31"),
        (["watch", "tetris:hight=9"], 2, "tetris has no parameter 'hight'"),
        (["watch", "quintris:width=5"], 2, "width '5', expected a whole number from 6 to 15"),
        (["watch", "tetris", "--agent", "dt10"], 3, "Did you mean dt-10?"),
        (["watch", "tetris", "--engine", "magic"], 2, "'magic', allowed are native, native:ISA"),
        (["watch", "tetris", "--against", "random"], 2, "tetris has one player"),
        (
            ["watch", "ijk", "--record", "/nowhere/at/all.jsonl"],
            3,
            "/nowhere/at: no such directory",
        ),
        (["watch", "ijk", "--record", "."], 1, "Is a directory"),
        (["play", "tetris", "--second"], 2, "tetris has one player"),
        (["play", "ijk", "--against", "nobody"], 3, 'No agent "nobody" for ijk.'),
        (["replay", "nowhere.jsonl"], 3, "nowhere.jsonl: No such file or directory"),
        (["replay"], 2, "Missing argument"),
        (["agents", "chess"], 3, 'No game "chess".'),
        (["bench", "agents", "--game", "tetri"], 3, 'No game "tetri". Did you mean tetris?'),
        (["bench", "duel", "random", "random", "--game", "chess"], 3, 'No game "chess".'),
    ],
)
def test_mistakes_get_one_clear_line_and_their_exit_code(
    words: list[str], code: int, message: str
) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr
    assert result.stderr.count("Error: ") == 1
    assert "Traceback" not in result.stderr


def test_faults_of_ours_are_not_dressed_up_as_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty() -> None:
        raise ValueError("a fault")

    monkeypatch.setattr("tilefall.commands.agents.catalog", faulty)
    assert isinstance(run("agents").exception, ValueError)


def test_ctrl_c_is_exit_code_130_in_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tilefall.commands.agents.catalog", interrupted)
    result = run("agents")
    assert (result.exit_code, result.stderr) == (130, "Interrupted.\n")


def test_watch_shows_every_position_and_the_result() -> None:
    result = run("watch", "ijk:size=2", "--agent", "first-fit", "--seed", "5")
    assert result.exit_code == 0
    assert result.stdout.startswith("_A_|___\n___|___\nturn 0, + to move\nfirst-fit plays U\n\n")
    assert result.stdout.endswith("seed 5\n")
    every_other = run("watch", "ijk:size=2", "--agent", "first-fit", "--seed", "5", "--every", "2")
    plays = [text.stdout.count("first-fit plays") for text in (result, every_other)]
    assert plays[1] == (plays[0] + 1) // 2


def test_watch_plays_falling_games_with_the_engine_asked_for() -> None:
    words = ["--engine", "reference", "--max-turns", "4", "--seed", "3", "--quiet"]
    tetris = run("watch", "tetris:height=10,pieces=bag", *words)
    assert tetris.stdout == "score 0 after 4 turns, game not over (greedy), seed 3\n"
    assert "Stopped after 4 turns" in tetris.stderr
    quintris = run("watch", *words)
    assert quintris.stdout == "score 0 after 4 turns, game not over (greedy), seed 3\n"
    native = run("watch", *words[2:])
    assert native.stdout.endswith("game not over (expectimax), seed 3\n")


def test_watch_without_options_plays_natively_or_says_why_not() -> None:
    result = run("watch", "--max-turns", "2", "--quiet")
    if native_check().ok:
        assert result.exit_code == 0
    else:
        assert result.exit_code == 1
        assert result.stderr.startswith("Error: ")


def test_watch_as_json_is_a_record() -> None:
    result = run("watch", "ijk:size=3", "--agent", "random", "--against", "greedy", "--json")
    record = parse_record(result.stdout)
    assert record.agents == ("random", "greedy")
    assert verify(record) is None
    again = run("watch", "ijk:size=3", "--agent", "random", "--against", "greedy", "--json",
                "--seed", str(record.seed))  # fmt: skip
    assert again.stdout == result.stdout


def test_a_seed_is_drawn_and_printed_if_none_is_given() -> None:
    seeds = {run("watch", "ijk:size=2", "--quiet").stdout.split()[-1] for _ in range(3)}
    assert len(seeds) == 3


def test_games_are_added_to_the_record_file_and_replayed(tmp_path: Path) -> None:
    file = str(tmp_path / "games.jsonl.gz")
    run("watch", "ijk:size=2", "--seed", "1", "--quiet", "--record", file)
    result = run("watch", "tetris:height=6", "--agent", "random", "--seed", "2", "--record", file)
    assert f"tilefall replay {file} --game-number 2" in result.stderr
    shown = run("replay", file, "--game-number", "2")
    assert shown.stdout == result.stdout
    assert "game 1 of 2" in run("replay", file).stderr
    checked = run("replay", file, "--verify")
    assert checked.exit_code == 0
    assert checked.stdout.splitlines()[1].startswith("game 2 holds, ")
    report = json.loads(run("replay", file, "--verify", "--json").stdout)
    assert (report["ok"], [game["seed"] for game in report["games"]]) == (True, [1, 2])
    whole = json.loads(run("replay", file, "--json", "--game-number", "2").stdout)
    one = json.loads(run("replay", file, "--move", "3", "--json", "--game-number", "2").stdout)
    assert one["position"] == whole["positions"][3]
    assert whole["positions"][3] in run("replay", file, "--move", "3", "--game-number", "2").stdout
    assert run("replay", file, "--game-number", "3").exit_code == 3
    assert run("replay", file, "--move", "9999").exit_code == 2
    assert run("replay", file, "--move", "1", "--verify").exit_code == 2


def test_a_tampered_file_is_exit_code_4_when_verified_and_1_when_shown(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("watch", "tetris", "--agent", "random", "--seed", "2", "--record", str(file))
    file.write_text(file.read_text().replace('"seed":2', '"seed":3'))
    checked = run("replay", str(file), "--verify")
    assert checked.exit_code == 4
    assert checked.stdout.startswith("game 1 departs at move 1: ")
    report = run("replay", str(file), "--verify", "--json")
    assert report.exit_code == 4
    assert json.loads(report.stdout)["games"][0]["move"] == 1
    shown = run("replay", str(file))
    assert shown.exit_code == 1
    assert "Error: the record departs at move 1" in shown.stderr


def test_a_file_that_holds_no_records_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir\n")
    result = run("watch", "ijk:size=2", "--record", str(file))
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"{file}, line 1: no JSON" in result.stderr
    assert file.read_text() == "Dear Sir\n"


def test_quintris_is_played_with_the_courses_keys() -> None:
    result = run("play", "quintris", "--plain", "--seed", "3", typed="bZx\n\nq\n")
    assert result.exit_code == 0
    assert result.stderr.startswith("Ignored 'z', 'x': the keys are b m n h.\n")
    assert "keys (b left" not in result.output  # nobody is there to be asked
    assert result.stdout.endswith("score 0 after 2 turns, game not over (person), seed 3\n")
    assert "tilefall play 'quintris' --seed 3" in result.stderr
    assert "|......xxxx.....|\n|........x......|\n+" in result.stdout  # b took it one to the left


def test_tetris_is_played_by_orientation_and_column() -> None:
    typed = "1 9\n4 0\nleft\n\n1 8\n3\n"
    result = run("play", "tetris", "--seed", "3", typed=typed)  # a J first
    assert result.exit_code == 0
    assert "0:    1:   2:    3:" in result.stdout
    assert result.stderr.splitlines()[:4] == [
        "Column 9 is too far right for orientation 1: 0 to 8.",
        "No orientation 4, this piece has 0 to 3.",
        *["Type two numbers: an orientation, and the column of its left edge."] * 2,
    ]
    assert "|........xx|\n|........x.|\n|........x.|\n+" in result.stdout
    assert "after 2 turns" in result.stdout


def test_ijk_is_played_with_letters_against_an_agent() -> None:
    result = run("play", "ijk", "--against", "first-fit", "--seed", "3", typed="\nUD\nx\nr\nQ\n")
    assert result.exit_code == 0
    assert result.stderr.count("Type one letter: U, D, L, R.") == 3
    assert "first-fit plays U" in result.stdout
    assert "undecided after 2 turns, + (person) against - (first-fit), seed 3" in result.stdout
    second = run("play", "ijk", "--second", "--against", "first-fit", typed="")
    assert second.stdout.startswith("first-fit plays U\n")


def test_a_played_game_is_kept_when_the_input_ends(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = run("play", "--seed", "3", "--record", str(file), "--json", typed="b\nm\n")
    assert result.exit_code == 0
    (record,) = read_records(file)
    assert record == parse_record(result.stdout)
    assert (record.agents, len(record.moves)) == (("person",), 2)


def test_a_game_played_to_its_end_shows_the_end() -> None:
    result = run("play", "tetris:width=4,height=4", "--seed", "1", typed="0\n" * 30)
    assert result.exit_code == 0
    assert "game over (person), seed 1" in result.stdout


def test_bytes_that_are_no_text_are_bad_keys() -> None:
    process = started("play", "--seed", "3")
    with process:
        process.stdin.buffer.write(b"b\xff\xfe\n")  # type: ignore[union-attr]
        _, errors = process.communicate()
    assert process.returncode == 0
    assert errors.startswith("Ignored '\\ufffd'")


@pytest.mark.parametrize("words", [["watch", "ijk", "--delay", "0.02"], ["play", "ijk"]])
def test_ctrl_c_keeps_the_game(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = started(*words, "--seed", "3", "--record", str(file))
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        if words[0] == "play":
            process.stdin.write("r\n")
            process.stdin.flush()
        while "turn 2," not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate()
    assert process.returncode == 130, errors
    assert "Interrupted; the game up to turn " in errors
    assert "is kept" in errors
    assert "Traceback" not in errors
    assert "undecided after" in output
    (record,) = read_records(file)
    assert len(record.moves) >= 2
    assert verify(record) is None


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = started("watch", "ijk", "--seed", "3", "--record", str(file))
    with process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        errors = process.stderr.read()
    assert (process.returncode, errors) == (0, "")
    (record,) = read_records(file)
    assert verify(record) is None


def test_agents_are_listed_for_all_games_or_one() -> None:
    assert "dt-20 " in run("agents").stdout
    assert "dt-20 " not in run("agents", "ijk").stdout
    listed = json.loads(run("agents", "ijk", "--json").stdout)["agents"]
    assert [entry["name"] for entry in listed] == [
        "random",
        "first-fit",
        "greedy",
        "course-letters",
        "alphabeta",
        "expectiminimax",
    ]


def test_agents_of_the_courses_well_are_not_listed_for_another() -> None:
    assert "course-voids " in run("agents", "quintris:reach=fall").stdout
    other = run("agents", "quintris:width=14").stdout
    assert "course-" not in other
    assert "expectimax " in other
    assert "course-genetic " in run("agents", "tetris:width=9").stdout


def test_the_doctor_says_what_is_there_and_fails_without_an_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "tilefall.engines.native", None)
    result = run("doctor")
    assert result.exit_code == 1
    assert "problem  engine    no native engine: " in result.stdout
    assert "--engine reference" in result.stdout
    report = run("doctor", "--json")
    assert report.exit_code == 1
    checks = {check["name"]: check["ok"] for check in json.loads(report.stdout)["checks"]}
    assert checks["python"]
    assert not checks["engine"]


def test_it_runs_as_a_module_and_starts_fast() -> None:
    process = started("--version")
    output, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    assert output.startswith("tilefall ")
