"""The kernels of the GPU compile for every kind of game, with nvcc and as they are at run time."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilefall.engines.cuda_kinds import (
    SOURCE,
    WITH_BENDS,
    WITH_TABLES,
    Kind,
    kind_of,
)
from tilefall.engines.protocol import WEIGHED
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

ALL, DT = [(1,) * 11], [(1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0)]
TABLES = [(1,) * len(WEIGHED)]
# The largest boards: what does not fit into shared memory is seen when compiling.
KINDS = {
    "tetris": kind_of(Tetris(15, 31), ALL, 1, 0),
    "tetris 10 x 10": kind_of(Tetris(10, 10), DT, 1, 0),
    "tetris with next": kind_of(Tetris(15, 31, rules="preview", pieces="bag"), ALL, 2, 0),
    "quintris": kind_of(Quintris(width=15, height=31), ALL, 1, 0),
    "quintris with next": kind_of(Quintris("1-2-0-1-1-3", width=15, height=31), DT, 2, 0),
    "quintris, tables": kind_of(Quintris(width=15, height=31), TABLES, 1, 0),
    "tetris with next, tables": kind_of(Tetris(15, 31, rules="preview"), TABLES, 2, 0),
}


@pytest.mark.parametrize("name", KINDS)
def test_nvcc_compiles_the_kernels_without_a_warning(name: str, tmp_path: Path) -> None:
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        pytest.skip("there is no nvcc here")
    # what takes all functions for the device's is an option of compiling at run time alone, and
    # nvcc reads a comma as the end of a macro
    words = [
        word.replace(",", "\\,") for word in KINDS[name].options() if word != "-default-device"
    ]
    flags = ["-arch=sm_90", "-Werror", "all-warnings", "-ptx", str(SOURCE)]
    command = [nvcc, *words, *flags, "-o", str(tmp_path / "kernels.ptx")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    text = (tmp_path / "kernels.ptx").read_text()
    assert ".visible .entry play(" in text
    assert ".visible .entry begin(" in text


def test_kernels_look_bends_up_only_where_they_weigh_anything() -> None:
    flat = tuple(0 if name.startswith("bend_") else 1 for name in WEIGHED)
    one = tuple(int(name == "bend_-1_0") for name in WEIGHED)
    sets = [kind_of(Tetris(), [weights], 1, 0).features for weights in (ALL[0], flat, one)]
    both = WITH_TABLES | WITH_BENDS
    assert [features & both for features in sets] == [0, WITH_TABLES, both]
    assert kind_of(Tetris(), [flat, one], 1, 0).features & both == both


def libraries() -> Iterator[Path]:
    """Where the compiler that CuPy calls may be."""
    folders = [Path(path) / "nvidia" for path in sys.path]
    if nvcc := shutil.which("nvcc"):
        folders.append(Path(nvcc).resolve().parents[1])
    for folder in folders:
        yield from sorted(folder.rglob("libnvrtc.so*"))


@pytest.mark.parametrize("architecture", ["sm_75", "sm_90"])
def test_kernels_compile_at_run_time(architecture: str) -> None:
    """Without any header but ours: what compiles there has no standard ones."""
    path = next(libraries(), None)
    if path is None:
        pytest.skip("there is no libnvrtc here: pip install nvidia-cuda-nvrtc brings it")
    status, log = compiled(path, KINDS["tetris 10 x 10"], architecture)
    assert status == 0, log


def compiled(path: Path, kind: Kind, architecture: str) -> tuple[int, str]:
    """How the compiler ends, and what it says."""
    library, program = ctypes.CDLL(str(path)), ctypes.c_void_p()
    source = SOURCE.read_text().encode()
    library.nvrtcCreateProgram(ctypes.byref(program), source, b"population.cu", 0, None, None)
    words = [*kind.options(), f"--gpu-architecture={architecture}"]
    options = (ctypes.c_char_p * len(words))(*(word.encode() for word in words))
    status: int = library.nvrtcCompileProgram(program, len(words), options)
    size = ctypes.c_size_t()
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, log)
    return status, log.value.decode()
