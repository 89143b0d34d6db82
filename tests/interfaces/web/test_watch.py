"""The page on which games are watched, in a real browser."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.interfaces.web.conftest import PATIENCE
from tests.play.watching.watched import recorded
from tilefall.agents import agent
from tilefall.play import play_match
from tilefall.play.kept import keep_game
from tilefall.play.record import Record
from tilefall.rules.catalog import parse_game

expect.set_options(timeout=PATIENCE)
PICTURE = "document.querySelector('.board canvas').toDataURL()"
GRAPH = "document.querySelector('.graph canvas').toDataURL()"


def kept(record: Record) -> str:
    """The address of a record that is kept."""
    return f"/watch#id={keep_game(record, datetime(2026, 1, 2)).id}"


def changed(page: Page, picture: str, before: str) -> str:
    """The picture as it is when it is another."""
    page.wait_for_function(f"before => {picture} !== before", arg=before)
    found: str = page.evaluate(picture)
    return found


def place(page: Page, words: str) -> None:
    """Wait until this position is shown, with what is thought of it."""
    expect(page.locator(".place")).to_have_text(words)
    expect(page.locator(".candidates")).to_have_attribute("aria-busy", "false")


def test_a_game_plays_on_by_itself_and_is_led_by_keys(opened: Any) -> None:
    page = opened("/watch#game=quintris&agents=greedy&seed=3")
    page.wait_for_function(
        "() => Number(document.querySelector('.place')?.textContent?.split(' ')[0]) >= 3"
    )
    rank = page.locator(".rank").nth(1)
    rank.focus()
    here = int(page.locator(".place").inner_text().split(" ")[0])
    page.wait_for_function(
        "here => Number(document.querySelector('.place').textContent.split(' ')[0]) > here",
        arg=here + 1,
    )
    expect(rank).to_be_focused()  # while it plays, focus stays where it is
    spoken = page.locator("#spoken")
    expect(spoken).to_have_text("")
    page.get_by_role("button", name="Pause (space)").click()
    expect(page.get_by_role("button", name="Play (space)")).to_be_visible()
    expect(spoken).to_have_text(re.compile(r"Position \d+ of .* best [XILYUN]\d column"))
    page.keyboard.press("Home")
    place(page, f"0 of {page.locator('.place').inner_text().split(' ')[-1]}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    expect(page.locator(".place")).to_have_text(re.compile(r"^11 of"))
    expect(spoken).to_have_text(re.compile(r"^Position 11 of"))
    page.keyboard.press("ArrowUp")
    expect(page.locator(".speed")).to_have_text("8 a second")
    page.get_by_role("button", name="Slower").click()
    expect(page.locator(".speed")).to_have_text("4 a second")
    page.keyboard.press("?")
    help_dialog = page.get_by_role("dialog", name="Keys")
    expect(help_dialog).to_contain_text("to the next mistake")
    page.keyboard.press("ArrowRight")  # not while the help is open
    page.keyboard.press("Escape")
    expect(help_dialog).to_be_hidden()
    expect(page.locator(".place")).to_have_text(re.compile(r"^11 of"))


def test_candidates_are_marked_on_the_board_and_explained(opened: Any) -> None:
    page = opened(kept(recorded("quintris", ("greedy",))))
    place(page, "0 of 40")
    page.keyboard.press("PageDown")
    place(page, "10 of 40")
    rows = page.locator(".candidates tbody tr")
    expect(rows).to_have_count(9)
    expect(rows.nth(0)).to_contain_text("played")
    expect(page.locator(".why")).to_have_text(re.compile(r"^The first is worth .* more, above all"))
    bars = page.locator(".reasons").first.locator(".reason").first
    expect(bars.locator(".fill")).to_have_count(2)
    expect(bars.locator(".gap")).to_have_text(re.compile(r"^[+−][\d.,]+[kM]?$"))
    usual = page.evaluate(PICTURE)
    page.keyboard.press("4")
    fourth = changed(page, PICTURE, usual)
    expect(rows.nth(3)).to_have_class("shown")
    expect(rows.nth(3).locator(".rank")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    assert changed(page, PICTURE, fourth) == usual
    rows.nth(1).hover()
    second = changed(page, PICTURE, usual)
    assert second != fourth
    page.mouse.move(1, 1)
    changed(page, PICTURE, second)
    page.get_by_role("button", name="Outlines").click()
    plain = changed(page, PICTURE, usual)
    expect(page.get_by_role("button", name="Outlines")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("o")
    assert changed(page, PICTURE, plain) == usual


def test_the_graph_leads_through_a_game_and_marks_its_mistakes(opened: Any) -> None:
    game = parse_game("quintris")
    page = opened(kept(play_match(game, [agent("random", game, 5)], 5, max_turns=60)))
    expect(page.locator(".place")).to_have_text(re.compile(r"^0 of \d+"))
    last = int(page.locator(".place").inner_text().split(" ")[-1])
    graph = page.locator(".graph canvas")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("^position 0 of .*, value"))
    before = page.evaluate(GRAPH)
    box = graph.bounding_box()
    graph.click(position={"x": box["width"] - 10, "y": 60})
    expect(page.locator(".place")).to_have_text(f"{last} of {last}")
    changed(page, GRAPH, before)
    expect(page.locator("#spoken")).to_have_text(
        re.compile(rf"^Position {last} .*the game is over")
    )
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    graph.click(position={"x": 52, "y": 60})
    expect(page.locator(".place")).to_have_text(f"0 of {last}")
    graph.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".place")).to_have_text(f"1 of {last}")
    page.locator(".slider").fill("7")
    expect(page.locator(".place")).to_have_text(f"7 of {last}")
    before = page.evaluate(GRAPH)
    page.locator(".slider").blur()
    page.keyboard.press("n")
    expect(page.locator(".status")).to_contain_text("mistake: move")
    expect(page.locator("#spoken")).to_contain_text("mistake: move")
    expect(page.locator(".graph-note")).to_contain_text("1 mistake found")
    changed(page, GRAPH, before)
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".status")).to_contain_text(f"verified: {last} moves hold")
    expect(page.locator("#spoken")).to_contain_text(f"verified: {last} moves hold")


def test_a_slide_of_ijk_shows_the_board_it_leads_to(opened: Any) -> None:
    page = opened(kept(recorded("ijk", ("alphabeta:depth=4", "greedy"), turns=20)) + "&at=6")
    place(page, "6 of 20")
    expect(page.locator(".candidates tbody tr")).to_have_count(4)
    expect(page.locator(".facts")).to_contain_text("to move")
    expect(page.locator(".graph-note")).to_contain_text("points of 100")
    expect(page.locator(".why")).to_have_text(re.compile("worth|wins|loses"))
    before = page.evaluate(PICTURE)
    page.keyboard.press("2")
    second = changed(page, PICTURE, before)
    page.keyboard.press("3")
    changed(page, PICTURE, second)
    page.keyboard.press("0")
    page.wait_for_function(f"before => {PICTURE} === before", arg=before)


def test_a_position_is_shared_saved_and_played_on_from(opened: Any) -> None:
    record = recorded("quintris", ("greedy",))
    page = opened("/watch")
    asked = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def hear(message: str | bytes) -> None:
            if json.loads(message)["do"] != "link":
                return server.send(message)
            asked.append(message)
            route.send(json.dumps({"is": "link", "link": "v=1&game=quintris&at=3"}))
            return None

        route.on_message(hear)

    page.route_web_socket(re.compile("/socket"), between)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("address => location.assign(address)", kept(record))
    place(page, "0 of 40")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "quintris-seed-3.jsonl"
    assert download.value.path().read_text() == f"{record.line()}\n"
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#spoken")).to_have_text("The link is copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.url
    assert copied.endswith("/watch#v=1&game=quintris&at=3")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url("**/play#v=1&game=quintris&at=3")
    assert len(asked) == 2


def test_a_game_is_chosen_and_a_wrong_one_told(opened: Any) -> None:
    page = opened("/watch", color_scheme="dark")
    page.get_by_label("IJK with chance").check()
    expect(page.get_by_label("Agent of +")).to_have_value("expectiminimax")
    page.get_by_label("Agent of +").select_option("greedy")
    expect(page.locator(".player").first).to_contain_text("most tiles after its move")
    page.get_by_label("Agent of −").select_option("random")
    page.get_by_label("Seed").fill("12")
    page.get_by_role("button", name="Watch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("IJK: greedy against random")
    expect(page.locator(".heading .about")).to_have_text("ijk:mode=nondeterministic, seed 12")
    page.evaluate("location.hash = 'game=quintris&agents=nobody'")
    expect(page.get_by_role("alert")).to_contain_text("No agent 'nobody' here")
    page.get_by_role("link", name="Watch another game").click()
    expect(page.get_by_label("IJK with chance")).to_be_visible()


def test_a_phone_shows_all_of_it_without_scrolling_sideways(opened: Any) -> None:
    page = opened(kept(recorded("quintris", ("greedy",))), width=390, height=844, has_touch=True)
    place(page, "0 of 40")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    play = page.get_by_role("button", name="Play (space)")
    assert play.bounding_box()["y"] < 844  # the board leaves room for it
    play.tap()
    expect(page.get_by_role("button", name="Pause (space)")).to_be_visible()
    for button in page.locator(".controls button:visible").all():
        assert button.bounding_box()["height"] >= 40


ADDRESSES = {
    "": None,
    "game=quintris&agents=expectimax&seed=3": {
        "do": "watch",
        "game": "quintris",
        "agents": ["expectimax"],
        "seed": 3,
    },
    "game=ijk&agents=alphabeta:depth=4,threads=1,greedy": {
        "do": "watch",
        "game": "ijk",
        "agents": ["alphabeta:depth=4,threads=1", "greedy"],
    },
    "id=quintris-1&at=7": {"do": "replay", "id": "quintris-1", "at": 7},
    "arena=cup&number=12": {"do": "replay", "arena": "cup", "number": 12},
    "run=first&checkpoint=best": {"do": "watch", "run": "first", "checkpoint": "best"},
    "v=1&game=ijk&moves=UD&at=1": {"do": "replay", "link": "v=1&game=ijk&moves=UD&at=1"},
    "game=quintris&seed=seven": {"do": "watch", "game": "quintris", "seed": "seven"},
}
CURVE = """async () => {
  const { columns } = await import("/static/js/watch-curve.js");
  const values = Array.from({ length: 20000 }, (_, i) => (i % 7 === 3 ? null : Math.sin(i / 900)));
  values[12345] = 50;
  values[4321] = -50;
  const begun = performance.now();
  const found = columns(values, 25000, 700);
  return {
    seconds: (performance.now() - begun) / 1000,
    count: found.length,
    known: found.filter(Boolean).length,
    high: Math.max(...found.map((each) => each?.high ?? 0)),
    low: Math.min(...found.map((each) => each?.low ?? 0)),
  };
}"""
TEXT = """async () => {
  const { textBoard } = await import("/static/js/text-board.js");
  const piece = (letter, places) => ({ letter, places });
  return textBoard({
    kind: "well", game: "tetris", cells: ["....", "....", "....", "T..I"],
    above: 1, roof: [], full_rows: [], outline: null, outline_name: "",
    piece: piece("O", [[-1, 1], [-1, 2], [0, 1], [0, 2]]),
    ghost: piece("O", [[2, 1], [2, 2], [3, 1], [3, 2]]),
  }, [piece("L", [])]);
}"""


def test_addresses_boards_as_text_and_long_curves(opened: Any) -> None:
    page = opened("/watch")
    for fragment, expected in ADDRESSES.items():
        found = page.evaluate(
            "async (text) => (await import('/static/js/watch-address.js')).beginning(text)",
            fragment,
        )
        assert found == expected, fragment
    assert page.evaluate(TEXT).splitlines() == [
        "  . o o .  ",
        "| . o o . |",
        "| . . . . |",
        "| . + + . |",
        "| T + + I |",
        "  0 1 2 3",
        "next: L",
    ]
    curve = page.evaluate(CURVE)
    assert (curve["count"], curve["known"]) == (700, 560)  # what is not played yet stays free
    assert (curve["high"], curve["low"]) == (50, -50)  # a narrow peak is seen
    assert curve["seconds"] < 0.5
