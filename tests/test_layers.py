"""The import contract: a file imports from layers to its left only, and the help stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tilefall

PACKAGE = Path(tilefall.__file__).parent
LAYERS = (
    "errors",
    "stats",
    "scale",
    "tables",
    "colours",
    "rules",
    "engines",
    "search",
    "agents",
    "play",
    "cluster",
    "arena",
    "train",
    "envs",
    "bench",
    "interfaces",
    "commands",
    "cli",
    "__main__",
)
# The standard library alone.
PLAIN = (
    "errors",
    "stats",
    "scale",
    "tables",
    "colours",
    "rules",
)
FILES = sorted(PACKAGE.rglob("*.py"))


def imported(source: str) -> list[str]:
    """Every module that a source imports, wherever in the file it does."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute here"
            assert node.module is not None
            if node.module != "tilefall":
                names.append(node.module)
                continue
            # "from tilefall import play" imports tilefall.play; the version is in no layer
            found = [alias.name for alias in node.names if alias.name != "__version__"]
            names += [f"tilefall.{name}" for name in found]
    return names


def layer_of(module: str) -> str:
    return module.split(".")[1]


def wrong_imports(source: str, layer: str) -> list[str]:
    """What a file of this layer imports though it must not."""
    wrong = []
    for module in imported(source):
        top = module.split(".")[0]
        if top == "tilefall":
            other = layer_of(module)
            # the compiled extension has a leading underscore and belongs to the engines
            is_extension = other.startswith("_") and other != "__main__"
            if is_extension:
                if layer != "engines":
                    wrong.append(module)
                continue
            assert other in LAYERS, f"{module}: no such layer, there are {LAYERS}"
            if LAYERS.index(other) > LAYERS.index(layer):
                wrong.append(module)
        elif layer in PLAIN and top not in sys.stdlib_module_names:
            wrong.append(module)
    return wrong


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(PACKAGE)) for path in FILES])
def test_a_file_imports_from_its_left_only(path: Path) -> None:
    layer = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if layer == "__init__":
        return  # the package itself hands out what is in the layers
    assert layer in LAYERS, f"{layer} has no place among the layers {LAYERS}"
    assert wrong_imports(path.read_text(), layer) == []


@pytest.mark.parametrize(
    ("source", "layer", "wrong"),
    [
        ("import tilefall.play.match", "agents", ["tilefall.play.match"]),
        ("from tilefall.engines import engine", "rules", ["tilefall.engines"]),
        ("def f():\n    from tilefall import cli", "commands", ["tilefall.cli"]),
        ("import numpy", "rules", ["numpy"]),
        ("import click\nimport json", "errors", ["click"]),
        ("from tilefall._native import Engine", "search", ["tilefall._native"]),
        ("from tilefall._native import Engine", "engines", []),
        ("import json\nfrom tilefall.rules.dice import Dice", "rules", []),
        ("from tilefall import __version__, cli", "play", ["tilefall.cli"]),
        ("import click\nfrom tilefall.play import Record", "commands", []),
    ],
)
def test_the_contract_can_be_broken(source: str, layer: str, wrong: list[str]) -> None:
    assert wrong_imports(source, layer) == wrong


# Only commands that ask for these load them.
EXTRA_PACKAGES = ("numpy", "ray", "cupy", "cma", "PIL", "gymnasium", "pettingzoo", "matplotlib")
SCREENS = ("rich", "textual", "starlette", "uvicorn", "websockets")


def loaded_by(*words: str) -> tuple[list[str], str]:
    """The modules that a command has loaded when it ends, and what it printed."""
    program = (
        "import sys\n"
        "import tilefall.cli\n"
        "try:\n    tilefall.cli.main()\n"
        "except SystemExit as ended:\n    assert not ended.code\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, *words]
    environment = {"PYTHONPATH": str(PACKAGE.parent)}
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return run.stderr.splitlines()[-1].split(), run.stdout


def of_these(loaded: list[str], packages: tuple[str, ...]) -> list[str]:
    """Which of the modules are one of these packages, or inside of one."""
    return [name for name in loaded if f"{name}.".startswith(tuple(f"{p}." for p in packages))]


def test_the_help_loads_neither_games_nor_graphics() -> None:
    loaded, printed = loaded_by("--help")
    assert "Watch an agent play." in printed
    assert [name for name in loaded if name.startswith("tilefall.")] == [
        "tilefall.cli",
        "tilefall.errors",
    ]
    assert of_these(loaded, EXTRA_PACKAGES + SCREENS) == []


def test_watching_loads_no_arena_no_cluster_and_no_training() -> None:
    loaded, printed = loaded_by("watch", "quintris", "--max-turns", "1", "--quiet")
    assert printed.startswith("score 0 after 1 turn")
    assert "tilefall.commands.watch" in loaded
    others = ("arena", "cluster", "train", "envs", "bench", "engines.cuda")
    assert of_these(loaded, tuple(f"tilefall.{name}" for name in others)) == []
    assert of_these(loaded, EXTRA_PACKAGES + SCREENS) == []
