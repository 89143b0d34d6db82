"""The scripts of an arena's page, run by node on a document of plain objects."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tilefall.arena.page as folder
from tests.arena.test_replays import NAMES, arena_of, data_of, plain_boards

HERE = Path(str(folder.__file__)).parent


def viewed(data: dict[str, Any], hash: str = "", stops: Sequence[int] = ()) -> dict[str, Any]:
    """What the page's own scripts show, run by node on a document of plain objects."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node to run the scripts")
    scripts = "".join((HERE / name).read_text() for name in ("boards.js", "viewer.js"))
    run = subprocess.run(
        [node, str(Path(__file__).parent / "viewer_stub.js")],
        input=json.dumps({"scripts": scripts, "arena": data, "hash": hash, "stops": stops}),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_scripts_come_to_the_same_boards(name: str) -> None:
    data = data_of(arena_of(name))
    found = viewed(data)
    for game, boards in zip(data["games"], found["boards"], strict=True):
        assert [(each["board"], each["lines"]) for each in boards] == plain_boards(data, game)
    assert not any(look["isWrong"] for look in found["seen"])
    assert found["size"][0] % data["width"] == found["size"][1] % data["height"] == 0


def test_the_viewer_plays_pauses_steps_and_slides() -> None:
    data = data_of(arena_of("quintris"))
    found = viewed(data, hash="#game-1")
    seen = {look["what"]: look for look in found["seen"]}
    last = len(found["boards"][1]) - 1
    opened = seen["opened"]
    assert (opened["title"], opened["at"], opened["last"]) == (data["games"][1]["title"], 0, last)
    assert opened["where"] == f"after move 0 of {last}, 0 lines"
    assert (seen["one forth"]["at"], seen["back"]["at"]) == (1, 0)
    assert len(seen["one forth"]["letters"]) == seen["one forth"]["frames"] == 5
    assert (seen["playing"]["button"], seen["playing"]["live"]) == ("Pause", "off")
    assert seen["playing"]["isPlaying"]
    assert seen["after two ticks"]["at"] == 2
    assert not seen["paused"]["isPlaying"]
    assert (seen["paused"]["button"], seen["paused"]["live"]) == ("Play", "polite")
    assert seen["at the end"]["at"] == last
    assert seen["at the end"]["where"].endswith(f": {data['games'][1]['result']}")
    assert seen["again"]["at"] == 0
    assert (seen["played to the end"]["at"], seen["played to the end"]["button"]) == (last, "Play")
    assert seen["picked the first"]["title"] == data["games"][0]["title"]
    assert seen["no such game"] == {**seen["picked the first"], "what": "no such game"}


def test_a_piece_whose_rows_went_has_no_frame() -> None:
    data = data_of(arena_of("quintris"))
    boards = plain_boards(data, data["games"][0])
    cleared = next(i for i in range(1, len(boards)) if boards[i][1] > boards[i - 1][1])
    seen = {look["what"]: look for look in viewed(data, stops=[cleared - 1, cleared])["seen"]}
    assert [seen[f"move {at}"]["frames"] for at in (cleared - 1, cleared)] == [5, 0]


def test_tiles_of_the_second_player_are_round() -> None:
    data = data_of(arena_of("ijk"))
    end = next(look for look in viewed(data)["seen"] if look["what"] == "at the end")
    tiles = data["games"][0]["end"].replace(".", "")
    assert end["rounds"] == sum(map(str.islower, tiles)) > 0
    assert "".join(letter for letter, _, _ in end["letters"]) == tiles
    assert end["frames"] == 0


def test_the_viewer_says_if_moves_lead_elsewhere() -> None:
    data = data_of(arena_of("tetris"))
    data["games"][0]["end"] = data["games"][0]["end"][::-1]
    assert viewed(data)["seen"][0]["isWrong"]
