"""Objects of kernels share no symbol with others: what linkers keep one copy of is their own."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tilefall import _native
from tilefall.engines.native import available_isas

KERNELS = re.compile(r"^build (CMakeFiles/kernels_(\w+)\.dir/\S+\.o):", re.M)
SHARED = re.compile(r" [WVu] (\S+)$", re.M)  # symbols of which the linker keeps one copy


def objects() -> dict[str, list[Path]]:
    """The objects of every instruction set, of the build that was made last."""
    builds = [file.parent for file in ROOT.glob("build/*/build.ninja")]
    if not builds:
        pytest.skip("the module was built elsewhere: no build/*/build.ninja here")
    last = max(builds, key=lambda folder: (folder / "build.ninja").stat().st_mtime)
    found: dict[str, list[Path]] = {}
    for name, isa in KERNELS.findall((last / "build.ninja").read_text()):
        found.setdefault(isa, []).append(last / name)
    return found


def shared_symbols(nm: str, file: Path) -> list[str]:
    done = subprocess.run([nm, str(file)], capture_output=True, text=True, check=True)
    return SHARED.findall(done.stdout)


def own_symbols(isa: str) -> re.Pattern[str]:
    """Names in the namespace tilefall::ISA as compilers write them, of functions and variables."""
    return re.compile(rf"_Z(GV|T[VTISHW])?Z*N[KVRO]*8tilefall{len(isa)}{isa}")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere objects mark such symbols otherwise")
def test_kernels_share_no_symbol_with_code_for_other_processors() -> None:
    nm = shutil.which("nm")
    if nm is None:
        pytest.skip("there is no nm here")
    sets = objects()
    assert sets.keys() >= {*available_isas()}
    assert not sets.keys() & {*_native.left_out_isas()}
    for isa, files in sets.items():
        symbols = [symbol for file in files for symbol in shared_symbols(nm, file)]
        assert symbols, f"no symbols in {files}"
        strangers = {symbol for symbol in symbols if not own_symbols(isa).match(symbol)}
        assert not strangers, f"{isa}: an older processor may be given these: {strangers}"
