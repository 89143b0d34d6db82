"""Which tests go with a change: `make check` runs them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.changed_tests import ALWAYS, SMALL, changed, chosen, matching_tests

from tests import ROOT


@pytest.mark.parametrize(
    ("name", "tests"),
    [
        ("src/tilefall/rules/quintris.py", "tests/rules"),
        ("src/tilefall/agents/foreign/skeleton/kbinput.py", "tests/agents/foreign"),
        ("src/tilefall/interfaces/web/static/js/dom.js", "tests/interfaces/web"),
        ("src/tilefall/interfaces/terminal/plain.py", "tests/interfaces"),
        ("src/tilefall/weights/rv-ce.json", "tests/agents"),
        ("src/tilefall/cli.py", "tests/commands"),
        ("native/include/tilefall/base/lanes.hpp", "tests/engines"),
        ("native/README.md", "tests/docs"),
        ("docs/web.md", "tests/docs"),
        ("tools/mutants.py", "tests/tools"),
        ("tests/rules/test_dice.py", "tests/rules/test_dice.py"),
        ("tests/rules/boards.py", "tests/rules"),
        ("tests/golden/perft.txt", None),
        ("src/tilefall/stats.py", "tests/arena/test_stats.py"),
        ("tests/rules/test_gone.py", None),
        ("LICENSE", None),
    ],
)
def test_a_file_has_the_tests_of_its_folder(name: str, tests: str | None) -> None:
    assert matching_tests(name) == tests


def test_no_test_runs_twice() -> None:
    files = ["tests/rules/test_dice.py", "src/tilefall/rules/dice.py", "docs/web.md", "LICENSE"]
    assert chosen(files) == sorted([*ALWAYS, "tests/rules", "tests/docs"])
    assert chosen([]) == sorted(ALWAYS)


def test_after_a_large_change_a_small_set_runs(capsys: pytest.CaptureFixture[str]) -> None:
    files = [f"src/tilefall/{folder}/x.py" for folder in ("rules", "play", "arena", "train")]
    assert chosen(files[:3]) == sorted([*ALWAYS, "tests/rules", "tests/play", "tests/arena"])
    assert capsys.readouterr().err == ""
    assert chosen(files) == list(SMALL)
    assert "make test" in capsys.readouterr().err


def test_where_nobody_can_say_what_has_changed_a_small_set_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tools.changed_tests.ROOT", tmp_path)  # no repository
    assert changed() is None
    assert chosen(None) == list(SMALL)
    assert all((ROOT / each).exists() for each in SMALL)
