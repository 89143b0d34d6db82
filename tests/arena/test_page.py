"""The page of an arena: self-contained and safe, its charts, and the games that it shows."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tilefall.arena.page as folder
from tests.arena.arenas import Arena, lines_game, made_plan, pair, played_against, played_alone
from tests.arena.test_replays import NAMES, arena_of, data_of, plain_boards
from tilefall.arena.page import games as page_games
from tilefall.arena.page.build import page
from tilefall.arena.page.charts import (
    LEFT,
    RIGHT,
    SIDE,
    WIDTH,
    Bar,
    curves,
    histogram,
    intervals,
    is_skewed,
    shares,
)
from tilefall.arena.page.chosen import MOST, chosen, records_wanted
from tilefall.arena.page.games import outcome, title
from tilefall.arena.page.markup import Markup, tag
from tilefall.arena.verdict import Verdict
from tilefall.arena.winner import Winner
from tilefall.play.record import Record
from tilefall.rules.game import RULES_VERSION
from tilefall.stats import Estimate

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


def drawn(chart: Markup, name: str, word: str = "") -> list[dict[str, str]]:
    """The attributes of elements of this name, and with this word among their classes."""
    root = ElementTree.fromstring(chart.text)
    return [
        each.attrib
        for each in root.iter(name)
        if not word or word in each.attrib.get("class", "").split()
    ]


def texts(chart: Markup) -> list[str]:
    return [str(each.text) for each in ElementTree.fromstring(chart.text).iter("text")]


def described(chart: Markup) -> str:
    return str(ElementTree.fromstring(chart.text).findtext("desc"))


def test_intervals_lie_on_a_common_axis() -> None:
    bars = [
        Bar(1, "b", Estimate(30, 20, 40)),
        Bar(0, "a", Estimate(10, 0, 20)),
    ]
    chart = intervals("title", bars, None, "lines")
    first, second = drawn(chart, "circle")
    assert (first["class"], second["class"]) == ("a1", "a0")
    lines = drawn(chart, "line", "bar")
    ends = [(float(line["x1"]), float(line["x2"])) for line in lines]
    assert ends[0][0] == pytest.approx(ends[1][1])  # 20 is the same place in both
    ten = float(second["cx"]) - ends[1][0]
    assert ten > 50
    assert float(first["cx"]) - ends[0][0] == pytest.approx(ten, abs=0.01)
    assert float(first["cx"]) - float(second["cx"]) == pytest.approx(2 * ten, abs=0.01)
    assert len(drawn(chart, "line", "end")) == 4
    assert described(chart) == "b: 30.0, from 20.0 to 40.0; a: 10.0, from 0.0 to 20.0"


def test_an_interval_without_end_goes_to_the_edge_and_has_no_mark_there() -> None:
    bars = [Bar(0, "a", Estimate(10, -math.inf, 20)), Bar(1, "b", Estimate(math.inf, 5, math.inf))]
    chart = intervals("title", bars, 0.0, "Elo")
    (first, second) = drawn(chart, "line", "bar")
    assert float(first["x1"]) == LEFT
    assert float(second["x2"]) == WIDTH - RIGHT
    assert len(drawn(chart, "line", "end")) == 2
    assert len(drawn(chart, "circle")) == 1  # nothing stands at infinity


def test_a_curve_falls_by_the_share_of_games_at_each_score() -> None:
    chart = curves("title", ["a", "b"], [[4, 0, 2, 2], []])
    (line,) = drawn(chart, "polyline")
    points = [tuple(map(float, point.split(","))) for point in line["points"].split()]
    top, bottom = points[0][1], points[-1][1]
    falls = [
        ((x - SIDE) / (WIDTH - RIGHT - SIDE), (bottom - y) / (bottom - top)) for x, y in points
    ]
    expected = [(0, 1), (0, 1), (0, 0.75), (0.5, 0.75), (0.5, 0.25), (1, 0.25), (1, 0)]
    assert falls == [pytest.approx(each, abs=0.001) for each in expected]
    assert described(chart) == "a: half of its games came to 2 lines or more"


def test_steps_too_small_to_see_are_taken_together() -> None:
    (line,) = drawn(curves("title", ["a"], [list(range(5000))]), "polyline")
    points = line["points"].split()
    assert 350 < len(points) < 450
    assert points[-1].startswith(f"{WIDTH - RIGHT:.1f},")


def test_only_scores_far_apart_have_an_axis_by_factors() -> None:
    assert "lines" in texts(curves("title", ["a"], [[0, 0, 0, 90, 150, 199]]))
    assert "lines, by factors" in texts(curves("title", ["a"], [[0, 3, 20, 25, 900]]))
    assert not is_skewed([0, 0, 0, 0])


def test_bars_are_as_high_as_games_are_many() -> None:
    chart = histogram("title", 1, [-100, -100, -100, -100, 1, 5, 55, 100], "lines")
    heights = [float(box["height"]) for box in drawn(chart, "rect")]
    tallest = max(heights)
    counts = [round(4 * height / tallest, 6) for height in heights]
    assert counts == [4, *[0] * 9, 2, *[0] * 4, 1, *[0] * 3, 1]
    assert described(chart) == "better in 4, worse in 4 of 8 games"
    assert "tallest: 4 games" in texts(chart)


def test_differences_of_nothing_can_be_drawn() -> None:
    heights = [float(box["height"]) for box in drawn(histogram("title", 0, [0, 0], "x"), "rect")]
    assert [i for i, height in enumerate(heights) if height] == [10]


def test_wins_ties_and_losses_share_a_bar() -> None:
    chart = shares("title", ["a", "b"], [(6, 3, 1), (0, 0, 5)])
    whole = WIDTH - RIGHT - LEFT
    parts = [(box["class"], float(box["width"]) / whole) for box in drawn(chart, "rect")]
    expected = [("win", 0.6), ("tie", 0.3), ("loss", 0.1), ("loss", 1.0)]
    assert [kind for kind, _ in parts] == [kind for kind, _ in expected]
    assert [part for _, part in parts] == pytest.approx([part for _, part in expected], abs=0.001)
    starts = [float(box["x"]) for box in drawn(chart, "rect")]
    assert starts == pytest.approx([LEFT, LEFT + 0.6 * whole, LEFT + 0.9 * whole, LEFT], abs=0.01)
    assert described(chart) == "a: 6 won, 3 tied, 1 lost; b: 0 won, 0 tied, 5 lost"


def test_a_long_name_is_cut_beside_a_chart_and_whole_in_its_description() -> None:
    name = "exec:./a/long/path/to/some/program --with=options"
    chart = intervals("title", [Bar(0, name, Estimate(1, 0, 2))], None, "lines")
    assert name not in texts(chart)
    assert texts(chart)[-1].startswith("exec:./a")
    assert described(chart).startswith(name)


def test_best_worst_and_median_of_each_agent_are_chosen() -> None:
    scores = (5, 1, 9, 3, 7)
    games = [
        lines_game(bout, agent, lines + 100 * agent, record=10 * agent + bout + 1)
        for agent in (1, 0)
        for bout, lines in enumerate(scores)
    ]
    found = [
        (each.why, each.game.players[0], each.game.score)
        for each in chosen(made_plan("a", "b"), games)
    ]
    assert found == [
        ("best", 0, 9),
        ("best", 1, 109),
        ("worst", 0, 1),
        ("worst", 1, 101),
        ("median", 0, 5),
        ("median", 1, 105),
    ]


def test_each_game_is_chosen_once_and_only_if_it_is_recorded() -> None:
    plan = made_plan("a")
    assert chosen(plan, [lines_game(0, 0, 5)]) == []
    (only,) = chosen(plan, [lines_game(0, 0, 5, record=3)])
    assert only.why == "best"
    games = [lines_game(0, 0, 5), lines_game(1, 0, 4, record=8), lines_game(2, 0, 3, record=2)]
    assert records_wanted(plan, games) == [2, 8]


def test_forfeits_are_chosen_one_for_each_agent_and_cause() -> None:
    def lost(bout: int, cause: str) -> Any:
        return lines_game(bout, 0, 5, forfeiter=0, is_over=False, cause=cause, record=bout + 1)

    games = [lines_game(0, 0, 9, record=1), lines_game(1, 0, 0, record=2)]
    games += [lines_game(2, 0, 5, record=3), lost(3, "time"), lost(4, "time"), lost(5, "crash")]
    found = [(each.why, each.game.record) for each in chosen(made_plan("a"), games)]
    assert found == [
        ("best", 1),
        ("forfeited by a: time", 4),
        ("forfeited by a: crash", 6),
        ("worst", 2),
    ]


def test_of_two_players_a_won_and_a_lost_game_of_each_pairing_are_chosen() -> None:
    plan = made_plan("one", "two", "three", game="ijk")
    games = [*pair(0, 0, 1, (0, -1)), *pair(1, 0, 1, (1, 1)), *pair(0, 1, 2, (-1, 0))]
    games = [replace(game, record=line) for line, game in enumerate(games, 1)]
    found = [(each.why, each.game.record) for each in chosen(plan, games)]
    assert found == [
        ("won by one", 3),
        ("won by two", 2),
        ("won by three", 5),
        ("a tie", 1),
    ]


def test_many_agents_do_not_make_many_games() -> None:
    plan = made_plan(*map(str, range(25)))
    games = [
        lines_game(bout, agent, bout, record=3 * agent + bout + 1)
        for agent in range(25)
        for bout in range(3)
    ]
    found = chosen(plan, games)
    assert len(found) == MOST
    assert [each.why for each in found] == ["best"] * 25 + ["worst"] * 5


def test_winners_that_are_named_alike_can_be_told_apart() -> None:
    plan = made_plan("random", "random", game="ijk")
    games = [replace(game, record=line) for line, game in enumerate(pair(0, 0, 1, (1, -1)), 1)]
    assert [each.why for each in chosen(plan, games)] == [
        "won by random (number 1)",
        "won by random (number 2)",
    ]
    assert outcome(plan, games[1]) == "won by random (number 2)"
    assert title(plan, chosen(plan, games)[0]).startswith(
        "random (number 1) against random (number 2), seed 1: "
    )


def test_how_games_ended_in_words() -> None:
    plan = made_plan("one", "two", game="ijk")
    won, lost = pair(0, 0, 1, (1, -1))
    assert [outcome(plan, game) for game in (won, lost)] == ["won by one", "won by two"]
    tie = replace(won, score=0)
    assert outcome(plan, tie) == "a tie"
    assert outcome(plan, replace(tie, is_over=False)) == "a tie at the cap"
    gone = replace(won, is_over=False, forfeiter=1, cause="time", detail="2 s")
    assert outcome(plan, gone) == "forfeited by two, time: 2 s"
    assert outcome(plan, lines_game(0, 0, 1200)) == "1,200 lines, over"
    assert outcome(plan, lines_game(0, 0, 5, is_over=False)) == "5 lines, alive at the cap"


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
