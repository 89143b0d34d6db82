"""What the server tells of arenas, and the games of theirs that are watched."""

from __future__ import annotations

import shlex
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from tests.arena.arenas import lines_game, made_plan, pair
from tests.arena.small_arenas import PLAN, done, met
from tests.interfaces.web.shelves import (
    NASTY,
    bare_arena,
    ijk_arena,
    nasty_arena,
    quintris_arena,
)
from tests.interfaces.web.sites import Site
from tests.interfaces.web.visits import Visitor
from tilefall.arena.export import games_csv, table_csv
from tilefall.arena.findings import findings
from tilefall.arena.plan import Plan
from tilefall.arena.store import create
from tilefall.arena.wording import repeat_command
from tilefall.commands.arena import arena as arena_command
from tilefall.commands.arena_options import asked_plan
from tilefall.interfaces.web import arenas
from tilefall.interfaces.web.arena_figures import figures
from tilefall.play.openings import Plies


def test_the_list_has_every_arena_and_says_what_is_wrong_with_broken_ones(site: Site) -> None:
    folder = site.house.folder
    ijk_arena(folder / "arenas/ijk-1")
    for name, content in (("garbage", b"no database"), ("empty", b"")):
        (folder / name).mkdir()
        (folder / name / "arena.sqlite").write_bytes(content)
    with closing(create(folder / "new", made_plan("greedy", "random"))):
        found = {each["id"]: each for each in Visitor(site).get("/data/arenas").json["arenas"]}
    assert sorted(found) == ["empty", "garbage", "ijk-1", "new"]
    whole, new = found["ijk-1"], found["new"]
    assert (whole["played"], whole["planned"], whole["is_finished"]) == (18, 18, True)
    assert whole["agents"] == ["greedy", "random", "first-fit"]
    assert "greedy" in whole["headline"]
    assert not whole["is_running"]
    assert (new["played"], new["is_running"], new["is_finished"]) == (0, True, False)
    assert new["headline"] == "Nothing is decided yet."
    for name in ("garbage", "empty"):
        assert f"{name}/arena.sqlite" in found[name]["wrong"]
        assert str(folder) not in found[name]["wrong"], "folders above ours are nobody's business"
        assert "\n" not in found[name]["wrong"]


def test_the_figures_of_two_players_are_those_of_the_report(site: Site) -> None:
    folder = ijk_arena(site.house.folder / "ijk")
    shown = Visitor(site).get("/data/arenas/ijk").json
    report = findings(folder).as_json()
    scores, ratings = ({bar["agent"]: bar for bar in bars["bars"]} for bars in shown["bars"])
    for place, row in enumerate(report["agents"]):
        for bar, figure in ((scores, row["score"]), (ratings, row["rating"]["elo"])):
            assert {name: bar[place][name] for name in figure} == figure
        assert shown["results"][shown["ranks"].index(place)] == list(row["results"].values())
    values = [scores[place]["value"] for place in shown["ranks"]]
    assert values == sorted(values, reverse=True), "the best agent is not the first"
    for pairing in report["pairings"]:
        row, column = (
            shown["ranks"].index(shown["agents"].index(pairing[name]))
            for name in ("first", "second")
        )
        value = pairing["score_percent"]["value"]
        assert shown["cross"][row][column]["percent"] == value
        assert shown["cross"][column][row]["percent"] == pytest.approx(100 - value)
        assert shown["cross"][row][column]["games"] == 2 * pairing["pairs"]
    assert all(shown["cross"][i][i] is None for i in range(3))
    assert len(shown["verdicts"]) == 3
    assert {verdict["kind"] for verdict in shown["verdicts"]} <= {"first", "second", "open"}


def test_the_figures_of_one_player_are_those_of_the_report(site: Site) -> None:
    folder = nasty_arena(site.house.folder / "nasty")
    shown = Visitor(site).get("/data/arenas/nasty").json
    report = findings(folder).as_json()
    lines, more = ({bar["agent"]: bar for bar in bars["bars"]} for bars in shown["bars"])
    for place, row in enumerate(report["agents"]):
        assert {name: lines[place][name] for name in row["mean"]} == row["mean"]
    assert {name: more[1][name] for name in ("value", "low", "high")} == report["agents"][1][
        "difference"
    ]
    assert list(more) == [1]
    assert shown["cross"] is shown["results"] is None
    assert shown["agents"][1] == NASTY
    assert shown["forfeits"] == [{"agent": 1, "games": 1, "cause": "crash", "example": NASTY}]


