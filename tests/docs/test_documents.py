"""The pages are true: their examples run, and rules, code and tests cite each other."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import ROOT
from tests.search.retrograde import WIN, retrograde
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import WINNING, Ijk, IjkState

PAGES = [
    *sorted((ROOT / "docs" / "rules").glob("*.md")),
    ROOT / "docs" / "animated.md",
    ROOT / "docs" / "features.md",
    ROOT / "docs" / "ijk.md",
    ROOT / "docs" / "search.md",
]
MAPS = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
    ROOT / "native" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
SOURCES = ("bench", "docs", "examples", "native", "src", "tests", "tools")
# code or a folder, perhaps without the folders before it: `search/root.cpp`, `tables*.hpp`
NAMED = re.compile(r"`([\w./*-]+(?:\.(?:py|hpp|cpp|cuh?|js|css)|/))`")
OF_USERS = {"my_agent.py", "arenas/", "checkpoints/", "runs/"}
CODE = sorted(
    path
    for folder, endings in {"src": (".py", ".pyi"), "native": (".hpp", ".cpp", ".cu")}.items()
    for path in (ROOT / folder).rglob("*")
    if path.suffix in endings
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))
# A animated play, C course features, D dice, E features, F falling, I IJK, J IJK searches,
# M Marathon, N notation, Q Quintris, S search, T Tetris
LETTERS = "ACDEFIJMNQST"
RULE = rf"[{LETTERS}][1-9][0-9]?"
# a citation stands between brackets: (F6), (F4, F5), (docs/features.md, E1 to E11)
CITATION = re.compile(rf"\((?:\w+/[\w/.]+, )?({RULE}(?:(?:, | to | and ){RULE})*)\)")


def page_name(path: Path) -> str:
    return path.name


def rules_in(text: str) -> set[str]:
    """Every rule of a list such as "F4, F5" or "E1 to E11".

    >>> sorted(rules_in("F9 to F11, Q5"))
    ['F10', 'F11', 'F9', 'Q5']
    """
    found = set(re.findall(rf"\b{RULE}\b", text))
    for letter, first, last in re.findall(rf"\b([{LETTERS}])([0-9]+) to \1([0-9]+)\b", text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found


def rules_of(page: str) -> list[str]:
    """The rules that a page defines, each in a heading or as a bold item."""
    return re.findall(rf"^(?:#+ |[*-] \*\*|\*\*)({RULE})\b", page, re.M)


def citations(path: Path) -> set[str]:
    return set().union(*(rules_in(found) for found in CITATION.findall(path.read_text("utf-8"))))


def rules_under_test() -> Iterator[str]:
    """The rules that tests name, in their names or in their docstrings."""
    for path in TESTS:
        text = path.read_text("utf-8")
        for name in re.findall(r"def (test_\w+)", text):
            yield from (
                rule.upper() for rule in re.findall(rf"(?<=_){RULE.lower()}(?=_|$)", name.lower())
            )
            if ranged := re.search(rf"_([{LETTERS.lower()}])(\d+)_to_\1(\d+)_", name):
                letter, first, last = ranged.groups()
                yield from (f"{letter.upper()}{i}" for i in range(int(first), int(last) + 1))
        for docstring in re.findall(r'def test_[^"]*?:\n    """(.*?)"""', text, re.S):
            yield from rules_in(docstring)


DEFINED = {str(path): rules_of(path.read_text("utf-8")) for path in PAGES}
ALL_RULES = {rule for rules in DEFINED.values() for rule in rules}


@pytest.mark.parametrize("path", PAGES, ids=page_name)
def test_examples_of_a_page_run(path: Path) -> None:
    """The python blocks of a page, one after another, as one session."""
    text = path.read_text("utf-8")
    runner = doctest.DocTestRunner()
    session: dict[str, object] = {}
    for block in re.finditer(r"^```python\n(.*?)^```", text, re.M | re.S):
        if ">>>" not in block[1]:
            continue
        line = text[: block.start(1)].count("\n")
        example = doctest.DocTestParser().get_doctest(block[1], session, path.name, str(path), line)
        runner.run(example, clear_globs=False)
        session = example.globs
    results = runner.summarize(verbose=False)
    assert results.failed == 0


def test_the_pages_number_their_rules_from_one_on() -> None:
    letters = {rule[0] for rule in ALL_RULES}
    assert letters == set(LETTERS)
    for name, rules in DEFINED.items():
        for letter in {rule[0] for rule in rules}:
            numbered = [rule for rule in rules if rule[0] == letter]
            assert numbered == [f"{letter}{i}" for i in range(1, len(numbered) + 1)], name
    assert len(ALL_RULES) == sum(map(len, DEFINED.values()))


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_rule_that_code_cites_is_in_the_pages(path: Path) -> None:
    assert citations(path) - ALL_RULES == set()


def test_citations_are_found_in_python_and_native_code() -> None:
    """The check above would pass for a pattern that matches nothing."""
    found = {path.name: citations(path) for path in CODE}
    assert found["falling.py"] >= {"F3", "F4", "F5", "F6", "F7", "F8", "F9"}
    assert found["reach.hpp"] >= {"F4", "F5", "F9", "Q5"}
    assert found["features.py"] >= {f"E{number}" for number in range(1, 12)}


def test_every_rule_of_the_pages_is_cited_by_a_test() -> None:
    assert ALL_RULES - set(rules_under_test()) == set()


@pytest.mark.parametrize("path", PAGES, ids=page_name)
def test_rules_and_pages_that_a_page_points_to_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    assert rules_in(" ".join(CITATION.findall(text))) - ALL_RULES == set()
    for link in re.findall(r"\]\(([\w./-]+)\)", text):
        assert (path.parent / link).exists(), link


@cache
def places() -> str:
    """The paths of all sources, one a line; those of folders end with a slash."""
    found = [path for folder in SOURCES for path in (ROOT / folder).rglob("*")]
    lines = (f"/{path.relative_to(ROOT)}{'/' if path.is_dir() else ''}" for path in found)
    return "\n".join(("", *lines, *(f"/{folder}/" for folder in SOURCES), ""))


@pytest.mark.parametrize("path", MAPS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_folders_that_a_document_names_exist(path: Path) -> None:
    for name in {*NAMED.findall(path.read_text("utf-8"))} - OF_USERS:
        tail = re.escape(name).replace(r"\*", "[^/\n]*")
        assert re.search(rf"/{tail}\n", places()), name


def test_names_of_files_and_folders_are_found_in_documents() -> None:
    """The check above would pass for a pattern that matches nothing."""
    found = NAMED.findall("`gpu/population.cu`, `docs/gpu.md`, `tables*.hpp` and `native/tests/`")
    assert found == ["gpu/population.cu", "tables*.hpp", "native/tests/"]


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
