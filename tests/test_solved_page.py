"""The page of solved games: its figures are those that the solver finds, where that is quick."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilefall.engines.native import Native
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import WINNING, Ijk
from tilefall.search.solving import Solution, Solver

PAGE = Path(__file__).parents[1] / "docs" / "ijk-solved.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if re.match(r"\| [2-8]", line)
]
SOLVED = [row for row in ROWS if len(row) == 7]
COUNTED = [row for row in ROWS if len(row) == 8]
QUICK = 1_000_000  # positions


def games(sizes: str, letters: str) -> list[Ijk]:
    """The games of a row such as "2 to 8 | B" or "5, 6 | C"."""
    first, *more = map(int, re.findall(r"\d+", sizes))
    every = range(first, more[-1] + 1) if " to " in sizes else [first, *more]
    low, high = letters[0], letters[-1]
    return [Ijk(n, winning=letter) for n in every for letter in WINNING if low <= letter <= high]


def number(cell: str) -> int:
    return int(re.sub(r"\D", "", cell) or 0)


def solver(game: Ijk, mebibytes: int) -> Solver:
    return Solver(game.start(Dice(1)), mebibytes, Native())


@pytest.mark.parametrize("row", SOLVED, ids=lambda row: f"{row[0]} {row[1]}")
def test_outcomes_are_those_of_the_solver(row: list[str]) -> None:
    sizes, letters, outcome, slides, searched, _, command = row
    assert outcome in ("- wins", "a tie")
    assert f"size={sizes[0]}" in command
    if number(searched) > QUICK:
        return
    for game in games(sizes, letters):
        found = solver(game, 64).solved()
        assert isinstance(found, Solution)
        assert found.outcome == (-1 if outcome == "- wins" else 0)
        assert found.slides == number(slides)


@pytest.mark.parametrize("row", COUNTED, ids=lambda row: f"{row[0]} {row[1]}")
def test_counts_are_those_of_the_solver_in_the_memory_of_the_page(row: list[str]) -> None:
    sizes, letters, *figures = row
    positions, won, lost, tied, longest, mebibytes = map(number, figures)
    assert won + lost + tied == positions
    if positions > QUICK:
        return
    for game in games(sizes, letters):
        census = solver(game, mebibytes).census()
        assert (census.positions, census.won, census.lost) == (positions, won, lost)
        assert (census.tied, census.longest) == (tied, longest)


def test_the_page_has_rows() -> None:
    assert len(SOLVED) >= 10
    assert len(COUNTED) >= 8
