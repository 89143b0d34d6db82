"""The command bench arena: the same games both ways, and figures that belong together."""

from __future__ import annotations

import json

import pytest

from tests.test_cli import run
from tilefall.bench.arena import AGENTS

WORDS = ["bench", "arena", "--seconds", "0.1", "--jobs", "1"]


def test_both_ways_are_measured() -> None:
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


def test_the_text_has_the_same_figures() -> None:
    result = run(*WORDS)
    assert result.exit_code == 0, result.output
    assert result.stdout.count("games a second in an arena") == len(AGENTS)
    assert "greedy: " in result.stdout
