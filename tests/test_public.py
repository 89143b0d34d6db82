"""The public names, and what importing them costs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tilefall

PACKAGE = Path(tilefall.__file__).parent


@pytest.mark.parametrize("name", tilefall.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(tilefall, name)
    assert name in dir(tilefall)


def test_the_version_is_written_in_one_place() -> None:
    """The build reads it where Python does (pyproject.toml, metadata.version)."""
    written = re.compile(r"^_*version_* *= *[\"'](.*)[\"']", re.MULTILINE | re.IGNORECASE)
    root = PACKAGE.parents[1]
    files = [root / "pyproject.toml", *sorted(PACKAGE.rglob("*.py"))]
    found = {
        path.relative_to(root).as_posix(): written.findall(path.read_text("utf-8"))
        for path in files
    }
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    source = project["tool"]["scikit-build"]["metadata"]["version"]["input"]
    assert {path: each for path, each in found.items() if each} == {source: [tilefall.__version__]}
    assert project["project"]["dynamic"] == ["version"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="tetras"):
        _ = tilefall.tetras


def test_importing_costs_next_to_nothing() -> None:
    """Under 0.1 s of processor time; nothing heavy is imported before it is asked for."""
    program = (
        "import sys, time; start = time.process_time(); import tilefall;"
        "print(time.process_time() - start); print([m for m in sys.modules if 'tilefall.' in m])"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    seconds, modules = result.stdout.splitlines()
    assert float(seconds) < 0.1
    assert modules == "[]"
