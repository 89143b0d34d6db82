"""The native engine: C++ answers every question, with one of its instruction sets."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Sequence
from typing import TypeGuard

from tilefall.engines.protocol import (
    EngineError,
    FallingState,
    Outcome,
    Perft,
)
from tilefall.rules.dice import Dice
from tilefall.rules.falling import Spot
from tilefall.rules.features import Features
from tilefall.rules.game import Afterstate, IllegalMove, State
from tilefall.rules.ijk import Ijk, IjkAfterstate, IjkState
from tilefall.rules.notation import Rows
from tilefall.rules.quintris import Quintris, QuintrisAfterstate, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisAfterstate, TetrisState

try:
    from tilefall import _native
    from tilefall._native import falling, ijk
    from tilefall.engines import packing, packing_ijk
except ImportError as error:  # pragma: no cover - a broken installation
    raise EngineError(
        f"the native engine is not built ({error}); install tilefall again with `pip install .`"
    ) from error

ISA_VARIABLE = "TILEFALL_ISA"


def available_isas() -> tuple[str, ...]:
    """The instruction sets that were compiled and that this machine has, the best one first."""
    return tuple(_native.isas())


def chosen_isa() -> str:
    """The instruction set that TILEFALL_ISA asks for, or the best one."""
    return _checked_isa(os.environ.get(ISA_VARIABLE) or available_isas()[0])


def _checked_isa(isa: str) -> str:
    there = ", ".join(available_isas())
    if isa in _native.left_out_isas():
        raise EngineError(
            f"instruction set {isa!r} was not compiled, only {there}; this compiles all of them: "
            "pip install . -C cmake.define.TILEFALL_ISAS=all"
        )
    if isa not in available_isas():
        raise EngineError(
            f"instruction set {isa!r} is not to be had on this machine, it has {there}"
        )
    return isa


def end_searches() -> None:
    """End every search that still runs, early and for good: Python itself is about to end."""
    _native.end_searches()


def allow_searches() -> None:
    """Take back end_searches: Python goes on after all, and nobody wants what was cut short."""
    _native.allow_searches()


@atexit.register
def _let_threads_go() -> None:
    """What a thread that nobody waits for still holds when Python ends is no leak."""
    if threading.active_count() > 1:
        end_searches()


class Native:
    """The fast twin of the rules."""

    def __init__(self, isa: str | None = None) -> None:
        self.isa = chosen_isa() if isa is None else _checked_isa(isa)

    def set_isa(self) -> None:
        """Let what native code does from now on be done with this instruction set."""
        _native.set_isa(self.isa)

    @property
    def name(self) -> str:
        """`native` with the instruction set."""
        return f"native:{self.isa}"

    def legal_moves(self, state: State) -> tuple[int, ...]:
        """The moves of a state, ascending."""
        self.set_isa()
        if _is_falling(state):
            return tuple(falling.moves(packing.packed_rules(state.game), packing.packed(state)))
        assert isinstance(state, IjkState)
        over = ijk.is_over(packing_ijk.packed_rules(state.game), packing_ijk.packed(state))
        return () if over else tuple(range(len(state.game.moves)))

    def keys(self, state: QuintrisState) -> dict[int, str]:
        """The moves of a state with the shortest keys to each (F9)."""
        self.set_isa()
        return dict(falling.keys(packing.packed_rules(state.game), packing.packed(state)))

    def keys_from(self, state: QuintrisState, spot: Spot) -> dict[int, str]:
        """The moves in reach of the piece at a spot with the shortest keys from there (F12)."""
        self.set_isa()
        rules = packing.packed_rules(state.game)
        return dict(falling.keys(rules, packing.packed_at(state, spot)))

    def play(self, state: State, move: int) -> Afterstate:
        """The certain half of a turn."""
        self.set_isa()
        legal = self.legal_moves(state)
        if move not in legal:
            raise IllegalMove(f"move {move}, legal are {legal}, in:\n{state}")
        if _is_falling(state):
            rules = packing.packed_rules(state.game)
            return packing.unpacked_after(
                state.game, falling.lock(rules, packing.packed(state), move)
            )
        assert isinstance(state, IjkState)
        native, reward = ijk.slide(
            packing_ijk.packed_rules(state.game), packing_ijk.packed(state), move
        )
        after = packing_ijk.unpacked(state.game, native)
        return IjkAfterstate(state.game, after.board, after.player, after.turn, reward)

    def draw(self, after: Afterstate, dice: Dice) -> State:
        """The chance half of a turn."""
        self.set_isa()
        if isinstance(after, QuintrisAfterstate | TetrisAfterstate):
            rules = packing.packed_rules(after.game)
            return packing.unpacked(
                after.game, falling.draw(rules, packing.packed_after(after), dice.seed)
            )
        assert isinstance(after, IjkAfterstate)
        ijk_rules = packing_ijk.packed_rules(after.game)
        native = ijk.draw(ijk_rules, packing_ijk.packed(after), dice.seed)
        return packing_ijk.unpacked(after.game, native)

    def digest(self, state: State) -> int:
        """64 bits that stand for a state (D5)."""
        self.set_isa()
        if _is_falling(state):
            return falling.digest(packing.packed_rules(state.game), packing.packed(state))
        assert isinstance(state, IjkState)
        return ijk.digest(packing_ijk.packed_rules(state.game), packing_ijk.packed(state))

    def features(self, state: FallingState) -> dict[int, Features | None]:
        """The features of every legal move; None for a move that ends a game of Tetris."""
        self.set_isa()
        rules = packing.packed_rules(state.game)
        return {
            move: Features(*found) if found else None
            for move, found in falling.features(rules, packing.packed(state))
        }

    def tables(self, state: FallingState) -> dict[int, tuple[int, ...] | None]:
        """How often each case of SURFACE occurs after every legal move; None as with features."""
        self.set_isa()
        rules = packing.packed_rules(state.game)
        unpacked = packing.unpacker(state.game)
        return {
            move: unpacked(found) if found else None
            for move, found in falling.tables(rules, packing.packed(state))
        }

    def choose(self, state: FallingState, weights: Sequence[int]) -> int:
        """The move with the largest sum of weighted features, the first of equal ones (T7, T8)."""
        self.set_isa()
        weights = packing.packed_weights(state.game, weights)
        rules = packing.packed_rules(state.game)
        return falling.choose(rules, packing.packed(state), weights)

    def choose_from(self, state: QuintrisState, spot: Spot, weights: Sequence[int]) -> int:
        """The best of the moves in reach of the piece at a spot, as `choose` weighs them (F12)."""
        self.set_isa()
        weights = packing.packed_weights(state.game, weights)
        rules = packing.packed_rules(state.game)
        return falling.choose(rules, packing.packed_at(state, spot), weights)

    def slid(self, game: Ijk, board: Rows, player: int, move: int) -> Rows:
        """An IJK board after a slide, before its new tile."""
        self.set_isa()
        state = packing_ijk.packed(IjkState(game, board, player, 0))
        after, _ = ijk.slide(packing_ijk.packed_rules(game), state, move)
        return packing_ijk.unpacked(game, after).board

    def perft(self, state: State, depth: int, dice: Dice) -> Perft:
        """All games of `depth` moves from a state, chance decided by the dice."""
        self.set_isa()
        if _is_falling(state):
            rules, packed = packing.packed_rules(state.game), packing.packed(state)
            found = falling.perft(rules, packed, depth, dice.seed)
        else:
            assert isinstance(state, IjkState)
            ijk_rules = packing_ijk.packed_rules(state.game)
            found = ijk.perft(ijk_rules, packing_ijk.packed(state), depth, dice.seed)
        return Perft(found.leaves, found.digest)

    def playout(
        self,
        game: Quintris | Tetris,
        weights: Sequence[int],
        seeds: Sequence[int],
        max_turns: int,
        threads: int = 1,
    ) -> list[Outcome]:
        """Whole games, one a seed, in which `choose` makes every move; Ctrl-C ends it."""
        self.set_isa()
        rules, weights = packing.packed_rules(game), packing.packed_weights(game, weights)
        results = falling.whole_linear(rules, weights, seeds, max_turns, threads)
        return [
            Outcome(seed, result.score, result.turns, result.digest, result.is_over)
            for seed, result in zip(seeds, results, strict=True)
        ]


def _is_falling(state: State) -> TypeGuard[FallingState]:
    return isinstance(state, QuintrisState | TetrisState)
