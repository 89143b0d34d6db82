"""The types of the native module are those that nanobind's stubgen writes."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests import ROOT

STUBS = ROOT / "src" / "tilefall" / "_native"


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_the_stubs_are_what_stubgen_writes(tmp_path: Path) -> None:
    pytest.importorskip("nanobind")
    pinned = re.search("^nanobind==(.*)$", (ROOT / "constraints.txt").read_text(), re.M)
    assert pinned is not None
    if version("nanobind") != pinned[1]:
        pytest.skip(f"nanobind {version('nanobind')} may write stubs otherwise than {pinned[1]}")
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-r", "-m", "tilefall._native"]
    subprocess.run([*command, "-O", str(tmp_path)], check=True)
    assert texts(tmp_path / "_native") == texts(STUBS), "write them again: make stubs"
