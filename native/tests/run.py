"""Runs the native tests under the address and undefined-behaviour sanitizers, once a set.

Each instruction set gets its own program in build/native-tests. The words on the command line name
the sets to test, or are `all`; without any they are the portable set and the best one that this
machine has. CXX names the compiler.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
HEADERS = ROOT / "native" / "include"
PROBE = HEADERS / "tilefall" / "base" / "best_isa.cpp"
CMAKE = ROOT / "CMakeLists.txt"
BUILD = ROOT / "build" / "native-tests"

ISAS = ("portable", "avx2", "avx512")
# Sources of one line are compiled together, and what they share once. What takes longest is first.
SOURCES = {
    "solo": ("solo",),
    "library": (),
    "falling": ("crowded", "turns", "reach", "kept", "course"),
    "features": ("features", "tables", "choice", "gains", "lanes"),
    "environment": ("environment",),
    "ijk_search": ("chance", "ijk_search", "ijk_learning", "ijk_views"),
    "ijk": ("ijk", "ijk_evaluation"),
    "words": ("draws", "pieces", "ijk_table"),
    "main": (),
}
# What uses no lanes is left to the last of the programs. Lines of IJK are the same with AVX2 as
# without: searches of them are left to the portable one.
WITHOUT_WORDS, WITHOUT_IJK = "-DTILEFALL_WITHOUT_WORDS", "-DTILEFALL_WITHOUT_IJK"
LEFT_OUT = {WITHOUT_WORDS: {"solo", "words"}, WITHOUT_IJK: {"ijk_search"}}
FLAGS = (
    *("-std=c++20", "-Og", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-psabi", f"-I{HEADERS}", f"-I{HERE}"),
)
# GCC before 13 warns about its own AVX-512 header; Clang does not know all of these.
SILENT = ("-Wno-uninitialized", "-Wno-maybe-uninitialized", "-Wno-unknown-warning-option")


class Failure(Exception):
    """A program that did not do what it should, and all that it said."""


def said(command: list[str]) -> str:
    """What a command prints; raises Failure if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(command)}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def isa_flags(isa: str) -> list[str]:
    """The flags that CMakeLists.txt gives to an instruction set."""
    if isa == "portable":
        return []
    texts = dict(re.findall(r"set\((TILEFALL_AVX\w+) ([^)]*)\)", CMAKE.read_text()))
    text: str = texts[f"TILEFALL_{isa.upper()}"]
    return text.replace("${TILEFALL_AVX2}", texts["TILEFALL_AVX2"]).split()


def best_isa(compile_command: list[str]) -> str:
    """The best instruction set that this machine has."""
    BUILD.mkdir(parents=True, exist_ok=True)
    program = BUILD / "best_isa"
    said([*compile_command, "-std=c++20", str(PROBE), "-o", str(program)])
    return said([str(program)]).strip()


@dataclass(frozen=True)
class Program:
    """The test program of one instruction set."""

    isa: str
    command: tuple[str, ...]

    @property
    def sources(self) -> list[str]:
        """What it is made of."""
        left_out = (names for word, names in LEFT_OUT.items() if word in self.command)
        return [name for name in SOURCES if name not in set().union(*left_out)]

    @property
    def folder(self) -> Path:
        """Where its parts lie: another compiler or other parts have another folder."""
        parts = "".join(name[0] for name in self.sources)
        return BUILD / Path(self.command[0]).name / f"{self.isa}-{parts}"

    def compiled(self, name: str) -> Path:
        """An object, made again only if something that it is made of is newer."""
        made = self.folder / f"{name}.o"
        sources = [HERE / f"test_{part}.cpp" for part in SOURCES[name]] or [HERE / f"{name}.cpp"]
        parts = [*sources, CMAKE, Path(__file__), *HERE.glob("*.hpp"), *HEADERS.rglob("*.hpp")]
        if not made.exists() or made.stat().st_mtime < max(part.stat().st_mtime for part in parts):
            self.folder.mkdir(parents=True, exist_ok=True)
            *more, last = map(str, sources)
            words = [word for path in more for word in ("-include", path)]
            words += ["-O0"] if name == "solo" else []  # so many templates that it is quicker
            said([*self.command, *words, "-c", last, "-o", str(made)])
        return made

    def run(self, objects: list[Future[Path]]) -> str:
        """One line about its tests, all of which passed."""
        program = self.folder / "tests"
        said([*self.command, *(str(part.result()) for part in objects), "-o", str(program)])
        start, last = time.monotonic(), said([str(program)]).splitlines()[-1]
        return f"{last}, {time.monotonic() - start:.0f} s"


def programs_of(isas: list[str], command: list[str]) -> list[Program]:
    """The programs of these instruction sets, still to be compiled."""
    flags = {isa: [*isa_flags(isa), *(SILENT if isa == "avx512" else ())] for isa in isas}
    for isa in isas[:-1]:
        flags[isa].append(WITHOUT_WORDS)
    if "avx2" in isas and "portable" in isas:
        flags["avx2"].append(WITHOUT_IJK)
    return [Program(isa, (*command, *FLAGS, *flags[isa])) for isa in isas]


def has_passed(programs: list[Program], workers: int) -> bool:
    """Whether all programs compile and pass; prints a line for each, and what went wrong."""
    has_failed = False
    objects: dict[str, list[Future[Path]]] = {program.isa: [] for program in programs}
    with ThreadPoolExecutor(workers) as pool:
        for name in SOURCES:
            for program in (program for program in programs if name in program.sources):
                objects[program.isa].append(pool.submit(program.compiled, name))
        # A run waits for objects whose turn comes before its own.
        runs = {program.isa: pool.submit(program.run, objects[program.isa]) for program in programs}
        for isa, run in runs.items():
            try:
                print(run.result())
            except Failure as failure:
                print(f"{isa}: failed\n{failure}")
                has_failed = True
    return not has_failed


def main(words: list[str]) -> int:
    """Tests the instruction sets that are named; the exit code."""
    try:
        if unknown := ", ".join(sorted(set(words) - {*ISAS, "all"})):
            raise Failure(f"no instruction set {unknown}, allowed are all, {', '.join(ISAS)}")
        command = shlex.split(os.environ.get("CXX") or "g++")
        if shutil.which(command[0]) is None:
            raise Failure(f"no compiler {command[0]!r} here; the variable CXX names another one")
        here = ISAS[: ISAS.index(best_isa(command)) + 1]
        named = ISAS if "all" in words else words or ("portable", here[-1])
        for isa in (isa for isa in named if isa not in here):
            print(f"{isa}: skipped, this machine does not have it")
        wanted = [isa for isa in here if isa in named]
        return 0 if has_passed(programs_of(wanted, command), os.cpu_count() or 1) else 1
    except Failure as failure:
        print(failure)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
