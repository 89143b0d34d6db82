"""Mutations can be applied, name tests that exist, and leave out no folder of the package."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tilefall
from tests.test_layers import LAYERS
from tools import mutants

MUTANTS = mutants.read_mutants()
PACKAGE = Path(tilefall.__file__).parent
FOLDERS = {path.parent for path in PACKAGE.rglob("*.py") if path.name != "__init__.py"}
FILES = {PACKAGE / f"{layer}.py" for layer in LAYERS if layer != "__main__"}


def named(mutant: mutants.Mutant) -> str:
    return f"{mutant.file}: {mutant.about}"


def test_there_are_enough_and_each_is_described_once() -> None:
    assert len(MUTANTS) >= 40
    assert sum(mutant.is_native for mutant in MUTANTS) >= 6
    assert len({mutant.about for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=named)
def test_a_mutation_can_be_applied_and_its_tests_exist(mutant: mutants.Mutant) -> None:
    assert not mutant.fault
    if mutant.file.endswith(".py"):
        ast.parse((mutants.ROOT / mutant.file).read_text().replace(mutant.text, mutant.replacement))
    assert mutant.tests
    for test in mutant.tests:
        file, _, name = test.partition("::")
        source = (mutants.ROOT / file).read_text()
        functions = {
            each.name for each in ast.walk(ast.parse(source)) if isinstance(each, ast.FunctionDef)
        }
        assert name.partition("[")[0] in functions if name else ">>> " in source


def test_no_folder_is_left_out() -> None:
    changed = {mutants.ROOT / mutant.file for mutant in MUTANTS}
    assert sorted(FOLDERS - {PACKAGE} - {path.parent for path in changed}) == []
    assert sorted(path for path in FILES - changed if path.is_file()) == []


MADE_UP = """
[[mutant]]
about = "every column is a column of numbers"
file = "src/tilefall/tables.py"
text = '"-:"[i >= left]'
replacement = '"-:"[1]'
tests = ["src/tilefall/tables.py"]

[[mutant]]
about = "nothing is wrong"
file = "src/tilefall/tables.py"
text = "Tables: rows of words"
replacement = "Rows of words"
tests = ["src/tilefall/tables.py"]

[[mutant]]
about = "it cannot be applied"
file = "src/tilefall/tables.py"
text = "def "
replacement = "async def "
tests = ["src/tilefall/tables.py"]
"""


@pytest.mark.slow
def test_what_survives_or_cannot_be_applied_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mutants.toml").write_text(MADE_UP)
    monkeypatch.setattr(mutants, "MUTANTS", tmp_path / "mutants.toml")
    before = (PACKAGE / "tables.py").read_bytes()
    assert mutants.main(["1", "2", "--jobs", "1"]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first.split()[:2] == ["1", "caught"]
    assert first.endswith(" s  src/tilefall/tables.py: every column is a column of numbers")
    assert second.split()[:2] == ["2", "survived"]
    assert last == "2 mutants: 1 caught, 1 survived"
    assert mutants.main(["1", "--jobs", "1"]) == 0
    capsys.readouterr()
    assert mutants.main([]) == 1
    told = capsys.readouterr().out
    assert told == (
        "3 it cannot be applied: the text occurs 2 times in src/tilefall/tables.py, expected once\n"
    )
    assert mutants.main(["nowhere"]) == 1
    assert (PACKAGE / "tables.py").read_bytes() == before
