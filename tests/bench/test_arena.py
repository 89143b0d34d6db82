"""The command bench arena: the same games both ways, and figures that belong together."""

from __future__ import annotations

import json

import pytest

from tests.bench.measured_once import measure_once
from tests.commands.test_cli import run
from tilefall.bench import arena as bench
from tilefall.bench.arena import AGENTS

WORDS = ["bench", "arena", "--seconds", "0.1", "--jobs", "1"]


def test_both_ways_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    measure_once(monkeypatch, bench)
    monkeypatch.setattr(bench, "MAX_PIECES", 100)
    result = run(*WORDS, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert [each["agent"] for each in found] == list(AGENTS)
    for each in found:
        assert each["games"] >= 8
        assert each["jobs"] == 1
        ratio = each["arena_games_per_s"] / each["native_games_per_s"]
        assert each["ratio"] == pytest.approx(ratio)
        assert 0 < ratio < 2
    text = run(*WORDS).stdout
    assert text.count("games a second in an arena") == len(AGENTS)
    for each in found:
        assert f"{each['agent']}: {each['games']:,} games of quintris, 1 jobs\n" in text
        assert f" {each['arena_games_per_s']:,.1f}\n" in text
