"""Scores: the best game of each kind, results against agents, and a file that survives anything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from tilefall.play.kept import NotKept, data_folder
from tilefall.play.live.live import ASSISTED, PERSON
from tilefall.play.match import Recorder
from tilefall.play.record import Record
from tilefall.play.scores import (
    Best,
    Damaged,
    Known,
    Noted,
    Scores,
    Tally,
    best_score,
    known_scores,
    note_game,
    note_result,
    note_score,
    parse_scores,
    scores_text,
    tally,
)
from tilefall.rules.ijk import Ijk
from tilefall.rules.quintris import Quintris

WHEN = datetime(2026, 11, 15, 14, 25, 30, 999)
FALL = "quintris:reach=fall"
BEST = Best(12, 42, "an-id", "2026-11-15T14:25:30")


def played(score: int, *agents: str, start: str | None = None) -> Record:
    game = Quintris(reach="fall") if len(agents) == 1 else Ijk()
    return replace(Recorder(game, agents, 42).record(), score=score, start=start)


def test_the_best_score_of_each_game(tmp_path: Path) -> None:
    assert best_score(FALL, tmp_path) is None
    assert note_score(FALL, 12, 42, "an-id", WHEN, tmp_path) == Noted(is_best=True)
    assert best_score(FALL, tmp_path) == BEST
    assert best_score("quintris", tmp_path) is None
    for score in (3, 12):
        assert note_score(FALL, score, 1, "other", WHEN, tmp_path) == Noted(is_best=False)
    assert best_score(FALL, tmp_path) == BEST
    assert note_score("tetris", 5, 1, "other", WHEN, tmp_path).is_best
    assert note_score(FALL, 13, 1, "other", WHEN, tmp_path).is_best
    assert best_score(FALL, tmp_path) == replace(BEST, score=13, seed=1, id="other")


def test_nothing_is_no_best_score(tmp_path: Path) -> None:
    assert not note_score(FALL, 0, 42, "an-id", WHEN, tmp_path).is_best
    assert best_score(FALL, tmp_path) is None


def test_results_are_counted_for_each_agent(tmp_path: Path) -> None:
    assert tally("ijk", "greedy", tmp_path) == Tally()
    for result in (1, 1, -1, 0, 1, -1):
        assert note_result("ijk", "greedy", result, tmp_path) == Noted()
    note_result("ijk", "alphabeta", 0, tmp_path)
    assert tally("ijk", "greedy", tmp_path) == Tally(wins=3, losses=2, ties=1)
    assert str(tally("ijk", "greedy", tmp_path)) == "3-2-1"
    assert tally("ijk", "alphabeta", tmp_path) == Tally(ties=1)
    assert tally("ijk:size=4", "greedy", tmp_path) == Tally()


def test_what_counts_of_a_game() -> None:
    assert note_game(played(12, PERSON), True, WHEN, "an-id").is_best
    assert best_score(FALL) == BEST
    assert not note_game(played(99, ASSISTED), True, WHEN).is_best
    assert not note_game(played(99, PERSON, start="anything"), True, WHEN).is_best
    assert not note_game(played(99, "greedy"), True, WHEN).is_best
    assert best_score(FALL) == BEST
    assert note_game(played(13, PERSON), False, WHEN).is_best  # lines are not lost by leaving


def test_what_counts_of_a_game_of_ijk() -> None:
    for score, agents in [
        (1, (PERSON, "greedy")),
        (-1, ("greedy", PERSON)),
        (-1, (PERSON, "greedy")),
        (0, (PERSON, "greedy")),
        (1, (ASSISTED, "greedy")),
        (1, (PERSON, PERSON)),
    ]:
        assert note_game(played(score, *agents), True, WHEN) == Noted()
    note_game(played(0, PERSON, "greedy"), False, WHEN)  # left before its end
    note_game(played(1, PERSON, "greedy", start="anything"), True, WHEN)
    assert tally("ijk", "greedy") == Tally(wins=2, losses=1, ties=1)
    assert known_scores().scores.results == {"ijk": {"greedy": tally("ijk", "greedy")}}


def test_the_file_can_be_read_by_people(tmp_path: Path) -> None:
    note_score(FALL, 12, 42, "an-id", WHEN, tmp_path)
    note_result("ijk", "greedy", -1, tmp_path)
    assert json.loads((tmp_path / "best.json").read_text()) == {
        "version": 1,
        "best": {
            FALL: {"score": 12, "seed": 42, "id": "an-id", "date": "2026-11-15T14:25:30"},
        },
        "results": {"ijk": {"greedy": {"wins": 0, "losses": 1, "ties": 0}}},
    }
    scores = Scores({FALL: BEST}, {"ijk": {"greedy": Tally(losses=1)}})
    assert parse_scores(scores_text(scores)) == scores


GOOD = scores_text(Scores({FALL: BEST}, {"ijk": {"greedy": Tally(losses=1)}})).decode()
DAMAGES = {
    "empty": b"",
    "cut": GOOD[:60].encode(),
    "not text": b"\xff\xfe",
    "deep": b"[" * 100_000,
    "a list": b"[]",
    "no version": GOOD.replace('"version"', '"edition"').encode(),
    "a version in words": GOOD.replace('"version": 1', '"version": "1"').encode(),
    "a field more": GOOD.replace('"version"', '"more": 1, "version"').encode(),
    "best a list": b'{"version": 1, "best": [], "results": {}}',
    "results a list": b'{"version": 1, "best": {}, "results": {"ijk": []}}',
    "a score in words": GOOD.replace('"score": 12', '"score": "12"').encode(),
    "a score that is true": GOOD.replace('"score": 12', '"score": true').encode(),
    "a tally without ties": GOOD.replace('"ties"', '"tie"').encode(),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_kept_aside_and_begun_again(name: str, tmp_path: Path) -> None:
    content = DAMAGES[name]
    path = tmp_path / "best.json"
    path.write_bytes(content)
    with pytest.raises(Damaged):
        parse_scores(content)
    known = known_scores(tmp_path)
    assert known.scores == Scores()
    assert known.problem.startswith(f"{path} is damaged, the next score begins it again: ")
    assert best_score(FALL, tmp_path) is None
    assert path.read_bytes() == content  # looking changes nothing

    noted = note_score(FALL, 12, 42, "an-id", WHEN, tmp_path)
    aside = tmp_path / "best.json.damaged"
    assert noted.is_best
    assert noted.problem.startswith("best.json was damaged (")
    assert noted.problem.endswith(f"; it is kept as {aside}, scores begin again")
    for problem in (known.problem, noted.problem):
        assert problem.isprintable()
        assert len(problem) < 400
    assert aside.read_bytes() == content
    assert best_score(FALL, tmp_path) == BEST
    assert note_score(FALL, 12, 42, "an-id", WHEN, tmp_path) == Noted()


def test_a_second_damage_does_not_replace_the_first(tmp_path: Path) -> None:
    for content in (b"first", b"second"):
        (tmp_path / "best.json").write_bytes(content)
        note_result("ijk", "greedy", 1, tmp_path)
    assert (tmp_path / "best.json.damaged").read_bytes() == b"first"
    assert (tmp_path / "best.json.damaged-2").read_bytes() == b"second"
    assert tally("ijk", "greedy", tmp_path) == Tally(wins=1)


def test_the_file_of_another_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    path.write_text('{"version": 2, "anything": []}')
    expected = f"{path} is of another tilefall: format 2, this tilefall knows 1"
    assert known_scores(tmp_path) == Known(Scores(), expected)
    with pytest.raises(NotKept) as caught:
        note_score(FALL, 12, 42, "an-id", WHEN, tmp_path)
    assert str(caught.value) == f"this score is not kept: {expected}"
    assert path.read_text() == '{"version": 2, "anything": []}'


def test_what_cannot_be_read_or_written_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "best.json").mkdir()
    path = tmp_path / "best.json"
    assert known_scores(tmp_path) == Known(Scores(), f"{path} cannot be read: Is a directory")
    with pytest.raises(NotKept) as caught:
        note_score(FALL, 12, 42, "an-id", WHEN, tmp_path)
    assert str(caught.value) == f"this score is not kept: {path}: Is a directory"


def test_a_full_disk_leaves_the_last_scores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_score(FALL, 12, 42, "an-id", WHEN, tmp_path)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NotKept, match="No space left on device"):
        note_score(FALL, 99, 42, "an-id", WHEN, tmp_path)
    assert best_score(FALL, tmp_path) == BEST


def test_what_a_killed_process_of_the_same_number_left_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / f".best.json.{os.getpid()}.part").write_text("half")
    assert note_score(FALL, 12, 42, "an-id", WHEN, tmp_path).is_best
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "best.json"]


def test_processes_at_once_lose_nothing() -> None:
    program = (
        "import sys\n"
        "from datetime import datetime\n"
        "from tilefall.play.kept import keep_game\n"
        "from tilefall.play.match import Recorder\n"
        "from tilefall.play.scores import note_result, note_score\n"
        "from tilefall.rules.ijk import Ijk\n"
        "me, when = int(sys.argv[1]), datetime(2026, 1, 1)\n"
        "record = Recorder(Ijk(), ['person', 'greedy'], 7).record()\n"
        "print('ready', flush=True)\n"
        "sys.stdin.readline()\n"
        "for number in range(12):\n"
        "    keep_game(record, when)\n"
        "    note_result('ijk', 'greedy', 1)\n"
        "    note_score(f'game-{me}-{number}', 1, 1, '', when)\n"
    )
    command = [sys.executable, "-c", program]
    crowd = [
        subprocess.Popen([*command, str(me)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for me in range(3)
    ]
    for process in crowd:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in crowd:  # all begin together
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in crowd:
        process.communicate()
    assert [process.returncode for process in crowd] == [0] * 3
    assert tally("ijk", "greedy") == Tally(wins=36)
    assert len(known_scores().scores.best) == 36
    assert len(list((data_folder() / "games").iterdir())) == 36
