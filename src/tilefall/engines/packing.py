"""Packing: states and weights as the native engine holds them, and states back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter

from tilefall._native import falling as falling
from tilefall.engines.protocol import WEIGHED, FallingState, checked_weights
from tilefall.rules import quintris, tetris
from tilefall.rules.falling import Spot, board_of, columns_of
from tilefall.rules.features import SURFACE, Features
from tilefall.rules.quintris import Quintris, QuintrisAfterstate, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisAfterstate, TetrisState

FallingAfterstate = QuintrisAfterstate | TetrisAfterstate


@lru_cache(maxsize=64)
def packed_rules(game: Quintris | Tetris) -> falling.Rules:
    """A game's parameters."""
    is_quintris = isinstance(game, Quintris)
    draws = game.draws
    draw = "list" if draws.is_list else "told" if draws.told else draws.text
    return falling.Rules(
        width=game.width,
        height=game.height,
        is_quintris=is_quintris,
        can_slide=isinstance(game, Quintris) and game.reach == "fall",
        has_preview=is_quintris or (isinstance(game, Tetris) and game.preview),
        draw=draw,
        told=draws.told or (),
        pieces=[draws.letters.index(letter) for letter in draws.text] if draws.is_list else (),
    )


def packed(state: FallingState) -> falling.State:
    """A state before a move."""
    if isinstance(state, QuintrisState):
        current, column, following = state.current, state.column, state.next
    else:
        current, column, following = _shape(state.current), 0, _shape(state.next)
    return _packed(state, current, column, following, 0)


def packed_at(state: QuintrisState, spot: Spot) -> falling.State:
    """A state whose piece is at a spot below the one where it appeared (F12)."""
    return _packed(state, spot.shape, spot.column, state.next, spot.row)


def _packed(
    state: FallingState, current: int, column: int, following: int, row: int
) -> falling.State:
    return falling.State(
        packed_rules(state.game),
        columns=columns_of(state.board),
        seen=state.seen,
        score=state.score,
        turn=state.turn,
        current=current,
        column=column,
        next=following,
        row=row,
    )


def unpacked(game: Quintris | Tetris, native: falling.State) -> FallingState:
    """A state before a move."""
    board = board_of(native.columns[: game.width], game.height)
    if isinstance(game, Quintris):
        seen = tuple(native.seen[: len(quintris.PIECES.letters)])
        return QuintrisState(
            game, board, native.current, native.column, native.next, seen, native.score, native.turn
        )
    seen = tuple(native.seen[: len(tetris.PIECES.letters)])
    current, following = _piece(native.current), _piece(native.next)
    return TetrisState(game, board, current, following, seen, native.score, native.turn)


def packed_after(after: FallingAfterstate) -> falling.Locked:
    """An afterstate: the piece that comes next is `next` until the draw."""
    if isinstance(after, QuintrisAfterstate):
        following, is_over = after.current, False
    else:
        # Without preview nothing comes next yet; any shape will do until the draw.
        following, is_over = max(_shape(after.current), 0), after.over
    state = falling.State(
        packed_rules(after.game),
        columns=columns_of(after.board),
        seen=after.seen,
        score=after.score,
        turn=after.turn,
        current=0,
        column=0,
        next=following,
    )
    return falling.Locked(state, after.reward, is_over)


def unpacked_after(game: Quintris | Tetris, native: falling.Locked) -> FallingAfterstate:
    """An afterstate."""
    state = native.state
    board = board_of(state.columns[: game.width], game.height)
    score, turn, reward = state.score, state.turn, native.reward
    if isinstance(game, Quintris):
        seen = tuple(state.seen[: len(quintris.PIECES.letters)])
        return QuintrisAfterstate(game, board, state.next, seen, score, turn, reward)
    seen = tuple(state.seen[: len(tetris.PIECES.letters)])
    following = _piece(state.next)
    return TetrisAfterstate(game, board, following, seen, score, turn, reward, native.is_over)


def _shape(piece: int | None) -> int:
    return -1 if piece is None else tetris.PIECES.of_piece[piece][0]


def _piece(shape: int) -> int | None:
    return None if shape < 0 else tetris.PIECES.shapes[shape].piece


def packed_weights(game: Quintris | Tetris, weights: Sequence[int]) -> tuple[int, ...]:
    """The weights of a game, checked: those of E1 to E11, and those of tables if there are any."""
    weights = checked_weights(weights, game)
    if len(weights) < len(WEIGHED):
        return weights
    linear, tables = weights[: len(Features._fields)], weights[len(Features._fields) :]
    return (*linear, *(0 if at is None else tables[at] for at in _entries(game)))


@lru_cache(maxsize=64)
def unpacker(game: Quintris | Tetris) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """What makes of the counts of all entries how often each case of SURFACE was counted.

    Whoever explains a position asks for that of all its moves, so most of it is one call.
    """
    entries = _entries(game)
    places: list[list[int]] = [[] for _ in SURFACE]
    for entry, case in enumerate(entries):
        if case is not None:
            places[case].append(entry)
    nothing = len(entries)  # the place of a 0 behind all counts
    first_of_all = itemgetter(*(each[0] if each else nothing for each in places))
    others = [(case, entry) for case, each in enumerate(places) for entry in each[1:]]

    def unpacked(counts: Sequence[int]) -> tuple[int, ...]:
        found = list(first_of_all((*counts, 0)))
        for case, entry in others:
            found[case] += counts[entry]
        return tuple(found)

    return unpacked


@lru_cache(maxsize=64)
def _entries(game: Quintris | Tetris) -> tuple[int | None, ...]:
    """For each entry of the native tables the number of its case; None if it counts nothing."""
    known = {name: number for number, name in enumerate(SURFACE)}
    names = falling.weight_names(packed_rules(game))
    return tuple(map(known.get, names[len(Features._fields) :]))
