"""Weights files: what they tell of their origin, genes, and every wrong field in one line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands.test_cli import run
from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.agents.course import CourseAgent
from tilefall.rules.dice import Dice
from tilefall.rules.game import BadText
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.course_values import BILLIARD, GENES, PUBLISHED_GENES
from tilefall.search.genes import named_genes, scaled_genes
from tilefall.search.linear import named_weights
from tilefall.search.provenance import Earlier, Provenance, Validation
from tilefall.search.weights_file import (
    BadWeights,
    Entry,
    MissingWeights,
    file_text,
    named_entry,
    parse_entries,
)
from tilefall.stats import Estimate

FIGURE = Estimate(3.5, 3.0, 4.25)
VALIDATION = Validation(200, 10, 50, FIGURE, FIGURE, FIGURE)
PROVENANCE = Provenance(
    command="tilefall train tetris",
    version="0.1.0",
    date="2026-01-31",
    game="tetris",
    agent="greedy",
    first_seed=100,
    last_seed=199,
    games=1000,
    validation=VALIDATION,
)
EARLIER = Earlier("low", "tilefall train tetris:height=8", "0.1.0", "2026-01-30", 500)
ENTRY = Entry("mine", "a try", "by hand", {"holes": -2.0, "wells": -1.0}, PROVENANCE)
NUMBERS = st.floats(-1e300, 1e300)


@pytest.mark.parametrize(
    "validation", [VALIDATION, replace(VALIDATION, deaths=7, lines_per_death=FIGURE), None]
)
def test_a_file_is_read_as_it_was_written(validation: Validation | None) -> None:
    entry = replace(ENTRY, provenance=replace(PROVENANCE, validation=validation))
    chained = replace(ENTRY, provenance=replace(PROVENANCE, earlier=(EARLIER, EARLIER)))
    assert parse_entries(file_text(chained), "here") == (chained,)
    assert "earlier" not in file_text(entry)
    bare = replace(ENTRY, provenance=None)
    assert parse_entries(file_text(entry, bare), "here") == (entry, bare)
    assert "provenance" not in file_text(bare)


def test_files_without_deaths_are_read_too() -> None:
    """Older files count none."""
    found = json.loads(file_text(ENTRY))
    for name in ("deaths", "lines_per_death"):
        del found[0]["provenance"]["validation"][name]
    assert parse_entries(json.dumps(found), "here") == (ENTRY,)


@given(st.dictionaries(st.sampled_from(["holes", "wells", "landing_height"]), NUMBERS))
def test_no_digit_of_a_number_is_lost(features: dict[str, float]) -> None:
    (found,) = parse_entries(file_text(replace(ENTRY, features=features)), "here")
    assert found.features == features


def changed(entry: Entry, path: str, value: object) -> str:
    """A file in which one field is another one, or is missing if the value is Ellipsis."""
    found: Any = json.loads(file_text(entry))
    *way, last = path.split(".")
    inner = found[0]
    for name in way:
        inner = inner[name]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return json.dumps(found)


PART = "provenance.validation"


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("name", ..., "expected name, about, source, features and maybe provenance"),
        ("more", 1, "expected name, about, source, features and maybe provenance"),
        ("name", "", "name, about and source must be texts"),
        ("about", 3, "name, about and source must be texts"),
        ("source", None, "name, about and source must be texts"),
        ("features", [1], "mine: features must be names with numbers"),
        ("provenance", None, "provenance: expected command, version, date, game, agent"),
        ("provenance", [], "provenance: expected command, version, date"),
        ("provenance.command", ..., "provenance: expected command, version, date"),
        ("provenance.more", 1, "provenance: expected command, version, date"),
        ("provenance.command", "", "provenance: command is ''"),
        ("provenance.version", 1, "provenance: version is 1"),
        ("provenance.game", None, "provenance: game is None"),
        ("provenance.agent", [], "provenance: agent is []"),
        ("provenance.date", "today", "date 'today', expected year-month-day"),
        ("provenance.first_seed", -1, "provenance: first_seed is -1"),
        ("provenance.first_seed", 1.0, "provenance: first_seed is 1.0"),
        ("provenance.first_seed", True, "provenance: first_seed is True"),
        ("provenance.last_seed", "9", "provenance: last_seed is '9'"),
        ("provenance.last_seed", 99, "seeds 100 to 99"),
        ("provenance.last_seed", 200, "the validation has seeds of the training"),
        ("provenance.last_seed", 10**400, "the validation has seeds of the training"),
        ("provenance.games", None, "provenance: games is None"),
        ("provenance.earlier", "low", "earlier is 'low', expected a list of trainings"),
        ("provenance.earlier", [3], "earlier: expected name, command, version, date, games"),
        ("provenance.earlier", [{"name": "low"}], "earlier: expected name, command, version"),
        ("provenance.earlier", [vars(EARLIER) | {"name": ""}], "earlier: name is ''"),
        ("provenance.earlier", [vars(EARLIER) | {"games": -1}], "earlier: games is -1"),
        ("provenance.earlier", [vars(EARLIER) | {"date": "now"}], "date 'now', expected year-mon"),
        (PART, [], "validation: expected first_seed, games, max_pieces, mean"),
        (f"{PART}.games", ..., "validation: expected first_seed, games, max_pieces, mean"),
        (f"{PART}.first_seed", 91, "the validation has seeds of the training"),
        (f"{PART}.max_pieces", -5, "validation: max_pieces is -5"),
        (f"{PART}.mean", 4, "mean: expected value, low, high"),
        (f"{PART}.median.low", ..., "median: expected value, low, high"),
        (f"{PART}.alive_percent.high", "all", "alive_percent: high is 'all'"),
        (f"{PART}.mean.value", float("nan"), "mean: value is nan"),
        (f"{PART}.mean.value", float("inf"), "mean: value is inf"),
        (f"{PART}.mean.value", True, "mean: value is True"),
        (f"{PART}.deaths", -1, "validation: deaths is -1"),
        (f"{PART}.deaths", 1.5, "validation: deaths is 1.5"),
        (f"{PART}.lines_per_death", 4, "lines_per_death: expected value, low, high"),
    ],
)
def test_every_wrong_field_is_told_in_a_line(
    path: str, value: object, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    file.write_text(changed(ENTRY, path, value))
    with pytest.raises(BadWeights) as error:
        named_weights(str(file))
    assert str(error.value).startswith(f"{file}, entry 1")
    assert told in str(error.value)
    result = run("watch", "tetris", "--quiet", "--agent", f"greedy:weights={file}")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: {error.value}\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "expected JSON"),
        (b"[" * 100_000, "expected JSON"),
        (b"\xff", "not UTF-8, expected JSON"),
        (b"{}", "expected a list"),
        (b"[]", "expected a list of one evaluator, it has none"),
        (file_text(ENTRY, ENTRY).encode(), "expected a list of one evaluator, it has mine, mine"),
        (changed(ENTRY, "features.holes", float("inf")).encode(), "weight inf of holes, expected"),
        (changed(ENTRY, "features.holes", None).encode(), "weight None of holes"),
        (changed(ENTRY, "features", {}).encode(), "all weights are 0"),
        (changed(ENTRY, "features.hollows", 1).encode(), "feature 'hollows', allowed are landing"),
    ],
    ids=range(10),
)
def test_what_is_no_file_of_weights(content: bytes, told: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(content)
    with pytest.raises(BadWeights, match=told) as error:
        named_weights(str(file))
    assert str(error.value).startswith(f"{file}")
    assert "\n" not in str(error.value)


def test_weights_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(MissingWeights, match="expected a file or one of dellacherie, bcts"):
        named_weights("nothing")
    with pytest.raises(MissingWeights, match=r"weights 'nothing', expected a file$"):
        named_entry("nothing", ())
    result = run("watch", "tetris", "--agent", "course-genetic:weights=nothing")
    assert result.exit_code == 3
    assert "weights 'nothing', expected a file" in result.stderr


def genes_file(folder: Path, **genes: float) -> Path:
    path = folder / "genes.json"
    path.write_text(file_text(Entry("genes", "to test with", "none", genes)))
    return path


def course(text: str) -> CourseAgent:
    found = agent(text, Tetris())
    assert isinstance(found, CourseAgent)
    return found


def test_the_genetic_program_plays_with_the_genes_of_a_file(tmp_path: Path) -> None:
    path = genes_file(tmp_path, complete_rows=3, bumpiness=-1.5)
    found = course(f"course-genetic:weights={path},variant=published")
    assert found.program.genes == (0, BILLIARD, 0, -BILLIARD // 2)
    assert found.program.variant == "published"
    assert course("course-genetic").program.genes == PUBLISHED_GENES
    assert named_genes(str(path)).name == "genes"


def test_the_genes_of_its_author_in_a_file_change_nothing(tmp_path: Path) -> None:
    """Scaled to their largest they choose the same moves."""
    genes = dict(zip(GENES, PUBLISHED_GENES, strict=True))
    mine = course(f"course-genetic:weights={genes_file(tmp_path, **genes)}")
    author = course("course-genetic")
    state, dice = Tetris().start(Dice(4)), Dice(4)
    for _ in range(40):
        move = author.choose(state, Limit())
        assert mine.choose(state, Limit()) == move
        state = state.play(move).draw(dice)


@pytest.mark.parametrize(
    ("genes", "told"),
    [
        ({"holes": 1.0}, "genes: feature 'holes', allowed are summed_heights, complete_rows"),
        ({"bumpiness": 0.0}, "genes: all weights are 0, expected one that is not"),
        ({"bumpiness": float("inf")}, "genes: weight inf of bumpiness, expected a finite number"),
    ],
)
def test_wrong_genes_are_told(genes: dict[str, float], told: str, tmp_path: Path) -> None:
    path = genes_file(tmp_path, **genes)
    with pytest.raises(BadWeights) as error:
        named_genes(str(path))
    assert str(error.value).startswith(f"{path}, {told}")


def test_other_course_programs_have_no_weights_to_give() -> None:
    with pytest.raises(BadText, match="agent course-sum has no parameter 'weights'"):
        agent("course-sum:weights=x", Quintris())


def test_genes_are_explained(tmp_path: Path) -> None:
    path = genes_file(tmp_path, complete_rows=1, bumpiness=-0.25)
    position = "tetris:width=4,height=4 xx2 O - 0-1-0-0-0-0-0 0 0"
    found = run("explain", position, "--agent", f"course-genetic:weights={path}", "--json")
    assert found.exit_code == 0, found.output
    best = json.loads(found.stdout)["candidates"][0]
    assert best["features"] == {"complete_rows": [1, 1], "bumpiness": [1, -0.25]}
    assert best["value"] == pytest.approx(0.75)
    text = run("explain", position, "--agent", f"course-genetic:weights={path}").stdout
    assert "complete rows 1 x 1, bumpiness 1 x -0.25" in text


def test_a_whole_number_may_be_larger_than_any_float() -> None:
    assert scaled_genes({"bumpiness": 10**400, "complete_rows": -(10**400) // 2})[1:] == (
        -BILLIARD // 2,
        0,
        BILLIARD,
    )


@given(st.lists(NUMBERS, min_size=4, max_size=4))
def test_genes_keep_their_proportions(values: list[float]) -> None:
    if not any(values):
        return
    found = scaled_genes(dict(zip(GENES, values, strict=True)))
    largest = max(map(abs, values))
    assert max(map(abs, found)) == BILLIARD
    for whole, value in zip(found, values, strict=True):
        assert whole == pytest.approx(value / largest * BILLIARD, abs=1)
