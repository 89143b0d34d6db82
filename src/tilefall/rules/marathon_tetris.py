"""Marathon for agents: the same position in the rules that they know, and the way there (M15)."""

from __future__ import annotations

from collections import deque

from tilefall.rules.falling_piece import (
    DROP,
    HIDDEN,
    LEFT,
    RIGHT,
    TURN,
    TURN_BACK,
    Falling,
    in_words,
    steered,
)
from tilefall.rules.marathon import MarathonState
from tilefall.rules.pieces import FILLED, Placement
from tilefall.rules.tetris import PIECES, Tetris, TetrisState

AGENTS_GAME = Tetris(rules="preview", pieces="bag")
KEYS = (TURN, TURN_BACK, LEFT, RIGHT)  # turns first: of equally short ways they are better read


def as_tetris(state: MarathonState) -> TetrisState | None:
    """The position as one of `tetris:rules=preview,pieces=bag`; None if that has no room for it."""
    if state.is_over or any(FILLED in row for row in state.board[:HIDDEN]):
        return None
    assert state.falling is not None
    later = state.queue[1:]  # what agents have not seen yet
    return TetrisState(
        game=AGENTS_GAME,
        board=state.board[HIDDEN:],
        current=state.falling.piece,
        next=state.queue[0],
        seen=tuple(count - later.count(piece) for piece, count in enumerate(state.seen)),
        score=state.lines,
        turn=state.pieces,
    )


def keys_to(state: MarathonState, placement: Placement) -> tuple[int, ...] | None:
    """The shortest keys that put the piece where agents want it; None if it is too late for that.

    The last is a drop. No falls are needed on the way: agents let pieces fall from above.
    """
    if state.falling is None or state.is_over or state.must_lock:
        return None
    wanted = {(placement.row + i, placement.column + j) for i, j in placement.shape.cells}
    found: dict[tuple[int, int, int], tuple[int, ...]] = {_spot(state.falling): ()}
    waiting = deque([state.falling])
    while waiting:
        piece = waiting.popleft()
        keys = found[_spot(piece)]
        if set(piece.landed(state.board).places) == wanted:
            return (*keys, DROP)
        reached = steered(piece, state.board)
        for key in KEYS:
            if key in reached and _spot(reached[key]) not in found:
                found[_spot(reached[key])] = (*keys, key)
                waiting.append(reached[key])
    return None


def said(state: MarathonState, placement: Placement) -> str:
    """A placement in the words of somebody who plays: where it lands, and the keys to it."""
    left = placement.column
    right = left + placement.shape.width - 1
    letter = PIECES.letters[placement.shape.piece]
    where = f"column {left}" if left == right else f"columns {left} to {right}"
    keys = keys_to(state, placement)
    if keys is None:
        return f"{letter} in {where}, out of reach now"
    return f"{letter} in {where}: {in_words(keys)}"


def _spot(piece: Falling) -> tuple[int, int, int]:
    return piece.quarter, piece.row, piece.column
