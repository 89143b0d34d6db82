"""The pages of arenas and of training, in a real browser; the charts that others wrote."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import ROOT
from tests.arena.arenas import made_plan
from tests.arena.small_arenas import done
from tests.interfaces.web.conftest import PATIENCE
from tests.interfaces.web.shelves import NASTY, ijk_arena, nasty_arena, small_run
from tests.interfaces.web.sites import Site
from tests.train.made_runs import generation
from tilefall.arena.store import create
from tilefall.interfaces.web.pages import STATIC

expect.set_options(timeout=PATIENCE)
VENDOR = ROOT / f"src/tilefall/interfaces/web/{STATIC}/vendor"

# What the pixels of a chart are, so that one can see that something was drawn, or changed.
PIXELS = """chart => {
  const canvas = chart.querySelector("canvas");
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const paint = copy.getContext("2d", { willReadFrequently: true });
  paint.drawImage(canvas, 0, 0);
  const seen = paint.getImageData(0, 0, canvas.width, canvas.height).data;
  const colours = new Map();
  for (let i = 0; i < seen.length; i += 4) {
    if (seen[i + 3] === 0) continue;
    const key = [seen[i], seen[i + 1], seen[i + 2]].join(",");
    colours.set(key, (colours.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(colours);
}"""
FIRST_LINE = "0,114,178"  # --a0 in light
OF_FIRST = f"({PIXELS})(document.querySelector('.chart'))['{FIRST_LINE}'] ?? 0"
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"  # as if the page came to the front
BEGIN = """message => new Promise((resolve) => {
  const socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onopen = () => socket.send(JSON.stringify(message));
  socket.onmessage = (event) => { socket.close(); resolve(JSON.parse(event.data)); };
})"""


def test_what_others_wrote_is_as_they_wrote_it() -> None:
    (folder,) = VENDOR.iterdir()
    about = (folder / "README.md").read_text()
    told = dict(re.findall(r"\| `(\S+)` \| `\S+` \| `([0-9a-f]{64})` \|", about))
    there = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.name != "README.md"
    }
    assert told == there
    assert "uPlot 1.6.32" in about
    assert "(v1.6.32)" in (folder / "uPlot.esm.js").read_text()


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_cell_of_the_crosstable_opens_its_games(opened: Any, site: Site) -> None:
    ijk_arena(site.house.folder / "arenas/ijk-1")
    page = opened("/arena")
    page.get_by_role("link", name="arenas/ijk-1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("arenas/ijk-1")
    cell = page.get_by_role("button", name=re.compile("^greedy against random:"))
    assert re.fullmatch(r"\d+", cell.inner_text()), "a cell is told by its colour alone"
    cell.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#games h2")).to_have_text("greedy against random: 6 games")
    rows = page.locator("#games tbody tr")
    expect(rows).to_have_count(6)
    for words in rows.all_inner_texts():
        assert "greedy" in words
        assert "random" in words
        assert "first-fit" not in words
    # the chosen cell is in the address, and so in a link that somebody copies
    again = opened(page.url.replace(site.base, "", 1))
    expect(again.locator("#games h2")).to_have_text("greedy against random: 6 games")
    expect(again.locator("button.cell[aria-pressed=true]")).to_have_count(1)
    link = page.locator("#games a").first
    address = link.get_attribute("href")
    found = re.fullmatch(r"/watch#arena=ijk-1&number=(\d+)", address or "")
    assert found, address
    told = page.evaluate(BEGIN, {"do": "replay", "arena": "ijk-1", "number": int(found[1])})
    assert (told["is"], sorted(told["names"])) == ("view", ["greedy", "random"])


def test_the_ends_of_bars_are_where_their_numbers_are(opened: Any, site: Site) -> None:
    nasty_arena(site.house.folder / "a")
    page = opened("/arena#id=a")
    bars = page.evaluate("fetch('/data/arenas/a').then((answer) => answer.json())")["bars"][1]
    (bar,) = bars["bars"]
    chart = page.locator(".bars").nth(1)
    expect(chart.locator(".tick").last).to_be_visible()
    ticks = chart.locator(".tick").all()
    known = {
        float(tick.inner_text().replace(",", "").replace("−", "-")): _middle(tick) for tick in ticks
    }
    low, high = min(known), max(known)
    scale = (known[high] - known[low]) / (high - low)
    line, dot = (chart.locator(f".track .{kind}").bounding_box() for kind in ("line", "dot"))
    assert line
    assert dot
    for end, at in ((bar["low"], line["x"]), (bar["high"], line["x"] + line["width"])):
        assert at == pytest.approx(known[low] + scale * (end - low), abs=1.0)
    middle = dot["x"] + dot["width"] / 2
    assert middle == pytest.approx(known[low] + scale * (bar["value"] - low), abs=1.0)
    assert chart.locator(".words").inner_text() == bar["words"]


def _middle(found: Any) -> float:
    box = found.bounding_box()
    return float(box["x"] + box["width"] / 2)


def test_names_stay_texts_and_everything_fits_a_phone(opened: Any, site: Site) -> None:
    nasty_arena(site.house.folder / NASTY.replace("/", ""), games=60)
    small_run(site.house.folder / f"runs/{NASTY.replace('/', '')}")
    for path in ("/arena", "/training"):
        page = opened(path, width=390, height=844)
        page.locator(".cards a").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("<img src=x")
        expect(page.locator(".chart canvas").first).to_be_visible()
        assert page.locator("main img").count() == 0
        assert fits(page)
        if path == "/arena":
            expect(page.locator(".scroll tbody tr").first).to_contain_text(NASTY)
            page.get_by_role("button", name=f"Games of {NASTY}").click()
            expect(page.locator("#games tbody tr")).to_have_count(25)
            page.get_by_role("button", name="Next").click()
            expect(page.locator("#games .pages")).to_contain_text("Page 2 of 3")
            page.get_by_label("Order of the games").select_option("best")
            expect(page.locator("#games .pages")).to_contain_text("Page 1 of 3")
            expect(page.locator("#games tbody tr").first).to_contain_text("not recorded")
            assert fits(page)


def test_the_distribution_is_drawn_also_by_factors(opened: Any, site: Site) -> None:
    nasty_arena(site.house.folder / "a")
    page = opened("/arena#id=a", color_scheme="light")
    chart = page.locator(".chart")
    expect(chart.locator("canvas")).to_be_visible()
    even = chart.evaluate(PIXELS)
    assert even[FIRST_LINE] > 100
    page.get_by_label("lines by factors").check()
    page.wait_for_function(f"least => ({OF_FIRST}) !== least", arg=even[FIRST_LINE])
    chart.locator(".plane").focus()
    page.keyboard.press("Home")
    expect(chart.locator(".where")).to_have_text("lines: 0")
    expect(page.locator("#spoken")).to_have_text(f"lines: 0: greedy 100 %, {NASTY} 100 %")
    page.keyboard.press("End")
    expect(chart.locator("button", has_text="greedy").locator("b")).to_have_text("0 %")


def test_an_arena_that_is_played_grows_before_ones_eyes(opened: Any, site: Site) -> None:
    plan = made_plan("greedy", "first-fit", games=4)
    with closing(create(site.house.folder / "a", plan)) as store:
        page = opened("/arena#id=a")
        expect(page.locator(".verdict")).to_have_text("Nothing is decided yet.")
        expect(page.locator(".state")).to_have_text("▶ running")
        store.add(
            [done(bout, place, score=5 + bout - 4 * place) for bout in range(3) for place in (0, 1)]
        )
        expect(page.locator("progress")).to_have_attribute("value", "6")
        page.get_by_role("button", name="Games of greedy").focus()
        store.add([done(3, place, score=9 - 4 * place) for place in (0, 1)])
        page.evaluate(LOOK)
        expect(page.locator(".verdict")).to_contain_text("greedy is better than first-fit")
        focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert focused == "Games of greedy", "the focus was lost when the table changed"
    page.evaluate(LOOK)
    expect(page.locator(".state")).to_have_text("✓ finished")


def test_curves_grow_with_their_run_in_the_chart_that_is_there(opened: Any, site: Site) -> None:
    folder = small_run(site.house.folder / "runs/one")
    page = opened("/training#id=one", color_scheme="light")
    chart = page.locator(".chart")
    mean = chart.locator("button", has_text="mean, worst to best")
    expect(mean.locator("b")).to_have_text("13")
    drawn = chart.evaluate(PIXELS)
    assert drawn[FIRST_LINE] > 100
    assert len(drawn) > 20, "no band in a fainter colour"
    page.evaluate("document.querySelector('canvas').isTheSame = true")
    with (folder / "log.jsonl").open("a") as file:
        file.write(json.dumps(generation(5, 60.0, 40.0, 20.0, 20.0, seconds=6.0)) + "\n")
    page.evaluate(LOOK)
    expect(mean.locator("b")).to_have_text("35")
    expect(chart.locator(".where")).to_have_text("generations: 6 (the last)")
    assert page.evaluate("document.querySelector('canvas').isTheSame"), "the chart was made anew"
    page.get_by_text("The same as a table").click()
    expect(page.locator("details tbody tr").last).to_have_text(re.compile(r"^6\s*35\s*20\s*60$"))
    # a button of the legend takes its curve away, and its band with it
    mean.click()
    expect(mean).to_have_attribute("aria-pressed", "false")
    page.wait_for_function(f"least => ({OF_FIRST}) < least", arg=drawn[FIRST_LINE] / 2)
    page.get_by_label("Across").select_option("seconds")
    expect(chart.locator(".where")).to_have_text("time of training: 6 s (the last)")
    expect(mean).to_have_attribute("aria-pressed", "false")


def test_runs_are_compared_and_left_out_again(opened: Any, site: Site) -> None:
    for name in ("one", "two"):
        small_run(site.house.folder / "runs" / name)
    page = opened("/training")
    for name in ("runs/one", "runs/two"):
        page.locator("li", has_text=name).get_by_label("compare").check()
    page.get_by_role("link", name="Compare 2 runs").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("2 runs compared")
    legend = page.locator(".legend button")
    expect(legend).to_have_count(4)
    for name in ("1 runs/one: mean", "2 runs/two: mean", "1 runs/one: other", "2 runs/two: other"):
        expect(legend.filter(has_text=name)).to_have_count(1)
    page.get_by_role("button", name="Leave out runs/one").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("runs/two")
    expect(legend).to_have_count(2)
    page.get_by_label("Compare with another run").select_option("one")
    expect(page.get_by_role("heading", level=1)).to_have_text("2 runs compared")
    page.get_by_role("link", name="All runs").click()
    expect(page.locator(".cards li")).to_have_count(2)


def test_weights_have_links_that_are_watched(opened: Any, site: Site) -> None:
    folder = small_run(site.house.folder / "runs/one")
    weights = {"name": "w", "about": "a", "source": "s", "features": {"holes": -1, "wells": -1}}
    (folder / "best.json").write_text(json.dumps([weights]))
    page = opened("/training#id=one")
    link = page.get_by_role("link", name="Watch the best")
    assert link.get_attribute("href") == "/watch#run=one&checkpoint=best&seed=7"
    told = page.evaluate(BEGIN, {"do": "watch", "run": "one", "checkpoint": "best", "seed": 7})
    assert (told["is"], told.get("names")) == ("view", ["greedy of one, best"]), told


@pytest.mark.parametrize(
    ("path", "made_by"),
    [
        ("/arena", "tilefall arena quintris greedy lookahead"),
        ("/training", "tilefall train quintris"),
    ],
)
def test_where_nothing_is_yet_there_is_the_command_that_makes_it(
    opened: Any, path: str, made_by: str
) -> None:
    page = opened(path, width=390, height=844)
    expect(page.locator(".nothing code").first).to_have_text(made_by)
    assert fits(page)


def test_what_is_not_there_or_broken_is_told_in_words(opened: Any, site: Site) -> None:
    (site.house.folder / "bad").mkdir()
    (site.house.folder / "bad/arena.sqlite").write_text("rubbish")
    create(site.house.folder / "fine", made_plan("greedy")).close()
    page = opened("/arena")
    expect(page.locator("li", has_text="bad")).to_contain_text("bad/arena.sqlite")
    page.locator("li", has_text="fine").get_by_role("link").click()
    expect(page.locator(".verdict")).to_have_text("Nothing is decided yet.")
