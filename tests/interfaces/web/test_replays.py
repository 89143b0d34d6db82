"""Kept games over HTTP, without a browser."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import BaseRoute, Route, Router
from starlette.types import Message

from tests.play.test_importing import game, lines
from tilefall.interfaces.web import shelf as shelves
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.limits import Limits
from tilefall.interfaces.web.replays import replay_routes
from tilefall.interfaces.web.shelf import PAGE, Shelf, Wanted, result_of
from tilefall.play.files import read_records
from tilefall.play.kept import KeptGame, data_folder, keep_game, kept_games
from tilefall.play.live.live import ASSISTED, PERSON
from tilefall.play.record import Record


@dataclass(frozen=True)
class Answer:
    """What a route answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(routes: Iterable[BaseRoute], path: str, parts: list[bytes] | None = None) -> Answer:
    """The answer to GET, or to POST with a body that comes in parts."""
    address, _, query = path.partition("?")
    sent: list[Message] = []
    coming: list[Message] = [
        {"type": "http.request", "body": part, "more_body": True} for part in parts or []
    ]
    coming.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive() -> Message:
        if coming:
            return coming.pop(0)
        await asyncio.Event().wait()  # a client that stays
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET" if parts is None else "POST",
        "path": address,
        "query_string": query.encode(),
        "headers": [],
    }
    asyncio.run(Router(list(routes))(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], headers, b"".join(part["body"] for part in sent[1:]))


WHEN = datetime(2026, 11, 15, 14, 25, 30)


@pytest.fixture
def routes(tmp_path: Path) -> list[Route]:
    limits = Limits(import_bytes=50_000, import_records=20)
    return replay_routes(House(tmp_path, limits=limits), Shelf())


def played(record: Record, *agents: str, score: int | None = None) -> Record:
    """The game as if others had played it; only lists are made of it."""
    return replace(record, agents=agents, score=record.score if score is None else score).sealed()


def keep(number: int, record: Record) -> KeptGame:
    return keep_game(record, WHEN + timedelta(minutes=number))


def listed(routes: list[Route], query: str = "") -> Any:
    answer = ask(routes, f"/data/replays?{query}")
    assert answer.status == 200, answer.body
    return answer.json


def seeds(routes: list[Route], query: str = "") -> list[int]:
    return [int(row["seed"]) for row in listed(routes, query)["rows"]]


def test_games_are_listed_the_newest_first(routes: list[Route]) -> None:
    assert listed(routes)["rows"] == []
    keep(1, played(game(1), PERSON, score=12))
    keep(2, played(game(2**60, "ijk"), "greedy", PERSON, score=-1))
    rows = listed(routes)["rows"]
    assert [(row["title"], row["result"], row["seed"]) for row in rows] == [
        ("IJK", "won", str(2**60)),
        ("Quintris", "12", "1"),
    ]
    assert rows[1]["when"] == "2026-11-15T14:26:30"
    assert rows[1]["moves"] == 3


def test_the_list_is_filtered_and_sorted(routes: list[Route]) -> None:
    keep(1, played(game(1), PERSON, score=5))
    keep(2, played(game(2, "tetris"), ASSISTED, score=50))
    keep(3, played(game(3, "ijk"), PERSON, "alphabeta", score=1))
    keep(4, played(game(4), "expectimax", score=20))
    keep(5, played(game(5, "marathon", moves=0), PERSON, score=900))
    assert seeds(routes) == [5, 4, 3, 2, 1]
    assert seeds(routes, "sort=old") == [1, 2, 3, 4, 5]
    assert seeds(routes, "sort=score") == [5, 2, 4, 1, 3]
    assert seeds(routes, "game=tetris") == [5, 2]
    assert seeds(routes, "game=quintris&sort=score") == [4, 1]
    assert seeds(routes, "who=person") == [5, 3, 1]
    assert seeds(routes, "who=assisted") == [2]
    assert seeds(routes, "who=agents&sort=old") == [4]
    assert seeds(routes, "text=ALPHA") == [3]
    assert seeds(routes, "text=quintris+seed-1") == [1]
    assert seeds(routes, "text=nobody") == []


def test_pages_hold_some_and_the_last_is_never_left(routes: list[Route]) -> None:
    for number in range(PAGE + 2):
        keep(number, game(number, moves=0))
    first, second = listed(routes), listed(routes, "page=2")
    assert (len(first["rows"]), first["first"], first["pages"], first["total"]) == (25, 1, 2, 27)
    assert (len(second["rows"]), second["first"]) == (2, 26)
    assert listed(routes, "page=999") == second


