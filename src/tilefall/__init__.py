"""tilefall: play, search, train and compare AIs on games where tiles fall or slide.

>>> import tilefall
>>> game = tilefall.Quintris()
>>> state = game.start(tilefall.Dice(seed=7))
>>> after = state.play(state.legal_moves()[0])      # certain
>>> state = after.draw(tilefall.Dice(seed=7))       # chance
>>> state.turn
1
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilefall.agents.agent import Agent, Limit
    from tilefall.agents.catalog import agent
    from tilefall.engines import Engine, EngineError, engine
    from tilefall.errors import TilefallError
    from tilefall.play.match import play_match
    from tilefall.play.record import Record
    from tilefall.rules.catalog import parse, parse_game
    from tilefall.rules.dice import Dice
    from tilefall.rules.game import Afterstate, BadText, Chance, Game, IllegalMove, State
    from tilefall.rules.ijk import Ijk
    from tilefall.rules.quintris import Quintris
    from tilefall.rules.tetris import Tetris

__version__ = "0.1.0"

# Where each public name lives; it is imported when it is first asked for, so that
# `import tilefall` and `tilefall --help` cost nothing.
_HOMES = {
    "Afterstate": "rules.game",
    "Agent": "agents.agent",
    "BadText": "rules.game",
    "Chance": "rules.game",
    "Dice": "rules.dice",
    "Engine": "engines",
    "EngineError": "engines",
    "Game": "rules.game",
    "IllegalMove": "rules.game",
    "Ijk": "rules.ijk",
    "Limit": "agents.agent",
    "Quintris": "rules.quintris",
    "Record": "play.record",
    "State": "rules.game",
    "Tetris": "rules.tetris",
    "TilefallError": "errors",
    "agent": "agents.catalog",
    "engine": "engines",
    "parse": "rules.catalog",
    "parse_game": "rules.catalog",
    "play_match": "play.match",
}

__all__ = [
    "Afterstate",
    "Agent",
    "BadText",
    "Chance",
    "Dice",
    "Engine",
    "EngineError",
    "Game",
    "Ijk",
    "IllegalMove",
    "Limit",
    "Quintris",
    "Record",
    "State",
    "Tetris",
    "TilefallError",
    "__version__",
    "agent",
    "engine",
    "parse",
    "parse_game",
    "play_match",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'tilefall' has no attribute {name!r}")
    value = getattr(import_module(f"tilefall.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
