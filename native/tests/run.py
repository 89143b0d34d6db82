"""Runs the native tests under the address and undefined-behaviour sanitizers, once a set.

Each instruction set gets its own program in build/native-tests. The words on the command line name
the sets to test, or are `all`, which means those of this machine; without any they are the portable
set and the best one that this machine has. CXX names the compiler. `arm64` and `wasm` are the
portable set for another kind of machine: a cross compiler makes the program, an emulator runs it.
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
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
HEADERS = ROOT / "native" / "include"
PROBE = HEADERS / "tilefall" / "base" / "best_isa.cpp"
CMAKE = ROOT / "CMakeLists.txt"
BUILD = ROOT / "build" / "native-tests"

ISAS = ("portable", "avx2", "avx512")
# What takes longest to compile is first.
FEATURES, LIBRARY = HERE / "test_features.cpp", HERE / "library.cpp"
SOURCES = (FEATURES, LIBRARY, *sorted({*HERE.glob("*.cpp")} - {FEATURES, LIBRARY}))
KERNELS = sorted(HEADERS.glob("tilefall/*/kernels.cpp"))
# Lines of IJK are the same with AVX2 as without: searches of them are left to the portable one.
WITHOUT_IJK = "-DTILEFALL_WITHOUT_IJK"
IJK = {HERE / f"test_{name}.cpp" for name in ("chance", "ijk_learning", "ijk_search")}
LEFT_OUT = {WITHOUT_IJK: IJK}

WARNINGS = ("-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{HEADERS}", f"-I{HERE}")
CHECKED = ("-Og", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
TRAPPED = ("-O1", "-fno-exceptions", "-fsanitize=undefined", "-fsanitize-trap=undefined")
# GCC before 13 warns about its own AVX-512 header; Clang does not know all of these.
SILENT = ("-Wno-uninitialized", "-Wno-maybe-uninitialized", "-Wno-unknown-warning-option")


class Failure(Exception):
    """A program that did not do what it should, and all that it said."""


@dataclass(frozen=True)
class Machine:
    """Another kind of machine: how programs are compiled for it and run on this one."""

    compiler: tuple[str, ...]
    emulator: str
    runner: tuple[str, ...]
    how_to_get: str

    @property
    def lacks(self) -> str:
        """The compiler where it has to be installed first."""
        name = "ziglang" if "ziglang" in self.compiler else self.compiler[0]
        return "" if shutil.which(name) or find_spec(name) else name


MACHINES = {
    # The sanitizer of leaks would trace its own process, which an emulator does not let it.
    "arm64": Machine(
        ("aarch64-linux-gnu-g++", *CHECKED),
        "qemu-aarch64",
        ("env", "ASAN_OPTIONS=detect_leaks=0", "qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"),
        "apt-get install g++-aarch64-linux-gnu qemu-user",
    ),
    # There is no sanitizer of addresses for it, and none that could say what was undefined.
    "wasm": Machine(
        (sys.executable, "-m", "ziglang", "c++", "-target", "wasm32-wasi", "-msimd128", *TRAPPED),
        "node",
        ("node", "--no-warnings", str(HERE / "wasi.mjs")),
        "pip install ziglang, and Node.js from nodejs.org",
    ),
}


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


def best_isa(compiler: list[str]) -> str:
    """The best instruction set that this machine has."""
    BUILD.mkdir(parents=True, exist_ok=True)
    program = BUILD / "best_isa"
    said([*compiler, "-std=c++20", str(PROBE), "-o", str(program)])
    return said([str(program)]).strip()


@dataclass(frozen=True)
class Program:
    """The test program of one instruction set, or of another machine."""

    name: str
    command: tuple[str, ...]
    machine: Machine | None = None

    @property
    def sources(self) -> list[Path]:
        """What it is made of; another machine has the kernels too, which nothing else compiles."""
        left_out = set[Path]().union(*(LEFT_OUT.get(word, ()) for word in self.command))
        kernels = KERNELS if self.machine else []
        return [source for source in (*SOURCES, *kernels) if source not in left_out]

    @property
    def folder(self) -> Path:
        """Where its parts lie: another compiler or other parts have another folder."""
        parts = "".join(word[-1] for word in self.command if word in LEFT_OUT)
        return BUILD / Path(self.command[0]).name / f"{self.name}{parts}"

    def compiled(self, source: Path) -> Path:
        """An object, made again only if something that it is made of is newer."""
        made = self.folder / "-".join(source.with_suffix(".o").parts[-2:])
        parts = [source, CMAKE, Path(__file__), *HERE.glob("*.hpp"), *HEADERS.rglob("*.hpp")]
        if not made.exists() or made.stat().st_mtime < max(part.stat().st_mtime for part in parts):
            self.folder.mkdir(parents=True, exist_ok=True)
            words = ["-O0"] if source == FEATURES else []  # so many templates that it is quicker
            said([*self.command, *words, "-c", str(source), "-o", str(made)])
        return made

    def run(self, objects: list[Future[Path]]) -> str:
        """One line about its tests, all of which passed."""
        program = self.folder / "tests"
        said([*self.command, *(str(part.result()) for part in objects), "-o", str(program)])
        if self.machine and shutil.which(self.machine.emulator) is None:
            lacking, how_to_get = self.machine.emulator, self.machine.how_to_get
            return f"{self.name}: compiled but not run, there is no {lacking} here: {how_to_get}"
        command = [*(self.machine.runner if self.machine else ()), str(program)]
        start, last = time.monotonic(), said(command).splitlines()[-1]
        where = f" on {self.name}" if self.machine else ""
        return f"{last}{where}, {time.monotonic() - start:.0f} s"


def programs_here(isas: list[str], compiler: list[str]) -> list[Program]:
    """The programs of these instruction sets of this machine, still to be compiled."""
    flags = {isa: [*isa_flags(isa), *(SILENT if isa == "avx512" else ())] for isa in isas}
    if "avx2" in isas and "portable" in isas:
        flags["avx2"].append(WITHOUT_IJK)
    return [Program(isa, (*compiler, *CHECKED, *WARNINGS, *flags[isa])) for isa in isas]


def has_passed(programs: list[Program], workers: int) -> bool:
    """Whether all programs compile and pass; prints a line for each, and what went wrong."""
    has_failed = False
    objects: dict[str, list[Future[Path]]] = {program.name: [] for program in programs}
    with ThreadPoolExecutor(workers) as pool:
        for source in (*SOURCES, *KERNELS):
            for program in (program for program in programs if source in program.sources):
                objects[program.name].append(pool.submit(program.compiled, source))
        # A run waits for objects whose turn comes before its own.
        runs = {
            program.name: pool.submit(program.run, objects[program.name]) for program in programs
        }
        for name, run in runs.items():
            try:
                print(run.result())
            except Failure as failure:
                print(f"{name}: failed\n{failure}")
                has_failed = True
    return not has_failed


def wanted_programs(words: list[str]) -> list[Program]:
    """The programs that are named; says which cannot be had here, and why."""
    allowed = (*ISAS, *MACHINES)
    if unknown := ", ".join(sorted({*words} - {*allowed, "all"})):
        raise Failure(f"no instruction set {unknown}, allowed are all, {', '.join(allowed)}")
    programs: list[Program] = []
    if not words or "all" in words or {*words} & {*ISAS}:
        compiler = shlex.split(os.environ.get("CXX") or "g++")
        if shutil.which(compiler[0]) is None:
            raise Failure(f"no compiler {compiler[0]!r} here; the variable CXX names another one")
        here = ISAS[: ISAS.index(best_isa(compiler)) + 1]
        named = ISAS if "all" in words else words or ("portable", here[-1])
        for isa in (isa for isa in ISAS if isa in named and isa not in here):
            print(f"{isa}: skipped, this machine does not have it")
        programs += programs_here([isa for isa in here if isa in named], compiler)
    for name, machine in MACHINES.items():
        if name not in words:
            continue
        if lacking := machine.lacks:
            print(f"{name}: skipped, there is no {lacking} here: {machine.how_to_get}")
        else:
            programs.append(Program(name, (*machine.compiler, *WARNINGS), machine))
    return programs


def main(words: list[str]) -> int:
    """Tests the instruction sets that are named; the exit code."""
    try:
        return 0 if has_passed(wanted_programs(words), os.cpu_count() or 1) else 1
    except Failure as failure:
        print(failure)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
