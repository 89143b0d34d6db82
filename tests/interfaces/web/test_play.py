"""The page on which a person plays, in a real browser."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.interfaces.web.play_pages import (
    figure,
    is_filled,
    kept_when,
    letters,
    ready,
    sent,
    spoken,
    stopped,
)
from tilefall.interfaces.screen.views import placed
from tilefall.play.files import read_records
from tilefall.play.live.live import Action
from tilefall.play.live.quintris import LiveQuintris
from tilefall.rules.quintris import Quintris

SEED = 7


def test_keys_move_the_piece_that_is_seen_and_the_record_has_the_move(opened: Any) -> None:
    page = ready(opened(f"/play#game=quintris&seed={SEED}"))
    live = LiveQuintris(Quintris(), SEED)
    assert live.piece is not None
    before = placed(live.piece)
    assert all(is_filled(page, *place) for place in before)
    page.keyboard.press("m")
    page.keyboard.press("ArrowRight")
    for _ in range(2):
        live.act(Action.RIGHT, 0.0)
    after = placed(live.piece)
    page.wait_for_function(
        "row => document.querySelector('pre.text').textContent.split('\\n')[0].includes(row)",
        arg=" ".join("u" if (0, column) in after else "." for column in range(15)),
    )
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert all(is_filled(page, *place) for place in after)
    assert not any(is_filled(page, *place) for place in set(before) - set(after))
    page.keyboard.press("n")
    page.keyboard.press(" ")
    live.act(Action.TURN, 0.0)
    live.act(Action.DROP, 0.0)
    figure(page, "pieces", "1")
    spoken(page, f"U in column {live.landing.column}, next I")  # type: ignore[union-attr]
    label = page.locator(".stage > canvas").get_attribute("aria-label")
    assert label == "Quintris: lines 0, pieces 1, seed 7"
    assert re.search(r"seed=7$", page.url)
    page.close()
    (kept,) = kept_when(lambda games: len(games) == 1)  # also one that was cut short
    assert next(iter(read_records(kept.path))).moves == live.record().moves


def test_the_board_in_letters_is_there_for_all_and_seen_by_those_who_want_it(opened: Any) -> None:
    page = ready(opened(f"/play#game=quintris&seed={SEED}"))
    lines = letters(page)
    assert len(lines) == 26
    assert lines[0] == "| . u u . . . . . . . . . . . . |"
    assert lines[24] == "| . + + . . . . . . . . . . . . |"
    width = "() => document.querySelector('.words').offsetWidth"
    assert page.evaluate(width) == 1  # for those who listen only
    page.get_by_role("button", name="Text view").click()
    assert page.evaluate(width) > 100
    page.keyboard.press(" ")  # the button has given the keys back to the game
    figure(page, "pieces", "1")
    assert letters(page)[24].startswith("| . U U")
    page.reload()
    ready(page)
    assert page.evaluate(width) > 100  # and it is remembered


def test_looking_elsewhere_pauses_and_the_key_that_goes_on_does_nothing_else(opened: Any) -> None:
    page = ready(opened(f"/play#game=quintris:reach=fall&seed={SEED}&period=10"))
    page.evaluate("() => window.dispatchEvent(new Event('blur'))")
    expect(page.locator(".paused")).to_be_visible()
    spoken(page, "Paused")
    assert page.locator("pre.text").text_content() == ""  # nothing to be thought about meanwhile
    assert page.evaluate("() => document.activeElement.textContent") == "Go on"
    page.keyboard.press("Tab")  # leads to the other buttons, and does not go on
    assert page.evaluate("() => document.activeElement.textContent") == "Same game again"
    page.keyboard.press("m")
    expect(page.locator(".cover")).to_be_hidden()
    assert [message["do"] for message in sent(page)] == ["pause", "resume"]
    page.keyboard.press("p")
    page.locator(".cover").click(position={"x": 5, "y": 5})  # a tap goes on too
    expect(page.locator(".cover")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("turn clockwise")
    expect(page.locator(".cover")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".cover")).to_be_hidden()
    page.keyboard.press("m")
    assert [message["do"] for message in sent(page)][-3:] == ["pause", "resume", "act"]


def test_help_asks_first_and_advice_is_seen_on_the_board(opened: Any) -> None:
    page = ready(opened(f"/play#game=quintris&seed={SEED}"))
    page.keyboard.press(" ")
    figure(page, "pieces", "1")
    page.keyboard.press("Backspace")
    expect(page.get_by_role("dialog")).to_contain_text("marked as assisted")
    # at once: a browser tells that a dialog is closed a frame later, and a key may come before
    escape = """() => {
      document.querySelector("dialog").dispatchEvent(new Event("cancel", { cancelable: true }));
      return window.sent.at(-1)[1];
    }"""
    assert page.evaluate(escape) == {"do": "resume"}
    expect(page.get_by_role("dialog")).to_have_count(0)
    figure(page, "pieces", "1")
    page.keyboard.press("Backspace")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Backspace")
    figure(page, "pieces", "0")
    spoken(page, "taken back, again U")
    plain = page.evaluate("() => document.querySelector('.stage > canvas').toDataURL()")
    page.keyboard.press("e")
    expect(page.locator(".advice li")).to_have_count(3)
    page.wait_for_function(
        "plain => document.querySelector('.stage > canvas').toDataURL() !== plain", arg=plain
    )
    page.keyboard.press("Escape")
    expect(page.locator(".advice")).to_be_hidden()


def test_the_end_hears_nothing_for_a_moment_and_leads_on(opened: Any) -> None:
    page = ready(opened(f"/play#game=quintris&seed={SEED}"))
    stopped(page)
    live = LiveQuintris(Quintris(), SEED)
    while not live.is_over:
        live.act(Action.DROP, 0.0)
        page.keyboard.press(" ")
    (kept,) = kept_when(lambda games: len(games) == 1)
    dialog = page.get_by_role("dialog")
    for _ in range(100):  # frames are painted when the clock is run
        page.clock.run_for(20)
        if dialog.count():
            break
    expect(dialog).to_contain_text(f"0 lines, {live.state.turn} pieces")
    spoken(page, "Game over. 0 lines")
    page.keyboard.press(" ")
    page.keyboard.press("v")
    page.clock.run_for(560)  # and up to 20 since it was opened
    page.keyboard.press("v")
    expect(dialog).to_be_visible()  # somebody still steered
    page.clock.run_for(60)
    page.route("**/watch*", lambda route: route.fulfill(body="<p>seen", content_type="text/html"))
    page.keyboard.press("v")
    page.wait_for_url(f"**/watch#id={kept.id}")


def test_the_same_game_again_is_the_same_and_a_new_one_is_not(opened: Any) -> None:
    page = ready(opened(f"/play#game=quintris&seed={SEED}&practice=1"))
    first = page.locator("pre.text").text_content()
    page.keyboard.press(" ")
    figure(page, "pieces", "1")
    page.keyboard.press("p")
    page.get_by_role("button", name="Same game again").click()
    figure(page, "pieces", "0")
    assert page.locator("pre.text").text_content() == first
    page.keyboard.press("p")
    page.get_by_role("button", name="New game").click()
    page.wait_for_function(
        "() => /[#&]seed=\\d+/.test(location.hash) && !/seed=7(&|$)/.test(location.hash)"
    )
    assert "practice=1" in page.url
    kept_when(lambda games: len(games) == 1)  # the second had no move


def test_ijk_is_played_against_an_agent(opened: Any) -> None:
    page = ready(opened("/play#game=ijk&seed=3&against=greedy"))
    spoken(page, "you are to slide")
    page.keyboard.press("ArrowUp")
    spoken(page, "greedy slides")
    spoken(page, "you are to slide")
    figure(page, "turn", "2")
    assert len(letters(page)) == 6
    page.keyboard.down("l")
    page.keyboard.down("l")  # held: a slide is for one press
    figure(page, "turn", "4")
    assert [message["action"] for message in sent(page)] == ["up", "left"]
    page.keyboard.up("l")
    pads = page.locator(".pad")
    assert [pad.get_attribute("aria-label") for pad in pads.all()] == [
        "left",
        "up",
        "down",
        "right",
    ]


def test_a_chooser_leads_to_a_game(opened: Any) -> None:
    page = opened("/play")
    form = page.get_by_role("form", name="IJK")
    form.get_by_label("How").select_option("with chance")
    names = form.get_by_label("Against").locator("option").all_text_contents()
    assert "expectiminimax" in names
    assert "alphabeta" not in names  # it plays the game without chance alone
    form.get_by_label("Against").select_option("random")
    form.get_by_label("Who begins").select_option("the other")
    form.get_by_label("Seed").fill("18446744073709551615")
    form.get_by_role("button", name="Play IJK").click()
    ready(page)
    figure(page, "seed", "18446744073709551615")
    figure(page, "- you", "A")
    assert "seed=18446744073709551615&" in page.url  # all of its 64 bits
    page.go_back()
    level = page.get_by_role("form", name="Tetris").get_by_label("Level")
    level.fill("21")
    page.get_by_role("button", name="Play Tetris").click()
    assert page.locator(".stage").count() == 0  # the browser says that 20 is the most
    level.fill("5")
    page.get_by_role("button", name="Play Tetris").click()
    figure(page, "level", "5")


def test_a_game_that_cannot_be_is_told_in_words(opened: Any) -> None:
    page = opened("/play#game=chess")
    expect(page.get_by_role("alert")).to_contain_text('No game "chess". There are quintris')
    page = opened("/play#game=ijk&against=<b>me</b>")
    expect(page.get_by_role("alert")).to_contain_text("No agent '<b>me</b>' here.")
    page = ready(opened("/play#game=quintris&seed=7"))
    page.keyboard.press("m")
    page.evaluate("() => window.socket.close()")
    expect(page.get_by_role("alert")).to_contain_text("The server is gone")


def test_a_board_that_is_painted_late_does_not_hide_that_the_server_is_gone(opened: Any) -> None:
    page = ready(opened("/play#game=quintris&seed=7"))
    page.evaluate(
        """() => { window.heldFrames = [];
             window.requestAnimationFrame = (paint) => window.heldFrames.push(paint); }"""
    )
    page.keyboard.press("m")
    page.wait_for_function("() => window.heldFrames.length > 0")
    page.evaluate("() => window.socket.close()")
    expect(page.get_by_role("alert")).to_contain_text("The server is gone")
    page.evaluate("() => window.heldFrames.splice(0).forEach((paint) => paint(0))")
    expect(page.get_by_role("alert")).to_contain_text("The server is gone")


def test_rows_that_go_shine_unless_somebody_wants_less_motion(opened: Any) -> None:
    note = """() => { window.flashes = 0; new MutationObserver((all) => {
      for (const { addedNodes } of all) for (const node of addedNodes)
        if (node.className === "flash") window.flashes += 1;
    }).observe(document.querySelector(".stage"), { childList: true }); }"""
    for motion, flashes in (("no-preference", 2), ("reduce", 0)):
        page = opened("/play#game=tetris:width=4,height=8,pieces=O&seed=1", reduced_motion=motion)
        ready(page).evaluate(note)
        for key in ("B", " ", "M", " "):
            page.keyboard.press(key)
        figure(page, "lines", "2")
        spoken(page, "O in column 2, 2 lines, next O")
        assert page.evaluate("() => window.flashes") == flashes


def test_everything_has_a_name_and_a_place_in_the_order_of_keys(opened: Any) -> None:
    page = ready(opened(f"/play#game=marathon&seed={SEED}"))
    assert page.evaluate("() => document.activeElement.className") == "stage"
    nameless = """() => [...document.querySelectorAll("main button, main canvas")]
      .filter((each) => !(each.getAttribute("aria-label") || each.textContent.trim())).length"""
    assert page.evaluate(nameless) == 0
    page.get_by_role("button", name="Pause").focus()
    page.keyboard.press(" ")  # a button hears the keys that press buttons
    expect(page.locator(".paused")).to_be_visible()
    assert sent(page) == [{"do": "pause"}]
    page.keyboard.press("Escape")
    expect(page.locator(".cover")).to_be_hidden()
    assert page.evaluate("() => document.activeElement.className") == "stage"
    page.keyboard.press("c")
    page.wait_for_selector(".held canvas.spent")
    assert sent(page)[-1] == {"do": "act", "action": "hold"}
