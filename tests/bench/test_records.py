"""Records: shipped weights say where they come from, and are as good as they say on other seeds."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tilefall.bench import records as bench
from tilefall.bench.records import Remeasured, measure, records
from tilefall.cli import cli
from tilefall.play.duel import Duel, Pair, play_pair
from tilefall.play.openings import Opening
from tilefall.search.ijk_network import shipped_network
from tilefall.search.linear import linear
from tilefall.search.provenance import DuelValidation, Provenance, Validation
from tilefall.search.weights_file import Entry
from tilefall.stats import Estimate, per_death
from tilefall.train import judging
from tilefall.train.judging import judged
from tilefall.train.seeds import RECORDS_SEED
from tilefall.train.workers import LocalWorkers

FALLING = [name for name, record in records().items() if isinstance(record.validation, Validation)]
DUELS = [name for name in records() if name not in FALLING]


def shown(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["bench", "records", *words])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("name", records())
def test_no_seed_was_used_for_two_things(name: str) -> None:
    record = records()[name]
    origin, validation = record.provenance, record.validation
    assert origin.last_seed < validation.first_seed
    assert validation.last_seed < RECORDS_SEED


@pytest.mark.parametrize("name", FALLING)
def test_shipped_weights_are_as_good_as_they_say(name: str) -> None:
    found = measure(name, 100, RECORDS_SEED, LocalWorkers(2))
    assert found.agrees, found
    assert isinstance(found.found, Validation)
    assert (found.found.first_seed, found.found.games) == (RECORDS_SEED, 100)


def test_networks_of_ijk_are_measured_in_duels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "judged", lambda network, seed, pairs: duel(seed, pairs, 80.0))
    origin = Provenance("c", "v", "2026-01-01", "ijk", "alphabeta", 1, 2, 3, duel(9, 50, 82.0))
    network = replace(shipped_network("deterministic"), provenance=origin)
    monkeypatch.setattr(bench, "shipped_network", lambda mode: network)
    found = measure("ijk-deterministic", 30, 77, LocalWorkers(1))
    assert found.found == duel(77, 15, 80.0)
    assert found.agrees


def duel(first_seed: int, pairs: int, score: float) -> DuelValidation:
    return DuelValidation(first_seed, pairs, "random", 4, Estimate(score, score - 4, score + 4))


def test_a_network_is_judged_with_both_colours_from_openings_of_its_seeds() -> None:
    network = shipped_network("deterministic")
    found = judged(network, 2_000_000_000, 1)
    assert found == judged(network, 2_000_000_000, 1)
    assert (found.pairs, found.opponent) == (1, "alphabeta:evaluation=terms")
    assert found.score_percent.value in (0, 25, 50, 75, 100)


def test_pairs_that_tell_nothing_new_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs: list[Pair] = []

    def first_again(duel: Duel, opening: Opening) -> Pair:
        pairs.append(pairs[0] if pairs else play_pair(duel, opening))
        return pairs[-1]

    monkeypatch.setattr(judging, "play_pair", first_again)
    found = judged(shipped_network("deterministic"), 2_000_000_000, 3)
    assert (len(pairs), found.pairs) == (3, 1)


def falling(mean: float, error: float) -> Validation:
    figure = Estimate(mean, mean - 1.96 * error, mean + 1.96 * error)
    return Validation(1, 100, 1000, figure, figure, figure)


@pytest.mark.parametrize(
    ("found", "agrees"), [(100.0, True), (114.0, True), (86.0, True), (115.0, False), (85.0, False)]
)
def test_two_measurements_may_differ_by_some_errors_of_both(found: float, agrees: bool) -> None:
    """Three and a half times the error of the difference: hypot(3, 2.8) = 4.1."""
    record = Remeasured("n", "tetris", "greedy", "c", falling(100, 3), falling(found, 2.8))
    assert record.agrees is agrees


@pytest.mark.parametrize(
    ("lines", "deaths", "agrees"), [(1e9, 4, True), (4e8, 4, True), (5e7, 4, False), (2e9, 9, True)]
)
def test_lines_per_death_are_compared_where_both_are_known(
    lines: float, deaths: int, agrees: bool
) -> None:
    """The mean of capped games says nothing: it is that of the cap."""
    told = replace(falling(100, 1), deaths=100, lines_per_death=per_death(2.5e10, 100))
    again = replace(falling(500, 1), deaths=deaths, lines_per_death=per_death(lines, deaths))
    assert Remeasured("n", "tetris", "greedy", "c", told, again).agrees is agrees


@pytest.mark.parametrize(("lines", "agrees"), [(7e9, True), (9e9, False)])
def test_a_measurement_without_a_death_is_as_unlikely_as_it_is_long(
    lines: float, agrees: bool
) -> None:
    """Some 2,500 deaths in 2.5e12 lines: at most 1.04e9 lines a death, of which 7.7 may go by."""
    told = replace(falling(100, 1), deaths=2500, lines_per_death=per_death(2.5e12, 2500))
    again = replace(falling(lines / 100, 1), deaths=0, lines_per_death=None)
    assert Remeasured("n", "tetris", "greedy", "c", told, again).agrees is agrees


@pytest.mark.parametrize(
    ("games", "pieces", "count"),
    [(100, math.inf, 100), (10**9, math.inf, 2000), (100, 1e5, 68), (100, 10, 2)],
)
def test_a_part_of_a_record_is_limited_in_games_and_pieces(
    games: int, pieces: float, count: int
) -> None:
    """484.7 lines a game on 15 columns, with pieces of five cells: 1,454 pieces a game."""
    assert records()["quintris-lookahead"].part(games, pieces) == count


def test_fewer_pieces_are_fewer_games() -> None:
    code, out, err = shown("quintris-lookahead", "--pieces", "15000")
    assert code == 0, err
    assert "; 10 games, seeds" in out


def test_a_processor_plays_no_more_pieces_than_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PIECES", 4500)
    assert "; 3 games, seeds" in shown("quintris-lookahead")[1]
    assert "; 10 games, seeds" in shown("quintris-lookahead", "--pieces", "15000")[1]


def test_weights_that_are_not_as_their_file_says_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    name = FALLING[0]
    record = records()[name]
    assert isinstance(record.validation, Validation)
    better = replace(record.validation, mean=Estimate(10**6, 10**6 - 1, 10**6 + 1))
    monkeypatch.setattr(bench, "records", lambda: {name: replace(record, validation=better)})
    code, out, _ = shown(name, "--games", "5")
    assert code == 4
    assert "NOT as its file says" in out


def test_the_command_tells_both_figures() -> None:
    name = FALLING[0]
    code, out, err = shown(name, "--games", "20", "--first-seed", "5")
    assert code == 0, err
    first, file, again = out.splitlines()
    assert first.endswith("as its file says")
    assert "  file   mean " in file
    assert "  again  lines per death " in again  # some games are alive at the cap
    assert "20 games, seeds 5 to 24" in again
    code, out, _ = shown(name, "--games", "20", "--first-seed", "5", "--json")
    (found,) = json.loads(out)
    assert (found["name"], found["found"]["games"], found["agrees"]) == (name, 20, True)


def test_records_that_are_not_there() -> None:
    code, out, err = shown("mine")
    assert (code, out) == (3, "")
    assert err == f"Error: No record of 'mine'. There are {', '.join(records())}.\n"


@pytest.mark.parametrize("name", FALLING)
def test_every_agent_can_play_with_them(name: str) -> None:
    entry = records()[name].weights
    assert isinstance(entry, Entry)
    if "bumpiness" not in entry.features:
        assert any(linear(entry, name).weights)
