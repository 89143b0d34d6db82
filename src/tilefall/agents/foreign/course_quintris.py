"""Host of a course's quintris.py: python -m tilefall.agents.foreign.course_quintris PATH."""

from __future__ import annotations

import runpy
import sys

from tilefall.agents.foreign.channel import Channel
from tilefall.agents.foreign.course_program import move_in, program_path, refuse, started, told
from tilefall.agents.foreign.course_table import Table
from tilefall.agents.foreign.skeleton.QuintrisGame import QuintrisGame
from tilefall.rules.catalog import parse_game
from tilefall.rules.quintris import COURSE_GAME, Quintris

INTERFACES = {"drop": "simple", "fall": "animated"}


def main() -> None:
    """Play one game, for which the program is run as a person would run it."""
    path = program_path(sys.argv[1:], "course_quintris")
    channel = Channel()
    start = started(channel)
    game = parse_game(str(start["game"]))
    if not isinstance(game, Quintris) or not game.has_course_size:
        refuse(f"a course program plays {COURSE_GAME}, not {game.text()}")
    table = Table(channel, game.reach)
    QuintrisGame._home = table
    move_in(path, start)
    sys.argv = [str(path), "computer", INTERFACES[game.reach]]
    told(path, lambda: _run(str(path)))
    if not table.is_over:
        refuse("the program ended before its game was over: does it call start_game?")


def _run(path: str) -> None:
    runpy.run_path(path, run_name="__main__")


if __name__ == "__main__":
    main()
