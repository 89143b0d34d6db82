"""Fixtures: every engine that this machine has, each instruction set for itself."""

from __future__ import annotations

import os
import signal
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tilefall.engines import Engine, engine
from tilefall.engines.native import available_isas

# A shell lets what it starts in the background ignore Ctrl-C, and so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ENGINES = ["reference", *(f"native:{isa}" for isa in available_isas())]
NATIVE_ENGINES = ENGINES[1:]

# Time limits for single examples fail on a busy machine without anything being wrong.
settings.register_profile(
    "tilefall", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("tilefall")


DATA_FOLDERS = count()


@pytest.fixture(autouse=True)
def data_folder_fixture(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's own games are touched: every test has a data folder, which is made if it is used."""
    folder = tmp_path_factory.getbasetemp() / "data" / str(next(DATA_FOLDERS))
    monkeypatch.setenv("TILEFALL_DATA", str(folder))


SHIPPED_VECTORS = Path(__file__).parent / "conformance" / "vectors"


def vectors_folder() -> Path:
    """The folder of the conformance vectors; TILEFALL_VECTORS names another one."""
    folder = Path(os.environ.get("TILEFALL_VECTORS") or SHIPPED_VECTORS)
    if not folder.is_dir():
        raise pytest.UsageError(f"TILEFALL_VECTORS={folder}: no such folder")
    return folder


@pytest.fixture(params=ENGINES, name="engine")
def engine_fixture(request: pytest.FixtureRequest) -> Engine:
    return engine(request.param)


@pytest.fixture(params=NATIVE_ENGINES, name="native")
def native_fixture(request: pytest.FixtureRequest) -> Engine:
    return engine(request.param)
