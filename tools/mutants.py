"""Mutation tests: apply every mutation of tests/mutants.toml and see its tests fail.

A mutation is plausible wrong code. It is applied to a copy of the tracked files, never to the
working tree, and the tests that it names run there. Numbers, or parts of paths, choose some:

    python -m tools.mutants 3 17 src/tilefall/rules
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from tilefall import _native

ROOT = Path(__file__).parent.parent
MUTANTS = ROOT / "tests" / "mutants.toml"
MODULE = Path(_native.__file__)
LONGEST = 300  # seconds that one command may take
ALL_PASSED, SOME_FAILED = 0, 1  # exit codes of pytest

# Python runs a module of this name when it starts. The finder of an editable install wins over
# every path; without it PYTHONPATH leads to the copy, also in processes that tests start.
SITECUSTOMIZE = """\
import sys
sys.meta_path[:] = [x for x in sys.meta_path if not type(x).__name__.startswith("ScikitBuild")]
"""
# The tests of a mutation are short: compiling without optimisation saves more than they lose.
COMPILE = "<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -O0 -o <OBJECT> -c <SOURCE>"


class Broken(Exception):
    """Something that makes the outcome of tests meaningless; the text says what."""


@dataclass(frozen=True)
class Mutant:
    """One change of one file, the tests that must fail then, and what is wrong."""

    number: int
    file: str
    about: str
    text: str
    replacement: str
    tests: tuple[str, ...]

    @property
    def is_native(self) -> bool:
        """Whether the native module has to be compiled again."""
        return self.file.startswith("native/")

    @property
    def fault(self) -> str:
        """Why it cannot be applied; empty if it can."""
        path = ROOT / self.file
        count = path.read_text().count(self.text) if path.is_file() else 0
        if count != 1:
            return f"the text occurs {count} times in {self.file}, expected once"
        return "the replacement is the text" if self.replacement == self.text else ""


def read_mutants() -> list[Mutant]:
    """All mutations in the order of the file, numbered from 1."""
    found = tomllib.loads(MUTANTS.read_text())["mutant"]
    return [
        Mutant(number, **(each | {"tests": tuple(each["tests"])}))
        for number, each in enumerate(found, 1)
    ]


class Copy:
    """A copy of the tracked files for one job, with a build of its own for native code."""

    def __init__(self, folder: Path) -> None:
        self.folder, start = folder / "tree", folder / "start"
        start.mkdir()
        (start / "sitecustomize.py").write_text(SITECUSTOMIZE)
        paths = f"{start}{os.pathsep}{self.folder / 'src'}"
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.environment = os.environ | {"PYTHONPATH": paths, "PATH": programs}
        listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
        for name in listed.split("\0"):
            if (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name)
        self._use(MODULE)
        found = self._said(sys.executable, "-c", "import tilefall; print(tilefall.__file__)")
        if not Path(found).is_relative_to(self.folder):
            raise Broken(f"tests would import {found} and not the copy in {self.folder}")

    def failure(self, mutants: Sequence[Mutant]) -> str:
        """What pytest says if a test of these mutations fails here; empty if all pass."""
        tests = dict.fromkeys(test for mutant in mutants for test in mutant.tests)
        is_native = any(mutant.is_native for mutant in mutants)
        if is_native:
            self._compile()
        python = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")
        code, text = self._run(*python, *tests) if tests else (ALL_PASSED, "")
        if is_native:
            self._use(MODULE)
        if code not in (ALL_PASSED, SOME_FAILED):
            raise Broken(f"pytest ended with {code}:\n{text}")
        return text if code == SOME_FAILED else ""

    def is_caught(self, mutant: Mutant) -> bool:
        """Whether a test of a mutation fails while it is applied."""
        original = (self.folder / mutant.file).read_text()
        try:
            self._write(mutant.file, original.replace(mutant.text, mutant.replacement))
            return bool(self.failure([mutant]))
        finally:
            self._write(mutant.file, original)

    def _write(self, file: str, text: str) -> None:
        (self.folder / file).write_text(text)
        # Python knows compiled code by its source's size and time in seconds: both may agree.
        compiled = importlib.util.cache_from_source(str(self.folder / file))
        Path(compiled).unlink(missing_ok=True)

    def _compile(self) -> None:
        """Build and use the native module of the sources here, with portable code alone."""
        build = self.folder / "build" / "mutants"
        if not build.exists():
            nanobind = self._said(sys.executable, "-m", "nanobind", "--cmake_dir")
            self._said(
                *("cmake", "-G", "Ninja", "-S", str(self.folder), "-B", str(build)),
                *(f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={nanobind}"),
                *("-DTILEFALL_ISAS=portable", f"-DCMAKE_CXX_COMPILE_OBJECT={COMPILE}"),
            )
        self._said("ninja", "-C", str(build), "-j", "1")
        self._use(next(build.glob("_native*")))

    def _use(self, module: Path) -> None:
        """Let the copy have this native module."""
        place = self.folder / "src" / "tilefall" / MODULE.name
        place.unlink(missing_ok=True)  # not overwritten: a process may still have it loaded
        shutil.copy2(module, place)

    def _said(self, *command: str) -> str:
        code, text = self._run(*command)
        if code != 0:
            raise Broken(f"{' '.join(command)} ended with {code}:\n{text}")
        return text.strip()

    def _run(self, *command: str) -> tuple[int, str]:
        """The exit code of a command in this copy, and all that it said."""
        program = shutil.which(command[0], path=self.environment["PATH"]) or command[0]
        try:
            done = subprocess.run(
                [program, *command[1:]],
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired as error:
            raise Broken(f"{' '.join(command)} did not end within {LONGEST} s") from error
        return done.returncode, done.stdout


class Job(threading.local):
    """What a thread works in: a copy of its own, made when it needs one."""

    copy: Copy | None = None

    def copy_in(self, folder: str) -> Copy:
        """The copy of this thread, below a folder."""
        self.copy = self.copy or Copy(Path(mkdtemp(dir=folder)))
        return self.copy


def are_all_caught(mutants: Sequence[Mutant], jobs: int, folder: str) -> bool:
    """Test mutations in copies below a folder and print the table; whether all were caught."""
    job, words = Job(), []
    kinds = [[each for each in mutants if each.is_native is kind] for kind in (True, False)]

    def unchanged(kind: Sequence[Mutant]) -> str:
        return job.copy_in(folder).failure(kind)

    def changed(mutant: Mutant) -> tuple[str, float, str]:
        copy, start, why = job.copy_in(folder), time.monotonic(), ""
        try:
            word = "caught" if copy.is_caught(mutant) else "survived"
        except Broken as error:
            word, why = "survived", f"\n{error}"
        return word, time.monotonic() - start, why

    with ThreadPoolExecutor(jobs) as pool:
        try:
            # a test that fails without any mutation catches nothing
            checks = [pool.submit(unchanged, kind) for kind in kinds]
            tests = [pool.submit(changed, mutant) for mutant in mutants]
            for check in checks:
                if text := check.result():
                    raise Broken(f"tests fail without any mutation:\n{text}")
            for mutant, test in zip(mutants, tests, strict=True):
                word, seconds, why = test.result()
                what = f"{mutant.file}: {mutant.about}{why}"
                print(f"{mutant.number:3}  {word:8}  {seconds:5.1f} s  {what}", flush=True)
                words.append(word)
        finally:
            pool.shutdown(cancel_futures=True)
    caught = words.count("caught")
    print(f"{len(words)} mutants: {caught} caught, {len(words) - caught} survived")
    return caught == len(words)


def main(words: Sequence[str] | None = None) -> int:
    """Test the mutations that the words ask for; the exit code."""
    parser = argparse.ArgumentParser(description="Apply mutations and see their tests fail.")
    parser.add_argument("which", nargs="*", help="numbers, or parts of paths; all if none is given")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    asked = parser.parse_args(words)

    def is_asked(mutant: Mutant, word: str) -> bool:
        return int(word) == mutant.number if word.isdecimal() else word in mutant.file

    mutants = [
        each
        for each in read_mutants()
        if not asked.which or any(is_asked(each, word) for word in asked.which)
    ]
    faults = [f"{each.number} {each.about}: {each.fault}" for each in mutants if each.fault]
    if faults or not mutants:
        print("\n".join(faults) or f"no mutation is called {' or '.join(asked.which)}")
        return 1
    try:
        with TemporaryDirectory(prefix="tilefall-mutants-") as folder:
            return 0 if are_all_caught(mutants, max(1, asked.jobs), folder) else 1
    except Broken as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.")
        return 130


if __name__ == "__main__":
    sys.exit(main())