def test_curves_fall_where_games_ended_and_bins_count_differences(tmp_path: Path) -> None:
    scores = {0: [0, 5, 5, 9], 1: [0, 15, 0, 9]}
    games = [
        lines_game(i, agent, score) for agent in scores for i, score in enumerate(scores[agent])
    ]
    folder = bare_arena(tmp_path / "a", made_plan("greedy", "random"), games)
    shown = figures(findings(folder))
    assert shown["curves"][0] == {
        "agent": 0,
        "lines": [0, 1, 6, 10],  # who made 5 lines came to 5, and not to 6
        "percent": [100.0, 75.0, 25.0, 0.0],
    }
    (apart,) = shown["differences"]
    assert (apart["reach"], apart["better"], apart["worse"], apart["games"]) == (10, 1, 1, 4)
    bins = {i: count for i, count in enumerate(apart["counts"]) if count}
    assert bins == {5: 1, 10: 2, 19: 1}, "-5, twice 0, 10 between -10 and 10 in 20 bins"


def test_a_single_game_has_an_interval_without_end_and_is_json_still(site: Site) -> None:
    bare_arena(site.house.folder / "one", made_plan("greedy"), [lines_game(0, 0, 4)])
    (bars, _) = Visitor(site).get("/data/arenas/one").json["bars"]
    assert bars["bars"] == [{"agent": 0, "value": 4.0, "low": None, "high": None, "words": "4.0"}]


def test_the_games_of_a_cell_come_in_pages(site: Site) -> None:
    plan = replace(made_plan("greedy", "random", "first-fit", game="ijk"), games=60)
    results = [(1, 1), (1, -1), (-1, -1)]
    games = [game for bout in range(30) for game in pair(bout, 0, 1, results[bout % 3])]
    games += pair(0, 0, 2, (1, 1))
    bare_arena(site.house.folder / "a", plan, games)
    visitor = Visitor(site)
    pages = [
        visitor.get(f"/data/arenas/a/games?first=1&second=0&order=best&page={page}").json
        for page in (1, 2, 3, 9)
    ]
    assert [(page["games"], page["page"], page["pages"]) for page in pages] == [
        (60, 1, 3), (60, 2, 3), (60, 3, 3), (60, 3, 3),
    ]  # fmt: skip
    assert [len(page["rows"]) for page in pages] == [25, 25, 10, 10]
    rows = [row for page in pages[:3] for row in page["rows"]]
    ends = [row["end"] for row in rows]
    assert ends == ["won by random"] * 30 + ["won by greedy"] * 30
    assert all(sorted(row["players"]) == ["greedy", "random"] for row in rows)
    assert all(row["number"] is None for row in rows), "it keeps no records"
    alone = visitor.get("/data/arenas/a/games?first=2").json
    assert (alone["games"], alone["rows"][0]["seed"]) == (2, "1")


def test_games_that_tell_nothing_new_are_marked(site: Site) -> None:
    plan = made_plan("greedy", "random", game="ijk", games=6)
    games = [met(bout, *who, 1, digest) for bout, digest in ((0, "a" * 16), (1, "a" * 16))
             for who in ((0, 1), (1, 0))]  # fmt: skip
    games.append(met(2, 0, 1, 1))
    bare_arena(site.house.folder / "a", plan, games)
    found = Visitor(site).get("/data/arenas/a/games?first=0&second=1").json["rows"]
    assert [row["is_left_out"] for row in found] == [False, False, True, True, True]


QUESTIONS = {
    "first=7": "first: '7', expected a whole number, 0 to 1",
    "first=-1": "first: '-1', expected a whole number",
    "first=0&second=0": "second: 0, expected another agent of a game for two",
    "first=0&second=1": "second: 1, expected another agent of a game for two",
    "page=0": "page: '0', expected a whole number, 1 to",
    "page=9999999999999999999999": "expected a whole number",
    "page=%D9%A3": "expected a whole number",
    "order=sideways": "order: 'sideways', expected one of seed, best, worst",
}


