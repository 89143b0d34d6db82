"""Names: foreign agents by file, entry point or command, checked before anything is played."""

from __future__ import annotations

import ast
import errno
import hashlib
import os
import platform
import shlex
import shutil
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from tilefall.agents.agent import UnknownName
from tilefall.agents.foreign.messages import ENTRY_POINTS
from tilefall.agents.foreign.program import ProgramAgent
from tilefall.agents.foreign.sandbox import Command
from tilefall.engines import engine
from tilefall.errors import TilefallError
from tilefall.rules.game import BadText, Game
from tilefall.rules.quintris import COURSE_GAME, Quintris

EXEC, COURSE, PYTHON = "exec:", "course:", ".py"
COURSES = {"quintris": "course_quintris", "ijk": "course_ijk"}
# -P: nothing in the folder of an agent takes the place of what its host needs
HOST = ("-P", "-m", "tilefall.agents.foreign.host")


class NeedsLinux(TilefallError, RuntimeError):
    """Foreign programs cannot be contained here."""


def is_foreign(text: str) -> bool:
    """Whether a text names a program or a file, whatever is in the catalog.

    >>> is_foreign("exec:./bot 3"), is_foreign("bots/mine.py:Mine"), is_foreign("greedy")
    (True, True, False)
    """
    is_file = text.endswith(PYTHON) or f"{PYTHON}:" in text
    return text.startswith((EXEC, COURSE)) or is_file


def foreign_agent(text: str, game: Game, seed: int, engine_name: str = "native") -> ProgramAgent:
    """The agent that a text names: a file, a command, a course program or an entry point."""
    if platform.system() != "Linux":
        raise NeedsLinux(f"{text}: foreign programs need Linux, which contains what they do")
    if not text.isprintable():
        raise BadText(f"agent {text!r}, expected printable characters only")
    return ProgramAgent(text, _command(text, game), engine(engine_name), own_seed(seed))


def installed() -> dict[str, EntryPoint]:
    """The agents that other packages bring, by name."""
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def own_seed(seed: int) -> int:
    """A seed for the chance in an agent, from that of its game, which would tell its pieces."""
    return int.from_bytes(hashlib.sha256(f"foreign agent {seed}".encode()).digest()[:6])


def _command(text: str, game: Game) -> Command:
    if text.startswith(EXEC):
        return _executable(text)
    if text.startswith(COURSE):
        return _course(text, game)
    if is_foreign(text):
        return _file(text)
    return Command((sys.executable, *HOST, "entry", text), Path.cwd())


def _executable(text: str) -> Command:
    """A program by its path, which works in its folder, or by its name, which works here."""
    try:
        words = shlex.split(text.removeprefix(EXEC))
    except ValueError as error:
        raise BadText(f"agent {text!r}: {error}") from error
    if not words:
        raise BadText(f"agent {text!r}, expected a program such as exec:./program")
    if "/" not in words[0]:
        found = shutil.which(words[0])
        if found is None:
            raise UnknownName(
                f'No program "{words[0]}" on the PATH; exec:./{words[0]} is one here.'
            )
        return Command((os.path.abspath(found), *words[1:]), Path.cwd())
    path = _existing(words[0])
    if not os.access(path, os.X_OK):
        advice = "no permission to run it; `chmod +x` gives it"
        raise PermissionError(errno.EACCES, advice, words[0])
    return Command((str(path), *words[1:]), path.parent)


def _course(text: str, game: Game) -> Command:
    path = _existing(text.removeprefix(COURSE))
    if game.name not in COURSES:
        raise BadText(f"agent {text!r}: course programs play {' and '.join(COURSES)}")
    if isinstance(game, Quintris) and not game.has_course_size:
        raise BadText(f"agent {text!r}: course programs play {COURSE_GAME}, not {game.text()}")
    module = f"tilefall.agents.foreign.{COURSES[game.name]}"
    return Command((sys.executable, "-m", module, str(path)), path.parent)


def _file(text: str) -> Command:
    """A class or function in a Python file; the file is read, and only its host runs it."""
    given, _, name = text.rpartition(":") if not text.endswith(PYTHON) else (text, "", "")
    path = _existing(given)
    try:
        module = ast.parse(path.read_bytes(), given)
    except (SyntaxError, ValueError) as error:
        raise BadText(f"agent {text!r} is no Python: {error}") from error
    if name:
        names = _names(module.body)
        if name not in names and "*" not in names:
            there = ", ".join(names) or "no names"
            raise UnknownName(f'No "{name}" in {given}. There are {there}.')
    else:
        name = _only_agent(module, given)
    return Command((sys.executable, *HOST, "file", str(path), name), path.parent)


def _existing(given: str) -> Path:
    path = Path(given).expanduser()  # no shell does that after exec: or course:
    if not path.exists():
        raise UnknownName(f'No file "{given}".')
    if not path.is_file():
        raise UnknownName(f'"{given}" is no file.')
    return path.absolute()


def _names(body: Sequence[ast.AST]) -> list[str]:
    """Every name that statements give to something, as far as their text tells; `*` if not."""
    names: list[str] = []
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.append(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names += [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.append(node.id)
        else:
            names += _names(list(ast.iter_child_nodes(node)))
    return names


def _only_agent(module: ast.Module, given: str) -> str:
    """The class with a method `choose`, or the function `choose`."""
    found = [
        node.name
        for node in module.body
        if (isinstance(node, ast.ClassDef) and "choose" in _names(node.body))
        or (isinstance(node, ast.FunctionDef) and node.name == "choose")
    ]
    if not found:
        raise UnknownName(f"No agent in {given}: neither a class that has choose, nor choose.")
    if len(found) > 1:
        raise BadText(f"{given} holds {' and '.join(found)}; say which: {given}:{found[0]}")
    return found[0]
