"""The page of an arena: whole, asking nobody for anything, and with every text only as text."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

import tilefall.arena.page as folder
from tests.arena.arenas import Arena, lines_game, made_plan, pair, played_against, played_alone
from tilefall.arena.page import games as page_games
from tilefall.arena.page.build import page
from tilefall.arena.page.chosen import records_wanted
from tilefall.arena.page.markup import tag
from tilefall.arena.verdict import Verdict
from tilefall.arena.winner import Winner
from tilefall.play.record import Record
from tilefall.rules.game import RULES_VERSION

HERE = Path(str(folder.__file__)).parent
EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>&amp;</script>'
VOID = {"meta", "input", "br", "line", "rect", "circle", "path", "polyline"}


@dataclass
class Element:
    name: str
    attributes: dict[str, str | None]
    text: str = ""
    parents: tuple[str, ...] = ()


@dataclass
class Parsed(HTMLParser):
    """The elements of a page with their text; an end that fits no start is an error."""

    elements: list[Element] = field(default_factory=list)
    open: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), parents=tuple(each.name for each in self.open))
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID, tag
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data

    def named(self, name: str) -> list[Element]:
        return [each for each in self.elements if each.name == name]


def parsed(html: str) -> Parsed:
    parser = Parsed()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser


def made(arena: Arena, verdicts: list[Verdict] | None = None, name: str = "out/arena 1") -> str:
    wanted = records_wanted(arena.plan, arena.played)
    records = {line: arena.records[line] for line in wanted}
    return page(arena.plan, arena.played, verdicts or [], records, name)


def evil_arena() -> Arena:
    arena = played_alone("random", "random", games=2, max_turns=10)
    lost = replace(arena.played[0], is_over=False, forfeiter=0, cause="crash", detail=EVIL)
    plan = replace(arena.plan, agents=(f"exec:{EVIL}", "random"))
    return Arena(plan, [lost, *arena.played[1:]], arena.records)


ARENAS: dict[str, Callable[[], Arena]] = {
    "quintris": lambda: played_alone("greedy", "random", "random", games=2, max_turns=30),
    "tetris": lambda: played_alone("random", "random", game="tetris:height=8", games=2),
    "ijk": lambda: played_against("alphabeta:depth=1", "random", "course-letters:depth=1", pairs=2),
    "evil": evil_arena,
    "alone": lambda: played_alone("random", games=1, max_turns=5),
    "nothing": lambda: Arena(made_plan("greedy", "random"), [], {}),
    "nobody": lambda: Arena(made_plan("one", game="ijk"), [], {}),
    "half": lambda: Arena(made_plan("one", "two", game="ijk"), pair(0, 0, 1, (1, 1))[:1], {}),
    "sweep": lambda: Arena(made_plan("one", "two", game="ijk"), pair(0, 0, 1, (1, 1)), {}),
}


@cache
def named(name: str) -> Arena:
    """An arena of the table above, played once for all tests."""
    return ARENAS[name]()


@pytest.fixture(params=list(ARENAS))
def arena(request: pytest.FixtureRequest) -> Arena:
    return named(request.param)


def test_a_page_is_whole_and_asks_nobody_for_anything(arena: Arena) -> None:
    html = made(arena)
    found = parsed(html)
    for element in found.elements:
        for name, value in element.attributes.items():
            assert not name.startswith("on"), f"{name} on {element.name}"
            assert name not in ("style", "src", "srcset", "action", "data", "poster", "xlink:href")
            if name == "href":
                assert value is not None
                assert value.startswith("#")
    names = {element.name for element in found.elements}
    assert not names & {"link", "img", "iframe", "object", "embed", "base", "form", "audio"}
    code = found.named("script")[-1].text + found.named("style")[0].text
    for word in ("http", "//www", "url(", "@import", "import(", "fetch", "XMLHttp", "eval", "src"):
        assert word not in code


def test_only_our_own_script_and_style_may_run(arena: Arena) -> None:
    found = parsed(made(arena))
    policy = next(
        str(each.attributes["content"])
        for each in found.named("meta")
        if each.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for part in (found.named("style")[0], found.named("script")[-1]):
        digest = base64.b64encode(hashlib.sha256(part.text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    kinds = [each.attributes.get("type") for each in found.named("script")]
    assert kinds in ([None], ["application/json", None])


def test_texts_of_others_are_only_text() -> None:
    verdict = Verdict(0, 1, Winner.OPEN, f"{EVIL} and random", None, 0)
    found = parsed(made(named("evil"), [verdict], name=f"out/{EVIL}"))
    texts = [element.text for element in found.elements]
    assert f"1 exec:{EVIL}" in texts  # the row of the agent
    assert EVIL in texts  # what was said of the crash
    assert f"{EVIL} and random." in texts
    data = found.named("script")[0].text
    assert "<" not in data
    assert "alert(1)" in data


def test_attributes_are_escaped_too() -> None:
    (element,) = parsed(tag("p", aria_label=EVIL).text).elements
    assert (element.name, element.attributes) == ("p", {"aria-label": EVIL})


def test_what_cannot_be_seen_is_spelt_out() -> None:
    arena = Arena(made_plan("a\u202eb", "c\x00d"), [lines_game(0, 0, 1)], {})
    html = made(arena)
    assert "\u202e" not in html
    assert "\x00" not in html
    assert "a\\u202eb" in html


def test_every_agent_every_verdict_and_every_record_is_there(arena: Arena) -> None:
    verdicts = [Verdict(0, 0, kind, f"It is {kind}", None, 1) for kind in Winner]
    found = parsed(made(arena, verdicts))
    heads = [each.text for each in found.named("th") if each.attributes.get("scope") == "row"]
    for number, name in enumerate(arena.plan.agents, 1):
        assert f"{number} {name}" in heads
    for verdict in verdicts:
        (told,) = [each for each in found.named("p") if each.text == f"{verdict.text}."]
        assert told.attributes["class"] == f"verdict {verdict.kind}"
    commands = Counter(each.text for each in found.named("code"))
    for game in arena.played:
        if game.record is not None:
            command = f"tilefall replay 'out/arena 1/records.jsonl' --game-number {game.record}"
            is_chosen = game.record in records_wanted(arena.plan, arena.played)
            assert commands[command] == 1 + is_chosen


def test_charts_and_tables_can_be_read_out(arena: Arena) -> None:
    found = parsed(made(arena))
    images = [each for each in found.named("svg") if each.attributes.get("role") == "img"]
    inside = Counter(each.name for each in found.elements if "svg" in each.parents)
    assert inside["title"] == inside["desc"] == len(images)
    assert all(
        each.text for each in found.elements if each.name == "desc" or each.name == "caption"
    )
    assert len(found.named("caption")) == len(found.named("table"))
    assert all("scope" in each.attributes for each in found.named("th"))
    ids = [each.attributes["id"] for each in found.elements if "id" in each.attributes]
    assert len(set(ids)) == len(ids)
    assert {each.attributes["for"] for each in found.named("label")} <= set(ids)


def test_the_style_sheet_knows_every_class(arena: Arena) -> None:
    style = (HERE / "page.css").read_text()
    known = set(re.findall(r"\.([a-z][a-z0-9]*)", style)) | {"first", "second", "equal", "circle"}
    for element in parsed(made(arena)).elements:
        for word in str(element.attributes.get("class") or "").split():
            assert word in known, f"{word} on {element.name}"


def test_nothing_is_drawn_outside_of_a_chart(arena: Arena) -> None:
    html = made(arena)
    charts = re.findall(r'<svg viewBox="0 0 (\d+ \d+)"[^>]*>(.*?)</svg>', html)
    assert len(charts) == html.count('role="img">')
    for box, drawn in charts:
        width, height = map(float, box.split())
        numbers = re.findall(r' (x|x1|x2|cx|y|y1|y2|cy)="([^"]*)"', drawn)
        for name, text in numbers:
            assert 0 <= float(text) <= (width if "x" in name else height)


def test_the_viewer_has_all_that_its_script_looks_for() -> None:
    wanted = set(re.findall(r'part\("(\w+)"\)', (HERE / "viewer.js").read_text()))
    there = set(re.findall(r'id="(\w+)"', (HERE / "viewer.html").read_text()))
    assert wanted == there


def test_crosstables_are_coloured_by_score_and_have_it_in_figures() -> None:
    plan = made_plan("one", "two", "three", game="ijk")
    games = [*pair(0, 0, 1, (1, 1)), *pair(0, 0, 2, (0, 0)), *pair(0, 1, 2, (1, 0))]
    found = parsed(made(Arena(plan, games, {})))
    shaded = {
        each.text: each.attributes["class"]
        for each in found.named("td")
        if str(each.attributes.get("class")).startswith("s")
    }
    assert shaded == {
        "100.0 (2)": "s6",
        "0.0 (2)": "s0",
        "50.0 (2)": "s3",
        "75.0 (2)": "s5",
        "25.0 (2)": "s1",
    }


def test_two_thousand_long_games_are_no_large_page(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = made_plan("lookahead", "exec:./a/path/to/some/program --depth 3", games=1000)
    moves = tuple((turn % 5) * 3 * 32 + 10 for turn in range(30_000))
    record = Record(
        *(1, "0", "quintris", RULES_VERSION, ("x",), 1, None, 0, "0" * 16, moves, "")
    ).sealed()
    played = [
        lines_game(bout, agent, 100 + bout * 7 % 900, digest="0" * 16, record=2 * bout + agent + 1)
        for bout in range(1000)
        for agent in range(2)
    ]
    records = dict.fromkeys(records_wanted(plan, played), record)
    html = page(plan, played, [], records, "arenas/quintris-1")
    assert len(html) < 1_500_000
    assert "All 2,000 games" in html
    monkeypatch.setattr(page_games, "LISTED", 10)
    short = page_games.all_games(plan, played, "arenas/quintris-1").text
    assert "The first 10 of 2,000 games; games.csv has all of them" in short
    assert short.count("--game-number") == 10
