"""Measured once: a bench whose figures are printed in several ways measures for the first alone."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest


def measure_once(monkeypatch: pytest.MonkeyPatch, bench: ModuleType) -> None:
    """Let `measure` of a bench remember what it found, as long as it is asked alike."""
    measure, known = bench.measure, {}

    def remembered(*asked: Any) -> Any:
        key = tuple(each for each in asked if not callable(each))
        if key not in known:
            known[key] = measure(*asked)
        return known[key]

    monkeypatch.setattr(bench, "measure", remembered)
