"""Course program: what the hosts of course programs share, so that one believes to be at home."""

from __future__ import annotations

import builtins
import os
import random
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from tilefall.agents.foreign.channel import Channel
from tilefall.agents.foreign.messages import Message
from tilefall.agents.foreign.skeleton import (
    AnimatedQuintris,
    QuintrisGame,
    SimpleQuintris,
    kbinput,
    logic_IJK,
)

MODULES = {
    "QuintrisGame": QuintrisGame,
    "SimpleQuintris": SimpleQuintris,
    "AnimatedQuintris": AnimatedQuintris,
    "kbinput": kbinput,
    "logic_IJK": logic_IJK,
}


def refuse(reason: str) -> NoReturn:
    """The process has ended with a line that says why it plays no game."""
    print(reason, file=sys.stderr)
    raise SystemExit(2)


def program_path(arguments: list[str], host: str) -> Path:
    """The program that the command line names."""
    if len(arguments) != 1:
        refuse(f"{len(arguments)} words after {host}, expected one: the path of a course program")
    path = Path(arguments[0]).absolute()
    if not path.is_file():
        refuse(f"course program {str(path)!r}: there is no such file")
    return path


def started(channel: Channel) -> Message:
    """The referee's first message."""
    request = channel.request()
    if request is None:
        raise SystemExit(0)  # nobody wants to play
    return request


def move_in(path: Path, start: Message) -> None:
    """Modules, folder and generator are as the program expects them at home.

    The course's modules are ours even if copies lie beside the program. Its random numbers are the
    same in every game of a kind, so that a game can be played again; it does not learn the seed.
    """
    sys.modules.update(MODULES)
    sys.path.insert(0, str(path.parent))
    os.chdir(path.parent)
    random.seed(f"{start['game']} {start['player']}")
    builtins.input = _nobody


def told(path: Path, program: Callable[[], None]) -> None:
    """Run the program; its error ends the process and is told as the program's own."""
    try:
        program()
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != str(path):
            trace = trace.tb_next
        traceback.print_exception(error.with_traceback(trace))
        raise SystemExit(1) from None


def _nobody(prompt: object = "") -> str:
    raise EOFError(f"nobody answers {prompt!r}: course programs play as computer, not as human")
