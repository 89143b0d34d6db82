"""Prints the tests that go with what has changed, for `make check`.

Changed is what differs from where this branch left origin/main, in commits or in the working tree.
Tests lie in folders that mirror src/tilefall, so a changed file names its folder of tests.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
# What any change might break, and what runs where nobody can say what has changed.
ALWAYS = ("tests/test_layers.py", "tests/test_public.py")
SMALL = (*ALWAYS, "tests/rules", "tests/engines/test_agreement.py", "tests/commands/test_cli.py")
MOST = 3  # folders or files that two minutes are enough for
PACKAGE = "src/tilefall/"
# Sources outside of the package, and files of the package without a folder of their own.
ELSEWHERE = {
    "native/README.md": "tests/docs",
    "native/": "tests/engines",
    "tools/": "tests/tools",
    "docs/": "tests/docs",
    "examples/": "tests/docs",
    "README.md": "tests/docs",
    "ARCHITECTURE.md": "tests/docs",
    "CONTRIBUTING.md": "tests/docs",
    f"{PACKAGE}weights/": "tests/agents",
    f"{PACKAGE}stats.py": "tests/arena/test_stats.py",
    f"{PACKAGE}cli.py": "tests/commands",
    f"{PACKAGE}errors.py": "tests/commands",
}


def git(*words: str) -> list[str] | None:
    """The lines that git prints, or None where it fails."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.splitlines() if done.returncode == 0 else None


def changed() -> list[str] | None:
    """Every file that differs from origin/main, or None where that cannot be told."""
    base = git("merge-base", "origin/main", "HEAD")
    if not base:
        return None
    tracked = git("diff", "--name-only", base[0])
    untracked = git("ls-files", "--others", "--exclude-standard")
    return None if tracked is None or untracked is None else [*tracked, *untracked]


def matching_tests(name: str) -> str | None:
    """The test or the folder of tests that goes with a file, if it has one."""
    if name.startswith("tests/") and Path(name).name.startswith("test_"):
        return name if (ROOT / name).exists() else None
    for start, tests in ELSEWHERE.items():
        if name.startswith(start):
            return tests
    if not name.startswith(("tests/", PACKAGE)):
        return None
    folder = Path("tests", name.removeprefix("tests/").removeprefix(PACKAGE)).parent
    while folder != Path("tests"):
        if any((ROOT / folder).rglob("test_*.py")):
            return folder.as_posix()
        folder = folder.parent
    return None


def chosen(files: list[str] | None) -> list[str]:
    """What pytest is to run: no folder twice, no file of a folder that runs anyway."""
    if files is None:
        return list(SMALL)
    found = {*ALWAYS, *filter(None, map(matching_tests, files))}
    wanted = [
        each for each in found if not any(str(parent) in found for parent in Path(each).parents)
    ]
    if len(wanted) > MOST + len(ALWAYS):
        print("Much has changed: a small set runs here, and `make test` runs all.", file=sys.stderr)
        return list(SMALL)
    return sorted(wanted)


if __name__ == "__main__":
    print(*chosen(changed()))
