"""Prints: what the files behind an agent hold, so that one that has changed is noticed."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path

from tilefall.agents.catalog import agent
from tilefall.agents.foreign.program import ProgramAgent
from tilefall.arena.plan import BadArena, Plan
from tilefall.rules.game import Game
from tilefall.rules.notation import parse_game_text


def agent_print(text: str, game: Game) -> str:
    """A digest of the program or the weights that an agent's text names; empty without files.

    Raises what is wrong with the text.
    """
    made = agent(text, game)
    if isinstance(made, ProgramAgent):
        return _digest(made.command.words)
    return _digest(parse_game_text(text)[1].values())


def check_prints(plan: Plan) -> None:
    """Raises BadArena if an agent of a plan is not what it was: two would be told as one."""
    for text, before in zip(plan.agents, plan.prints, strict=True):
        if agent_print(text, plan.rules) != before:
            raise BadArena(
                f"{text} has changed since the arena was begun, and its games so far are the old "
                "one's; begin a new arena with --out"
            )


def _digest(words: Iterable[str]) -> str:
    # the interpreter is no part of an agent, and may differ from one machine to the next
    paths = [Path(word) for word in words if word and word != sys.executable]
    content = [path.read_bytes() for path in paths if path.is_file()]
    if not content:
        return ""
    return hashlib.sha256(b"\0".join(content)).hexdigest()[:16]
