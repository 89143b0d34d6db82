"""The headers are CUDA too: nvcc takes all of them, and device code plays every game."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import ROOT

HEADERS = ROOT / "native" / "include"
PROBE = ROOT / "native" / "tests" / "cuda_probe.cu"
FLAGS = ("-std=c++20", "-arch=sm_90", "-Werror", "all-warnings", f"-I{HEADERS}")


# Parts of other headers, which choose the one for the instruction set at hand.
PARTS = ("_arrays", "_portable", "_avx2", "_avx512")


def test_the_probe_includes_every_header() -> None:
    headers = [path for path in HEADERS.rglob("*.hpp") if not path.stem.endswith(PARTS)]
    included = re.findall(r'#include "(.*)"', PROBE.read_text())
    assert included == sorted(str(path.relative_to(HEADERS)) for path in headers)


def test_nvcc_compiles_the_probe_without_a_warning(tmp_path: Path) -> None:
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        pytest.skip("there is no nvcc here")
    # To PTX: what makes machine code of that takes as long again and knows nothing of C++. Nor do
    # the later steps that make code fast, which would take a minute and a half.
    command = [nvcc, *FLAGS, "-Xcicc", "-O1", "-ptx", str(PROBE), "-o", str(tmp_path / "probe.ptx")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
