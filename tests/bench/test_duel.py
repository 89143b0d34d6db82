"""The command bench duel: its figures, its files, Ctrl-C, and what it does with bad words."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import active_children
from pathlib import Path

import pytest

from tests.commands.test_cli import run, started
from tilefall.agents.agent import Limit
from tilefall.commands.bench_duel import _played
from tilefall.errors import FAILURE
from tilefall.play import read_records, verify
from tilefall.play.duel import Duel, Side
from tilefall.play.openings import Plies, openings
from tilefall.rules.ijk import Ijk

DUEL = ["bench", "duel"]
SMALL = ["--game", "ijk:size=4", "--threads", "1", "--pairs", "4"]


def test_the_text_is_tables_that_paste_into_a_document() -> None:
    result = run(*DUEL, "alphabeta", "course-letters", "--depth", "4,1", *SMALL)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == (
        "`alphabeta at depth 4` against `course-letters at depth 1`, ijk:size=4, seeds 1 to 4,"
    )
    assert lines[1].startswith("openings of 8 to 10 plies; [...] are 95 % intervals")
    tables = [line for line in lines if line.startswith("|")]
    assert len({line.count("|") for line in tables[:3]}) == 1
    assert re.fullmatch(
        r"\| 4 \| \d \| \d \([\d.]+ %\) \| \d \| [\d.]+ \[[\d.]+, [\d.]+\] "
        r"\| [+-]\w+ \[[+-]\w+, [+-]\w+\] \| \d+ \| [\d.e-]+ and [\d.e-]+ \|",
        tables[2],
    )
    assert [line.split("|")[1].strip() for line in tables[5:]] == [
        "winning letter",
        "full board",
        "cap",
    ]
    assert lines[-1].startswith("Pairs by the points of the first agent: 0: ")


def test_one_agent_may_be_limited_alone() -> None:
    words = ["alphabeta:depth=2", "course-letters:depth=1", "--nodes", "500,-", *SMALL, "--json"]
    result = run(*DUEL, *words)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["first"]["limit"], found["second"]["limit"]) == ({"nodes": 500}, {})


def test_json_holds_the_figures_of_the_games_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    words = ["alphabeta", "alphabeta", "--nodes", "2000,50", *SMALL, "--out", str(file)]
    result = run(*DUEL, *words, "--first-seed", "9", "--openings", "6", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["first"]["agent"] == found["second"]["agent"] == "alphabeta"
    assert (found["first"]["limit"], found["second"]["limit"]) == ({"nodes": 2000}, {"nodes": 50})
    assert found["openings"] == [6, 6]
    assert found["first_seed"] == 9
    assert found["pairs_asked"] == found["pairs_played"] == 4
    assert found["pairs"] + found["pairs_dropped"] == 4
    assert found["wins"] + found["ties"] + found["losses"] == 2 * found["pairs"]
    assert found["score_percent"]["low"] < found["score_percent"]["value"]
    records = list(read_records(file))
    assert len(records) == 8
    assert [record.seed for record in records[::2]] == [record.seed for record in records[1::2]]
    assert all(verify(record) is None for record in records)
    assert records[0].agents == ("alphabeta at 2,000 nodes", "alphabeta at 50 nodes")
    assert records[1].agents == records[0].agents[::-1]
    assert "Kept 8 games." in result.stderr
    assert run("replay", str(file), "--verify").exit_code == 0
    again = run(*DUEL, *words, "--first-seed", "9", "--openings", "6", "--json")
    assert again.exit_code == 0  # a file of records is replaced
    assert list(read_records(file)) == records


def test_an_infinite_elo_is_null() -> None:
    result = run(*DUEL, "alphabeta", "random", "--depth", "5", *SMALL, "--json")
    found = json.loads(result.stdout)
    assert found["score_percent"]["value"] == 100
    assert found["elo"]["value"] is None
    assert found["elo"]["high"] is None
    assert found["elo"]["low"] > 0
    shown = run(*DUEL, "alphabeta", "random", "--depth", "5", *SMALL).stdout
    assert "| +inf [+" in shown


def test_games_with_chance_share_their_dice() -> None:
    """Agents that do the same get the same game, whoever is +: every pair is a split."""
    words = ["greedy", "greedy", "--game", "ijk:size=4,mode=nondeterministic", "--pairs", "3"]
    found = json.loads(run(*DUEL, *words, "--threads", "1", "--json").stdout)
    assert found["pairs_by_score"] == {"0": 0, "0.5": 0, "1": 3, "1.5": 0, "2": 0}


def test_games_at_the_cap_are_told() -> None:
    result = run(*DUEL, "greedy", "random", *SMALL, "--max-plies", "12")
    assert "8 ties are games cut off at 12 plies." in result.stdout
    found = json.loads(run(*DUEL, "greedy", "random", *SMALL, "--max-plies", "12", "--json").stdout)
    assert (found["ties_at_cap"], found["by_end"]["cap"]["ties"]) == (8, 8)


def test_dropped_pairs_are_told() -> None:
    words = ["first-fit", "greedy", "--game", "ijk:size=3", "--openings", "4-6", "--threads", "1"]
    result = run(*DUEL, *words, "--pairs", "40")
    assert re.search(r"\d+ more pairs were dropped: they ran into an earlier one\.", result.stdout)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["greedy"], 2, "Missing argument 'SECOND'"),
        (["greedy", "gredy"], 3, "Did you mean greedy?"),
        (["greedy", "random", "--game", "tetris"], 2, "'tetris', allowed is ijk"),
        (["greedy", "random", "--game", "ijk:size=9"], 2, "size '9'"),
        (["alphabeta", "greedy", "--game", "ijk:mode=nondeterministic"], 2, "plays deterministic"),
        (["alphabeta", "greedy", "--seconds", "0"], 2, "'0', expected a number above 0"),
        (["alphabeta", "greedy", "--seconds", "nan"], 2, "'nan', expected a number above 0"),
        (["alphabeta", "greedy", "--seconds", "1,2,3"], 2, "or one for each agent such as 2,1"),
        (["alphabeta", "greedy", "--depth", "1.5"], 2, "'1.5', expected a whole number above 0"),
        (["alphabeta", "greedy", "--depth", "101"], 2, "and up to 100"),
        (["alphabeta", "greedy", "--depth", "4", "--nodes", "9"], 2, "--nodes and --depth: give"),
        (["greedy", "random", "--openings", "10-8"], 2, "'10-8', expected plies such as 8 or"),
        (["greedy", "random", "--openings", "x"], 2, "'x', expected plies such as 8 or"),
        (["greedy", "random", "--openings", "0"], 2, "100 pairs, but ijk has only 1 distinct"),
        (["greedy", "random", "--pairs", "0"], 2, "0 is not in the range"),
        (["greedy", "random", "--out", "/nowhere/games.jsonl"], 3, "no such directory"),
    ],
)
def test_mistakes_get_one_clear_line_and_their_exit_code(
    words: list[str], code: int, message: str
) -> None:
    result = run(*DUEL, *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr
    assert result.stderr.count("Error: ") == 1


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir\n")
    result = run(*DUEL, "greedy", "random", *SMALL, "--out", str(file))
    assert result.exit_code == 1
    assert file.read_text() == "Dear Sir\n"


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_keeps_the_pairs_that_were_played(
    threads: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupting(progress: object, name: str, games: int) -> Callable[[int], None]:
        heard = iter([None, None, signal.SIGINT])

        def tell(done: int) -> None:
            if sign := next(heard):
                signal.raise_signal(sign)

        return tell

    monkeypatch.setattr("tilefall.commands.bench_duel.teller", interrupting)
    file = tmp_path / "games.jsonl"
    words = ["greedy", "random", "--game", "ijk:size=4", "--threads", threads, "--out", str(file)]
    result = run(*DUEL, *words, "--json")
    assert result.exit_code == 130, result.output
    found = json.loads(result.stdout)
    assert (found["pairs_played"], found["pairs_asked"]) == (3, 100)
    assert "Interrupted; 3 of 100 pairs were played." in result.stderr
    records = list(read_records(file))
    assert len(records) == 6
    assert all(verify(record) is None for record in records)
    wait_for(lambda: not active_children())


@pytest.mark.parametrize("seconds", [0.1, 1])
def test_ctrl_c_does_not_wait_for_a_long_thought(seconds: float, tmp_path: Path) -> None:
    """A terminal sends it to the program and to all its processes."""
    file = tmp_path / "games.jsonl"
    words = ["alphabeta", "alphabeta", "--seconds", "100", "--threads", "2", "--out", str(file)]
    process = started(*DUEL, *words, start_new_session=True)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    with process:
        wait_for(lambda: len(children.read_text().split()) >= 2)
        time.sleep(seconds)  # processes are being started, or think
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert (process.returncode, output) == (130, "")
    assert errors == "Interrupted; 0 of 100 pairs were played.\n"
    assert not file.exists()
    wait_for(lambda: is_gone(process.pid))


def is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def wait_for(claim: Callable[[], bool]) -> None:
    """Returns when a claim holds; fails if that takes far too long."""
    for _ in range(400):
        if claim():
            return
        time.sleep(0.05)
    pytest.fail("waited in vain")


def test_a_process_that_dies_ends_it_and_what_was_played_stays() -> None:
    """Such as for want of memory: no waiting for ever, and no result thrown away."""
    game, plies = Ijk(), Plies(8, 10)
    side = Side("alphabeta", Limit(seconds=100))

    def kill_one() -> None:
        wait_for(lambda: bool(active_children()))
        active_children()[0].kill()

    killer = threading.Thread(target=kill_one)
    killer.start()
    duel = Duel(game, side, side, plies, 30_000)
    outcome = _played(duel, openings(game, 3, 1, plies), 2)
    assert (outcome.pairs, outcome.ending) == ([], FAILURE)
    assert "memory" in outcome.why
    killer.join()
    wait_for(lambda: not active_children())
