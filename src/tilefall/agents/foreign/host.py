"""Host: runs an agent written in Python, from a file or an entry point, as a program.

python -m tilefall.agents.foreign.host file PATH NAME
python -m tilefall.agents.foreign.host entry NAME
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from operator import index
from pathlib import Path

from tilefall.agents.agent import Limit
from tilefall.agents.foreign.channel import Channel
from tilefall.agents.foreign.messages import ENTRY_POINTS, Message
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import Game, State
from tilefall.rules.ijk import IjkState
from tilefall.rules.quintris import QuintrisState

Chooser = Callable[[State, Limit], object]


def main(words: Sequence[str]) -> None:
    """Play the game that the referee asks for, to its end."""
    channel = Channel()
    start = channel.request()
    if start is None:
        return
    game = parse_game(str(start["game"]))
    seed, player = start["seed"], start["player"]
    assert isinstance(seed, int)
    assert isinstance(player, int)
    choose = chooser(loaded(words), game, seed + player)
    channel.answer({"type": "ready"})
    while request := channel.request():
        if request["type"] == "choose":
            state, seconds = game.parse(str(request["text"])), request["seconds"]
            assert isinstance(seconds, int | float)
            channel.answer(answered(state, choose(state, Limit(seconds=seconds))))


def loaded(words: Sequence[str]) -> object:
    """What the words name: something in a file, or an entry point."""
    kind, name = words[0], words[-1]
    if kind == "entry":
        (entry,) = entry_points(group=ENTRY_POINTS, name=name)
        found: object = entry.load()
        return found
    path = Path(words[1])
    sys.path.insert(0, str(path.parent))  # as if Python had been started with the file
    # a file that is called like a module in use must not take its place
    module_name = path.stem if path.stem not in sys.modules else f"foreign_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    return getattr(module, name)


def chooser(found: object, game: Game, seed: int) -> Chooser:
    """The function that chooses, of a class that is made now, of an object, or itself.

    >>> chooser(lambda state: 7, None, 0)(None, None)
    7
    """
    if inspect.isclass(found):
        offered = {"game": game, "seed": seed}
        taken = inspect.signature(found).parameters
        found = found(**{name: value for name, value in offered.items() if name in taken})
    function = getattr(found, "choose", found)
    if not callable(function):
        raise TypeError(f"{found!r} is no agent: it has no choose, and is no function")
    parameters = inspect.signature(function).parameters.values()
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if len(places) > 1 or any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return lambda state, limit: function(state, limit)
    return lambda state, limit: function(state)


def answered(state: State, choice: object) -> Message:
    """The message for what an agent has returned.

    >>> from tilefall.rules.catalog import parse
    >>> answered(parse("ijk:size=2 A1/2 - 1"), "L")
    {'move': 'L'}
    """
    if isinstance(choice, str):
        if isinstance(state, QuintrisState):
            return {"keys": choice}
        if isinstance(state, IjkState):
            return {"move": choice}
    try:
        return {"move": index(choice)}  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"choose returned {choice!r}, expected the number of a move") from None


if __name__ == "__main__":
    main(sys.argv[1:])
