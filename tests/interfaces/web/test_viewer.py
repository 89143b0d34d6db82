"""The viewer: one file that a real browser opens from the disk, and that asks for nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.interfaces.web.conftest import PATIENCE
from tests.play.watching.watched import recorded
from tests.rules.marathon import SEED
from tilefall.interfaces.viewer.build import viewer_page
from tilefall.interfaces.viewer.frames import Looks, Tellers, told
from tilefall.play import Record
from tilefall.play.links import linked
from tilefall.play.live.live import Action
from tilefall.play.live.marathon import LiveMarathon

NOBODY = Tellers(lambda done: None, lambda done: None)
EVIL = "</script><script>alert(1)</script>"
INJECTED = (
    "<script>document.title = 'hit'</script>",
    "<script type=module>document.title = 'hit'</script>",
    '<img src="data:," onerror="document.title = 1">',
    '<script src="data:text/javascript,document.title=1"></script>',
)
PIXELS = "() => document.querySelector('canvas').toDataURL()"
QUINTRIS = recorded("quintris", ("random",), turns=14)
IJK = recorded("ijk", ("random", "greedy"), turns=12)

Viewed = Callable[..., Page]


def page_of(record: Record, looks: Looks | None = None, at: int = 0) -> str:
    return viewer_page(told(record, looks or Looks(), NOBODY, at))


@pytest.fixture
def viewed(browser: Browser, tmp_path: Path) -> Iterator[Viewed]:
    """Opens a text as a file; nothing may go wrong in it, and nothing else may be asked for."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def open_file(text: str, fragment: str = "", width: int = 1280, **options: Any) -> Page:
        file = tmp_path / "game.html"
        file.write_text(text, encoding="utf-8")
        size = {"width": width, "height": 844}
        context = browser.new_context(viewport=size, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.on("console", lambda line: wrong.append(f"console: {line.text}"))
        context.on("weberror", lambda error: wrong.append(f"error: {error.error}"))
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        asked: list[str] = []
        page.goto(f"{file.as_uri()}{fragment}")
        page.wait_for_selector("canvas[style]")
        wrong.extend(url for url in asked if not url.startswith((file.as_uri(), "data:", "blob:")))
        return page

    yield open_file
    for context in contexts:
        context.close()
    assert not wrong, wrong


def is_at(page: Page, position: int, length: int) -> None:
    expect(page.locator(".place")).to_have_text(f"{position} of {length}")


def test_a_game_is_led_through(viewed: Viewed) -> None:
    last = len(QUINTRIS.moves)
    page = viewed(page_of(QUINTRIS))
    expect(page.locator("h1")).to_have_text("Quintris: random")
    is_at(page, 0, last)
    before = page.evaluate(PIXELS)
    page.keyboard.press("ArrowRight")
    is_at(page, 1, last)
    page.wait_for_function(f"before => ({PIXELS})() !== before", arg=before)
    page.get_by_role("button", name="To the end").click()
    is_at(page, last, last)
    expect(page.locator(".status")).to_have_text("the end, the game is not over")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Play").click()  # from the end it begins again
    expect(page.locator(".status")).to_have_text("playing, 0.5 a second")
    assert int(page.get_by_role("slider", name="Position").input_value()) < last
    for _ in range(5):
        page.keyboard.press("ArrowUp")
    expect(page.locator(".status")).to_have_text("the end, the game is not over")  # and ends
    is_at(page, last, last)
    page.keyboard.press("Home")
    is_at(page, 0, last)
    page.get_by_role("slider", name="Position").fill("5")
    is_at(page, 5, last)
    page.keyboard.press("n")
    expect(page.locator(".status")).to_contain_text("mistake: move ")
    expect(page.locator("#spoken")).to_contain_text("mistake: move ")
    for _ in range(last):
        page.keyboard.press("n")
    expect(page.locator(".status")).to_contain_text("no mistake after this, says expectimax")
    page.keyboard.press("v")
    expect(page.locator(".status")).to_contain_text(f"verified: {last} moves hold, when this file")


def test_candidates_are_shown_and_previewed(viewed: Viewed) -> None:
    page = viewed(page_of(QUINTRIS), "#at=3")
    is_at(page, 3, len(QUINTRIS.moves))
    expect(page.get_by_role("heading", name="Candidates")).to_be_visible()
    assert page.locator("table tbody tr").count() >= 9
    before = page.evaluate(PIXELS)
    page.keyboard.press("5")
    page.wait_for_function(f"before => ({PIXELS})() !== before", arg=before)
    page.get_by_role("button", name="Board as text").click()
    expect(page.locator("pre").first).to_be_visible()
    page.get_by_role("button", name="Keys").click()
    words = page.get_by_role("dialog").inner_text()
    assert "ten moves" in words
    assert "play from here" not in words


def test_links_and_records_leave_the_file_whole(viewed: Viewed) -> None:
    page = viewed(page_of(IJK, at=4))
    is_at(page, 4, len(IJK.moves))
    assert page.get_by_role("button", name="Play from here").count() == 0
    page.get_by_role("button", name="Copy link").click()
    command = page.get_by_role("textbox", name="The command").input_value()
    program, _, link = command.partition(' "')
    assert program == "tilefall replay"
    assert linked(link.removesuffix('"')).record == IJK
    assert linked(link.removesuffix('"')).at == 4
    page.keyboard.press("Escape")
    with page.expect_download() as caught:
        page.get_by_role("button", name="Save").click()
    assert caught.value.suggested_filename == "ijk-seed-3.jsonl"
    assert Path(caught.value.path()).read_text() == f"{IJK.line()}\n"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_it_without_scrolling_sideways(viewed: Viewed, scheme: str) -> None:
    page = viewed(page_of(QUINTRIS), width=390, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Theme: auto").click()
    page.get_by_role("button", name="Theme: light").click()
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == dark) is (scheme == "dark")


def marathon() -> Record:
    live = LiveMarathon(SEED)
    for action in (Action.LEFT, Action.TURN, Action.DROP, Action.RIGHT, Action.RIGHT, Action.DROP):
        live.act(action, 0.0)
    return live.record()


def test_a_marathon_is_stepped_through_by_keys_and_by_pieces(viewed: Viewed) -> None:
    record = marathon()
    last = len(record.moves)
    page = viewed(page_of(record))
    stops = told(record, Looks(), NOBODY)["stops"]
    assert stops == [0, 4, 8, last]  # the third piece still falls
    page.keyboard.press("ArrowRight")
    is_at(page, stops[1], last)
    page.keyboard.press(".")
    is_at(page, stops[1] + 1, last)
    page.keyboard.press("ArrowLeft")
    is_at(page, stops[1], last)
    page.keyboard.press("ArrowLeft")
    is_at(page, 0, last)
    page.keyboard.press("PageDown")
    is_at(page, last, last)
    assert page.get_by_role("button", name="Mistake").count() == 0


def test_names_stay_text_and_injected_scripts_do_not_run(browser: Browser, viewed: Viewed) -> None:
    text = page_of(replace(QUINTRIS, agents=(EVIL,)).sealed(), Looks(is_explained=False))
    assert EVIL not in text
    page = viewed(text)
    expect(page.locator("h1")).to_have_text(f"Quintris: {EVIL}")
    assert page.evaluate("document.scripts.length") == 2
    assert EVIL in page.title()
    # the file as somebody has changed it: the policy's hashes allow no other script
    file = Path(page.url.removeprefix("file://"))
    for injected in INJECTED:
        file.write_text(text.replace("<main", f"{injected}<main"), encoding="utf-8")
        title, said = shown_title(browser, file)
        assert title.startswith("quintris, "), injected
        assert "Content Security Policy" in said, injected


def shown_title(browser: Browser, file: Path) -> tuple[str, str]:
    """The title of a page when it shows its game, and what the browser had to say about it."""
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text))
    page.goto(file.as_uri())
    page.wait_for_selector("canvas[style]", timeout=PATIENCE)
    title = page.title()
    page.close()
    return title, "\n".join(said)


def test_a_file_that_is_cut_off_says_so(browser: Browser, tmp_path: Path) -> None:
    text = page_of(QUINTRIS, Looks(is_explained=False))
    begin = text.index('"deflated":"') + 200
    file = tmp_path / "cut.html"
    file.write_text(f"{text[:begin]}{text[begin + 400 :]}", encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    expect(page.get_by_role("alert")).to_contain_text("cannot unpack the game", timeout=PATIENCE)
    page.close()
