"""The command arena: tables, folders, interruptions, and what it does with bad words."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_cli import run, started
from tilefall.arena.store import RECORDS, read_arena
from tilefall.play import read_records, verify

ARENA = ["arena"]
QUICK = ["--max-turns", "60", "--jobs", "2"]


def figures(folder: Path) -> dict[str, Any]:
    """All figures of an arena but those that a clock made."""

    def without_times(found: Any) -> Any:
        if isinstance(found, dict):
            return {
                key: without_times(value)
                for key, value in found.items()
                if not key.endswith(("ms_a_move", "seconds"))
            }
        return [without_times(each) for each in found] if isinstance(found, list) else found

    result = run(*ARENA, "report", str(folder), "--json")
    assert result.exit_code == 0, result.output
    whole: dict[str, Any] = without_times(json.loads(result.stdout))
    return whole


def until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.005)


def lines_in(folder: Path) -> int:
    path = folder / RECORDS
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_one_command_says_who_is_better_and_how_sure_that_is(tmp_path: Path) -> None:
    out = tmp_path / "a"
    words = ["quintris", "greedy", "first-fit", "--games", "12", *QUICK, "--out", str(out)]
    result = run(*ARENA, *words)
    assert result.exit_code == 0, result.output
    assert "quintris, 24 games played" in result.stdout
    assert "seeds 1 to 12" in result.stdout
    assert re.search(
        r"- greedy is better than first-fit: \+[\d.]+ \[\+[\d.]+, \+[\d.]+\] lines a game, "
        r"over 12\s+games",
        result.stdout,
    )
    assert f"Playing in {out}" in result.stderr
    plan, played = read_arena(out)
    assert (plan.agents, plan.games, len(played)) == (("greedy", "first-fit"), 12, 24)
    records = list(read_records(out / RECORDS))
    for game, record in zip(played, records, strict=True):
        verify(record)
        assert record.agents == (plan.agents[game.players[0]],)
        assert (record.seed, record.score, record.digest) == (game.seed, game.score, game.digest)
        assert (len(record.moves), game.moves) == (game.turns, (game.turns,))


def test_every_agent_has_the_same_dice(tmp_path: Path) -> None:
    from tilefall.rules.catalog import parse_game
    from tilefall.rules.dice import Dice
    from tilefall.rules.quintris import QuintrisState

    out = tmp_path / "a"
    words = ["quintris", "greedy", "lookahead", "random", "--games", "3", *QUICK, "--out", str(out)]
    assert run(*ARENA, *words).exit_code == 0
    pieces: dict[int, list[list[tuple[int, int]]]] = {}
    for record in read_records(out / RECORDS):
        state, seen = parse_game(record.game).start(Dice(record.seed)), []
        for move in record.moves:
            assert isinstance(state, QuintrisState)
            seen.append((state.current, state.column))
            state = state.play(move).draw(Dice(record.seed))
        pieces.setdefault(record.seed, []).append(seen)
    for games in pieces.values():
        common = min(map(len, games))
        assert common > 5
        assert [game[:common] for game in games] == [games[0][:common]] * 3


def test_two_players_play_both_colours_from_the_same_openings(tmp_path: Path) -> None:
    out = tmp_path / "a"
    words = ["ijk:size=3", "greedy", "random", "first-fit", "--games", "8", "--out", str(out)]
    result = run(*ARENA, *words, "--openings", "2-4", "--jobs", "2")
    assert result.exit_code == 0, result.output
    _, played = read_arena(out)
    kept = list(read_records(out / RECORDS))
    records = {game.record: record for game, record in zip(played, kept, strict=True)}
    assert len(played) == 3 * 8
    by_pair: dict[tuple[int, frozenset[int]], list[Any]] = {}
    for game in played:
        by_pair.setdefault((game.bout, frozenset(game.players)), []).append(game)
    assert len(by_pair) == 3 * 4
    for first, second in by_pair.values():
        assert first.players == second.players[::-1]
        assert first.seed == second.seed
        opening = first.turns - sum(first.moves)
        assert 2 <= opening <= 4
        one, other = records[first.record], records[second.record]
        assert one.moves[:opening] == other.moves[:opening]
        assert one.agents == other.agents[::-1]
        verify(one)
        verify(other)


def test_until_sure_stops_early(tmp_path: Path) -> None:
    out = tmp_path / "a"
    words = ["quintris", "greedy", "first-fit", "--until-sure", "--max-turns", "150"]
    result = run(*ARENA, *words, "--jobs", "2", "--out", str(out))
    assert result.exit_code == 0, result.output
    found = re.search(r"proven\s+after\s+(\d+)\s+games\s+\(5 %\s+risk\)", result.stdout)
    assert found, result.stdout
    assert len(read_arena(out)[1]) < 400
    again = run(*ARENA, *words, "--jobs", "1", "--out", str(tmp_path / "b"))
    assert figures(out)["verdicts"] == figures(tmp_path / "b")["verdicts"]
    assert again.exit_code == 0


def test_after_kill_9_resume_leads_to_the_same_table(tmp_path: Path) -> None:
    words = ["quintris", "greedy", "lookahead", "--games", "250", "--max-turns", "120"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert run(*ARENA, *words, "--jobs", "2", "--out", str(whole)).exit_code == 0
    process = started(*ARENA, *words, "--jobs", "2", "--out", str(killed))
    until(lambda: lines_in(killed) >= 40)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = {(game.bout, game.players): game for game in read_arena(killed)[1]}
    assert 0 < len(before) < 500
    result = run(*ARENA, "--resume", str(killed), "--jobs", "2")
    assert result.exit_code == 0, result.output
    after = {(game.bout, game.players): game for game in read_arena(killed)[1]}
    assert len(after) == 500
    # not even the time that a finished game took has changed: it was not played again
    assert {key: after[key] for key in before} == before
    assert figures(killed) == figures(whole)
    assert lines_in(killed) == 500
    assert {record.line() for record in read_records(killed / RECORDS)} == {
        record.line() for record in read_records(whole / RECORDS)
    }


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    out = tmp_path / "a"
    # three pieces deep a game of 400 takes about a second: all of them take minutes
    words = ["quintris", "expectimax", "random", "--games", "200", "--max-turns", "400"]
    process = started(*ARENA, *words, "--jobs", "2", "--out", str(out))
    until(lambda: lines_in(out) >= 2)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"tilefall arena --resume {out} goes on." in stderr
    assert "Traceback" not in stderr
    assert "| agent" in stdout
    assert 2 <= len(read_arena(out)[1]) < 400


def test_resume_of_a_finished_arena_plays_nothing(tmp_path: Path) -> None:
    out = tmp_path / "a"
    assert run(*ARENA, "tetris", "greedy", "--games", "3", *QUICK, "--out", str(out)).exit_code == 0
    before = (out / RECORDS).read_bytes()
    result = run(*ARENA, "--resume", str(out))
    assert result.exit_code == 0
    assert (out / RECORDS).read_bytes() == before


def test_two_arenas_on_one_folder_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "a"
    words = ["quintris", "expectimax", "--games", "50", "--out", str(out), "--jobs", "1"]
    process = started(*ARENA, *words)
    try:
        until(lambda: (out / RECORDS).exists())
        until(lambda: run(*ARENA, "report", str(out)).exit_code == 0)
        other = run(*ARENA, *words)
        assert (other.exit_code, other.stderr.count("\n")) == (2, 1)
        assert "is there already" in other.stderr
        resumed = run(*ARENA, "--resume", str(out))
        assert resumed.exit_code == 1
        assert resumed.stderr == f"Error: {out}: another process is running an arena here\n"
    finally:
        process.kill()
        process.communicate()


def test_without_a_folder_a_free_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        result = run(*ARENA, "quintris", "first-fit", "--games", "2", *QUICK)
        assert f"Playing in arenas/quintris-{number}\n" in result.stderr
    assert sorted(os.listdir("arenas")) == ["quintris-1", "quintris-2"]


def test_json_has_all_figures(tmp_path: Path) -> None:
    out = tmp_path / "a"
    words = ["quintris", "greedy", "first-fit", "--games", "4", *QUICK, "--out", str(out)]
    result = run(*ARENA, *words, "--json")
    found = json.loads(result.stdout)
    assert [agent["agent"] for agent in found["agents"]] == ["greedy", "first-fit"]
    assert found["plan"]["games"] == 4
    assert found["verdicts"][0]["kind"] in ("first", "second", "open")


def test_a_report_is_a_page_and_tables(tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "a", tmp_path / "b" / "c"
    words = ["quintris", "greedy", "first-fit", "--games", "4", *QUICK, "--out", str(out)]
    assert run(*ARENA, *words).exit_code == 0
    result = run(*ARENA, "report", str(out), "--out", str(elsewhere))
    assert result.exit_code == 0, result.output
    names = ["games.csv", "report.html", "report.json", "table.csv"]
    assert sorted(os.listdir(elsewhere)) == names
    assert "greedy" in (elsewhere / "report.html").read_text()
    assert len((elsewhere / "games.csv").read_text().splitlines()) == 9
    assert not (out / "report.html").exists()


def test_without_records_the_page_still_stands(tmp_path: Path) -> None:
    out = tmp_path / "a"
    words = ["quintris", "greedy", "first-fit", "--games", "4", *QUICK, "--out", str(out)]
    assert run(*ARENA, *words, "--no-records").exit_code == 0
    assert (out / RECORDS).read_bytes() == b""
    assert run(*ARENA, "report", str(out)).exit_code == 0
    assert "greedy" in (out / "report.html").read_text()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "Name a game and agents"),
        (["quintris"], 2, "0 agents for quintris, expected 1 or more"),
        (["ijk", "greedy"], 2, "1 agents for ijk, expected 2 or more"),
        (["chess", "greedy"], 3, "chess"),
        (["quintris", "gredy"], 3, "Did you mean greedy?"),
        (["quintris", "greedy:depth=2"], 2, "has no parameter 'depth'"),
        (["ijk", "greedy", "random", "--games", "7"], 2, "give an even number"),
        (["quintris", "greedy", "--games", "0"], 2, "0"),
        (["quintris", "greedy", "--until-sure"], 2, "name two or more"),
        (["quintris", "greedy", "random", "--risk", "0.01"], 2, "--risk is for --until-sure"),
        (["quintris", "greedy", "random", "--openings", "3"], 2, "--openings is for games of two"),
        (["quintris", "a", "b", "--until-sure", "--elo", "5"], 2, "--elo is for games of two"),
        (["ijk", "a", "b", "--until-sure", "--margin", "5"], 2, "--margin is for games of one"),
        (["quintris", "greedy", "--time-per-move", "nan"], 2, "expected a number above 0"),
        (["quintris", "greedy", "--time-per-move", "0"], 2, "expected a number above 0"),
        (["quintris", "greedy", "--max-turns", "99999999"], 2, "give --no-records for longer"),
        (["quintris", "greedy", "random", "--until-sure", "--margin", "666"], 2, "than 666 lines"),
        (["quintris", "greedy", "--address", "auto"], 2, "--address is for --workers ray"),
        (["ijk:size=2", "greedy", "random", "--games", "4000"], 2, "distinct openings"),
        (["--resume", "nowhere"], 3, "nowhere: no such folder"),
        (["quintris", "greedy", "--resume", "nowhere"], 2, "--resume goes on with an arena"),
        (["report", "nowhere"], 3, "nowhere: no such folder"),
        (["report", "."], 3, "is no arena"),
        (["report"], 2, "Missing argument"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(
    words: list[str], code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*ARENA, *words)
    assert result.exit_code == code, result.output
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert os.listdir(tmp_path) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run(*ARENA, "quintris", "greedy", "--out", str(tmp_path / "file" / "a"))
    assert result.exit_code == 1
    assert "Not a directory" in result.stderr


def test_no_process_stays_when_the_arena_is_killed(tmp_path: Path) -> None:
    """Games that are played move by move have processes; kill -9 of the arena ends them too."""
    words = ["ijk", "alphabeta:depth=6", "alphabeta:depth=6", "--games", "40", "--jobs", "2"]
    marker = str(tmp_path / "a")
    process = started(*ARENA, *words, "--out", marker)
    until(lambda: len(_children(process.pid)) >= 2)
    time.sleep(1.0)
    children = _children(process.pid)
    process.kill()
    process.communicate()
    until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def test_a_process_that_ends_by_itself_costs_no_finished_game(tmp_path: Path) -> None:
    out = tmp_path / "a"
    words = ["ijk:size=4", "alphabeta:depth=6", "random", "--games", "1000", "--jobs", "2"]
    process = started(*ARENA, *words, "--out", str(out))
    until(lambda: lines_in(out) >= 4)
    players = [pid for pid in _children(process.pid) if "spawn_main" in words_of(pid)]
    os.kill(players[0], signal.SIGKILL)
    stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, "Traceback" in stderr) == (1, False)
    assert "a process that played games ended by itself" in stderr
    assert f"tilefall arena --resume {out} goes on." in stderr
    assert "| agent" in stdout
    assert 4 <= len(read_arena(out)[1]) < 1000


def words_of(pid: int) -> str:
    """What a process was started with; nothing if it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    return ""


def _children(pid: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if path.read_text().rpartition(")")[2].split()[1] == str(pid):
                found.append(int(path.parent.name))
    return found
