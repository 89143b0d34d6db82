"""The public names, and what importing them costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tilefall


@pytest.mark.parametrize("name", tilefall.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(tilefall, name)
    assert name in dir(tilefall)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="tetras"):
        _ = tilefall.tetras


def test_importing_costs_next_to_nothing() -> None:
    """Under 0.15 s of processor time; nothing heavy is imported before it is asked for."""
    program = (
        "import sys, time; start = time.process_time(); import tilefall;"
        "print(time.process_time() - start); print([m for m in sys.modules if 'tilefall.' in m])"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    seconds, modules = result.stdout.splitlines()
    assert float(seconds) < 0.15
    assert modules == "[]"
