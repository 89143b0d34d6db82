"""What all tests share: engines, how many random examples are tried, markers and data folders."""

from __future__ import annotations

import os
import signal
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tilefall import _native
from tilefall.engines import Engine, engine
from tilefall.engines.native import available_isas

# A shell lets what it starts in the background ignore Ctrl-C, and so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Every commit tries the same third of the examples; `--hypothesis-profile nightly` all, at random.
# Time limits for single examples fail on a busy machine without anything being wrong.
SHARES = {"commit": 3, "nightly": 1}
for name in SHARES:
    settings.register_profile(
        name,
        max_examples=-(-100 // SHARES[name]),
        deadline=None,
        derandomize=name == "commit",
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )
settings.load_profile("commit")


def examples(most: int, **options: Any) -> settings:
    """Settings for a test that tries so many examples at night and a share of them otherwise.

    A profile cannot do that: `max_examples` of a test overrides the one of the profile.
    """
    share = SHARES.get(settings.get_current_profile_name(), 1)
    return settings(max_examples=-(-most // share), **options)


ENGINES: list[str] = []
NATIVE_ENGINES: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all-engines",
        action="store_true",
        help="Test every instruction set of this machine, not the best and the portable one alone.",
    )


def pytest_configure(config: pytest.Config) -> None:
    isas = available_isas()
    if not config.getoption("--all-engines"):
        isas = tuple(dict.fromkeys((isas[0], "portable")))
    elif missing := _native.left_out_isas():
        reason = f"--all-engines needs a build with TILEFALL_ISAS=all: this one lacks {missing}"
        raise pytest.UsageError(reason)
    NATIVE_ENGINES[:] = [f"native:{isa}" for isa in isas]
    ENGINES[:] = ["reference", *NATIVE_ENGINES]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, engines in (("engine", ENGINES), ("native", NATIVE_ENGINES)):
        if name in metafunc.fixturenames and name not in _given(metafunc):
            metafunc.parametrize(name, engines, indirect=True)


def _given(metafunc: pytest.Metafunc) -> set[str]:
    """The arguments that a test's own marks give it."""
    return {
        name.strip()
        for mark in metafunc.definition.iter_markers("parametrize")
        for name in (mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0])
    }


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share something costly run in one process, and those groups start first."""
    groups: dict[str, str] = {}
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "browser" in fixtures or item.get_closest_marker("browser"):
            item.add_marker("browser")
            item.add_marker(pytest.mark.xdist_group("browser"))
        elif item.get_closest_marker("cluster"):
            item.add_marker(pytest.mark.xdist_group("cluster"))
        elif group := _shared(item):
            item.add_marker(pytest.mark.xdist_group(group))
        mark = item.get_closest_marker("xdist_group")
        groups[item.nodeid] = str(mark.args[0]) if mark else ""
    order = {"browser": 0, "cluster": 1}
    items.sort(key=lambda item: order.get(groups[item.nodeid], 2 if groups[item.nodeid] else 3))


def _shared(item: pytest.Item) -> str:
    """The file of a test that uses something made once for its file; else nothing."""
    info = getattr(item, "_fixtureinfo", None)
    definitions = info.name2fixturedefs.values() if info else ()
    is_shared = any(each.scope == "module" for found in definitions for each in found)
    return str(item.path) if is_shared else ""


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


@pytest.fixture(name="engine")
def engine_fixture(request: pytest.FixtureRequest) -> Engine:
    return engine(request.param)


@pytest.fixture(name="native")
def native_fixture(request: pytest.FixtureRequest) -> Engine:
    return engine(request.param)
