"""Runs the native tests under the address and undefined-behaviour sanitizers, once a set.

Each instruction set that this machine has gets its own program in build/native-tests. The words
on the command line name the sets to run; without any, all of them are. CXX names the compiler.
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

from tilefall.engines.native import available_isas

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
HEADERS = ROOT / "native" / "include"
CMAKE = ROOT / "CMakeLists.txt"
BUILD = ROOT / "build" / "native-tests"

ISAS = ("portable", "avx2", "avx512")
# What takes longest to compile comes first, so that no core waits for it in the end.
SLOWEST = ("test_solo.cpp", "fast.cpp")
SOURCES = sorted(HERE.glob("*.cpp"), key=lambda path: (path.name not in SLOWEST, path.name))
# Games that one thread plays by itself use no lanes and take long to compile: one program has them,
# and they are not optimised, which makes the program 3 s slower and compiled a minute sooner.
SOLO, LANES_ONLY = "test_solo.cpp", "-DTILEFALL_LANES_ONLY"
SOLO_FLAGS = ("-O0",)
FLAGS = (
    *("-std=c++20", "-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    *("-Wall", "-Wextra", "-Werror", f"-I{HEADERS}"),
)
FIRST_GCC_WITHOUT_FALSE_WARNINGS = 13


class Failure(Exception):
    """A program that did not do what it should, and all that it said."""


def said(command: list[str]) -> str:
    """What a command prints; raises Failure if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(command)}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def compiler() -> list[str]:
    """The command that compiles C++."""
    command = shlex.split(os.environ.get("CXX") or "g++")
    if shutil.which(command[0]) is None:
        raise Failure(f"no compiler {command[0]!r} here; the variable CXX names another one")
    return command


def needs_silence(compile_command: list[str]) -> bool:
    """Whether this is a GCC that warns about its own AVX-512 header."""
    if "Free Software Foundation" not in said([*compile_command, "--version"]):
        return False
    major = said([*compile_command, "-dumpversion"]).strip().split(".")[0]
    return int(major) < FIRST_GCC_WITHOUT_FALSE_WARNINGS


def isa_flags(isa: str) -> list[str]:
    """The flags that CMakeLists.txt gives to an instruction set."""
    if isa == "portable":
        return []
    texts = dict(re.findall(r"set\((TILEFALL_AVX\w+) ([^)]*)\)", CMAKE.read_text()))
    text: str = texts[f"TILEFALL_{isa.upper()}"]
    return text.replace("${TILEFALL_AVX2}", texts["TILEFALL_AVX2"]).split()


@dataclass(frozen=True)
class Program:
    """The test program of one instruction set."""

    isa: str
    command: tuple[str, ...]

    @property
    def sources(self) -> list[Path]:
        """What it is made of."""
        return [path for path in SOURCES if path.name != SOLO or LANES_ONLY not in self.command]

    @property
    def folder(self) -> Path:
        """Where its parts lie: another compiler or other parts have another folder."""
        name = f"{self.isa}-lanes" if LANES_ONLY in self.command else self.isa
        return BUILD / Path(self.command[0]).name / name

    def compiled(self, source: Path) -> Path:
        """The object of a source, made again only if something that it is made of is newer."""
        made = self.folder / f"{source.stem}.o"
        parts = [source, CMAKE, Path(__file__), *HERE.glob("*.hpp"), *HEADERS.rglob("*.hpp")]
        if not made.exists() or made.stat().st_mtime < max(part.stat().st_mtime for part in parts):
            self.folder.mkdir(parents=True, exist_ok=True)
            more = SOLO_FLAGS if source.name == SOLO else ()
            said([*self.command, *more, "-c", str(source), "-o", str(made)])
        return made

    def run(self, objects: list[Future[Path]]) -> str:
        """One line about its tests, all of which passed."""
        program = self.folder / "tests"
        said([*self.command, *(str(part.result()) for part in objects), "-o", str(program)])
        start = time.monotonic()
        lines = said([str(program)]).splitlines()
        return f"{lines[-1]}, {time.monotonic() - start:.0f} s"


def programs_of(isas: list[str]) -> list[Program]:
    """The programs of these instruction sets, still to be compiled."""
    command = compiler()
    silent = ["-Wno-uninitialized", "-Wno-maybe-uninitialized"] if needs_silence(command) else []
    flags = {isa: isa_flags(isa) + (silent if isa == "avx512" else []) for isa in isas}
    for isa in isas[:-1]:
        flags[isa].append(LANES_ONLY)
    return [Program(isa, (*command, *FLAGS, *flags[isa])) for isa in isas]


def has_passed(programs: list[Program], workers: int) -> bool:
    """Whether all programs compile and pass; prints a line for each, and what went wrong."""
    failures = 0
    with ThreadPoolExecutor(workers) as pool:
        objects: dict[str, list[Future[Path]]] = {program.isa: [] for program in programs}
        for source in SOURCES:
            for program in programs:
                if source in program.sources:
                    objects[program.isa].append(pool.submit(program.compiled, source))
        # A run waits for objects whose turn comes before its own.
        runs = {program.isa: pool.submit(program.run, objects[program.isa]) for program in programs}
        for isa, run in runs.items():
            try:
                print(run.result())
            except Failure as failure:
                print(f"{isa}: failed\n{failure}")
                failures += 1
    return failures == 0


def main(words: list[str]) -> int:
    """Tests the instruction sets that are named, or all; the exit code."""
    unknown = set(words) - set(ISAS)
    if unknown:
        print(f"no instruction set {', '.join(sorted(unknown))}, allowed are {', '.join(ISAS)}")
        return 2
    wanted = words or list(ISAS)
    present = [isa for isa in wanted if isa in available_isas()]
    for isa in wanted:
        if isa not in present:
            print(f"{isa}: skipped, this machine does not have it")
    try:
        return 0 if has_passed(programs_of(present), os.cpu_count() or 1) else 1
    except Failure as failure:
        print(failure)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
