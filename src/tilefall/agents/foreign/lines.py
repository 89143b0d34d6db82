"""Lines: messages as they are sent; the question for a move is written from parts made before."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from tilefall.agents.foreign.messages import Message, choose_message, parts, placement
from tilefall.engines import Engine
from tilefall.rules.game import State
from tilefall.rules.ijk import MOVES, IjkState
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisState


@dataclass(frozen=True)
class Question:
    """The line that asks for a move, and the moves that may answer it."""

    line: bytes
    legal: Collection[int]


def line(message: Message) -> bytes:
    """A message as it is sent.

    >>> line({"type": "ready"})
    b'{"type": "ready"}\\n'
    """
    return json.dumps(message).encode() + b"\n"


def question(state: State, engine: Engine, seconds: float) -> Question:
    """The line of `choose_message`."""
    if isinstance(state, IjkState):
        return Question(line(choose_message(state, engine, seconds)), range(len(MOVES)))
    if isinstance(state, QuintrisState):
        keys = engine.keys(state)
        told = [f'{_beginning(state.game, move)}, "keys": "{keys[move]}"}}' for move in keys]
        return Question(_joined(state, seconds, told), keys.keys())
    assert isinstance(state, TetrisState)
    legal = engine.legal_moves(state)
    told = [_beginning(state.game, move) + "}" for move in legal]
    return Question(_joined(state, seconds, told), legal)


def _joined(state: State, seconds: float, told: list[str]) -> bytes:
    head = json.dumps({"type": "choose", "seconds": seconds, **parts(state)})
    return f'{head[:-1]}, "moves": [{", ".join(told)}]}}\n'.encode()


@lru_cache(maxsize=1 << 15)  # all moves of a game of Quintris, and of some sizes of Tetris
def _beginning(game: Quintris | Tetris, move: int) -> str:
    """What is the same whenever a move is legal, without its closing brace."""
    return json.dumps(placement(game, move))[:-1]
