"""Every command and every piece of Python in the documents at the root runs."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
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
OF_A_GPU = ("docs/gpu.md", "docs/records.md")  # their commands: tests/test_records_page.py


def command_blocks() -> list[tuple[str, str]]:
    return [
        (name, block)
        for name in DOCUMENTS
        for block in re.findall(
            r"```sh\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL
        )
        if "make " not in block
    ]


def check_served(words: list[str], folder: Path) -> None:
    """A server goes on until somebody ends it; its usual port may be taken."""
    serving = subprocess.Popen(
        [sys.executable, "-m", "tilefall", *words[1:], "--port", "0"],
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


@pytest.mark.parametrize(("name", "block"), command_blocks())
def test_commands_run(name: str, block: str, tmp_path: Path) -> None:
    """One folder a block, since its commands build on each other; nobody is at the keyboard."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for line in block.splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        assert words[0] == "tilefall", line
        if words[1:2] == ["serve"]:
            check_served(words, tmp_path)
            continue
        result = subprocess.run(
            [sys.executable, "-m", "tilefall", *words[1:]],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env={**os.environ, "COLUMNS": "100"},
        )
        assert result.returncode == 0, f"{line}\n{result.stdout}\n{result.stderr}"
        assert "Traceback" not in result.stderr


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
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    for name in DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        named = set(re.findall(r"(?:`| {4})make ([a-z-]+)", text))
        assert named <= targets, f"{name}: {named - targets}"


@pytest.mark.parametrize("name", [*DOCUMENTS, "STYLE.md", "CHANGELOG.md", *OF_A_GPU])
def test_links_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / name).parent.joinpath(target).exists(), target


# The agent that speaks JSON needs a referee: tests/test_foreign_agents.py.
# Those that learn need time and other libraries: tests/test_examples_envs.py.
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
