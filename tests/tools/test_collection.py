"""The tests themselves: every process collects the same ones, by the same names."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import settings

from tests import ROOT
from tests.conftest import examples


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


def test_a_profile_decides_how_many_examples_are_tried() -> None:
    """Also of a test that says a number of its own, which no profile reaches by itself."""
    share = {"commit": 3, "nightly": 1}[settings.get_current_profile_name()]
    assert examples(60).max_examples == 60 // share
    assert examples(10).max_examples == -(-10 // share)
    assert settings().max_examples == -(-100 // share)
    assert settings().derandomize == (share == 3)


@pytest.mark.xdist_group("a group")
def test_groups_are_known_to_those_who_share_out_tests(request: pytest.FixtureRequest) -> None:
    """Without its name at the end, tests of a group run anywhere: one browser each, say."""
    if not request.config.getoption("loadgroup", False):
        pytest.skip("runs with --dist loadgroup")
    assert request.node.nodeid.endswith("@a group")
