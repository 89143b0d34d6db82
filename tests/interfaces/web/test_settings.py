"""What a person sets holds at once and on every page, whatever the browser has kept."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

KEY = "tilefall-settings"
STORED = f"() => JSON.parse(localStorage.getItem('{KEY}'))"
SEEN = "async () => ({...(await import('/static/js/settings.js')).settings()})"
DEFAULTS = {
    "theme": "system",
    "letters": True,
    "ghost": True,
    "text": False,
    "motion": "system",
    "repeatDelay": 167,
    "repeatRate": 33,
}


def test_settings_hold_at_once_and_on_the_next_page(opened: Any) -> None:
    page = opened("/replays")
    assert page.evaluate(SEEN) == DEFAULTS
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("radio", name="Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dialog.get_by_role("switch", name="Letters on pieces").uncheck()
    dialog.get_by_role("slider", name="Held keys repeat after").fill("200")
    expect(dialog.get_by_text("200 ms")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    wanted = {**DEFAULTS, "theme": "dark", "letters": False, "repeatDelay": 200}
    assert page.evaluate(STORED) == wanted
    page.goto(page.url.replace("/replays", "/"))
    assert page.evaluate(SEEN) == wanted


def test_another_page_that_is_open_follows(opened: Any) -> None:
    page = opened("/replays")
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Dark").check()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Reset").click()
    expect(other.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_rubbish_in_the_store_is_left_out(opened: Any) -> None:
    page = opened("/replays")
    kept = '{"theme": "pink", "letters": 1, "repeatDelay": 1e9, "repeatRate": 21, "__proto__": {}}'
    assert _after(page, kept) == {**DEFAULTS, "repeatRate": 21}
    assert _after(page, "no JSON") == DEFAULTS
    assert _after(page, "null") == DEFAULTS
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('none') }})"
    )
    page.reload()
    change = "async () => (await import('/static/js/settings.js')).change({ghost: false})"
    page.evaluate(change)
    assert page.evaluate(SEEN) == {**DEFAULTS, "ghost": False}


def test_the_theme_is_there_before_the_first_paint(opened: Any) -> None:
    page = opened("/replays")
    page.evaluate(f"localStorage.setItem('{KEY}', JSON.stringify({{theme: 'dark'}}))")
    page.add_init_script(
        """new MutationObserver((seen, observer) => {
          if (!document.body) return;
          window.themeAtFirst = document.documentElement.dataset.theme;
          observer.disconnect();
        }).observe(document, {childList: true, subtree: true});"""
    )
    page.reload()
    page.wait_for_function("window.themeAtFirst !== undefined")
    assert page.evaluate("window.themeAtFirst") == "dark"


def test_the_menu_opens_where_there_is_little_room(opened: Any) -> None:
    page = opened("/replays", width=390, height=844)
    expect(page.get_by_role("link", name="Watch")).to_be_hidden()
    menu = page.get_by_role("button", name="Menu")
    menu.click()
    expect(page.get_by_role("link", name="Watch")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Watch")).to_be_hidden()
    expect(menu).to_be_focused()
    assert page.locator("header").bounding_box()["height"] < 60


def _after(page: Page, kept: str) -> Any:
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [KEY, kept])
    page.reload()
    return page.evaluate(SEEN)
