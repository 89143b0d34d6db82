"""The page of solved games: plain retrograde analysis finds its figures where that is quick."""

from __future__ import annotations

import re

import pytest

from tests import ROOT
from tests.search.retrograde import WIN, retrograde
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import WINNING, Ijk, IjkState

PAGE = ROOT / "docs" / "ijk-solved.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if re.match(r"\| [2-8]", line)
]
COUNTED = [row for row in ROWS if "solve" not in row[-1]]
SOLVED = [row for row in ROWS if "solve" in row[-1]]
QUICK = 10_000  # positions of a game


def games(sizes: str, letters: str) -> list[Ijk]:
    """The games of a row such as "2 to 8 | B" or "5, 6 | C"."""
    first, *more = map(int, re.findall(r"\d+", sizes))
    every = range(first, more[-1] + 1) if " to " in sizes else [first, *more]
    low, high = letters[0], letters[-1]
    return [Ijk(n, winning=letter) for n in every for letter in WINNING if low <= letter <= high]


def number(cell: str) -> int:
    return int(re.sub(r"\D", "", cell) or 0)


def first_of(game: Ijk) -> IjkState:
    return game.start(Dice(1))  # the same for all dice (I2)


@pytest.mark.parametrize("row", SOLVED, ids=lambda row: f"{row[0]} {row[1]}")
def test_outcomes_are_those_of_retrograde_analysis(row: list[str]) -> None:
    sizes, letters, outcome, slides, _, _, command = row
    assert outcome == ("- wins" if slides else "a tie")
    assert f"size={sizes[0]}" in command
    if not 0 < number(slides) <= 9:
        return
    for game in games(sizes, letters):
        first = first_of(game)
        assert retrograde(first, number(slides))[first].value == number(slides) - WIN


@pytest.mark.parametrize("row", COUNTED, ids=lambda row: f"{row[0]} {row[1]}")
def test_counts_are_those_of_retrograde_analysis(row: list[str]) -> None:
    sizes, letters, *figures = row
    positions, won, lost, tied, longest = map(number, figures)
    assert won + lost + tied == positions
    if positions > QUICK:
        return
    for game in games(sizes, letters):
        first = first_of(game)
        known = retrograde(first)
        values = [(1 - 2 * s.player) * known[s].value for s in known if not s.is_over]
        assert len(values) == positions
        assert sum(value > 0 for value in values) == won
        assert sum(value < 0 for value in values) == lost
        assert known[first].longest == longest


def test_the_page_has_rows() -> None:
    assert len(SOLVED) == 11
    assert len(COUNTED) == 9
