"""Ways that visitors take: from page to page, on small windows, with names that nobody expects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.interfaces.web.shelves import quintris_arena, small_run
from tests.interfaces.web.test_replays import keep, played
from tests.play.test_importing import game
from tilefall.play.links import link_of

WINDOWS = ((320, 640), (390, 844), (640, 450), (844, 390), (1000, 800), (1280, 900))
CUT_OFF = """() => [document.documentElement, ...document.querySelectorAll("main *")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && !each.closest(".unseen")
    && (each === document.documentElement || getComputedStyle(each).overflowX !== "visible"))
  .map((each) => `${each.tagName} ${each.className}: ${each.scrollWidth} > ${each.clientWidth}`)"""
SMALL = """() => [...document.querySelectorAll("main button, nav a, header button")]
  .map((each) => [each.ariaLabel || each.textContent, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && (height < 40 || width < 36))
  .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)"""


def test_what_the_first_page_tells_of_leads_to_it(opened: Any, tmp_path: Path) -> None:
    quintris_arena(tmp_path / "arenas" / "cup")
    small_run(tmp_path / "runs" / "first")
    page = opened("/")
    for region, name in (("Arenas", "arenas/cup"), ("Training", "runs/first")):
        page.get_by_role("region", name=region).get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        page.go_back()


def test_a_watched_game_has_room_in_every_window(opened: Any) -> None:
    page = opened(f"/watch#{link_of(game(7, moves=9), 4)}", has_touch=True)
    expect(page.locator(".candidates tbody tr").first).to_be_visible()
    expect(page.locator(".reason").first).to_be_visible()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert page.evaluate(CUT_OFF) == [], f"{width} x {height}"
        assert page.evaluate(SMALL) == [], f"{width} x {height}"


def test_buttons_of_a_game_can_be_hit_on_every_phone(opened: Any) -> None:
    page = opened("/play#game=marathon&seed=7", has_touch=True)
    page.wait_for_selector(".stage > canvas[style]")
    for width, height in WINDOWS[:4]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SMALL) == [], f"{width} x {height}"
    page.goto(page.url.partition("#")[0])
    expect(page.get_by_role("link", name="Watch")).to_be_visible()  # on its side: pages have a menu


def test_players_with_names_of_scripts_stay_names(opened: Any) -> None:
    record = played(game(5), "constructor", score=1)
    keep(1, record)
    page = opened("/replays")
    expect(page.locator("tbody")).to_contain_text("constructor")
    expect(page.locator("tbody")).to_contain_text("1 line")
    page.get_by_role("link", name="Quintris", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Quintris: constructor")


def test_who_comes_back_to_a_watched_game_finds_the_same(opened: Any) -> None:
    page = opened("/watch#game=quintris&agents=greedy")
    expect(page.locator(".heading .about")).to_contain_text("quintris, seed ")
    told = page.locator(".heading .about").text_content() or ""
    assert page.url.endswith(f"#game=quintris&agents=greedy&seed={told.rpartition(' ')[2]}")
    page.get_by_role("link", name="tilefall").click()
    expect(page.get_by_role("link", name="Play Quintris")).to_be_visible()
    page.go_back()
    expect(page.locator(".heading .about")).to_have_text(told)


def test_back_from_playing_on_leads_to_the_position(opened: Any) -> None:
    kept = keep(1, played(game(7, moves=9), "greedy"))
    page = opened(f"/watch#id={kept.id}")
    place = page.locator(".place")
    expect(place).to_have_text("0 of 9")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(place).to_have_text("4 of 9")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_selector(".stage > canvas[style]")
    page.go_back()
    expect(place).to_have_text("4 of 9")


def test_a_server_that_is_gone_is_told_of_and_tried_again(opened: Any) -> None:
    page = opened("/watch#game=quintris&agents=greedy&seed=3")
    page.add_init_script(
        """window.sockets = []; window.WebSocket = class extends WebSocket {
             constructor(address) { super(address); window.sockets.push(this); } };"""
    )
    page.reload()
    expect(page.locator(".candidates tbody tr").first).to_be_visible()
    page.evaluate("() => window.sockets.forEach((each) => each.close())")
    expect(page.get_by_role("alert")).to_contain_text("The server is gone")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator(".candidates tbody tr").first).to_be_visible()


def test_bars_are_seen_where_the_system_has_colours_of_its_own(opened: Any) -> None:
    page = opened(f"/watch#{link_of(game(7, moves=9), 4)}", forced_colors="active")
    expect(page.locator(".fill.first").first).to_have_css("forced-color-adjust", "none")
    expect(page.get_by_role("button", name="Outlines")).to_have_css("outline-style", "solid")


def test_who_plays_first_is_told_the_keys_until_they_are_known(opened: Any) -> None:
    page = opened("/play#game=quintris&seed=7")
    hint = page.get_by_role("region", name="Keys")
    expect(hint).to_contain_text("turn clockwise")
    for _ in range(4):
        expect(hint).to_be_visible()
        page.keyboard.press(" ")
    expect(hint).to_be_hidden()
    page = opened("/play#game=quintris&seed=7", width=390, height=844)
    expect(page.get_by_role("button", name="drop")).to_be_visible()  # buttons, so no keys
    expect(page.get_by_role("region", name="Keys")).to_be_hidden()
