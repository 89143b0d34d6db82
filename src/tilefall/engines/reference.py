"""The reference engine: the rules in plain Python answer every question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilefall.engines.protocol import FallingState, Outcome, Perft, checked_weights
from tilefall.rules.dice import MASK, Dice
from tilefall.rules.falling import Spot, cleared, locked
from tilefall.rules.features import SURFACE, Features, features, surface
from tilefall.rules.game import Afterstate, State
from tilefall.rules.ijk import Ijk, slid
from tilefall.rules.notation import Rows
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisState


class Reference:
    """Slow, plain, and right by definition."""

    name = "reference"

    def legal_moves(self, state: State) -> tuple[int, ...]:
        """The moves of a state, ascending."""
        return state.legal_moves()

    def keys(self, state: QuintrisState) -> dict[int, str]:
        """The moves of a state with the shortest keys to each (F9)."""
        return state.keys

    def keys_from(self, state: QuintrisState, spot: Spot) -> dict[int, str]:
        """The moves in reach of the piece at a spot with the shortest keys from there (F12)."""
        return state.keys_from(spot)

    def play(self, state: State, move: int) -> Afterstate:
        """The certain half of a turn."""
        return state.play(move)

    def draw(self, after: Afterstate, dice: Dice) -> State:
        """The chance half of a turn."""
        return after.draw(dice)

    def digest(self, state: State) -> int:
        """64 bits that stand for a state (D5)."""
        return state.digest()

    def features(self, state: FallingState) -> dict[int, Features | None]:
        """The features of every legal move; None for a move that ends a game of Tetris."""
        return {
            move: None
            if isinstance(state, TetrisState) and state.ends_game(move)
            else features(state.board, state.game.moves[move])
            for move in state.legal_moves()
        }

    def tables(self, state: FallingState) -> dict[int, tuple[int, ...] | None]:
        """How often each case of SURFACE occurs after every legal move; None as with features."""
        return {
            move: None if found is None else tables_after(state, move)
            for move, found in self.features(state).items()
        }

    def choose(self, state: FallingState, weights: Sequence[int]) -> int:
        """The move with the largest sum of weighted features, the first of equal ones (T7, T8)."""
        best = _best(state, self.features(state), checked_weights(weights, state.game))
        return state.legal_moves()[0] if best is None else best

    def choose_from(self, state: QuintrisState, spot: Spot, weights: Sequence[int]) -> int:
        """The best of the moves in reach of the piece at a spot, as `choose` weighs them (F12)."""
        moves = state.keys_from(spot)
        found = {move: features(state.board, state.game.moves[move]) for move in moves}
        best = _best(state, found, checked_weights(weights, state.game))
        if best is None:
            raise ValueError(f"no room at {spot} in:\n{state}")
        return best

    def slid(self, game: Ijk, board: Rows, player: int, move: int) -> Rows:
        """An IJK board after a slide, before its new tile."""
        return slid(board, move, player)

    def perft(self, state: State, depth: int, dice: Dice) -> Perft:
        """All games of `depth` moves from a state, chance decided by the dice."""
        if depth == 0:
            return Perft(1, state.digest())
        leaves = total = 0
        for move in state.legal_moves():
            below = self.perft(state.play(move).draw(dice), depth - 1, dice)
            leaves, total = leaves + below.leaves, total + below.digest & MASK
        return Perft(leaves, total)

    def playout(
        self,
        game: Quintris | Tetris,
        weights: Sequence[int],
        seeds: Sequence[int],
        max_turns: int,
        threads: int = 1,
    ) -> list[Outcome]:
        """Whole games, one a seed, in which `choose` makes every move."""
        outcomes = []
        for seed in seeds:
            dice = Dice(seed)
            state: FallingState = game.start(dice)
            while not state.is_over and state.turn < max_turns:
                state = state.play(self.choose(state, weights)).draw(dice)
            outcomes.append(Outcome(seed, state.score, state.turn, state.digest(), state.is_over))
        return outcomes


def tables_after(state: FallingState, move: int) -> tuple[int, ...]:
    """How often each case of SURFACE occurs on the board that a move leaves (E12 to E18)."""
    place = state.game.moves[move]
    after, _ = cleared(locked(state.board, place.shape, place.row, place.column))
    found = surface(after, state.game.moves.pieces)
    return tuple(found[name] for name in SURFACE)


def _best(
    state: FallingState, found: Mapping[int, Features | None], weights: Sequence[int]
) -> int | None:
    """The move of the highest value, the first of equal ones; None if every move ends the game."""
    best, best_value = None, 0
    for move, measured in found.items():
        if measured is None:
            continue
        counts: tuple[int, ...] = measured
        if len(weights) > len(counts):
            counts = (*counts, *tables_after(state, move))
        value = sum(weight * n for weight, n in zip(weights, counts, strict=True))
        if best is None or value > best_value:
            best, best_value = move, value
    return best
