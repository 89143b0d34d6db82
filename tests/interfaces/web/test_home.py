"""The first page and the replays, in a real browser; and the games that the first page shows."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.interfaces.web.test_replays import keep, played
from tests.play.test_importing import game, lines
from tilefall.interfaces.app.stages import MARATHON_FOR_AGENTS, best_agent
from tilefall.interfaces.web.home import SHOWN, demo_boards, demo_records, owned
from tilefall.interfaces.web.shelf import Shelf
from tilefall.play.files import read_records
from tilefall.play.kept import kept_games
from tilefall.play.links import record_of
from tilefall.play.live.live import PERSON
from tilefall.play.scores import note_result, note_score
from tilefall.play.verify import verify
from tilefall.rules.catalog import parse_game

PIXELS = "() => [...document.querySelectorAll('canvas')].map(each => each.toDataURL())"
SHELVES = {
    "runs": [
        {"id": "first", "name": "runs/first", "is_running": True, "game": "quintris",
         "method": "cma-es", "done": 7, "planned": 20, "unit": "generations", "judged": ""},
        {"id": "broken", "name": "runs/broken", "is_running": False, "wrong": "no log"},
    ],
    "arenas": [
        {"id": "cup", "name": "arenas/cup", "is_running": False, "game": "ijk", "played": 1200,
         "headline": "alphabeta is better than greedy."},
    ],
}  # fmt: skip


def at_home(page: Page) -> Page:
    """The first page, with a run and an arena that are told of."""

    def told(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        route.fulfill(content_type="application/json", body=json.dumps({name: SHELVES[name]}))

    for name in SHELVES:
        page.route(f"**/data/{name}", told)
    page.clock.install()
    page.get_by_role("link", name="tilefall").click()
    return page


def test_the_games_that_are_shown_are_real_games_of_the_best_agents() -> None:
    records = demo_records()
    games = [parse_game(record.game) for record in records]
    assert [rules.name for rules in games] == ["quintris", "tetris", "ijk"]
    assert games[1] == MARATHON_FOR_AGENTS
    for record, rules in zip(records, games, strict=True):
        assert verify(record) is None
        assert record.agents == (best_agent(rules),) * rules.players
    boards = demo_boards("native")
    assert {name: len(each) for name, each in boards.items()} == dict.fromkeys(boards, SHOWN)
    assert all(board["ghost"] and board["piece"] for board in boards["quintris"])
    assert all(board["new"] for board in boards["ijk"])


def test_scores_and_the_last_games_are_told() -> None:
    assert owned(Shelf())["best"] == []
    for number in range(8):
        keep(number, played(game(number), PERSON, score=number))
    note_score("quintris:reach=fall", 17, 3, "", datetime(2026, 11, 15))
    note_result("ijk", "greedy", 1)
    found = owned(Shelf())
    assert [row["score"] for row in found["replays"]] == [7, 6, 5, 4, 3, 2]
    assert found["total"] == 8
    assert found["best"][0] | {"id": ""} == {
        "title": "Quintris", "game": "quintris:reach=fall", "score": 17, "id": "",
        "date": "2026-11-15T00:00:00",
    }  # fmt: skip
    assert found["results"][0]["wins"] == 1


def test_the_first_page_invites_to_play_and_to_watch(opened: Any) -> None:
    keep(1, played(game(1), PERSON, score=12))
    note_score("quintris:reach=fall", 12, 1, kept_games()[0].id, datetime(2026, 11, 15))
    page = at_home(opened("/replays"))
    expect(page.get_by_role("link", name="Play Quintris")).to_have_attribute(
        "href", "/play#game=quintris%3Areach%3Dfall"
    )
    expect(page.get_by_role("link", name="Play Tetris")).to_have_attribute(
        "href", "/play#game=marathon"
    )
    expect(page.get_by_role("link", name="Watch IJK")).to_have_attribute("href", "/watch#game=ijk")
    expect(page.get_by_role("link", name="Quintris, 12 lines")).to_be_visible()
    expect(page.get_by_role("region", name="Your best")).to_contain_text("Quintris: 12")
    expect(page.get_by_role("region", name="Training")).to_contain_text("7 of 20 generations")
    expect(page.get_by_role("region", name="Training")).to_contain_text("no log")
    arenas = page.get_by_role("region", name="Arenas")
    expect(arenas).to_contain_text("better than greedy")
    expect(arenas.get_by_role("link", name="arenas/cup")).to_have_attribute("href", "/arena#id=cup")
    expect(page.locator("canvas[style]")).to_have_count(3)
    before = page.evaluate(PIXELS)
    page.clock.run_for(2_000)
    assert all(now != then for now, then in zip(page.evaluate(PIXELS), before, strict=True))


def test_pictures_stand_still_where_motion_is_not_wanted(opened: Any) -> None:
    page = at_home(opened("/replays", reduced_motion="reduce"))
    expect(page.locator("canvas[style]")).to_have_count(3)
    before = page.evaluate(PIXELS)
    page.clock.run_for(2_000)
    assert page.evaluate(PIXELS) == before


def test_games_are_found_deleted_and_brought_back(opened: Any) -> None:
    keep(1, played(game(1), PERSON, score=12))
    keep(2, played(game(2, "ijk"), PERSON, "greedy", score=1))
    page = opened("/replays")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(2)
    page.get_by_label("Game", exact=True).select_option("IJK")
    expect(rows).to_have_count(1)
    page.reload()  # the address has it
    expect(rows).to_have_count(1)
    page.get_by_label("Search").fill("nobody")
    page.get_by_role("button", name="Show all games").click()
    expect(rows).to_have_count(2)
    expect(rows.first.get_by_role("link", name="IJK", exact=True)).to_have_attribute(
        "href", f"/watch#id={kept_games()[0].id}"
    )
    with page.expect_download() as saved:
        rows.first.get_by_role("link", name="Save").click()
    assert saved.value.path().read_bytes() == kept_games()[0].path.read_bytes()
    rows.first.get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog", name="Delete this game?")
    dialog.get_by_role("button", name="Keep it").click()
    expect(rows.first.get_by_role("button", name="Delete")).to_be_focused()
    rows.first.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(1)
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(2)


def test_a_link_is_copied_that_carries_the_whole_game(opened: Any) -> None:
    kept = keep(1, game(1))
    page = opened("/replays", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy a link").click()
    expect(page.get_by_text("is copied: it carries the whole game")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    address, _, fragment = link.partition("#")
    assert address == page.url.partition("?")[0].replace("/replays", "/watch")
    assert record_of(fragment) == next(read_records(kept.path))


def test_a_link_that_cannot_be_copied_is_shown(opened: Any) -> None:
    keep(1, game(1))
    page = opened("/replays")
    refuse = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }"
    page.evaluate(refuse)
    page.get_by_role("button", name="Copy a link").click()
    field = page.get_by_role("dialog", name="A link to this game").get_by_label("Link")
    expect(field).to_have_value(re.compile("/watch#v=1&game=quintris"))
    expect(field).to_be_focused()


def test_files_are_chosen_or_dropped(opened: Any) -> None:
    page = opened("/replays")
    expect(page.get_by_text("There are no games yet")).to_be_visible()
    content = lines(game(1), game(2)) + b"<img src=x onerror=alert(1)>\n"
    file = {"name": "<b>games</b>.jsonl", "mimeType": "text/plain", "buffer": content}
    page.get_by_label("Import games").set_input_files(file)
    report = page.locator(".reports")
    expect(report).to_contain_text("<b>games</b>.jsonl: 2 games kept, 1 line not kept.")
    expect(report).to_contain_text("Line 3: no JSON")
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody .tag")).to_have_text(["imported", "imported"])
    drop = """text => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.jsonl"));
      const told = {dataTransfer: data, bubbles: true, cancelable: true};
      const event = kind => new DragEvent(kind, told);
      document.body.dispatchEvent(event("dragenter"));
      const isShown = document.body.classList.contains("dropping");
      document.body.dispatchEvent(event("drop"));
      return isShown && !document.body.classList.contains("dropping");
    }"""
    assert page.evaluate(drop, lines(game(2), game(3)).decode())
    expect(report).to_contain_text("dropped.jsonl: 1 game kept, 1 game was here already.")
    expect(page.locator("tbody tr")).to_have_count(3)
    large = {"name": "large.jsonl", "mimeType": "text/plain", "buffer": b"x" * (4 * 2**20 + 1)}
    page.get_by_label("Import games").set_input_files(large)
    expect(report).to_contain_text("It has more than 4 MiB: split it.")
