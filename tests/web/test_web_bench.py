"""The bench of the web app: a small one runs, and what it counts is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner, Result

from tilefall.bench import web
from tilefall.bench.web import WebLoad, lateness, measure, missing, out_of_order
from tilefall.bench.web_clients import Plan, Seen, seed_of
from tilefall.cli import cli
from tilefall.commands.errors import NOT_MET


def test_a_few_watchers_see_every_position_once_and_in_order() -> None:
    found = measure(4, 2.0, patience=0.0)
    assert found.is_whole, found
    assert found.games == 3
    assert found.positions >= 16
    assert found.memory_start_mb > 1
    assert found.core_share > 0
    assert found.deaf_dropped_s is None  # it takes longer


def told(monkeypatch: pytest.MonkeyPatch, found: WebLoad) -> Result:
    monkeypatch.setattr(web, "measure", lambda *words: found)
    return CliRunner().invoke(cli, ["bench", "web"])


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
