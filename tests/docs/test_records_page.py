"""The pages that want a GPU: their commands run here on cores, with fewer and shorter games."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests import ROOT
from tilefall.cli import cli
from tilefall.search.weights_file import shipped_entries

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
