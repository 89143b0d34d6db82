"""Answer: what a program said, as a move of the state it was asked about, or as a forfeit."""

from __future__ import annotations

import json
from collections.abc import Collection

from tilefall.agents.agent import Forfeit
from tilefall.agents.foreign.ending import plain
from tilefall.agents.foreign.messages import Message
from tilefall.rules.game import IllegalMove, State
from tilefall.rules.ijk import MOVES, IjkState
from tilefall.rules.quintris import QuintrisState

LONGEST_KEYS = 1000


def parse_answer(line: bytes) -> Message:
    """The JSON object of a line."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise Forfeit("garbage", f"no JSON: {_told(line)}") from None
    if not isinstance(found, dict):
        raise Forfeit("garbage", f"no JSON object: {_told(line)}")
    return found


def check_ready(line: bytes) -> None:
    """Nothing, if a program has said that it is ready."""
    if parse_answer(line).get("type") != "ready":
        raise Forfeit("garbage", f'expected {{"type": "ready"}}: {_told(line)}')


def chosen(line: bytes, state: State, legal: Collection[int]) -> int:
    """The legal move that an answer chooses: by number, by Quintris keys or by IJK letter."""
    answer = parse_answer(line)
    if isinstance(state, QuintrisState) and "move" not in answer and "keys" in answer:
        return _by_keys(answer["keys"], state, line)
    said = answer.get("move")
    if isinstance(state, IjkState) and isinstance(said, str):
        if said not in MOVES:
            raise Forfeit("illegal", f"move {plain(said.encode())}, legal are {' '.join(MOVES)}")
        return MOVES.index(said)
    if type(said) is not int:
        raise Forfeit("garbage", f"no move: {_told(line)}")
    if said not in legal:
        raise Forfeit("illegal", f"move {said}, not among the {len(legal)} legal ones")
    return said


def _by_keys(keys: object, state: QuintrisState, line: bytes) -> int:
    """Where keys lead, from where the piece appears."""
    if not isinstance(keys, str):
        raise Forfeit("garbage", f"no keys: {_told(line)}")
    if len(keys) > LONGEST_KEYS:
        raise Forfeit("illegal", f"{len(keys)} keys, at most {LONGEST_KEYS} are allowed")
    try:
        return state.move_by_keys(keys)
    except IllegalMove as error:
        raise Forfeit("illegal", plain(str(error).encode())) from None


def _told(line: bytes) -> str:
    return plain(line) or "an empty line"
