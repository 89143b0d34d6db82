"""The native module is compiled for the instruction sets that TILEFALL_ISAS names."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tilefall import _native
from tilefall.engines import EngineError
from tilefall.engines.native import Native, available_isas

IS_X86 = platform.machine().lower() in ("x86_64", "amd64")
ALL_ISAS = ["portable", "avx2", "avx512"] if IS_X86 else ["portable"]

pytestmark = pytest.mark.slow


@pytest.fixture
def cmake() -> str:
    here = str(Path(sys.executable).parent)
    found = shutil.which("cmake", path=here) or shutil.which("cmake")
    if found is None:
        pytest.skip("there is no CMake here")
    return found


def configured(cmake: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """What CMake says; it may end for want of nanobind once it has said which sets it takes."""
    command = [cmake, "-S", str(ROOT), "-B", str(folder), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def chosen_isas(cmake: str, folder: Path, *options: str) -> list[str]:
    said = configured(cmake, folder, *options).stdout
    line = re.search(r"^-- Instruction sets: (.*)$", said, re.M)
    assert line is not None, said
    return line[1].split(";")


def test_a_list_is_compiled_with_the_portable_set(cmake: str, tmp_path: Path) -> None:
    for isa in ALL_ISAS:
        wanted = ["portable", isa] if isa != "portable" else ["portable"]
        assert chosen_isas(cmake, tmp_path, f"-DTILEFALL_ISAS={isa}") == wanted
    assert chosen_isas(cmake, tmp_path, "-DTILEFALL_ISAS=all") == ALL_ISAS


def test_the_best_set_of_this_machine_is_compiled_by_default(cmake: str, tmp_path: Path) -> None:
    best = available_isas()[0]
    wanted = ["portable", best] if best != "portable" else ["portable"]
    assert chosen_isas(cmake, tmp_path) == wanted
    assert chosen_isas(cmake, tmp_path) == wanted  # once more in the same folder


def test_another_machine_is_not_asked_for_its_best_set(cmake: str, tmp_path: Path) -> None:
    other = ("-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={platform.machine()}")
    assert chosen_isas(cmake, tmp_path, *other) == ["portable"]


def test_an_unknown_set_is_refused_with_those_that_are_allowed(cmake: str, tmp_path: Path) -> None:
    done = configured(cmake, tmp_path, "-DTILEFALL_ISAS=portable;avx3")
    assert done.returncode != 0
    said = " ".join(done.stderr.split())
    allowed = f"native, all, or a list of {', '.join(ALL_ISAS)}."
    assert f'TILEFALL_ISAS names "avx3": allowed are {allowed}' in said


def test_a_set_that_was_left_out_is_an_error_that_says_how_to_have_it() -> None:
    left_out = _native.left_out_isas()
    assert not set(left_out) & set(available_isas())
    assert {*left_out, *available_isas()} <= set(ALL_ISAS)
    if not left_out:
        pytest.skip("every instruction set is compiled here")
    for isa in left_out:
        with pytest.raises(EngineError, match="TILEFALL_ISAS=all") as refused:
            Native(isa)
        assert f"instruction set '{isa}' was not compiled" in str(refused.value)
        assert f"only {', '.join(available_isas())};" in str(refused.value)
