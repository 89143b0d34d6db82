"""The tests themselves: every process collects the same ones, by the same names."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests import ROOT


@pytest.mark.slow
def test_every_process_collects_the_same_tests() -> None:
    """pytest-xdist needs it: names with a time or the order of a set in them differ."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    processes = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    first, second = (process.communicate()[0].splitlines()[:-1] for process in processes)
    assert first == second
    assert sum("::" in line for line in first) > 5000


@pytest.mark.xdist_group("a group")
@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="runs under pytest-xdist")
def test_groups_are_known_to_those_who_share_out_tests(request: pytest.FixtureRequest) -> None:
    """Without its name at the end, tests of a group run anywhere: one browser each, say."""
    assert request.node.nodeid.endswith("@a group")
