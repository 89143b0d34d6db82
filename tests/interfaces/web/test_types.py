"""The types that comments in scripts give, checked as strictly as those of Python."""

from __future__ import annotations

import subprocess

import pytest
from playwright._impl._driver import compute_driver_executable

from tests import ROOT

TSC = ROOT / "tools/typescript/node_modules/typescript/bin/tsc"
STATIC = ROOT / "src/tilefall/interfaces/web/static"


@pytest.mark.skipif(not TSC.exists(), reason="there is no TypeScript: see make test")
def test_scripts_have_no_type_errors() -> None:
    node = compute_driver_executable()[0]  # that of the tests' browser driver: always there
    checked = subprocess.run(
        [node, TSC, "--project", STATIC], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout
