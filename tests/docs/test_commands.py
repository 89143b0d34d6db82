"""Every command and every piece of Python in the documents runs."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from click.testing import CliRunner

from tests import ROOT
from tilefall.cli import cli
from tilefall.engines.native import available_isas
from tilefall.search.weights_file import shipped_entries

DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"),
    *("docs/agents.md", "docs/animated.md", "docs/course.md", "docs/ijk.md", "docs/search.md"),
    *("docs/ijk-measured.md", "docs/ijk-solved.md", "docs/protocol.md", "docs/training.md"),
    *(
        "docs/arena.md",
        "docs/course-programs.md",
        "docs/environments.md",
        "docs/pictures.md",
        "docs/terminal.md",
        "docs/web.md",
    ),
)
OF_A_GPU = ("docs/gpu.md", "docs/records.md")  # their commands: tests/docs/test_commands.py
NATIVE = "native/README.md"


def command_blocks() -> list[tuple[str, str]]:
    return [
        (name, block)
        for name in DOCUMENTS
        for block in re.findall(
            r"```sh\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL
        )
        if "make " not in block
    ]


# These start the way a user starts them; all others run inside of this process.
STARTED = (
    "tilefall",
    "tilefall serve",
    "tilefall serve mine",
    "tilefall replay games.jsonl.gz --verify",
)


def check_served(words: list[str], folder: Path) -> None:
    """A server runs until somebody ends it; its usual port may be taken."""
    serving = subprocess.Popen(
        [sys.executable, "-m", "tilefall", *words, "--port", "0"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert serving.stdout is not None
    assert "http://127.0.0.1:" in serving.stdout.readline()
    serving.terminate()
    _, errors = serving.communicate(timeout=30)
    assert serving.returncode == 0, errors
    assert "Traceback" not in errors


def check_started(words: list[str], folder: Path) -> None:
    """A process of its own, with nobody at the keyboard."""
    result = subprocess.run(
        [sys.executable, "-m", "tilefall", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "100"},
    )
    assert result.returncode == 0, f"{words}\n{result.stdout}\n{result.stderr}"
    assert "Traceback" not in result.stderr


def check_run(words: list[str]) -> None:
    """In this process, with nobody at the keyboard."""
    result = CliRunner().invoke(cli, words, prog_name="tilefall", env={"COLUMNS": "100"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, f"{words}\n{result.output}"


def marked(name: str, block: str) -> ParameterSet:
    """A block, slow if it measures, learns, compares or serves."""
    is_slow = re.search(r"tilefall (arena|bench|serve|train)\b", block)
    return pytest.param(name, block, marks=[pytest.mark.slow] if is_slow else [])


@pytest.mark.parametrize(("name", "block"), [marked(*each) for each in command_blocks()])
def test_commands_run(
    name: str, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One folder for each block, since its commands build on each other."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for line in block.splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        assert words[0] == "tilefall", line
        if words[1:2] == ["serve"]:
            check_served(words[1:], tmp_path)
        elif shlex.join(words) in STARTED:
            check_started(words[1:], tmp_path)
        else:
            check_run(words[1:])


def test_what_is_started_stands_in_the_documents() -> None:
    lines = [
        shlex.join(shlex.split(line, comments=True))
        for _, block in command_blocks()
        for line in block.splitlines()
    ]
    assert sum(line in STARTED for line in lines) == 5
    assert set(STARTED) <= set(lines)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_python_in_documents_runs(name: str) -> None:
    results = doctest.testfile(str(ROOT / name), module_relative=False)
    assert results.failed == 0


def test_the_readme_begins_with_the_two_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert lines[2].split()[:2] == ["make", "demo"]
    assert lines[3].split()[:2] == ["make", "test"]


def test_make_knows_every_target_that_documents_name() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z0-9-]+):", makefile, flags=re.MULTILINE))
    for name in (*DOCUMENTS, NATIVE):
        text = (ROOT / name).read_text(encoding="utf-8")
        named = set(re.findall(r"(?:`| {4})make ([a-z0-9-]+)", text))
        assert named <= targets, f"{name}: {named - targets}"


@pytest.mark.parametrize("name", [*DOCUMENTS, "STYLE.md", "CHANGELOG.md", *OF_A_GPU, NATIVE])
def test_links_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / name).parent.joinpath(target).exists(), target


def test_the_machine_code_of_the_hot_loop_is_where_the_page_of_the_core_looks() -> None:
    kernels = "native/include/tilefall/search/kernels.cpp.o"
    isa = available_isas()[0]
    built = ROOT / "build" / "native" / "CMakeFiles" / f"kernels_{isa}.dir" / kernels
    if shutil.which("objdump") is None or not built.exists():
        pytest.skip("this needs objdump, and an editable install of the usual instruction sets")
    text = (ROOT / NATIVE).read_text(encoding="utf-8")
    (block,) = re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)
    command = ["bash", "-c", block.replace(".venv/bin/python", shlex.quote(sys.executable))]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"tilefall::{isa}::land_wide<3, 5u>" in shown
    assert "ret" in shown


# The agent that speaks JSON needs a referee: tests/agents/foreign/test_agents.py.
# Those that learn need time and other libraries: tests/docs/test_examples_envs.py.
ELSEWHERE = (
    "afterstate_td.py",
    "json_agent.py",
    "masked_ppo.py",
    "rllib_ppo.py",
    "sb3_vector.py",
)
EXAMPLES = [path for path in sorted((ROOT / "examples").glob("*.py")) if path.name not in ELSEWHERE]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_run(path: Path) -> None:
    result = subprocess.run([sys.executable, str(path)], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert result.stdout


SMALLER = {
    "--games": "2",
    "--max-pieces": "30",
    "--at-once": "2",
    "--generations": "2",
    "--population": "4",
    "--average": "1",
    "--validation-games": "10",
    "--checkpoint-every": "1",
}
NOT_KEPT = ("--out", "--workers")  # they change no numbers


def blocks(page: str) -> list[list[str]]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)
    return [block.splitlines() for block in found]


def test_the_training_on_the_page_of_the_gpu_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What else is there plays on a GPU alone: tests/train/test_cuda.py gives it one."""
    monkeypatch.chdir(tmp_path)
    (line,) = (each for block in blocks("gpu.md") for each in block if " train " in each)
    result = CliRunner().invoke(cli, on_cores(line))
    assert result.exit_code == 0, result.output


def on_cores(line: str) -> list[str]:
    """The words of a command after its first, without its GPU and with small numbers."""
    program, *words = shlex.split(line, comments=True)
    assert program == "tilefall", line
    for at in range(len(words) - 1):
        words[at + 1] = SMALLER.get(words[at], words[at + 1])
    if "--workers" in words:
        at = words.index("--workers")
        assert words[at + 1] == "cuda"
        del words[at : at + 2]
    return words


@pytest.mark.parametrize("block", blocks("records.md"), ids=lambda block: block[-1][:40])
def test_commands_of_records_run(
    block: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for line in block:
        result = CliRunner().invoke(cli, on_cores(line))
        assert result.exit_code == 0, f"{line}\n{result.output}"


def asked(line: str) -> tuple[str, dict[str, str]]:
    """The game of a training, and what its options say."""
    _, _, game, *words = shlex.split(line)
    return game, dict(zip(words[::2], words[1::2], strict=True))


def test_the_trainings_of_the_page_are_those_of_the_files() -> None:
    """A file has the usual words written out, too, and neither workers nor a folder."""
    lines = [line for block in blocks("records.md") for line in block if " train " in line]
    page = [asked(line) for line in lines]
    for name in ("tetris-tables", "quintris-tables", "quintris-tables-deep"):
        origin = shipped_entries(name)[name].provenance
        assert origin is not None
        for command in (origin.command, *(earlier.command for earlier in origin.earlier)):
            game, options = asked(command)
            if not options["--features"].startswith("all"):
                continue  # the linear weights that it began with
            usual = {"--method": "cma", "--agent": "greedy"}
            assert any(
                game == its_game
                and options == usual | {key: its[key] for key in its if key not in NOT_KEPT}
                for its_game, its in page
            ), command