def test_a_list_reads_the_games_of_its_page_and_each_once(
    routes: list[Route], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []

    def reading(path: Path) -> Iterator[Record]:
        read.append(path)
        return read_records(path)

    monkeypatch.setattr(shelves, "read_records", reading)
    for number in range(3 * PAGE):
        keep(number, game(number, moves=0))
    shelf = Shelf()
    shelf.listed(Wanted())
    assert len(read) == PAGE
    shelf.listed(Wanted(sort="score"))
    assert len(read) == 3 * PAGE
    changed = kept_games()[0]
    changed.path.write_bytes(lines(played(game(999), PERSON, score=77)))
    assert shelf.listed(Wanted(sort="score")).rows[0].score == 77
    assert len(read) == 3 * PAGE + 1


def test_a_file_that_is_no_game_says_so_and_hides_no_other(routes: list[Route]) -> None:
    keep(1, game(1))
    (data_folder() / "games" / "quintris-20261115-150000-seed-9.jsonl").write_bytes(b"rubbish\n")
    bad, good = listed(routes)["rows"]
    assert "no JSON" in bad["problem"]
    assert str(data_folder()) not in bad["problem"]
    assert good["problem"] == ""


@pytest.mark.parametrize(
    "query",
    ["game=chess", "who=me", "sort=luck", "page=0", "page=x", "page=-1", f"text={'a' * 101}"],
)
def test_a_query_that_makes_no_sense_is_told_what_would(routes: list[Route], query: str) -> None:
    answer = ask(routes, f"/data/replays?{query}")
    assert answer.status == 400
    name = query.partition("=")[0]
    assert name in answer.json["trouble"]


def test_a_game_is_taken_home_as_it_is(routes: list[Route]) -> None:
    kept = keep(1, game(1))
    answer = ask(routes, f"/data/replays/{kept.id}")
    assert answer.body == kept.path.read_bytes()
    assert answer.headers["content-disposition"] == f'attachment; filename="{kept.id}.jsonl"'


@pytest.mark.parametrize(
    "id",
    [
        "nothing",
        "..%2f..%2fbest",
        "..",
        "best.json",
        ".lock",
        "A",
        "x" * 65,
        "deleted",
        "%00",
        "a%0ab",
    ],
)
@pytest.mark.parametrize("what", ["", "/delete", "/restore"])
def test_no_id_leads_anywhere_else(routes: list[Route], id: str, what: str) -> None:
    keep(1, game(1))
    before = sorted(data_folder().rglob("*"))
    answer = ask(routes, f"/data/replays/{id}{what}", [b""] if what else None)
    assert answer.status in (404, 409)
    assert sorted(data_folder().rglob("*")) == before


def test_what_is_deleted_can_be_brought_back(routes: list[Route]) -> None:
    kept = keep(1, game(1))
    answer = ask(routes, f"/data/replays/{kept.id}/delete", [])
    assert kept_games() == ()
    assert ask(routes, f"/data/replays/{answer.json['aside']}/restore", []).json == {"id": kept.id}
    assert kept_games() == (kept,)


def test_only_posts_change_anything(routes: list[Route]) -> None:
    kept = keep(1, game(1))
    assert ask(routes, f"/data/replays/{kept.id}/delete").status == 405
    assert kept_games() == (kept,)


def brought(routes: list[Route], *parts: bytes) -> Answer:
    return ask(routes, "/data/replays", list(parts))


def test_a_file_is_brought_in_parts(routes: list[Route]) -> None:
    content = gzip.compress(lines(game(1), game(2)) + b"rubbish\n")
    answer = brought(routes, content[:100], content[100:]).json
    assert [row["seed"] for row in answer["kept"]] == ["1", "2"]
    assert all(row["is_imported"] for row in answer["kept"])
    assert [refused["line"] for refused in answer["refused"]] == [3]
    again = brought(routes, content).json
    assert (again["kept"], len(again["known"])) == ([], 2)


def test_a_file_that_is_too_large_is_not_read_to_its_end(routes: list[Route]) -> None:
    parts = [b"x" * 30_000] * 100
    answer = brought(routes, *parts)
    assert answer.status == 413
    assert "MiB: split it" in answer.json["trouble"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", "empty"), (b"\x1f\x8b", "gzip"), (lines(game(1)) * 21, "at most 20 games")],
    ids=["nothing", "no gzip", "too many games"],
)
def test_a_file_that_is_no_good_is_told_why(
    routes: list[Route], content: bytes, reason: str
) -> None:
    answer = brought(routes, content)
    assert answer.status == 422
    assert reason in answer.json["trouble"]
    assert kept_games() == ()


def test_checking_ends_after_its_time(tmp_path: Path) -> None:
    routes = replay_routes(House(tmp_path, limits=Limits(import_seconds=-1.0)), Shelf())
    answer = brought(routes, lines(game(1)))
    assert answer.status == 422
    assert "too long" in answer.json["trouble"]


@pytest.mark.parametrize(
    ("agents", "score", "words"),
    [
        ((PERSON, "greedy"), 1, "won"),
        ((PERSON, "greedy"), -1, "lost"),
        (("greedy", ASSISTED), 1, "lost"),
        (("greedy", "letters"), 1, "+ won"),
        (("greedy", "letters"), -1, "- won"),
        ((PERSON, PERSON), -1, "- won"),
        ((PERSON, "greedy"), 0, "no winner"),
        ((PERSON,), 12345, "12,345"),
    ],
)
def test_a_result_is_told_from_the_side_of_the_person(
    agents: tuple[str, ...], score: int, words: str
) -> None:
    assert result_of(played(game(1), *agents, score=score)) == words