def test_what_cannot_be_answered_says_what_is_expected(site: Site) -> None:
    nasty_arena(site.house.folder / "a", games=4)
    visitor = Visitor(site)
    for asked, words in QUESTIONS.items():
        answer = visitor.get(f"/data/arenas/a/games?{asked}")
        assert answer.status == 400, asked
        assert words in answer.json["trouble"], asked


def test_files_are_those_of_the_report(site: Site) -> None:
    folder = quintris_arena(site.house.folder / "Some Arena")
    found, visitor = findings(folder), Visitor(site)
    table = visitor.get("/data/arenas/some-arena/table.csv")
    games = visitor.get("/data/arenas/some-arena/games.csv")
    report = visitor.get("/data/arenas/some-arena/report.json")
    assert table.text == table_csv(found.plan, found.counted)
    assert games.text == games_csv(found.plan, found.counted)
    assert report.json == found.as_json()
    kept = [answer.headers["Content-Disposition"] for answer in (table, games, report)]
    assert kept == [
        f'attachment; filename="some-arena-{name}"'
        for name in ("table.csv", "games.csv", "report.json")
    ]
    assert table.headers["Content-Type"].startswith("text/csv")


def test_an_arena_that_is_played_on_is_told_again_and_only_then(site: Site) -> None:
    folder = site.house.folder / "a"
    visitor = Visitor(site)
    with closing(create(folder, PLAN)) as store:
        store.add([done(0, 0), done(0, 1)])
        first = visitor.get("/data/arenas/a").json
        assert (first["played"], first["is_running"]) == (2, True)
        same = visitor.get(f"/data/arenas/a?known={first['stamp']}").json
        assert same == {"stamp": first["stamp"]}
        store.add([done(1, 0)])
        second = visitor.get(f"/data/arenas/a?known={first['stamp']}").json
        assert (second["played"], second["is_running"]) == (3, True)
    third = visitor.get(f"/data/arenas/a?known={second['stamp']}").json
    assert (third["played"], third["is_running"], third["is_finished"]) == (3, False, False)


def test_reading_an_arena_keeps_nobody_waiting(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    nasty_arena(site.house.folder / "a", games=2)
    begun_reading, may_end, read = Event(), Event(), findings

    def slowly(folder: Path) -> Any:
        begun_reading.set()
        assert may_end.wait(20)
        return read(folder)

    monkeypatch.setattr(arenas, "findings", slowly)
    visitor, answers = Visitor(site), []
    asking = Thread(target=lambda: answers.append(visitor.get("/data/arenas/a").status))
    asking.start()
    try:
        assert begun_reading.wait(20)
        assert Visitor(site).get("/data/runs").status == 200
        assert not answers
    finally:
        may_end.set()
        asking.join()
    assert answers == [200]


PLANS = (
    made_plan("greedy", "exec:./my program", games=7, max_turns=123),
    replace(made_plan("greedy", "random", game="ijk:size=4", games=10), plies=Plies(3, 5)),
    replace(made_plan("greedy", "random"), is_until_sure=True, alpha=0.01, margin=2.5),
    replace(made_plan("greedy", "random", game="ijk"), is_until_sure=True, elo=1 / 3),
    replace(
        made_plan("greedy", game="tetris:height=10"),
        has_records=False,
        seconds_a_move=0.25,
        start_seconds=3.5,
        memory_mb=1_000_000,
        cpu_seconds=1_000_000,
        first_seed=10**12,
    ),
)


@pytest.mark.parametrize("plan", PLANS)
def test_the_command_that_repeats_an_arena_asks_for_the_same(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilefall.arena.prints.agent_print", lambda text, game: "")
    words = shlex.split(repeat_command(plan))
    assert words[:2] == ["tilefall", "arena"]
    given = arena_command.make_context("arena", words[2:]).params
    asked = {name: value for name, value in given.items() if value is not None}
    again = asked_plan(asked.pop("game"), asked.pop("agents"), asked)
    # what only counts until sure is not said otherwise
    same = {"prints": (), "elo": plan.elo} | (
        {} if plan.is_until_sure else {"alpha": plan.alpha, "margin": plan.margin}
    )
    if plan.players == 1:
        same |= {"plies": asdict(plan)["plies"]}
    expected = asdict(plan) | same
    found = asdict(again) | {name: value for name, value in same.items() if name != "elo"}
    if not (plan.is_until_sure and plan.players == 2):
        found["elo"] = plan.elo
    assert found == expected
