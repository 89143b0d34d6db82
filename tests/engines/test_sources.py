"""What differs between compilers and processors stands in base/ alone, and kernels run anywhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from tools.prepare_tests import find_clang

from tests import ROOT

NATIVE = ROOT / "native"
INCLUDE = NATIVE / "include"
BASE = INCLUDE / "tilefall" / "base"
SOURCES = sorted(
    path
    for path in NATIVE.rglob("*")
    if path.suffix in (".hpp", ".cpp", ".cu", ".cuh") and BASE not in path.parents
)
# Where the hot path is compiled: for processors by folder, and for the GPU.
ROOTS = ("search/kernels.cpp", "ijk/kernels.cpp", "env/kernels.cpp", "gpu/games.hpp")

PECULIAR = re.compile(
    r"""__builtin_\w+ | __atomic_\w+ | __sync_\w+ | __int128 | \basm\b | __asm\w*
    | \b_mm\w* | \b__m(?:128|256|512|mask)\w* | \b_p(?:dep|ext)_\w+
    | <(?:\w*intrin|arm_neon|cpuid|wasm_simd128)\.h>""",
    re.VERBOSE,
)
FORBIDDEN = {
    *("thread", "atomic", "chrono", "mutex", "condition_variable", "future", "stop_token"),
    *("shared_mutex", "semaphore", "ctime", "time.h", "pthread.h", "Python.h"),
}
INCLUDED = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)


def code_of(path: Path) -> str:
    """A source without its comments."""
    return re.sub(r"//.*|/\*.*?\*/", "", path.read_text())


def reached(root: str) -> list[Path]:
    """A source and all of ours that it includes by any way."""
    waiting, seen = [INCLUDE / "tilefall" / root], list[Path]()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.append(path)
            waiting += [INCLUDE / own for _, own in INCLUDED.findall(path.read_text()) if own]
    return seen


def inclusions(root: str) -> list[tuple[Path, str]]:
    """The standard headers that a source includes by any way, and where."""
    return [
        (path.relative_to(INCLUDE), standard)
        for path in reached(root)
        for standard, _ in INCLUDED.findall(path.read_text())
        if standard
    ]


def test_no_source_outside_of_base_depends_on_compiler_or_processor() -> None:
    peculiar = {
        str(path.relative_to(ROOT)): names
        for path in SOURCES
        if (names := sorted(set(PECULIAR.findall(code_of(path)))))
    }
    assert SOURCES
    assert not peculiar


@pytest.mark.parametrize("root", ROOTS)
def test_kernels_include_no_threads_clocks_or_python(root: str) -> None:
    included = inclusions(root)
    assert any(standard == "cstdint" for _, standard in included)
    wrong = [
        f"{path}: {standard}"
        for path, standard in included
        if standard in FORBIDDEN or standard.startswith("nanobind")
    ]
    assert not wrong


def test_the_gpu_includes_words_and_no_lanes() -> None:
    names = {path.name for path in reached("gpu/population.cu")}
    assert {"table.cuh", "games.hpp", "words.hpp", "tables_words.hpp", "isa.hpp"} <= names
    assert not {name for name in names if re.search("lane|line|board|reach", name)}


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["search", "ijk", "env"])
def test_clang_compiles_the_portable_kernels_without_warnings(folder: str) -> None:
    clang = find_clang()
    if clang is None:
        pytest.skip("there is no Clang here")
    kernels = INCLUDE / "tilefall" / folder / "kernels.cpp"
    options = ("-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", "-o", "/dev/null")
    command = [clang, *options, "-c", str(kernels)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
