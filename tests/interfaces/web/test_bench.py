"""The bench of the web app: a small one runs, and what it counts is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner, Result

from tilefall.agents.agent import UnknownName
from tilefall.bench import web
from tilefall.bench.web import WebLoad, lateness, measure, missing, out_of_order
from tilefall.bench.web_clients import Plan, Seen, seed_of
from tilefall.bench.web_server import NoServer
from tilefall.cli import cli
from tilefall.errors import NOT_MET


def test_a_few_watchers_see_every_position_once_and_in_order() -> None:
    found = measure(4, 2.0, patience=0.0)
    assert found.is_whole, found
    assert found.games == 3
    assert found.positions >= 16
    assert found.memory_start_mb > 1
    assert found.core_share > 0
    assert found.deaf_dropped_s is None  # it takes longer


def told(monkeypatch: pytest.MonkeyPatch, found: WebLoad, *words: str) -> Result:
    monkeypatch.setattr(web, "measure", lambda *words: found)
    return CliRunner().invoke(cli, ["bench", "web", *words])


def test_the_command_tells_whether_the_goal_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    good = WebLoad(50, 10.0, 26, 1900, 0, 0, 0, 1.0, 5.0, 99.0, 200, 500, 0.4, 40, 90, 0.0, 10.5)
    assert told(monkeypatch, good).exit_code == 0
    assert "99.0 ms" in told(monkeypatch, good).stdout
    for bad in (
        replace(good, missing=1),
        replace(good, out_of_order=1),
        replace(good, failed=1),
        replace(good, slowest_late_ms=100.0),
        replace(good, deaf_dropped_s=None),
    ):
        assert told(monkeypatch, bad).exit_code == NOT_MET


def test_what_is_lost_twice_or_late_is_counted() -> None:
    assert missing([3, 4, 6]) == 1
    assert missing([]) == 0
    assert out_of_order([0, 1, 2, 2, 1, 3]) == 2
    late = lateness(Seen(1, [0, 1, 2, 3], [4.9, 5.0, 5.9, 6.0]), speed=2.0)
    assert late == pytest.approx([0.0, 0.4, 0.0])


def test_half_of_the_watchers_see_the_same_game() -> None:
    plan = Plan("", "", 10, 1.0, 0.0, "", "", 7)
    seeds = [seed_of(plan, number) for number in range(10)]
    assert seeds.count(7) == 5
    assert len(set(seeds)) == 6


def test_who_cannot_play_is_told_before_anything_is_measured() -> None:
    with pytest.raises(UnknownName, match='No agent "nobody" for quintris'):
        measure(1, 2.0, agent="nobody")


def test_where_nobody_sees_a_game_there_are_no_figures() -> None:
    with pytest.raises(NoServer, match=r"nobody saw a game: .* no parameter 'weights'"):
        measure(1, 2.0, agent="greedy:weights=quintris-greedy", patience=0.0)


def test_a_soak_is_judged_by_memory_and_by_what_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    late = WebLoad(50, 60.0, 26, 1900, 0, 0, 0, 1.0, 5.0, 900.0, 200, 500, 0.4, 40, 90, 0.1, 10.5)
    soak = ("--soak", "1")
    assert told(monkeypatch, late, *soak).exit_code == 0
    assert told(monkeypatch, replace(late, memory_mb_per_minute=2.0), *soak).exit_code == NOT_MET
    assert told(monkeypatch, replace(late, missing=1), *soak).exit_code == NOT_MET
