"""Expectimax: the value of every move over all that chance may bring (S1 to S6); beliefs.

The plain search here is the specification; the native one gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor, inf

from tilefall.engines import Engine, packing
from tilefall.engines.native import Native
from tilefall.engines.protocol import WEIGHED, FallingState, checked_weights
from tilefall.rules.dice import Dice
from tilefall.rules.falling import Spot, Well, cleared, locked
from tilefall.rules.features import Features, features, surface
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import PieceSet, Placement, mix, posterior
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisState

FRACTION = 256  # values are counted in 256ths of a weight's unit
GAME_OVER = -(1 << 31) * FRACTION  # below any value (S4)
OF_MOVE = ("landing_height", "eroded_cells", "rows_removed")  # the others are of the board (S2)


@dataclass(frozen=True)
class Candidate:
    """A legal move and what the search says it is worth."""

    move: int
    value: int


@dataclass(frozen=True)
class Search:
    """What a search saw: every move that it followed in ascending order, and the work it took."""

    candidates: tuple[Candidate, ...]
    depth: int
    placements: int = field(compare=False)  # with a table it depends on how threads share the work
    is_complete: bool

    @property
    def best(self) -> Candidate:
        """The candidate of the highest value, the first of equal ones (S5)."""
        return max(self.candidates, key=lambda each: (each.value, -each.move))


def searched(
    state: FallingState,
    weights: Sequence[int],
    belief: Belief,
    depth: int,
    engine: Engine,
    threads: int = 1,
    seconds: float = inf,
    *,
    beam: int = 0,
    only_best: bool = False,
    use_bounds: bool = True,
    use_table: bool = True,
) -> Search:
    """All moves of a state, `depth` pieces deep; natively if the engine is native.

    Depth 1 is the current piece, 2 the next one too where it is known, each further one an unknown
    piece. A beam follows only so many placements of every choice (S6). With `only_best` the best
    move is the only candidate, which takes a part of the time. Bounds and table are the native
    search's speed-ups, which change no value (S7). When time runs out `is_complete` is false, and
    the values mean nothing.
    """
    if depth < 1:
        raise ValueError(f"depth {depth}, expected 1 or more")
    if beam < 0:
        raise ValueError(f"beam {beam}, expected 1 or more, or 0 for all")
    weights = checked_weights(weights, state.game)
    if not isinstance(engine, Native):
        plain = PlainSearch(weights, belief, beam).of(state, depth)
        return replace(plain, candidates=(plain.best,)) if only_best else plain
    engine.set_isa()
    found = packing.falling.search(
        packing.packed_rules(state.game),
        packing.packed(state),
        packing.packed_weights(state.game, weights),
        belief,
        packing.falling.SearchOptions(depth, beam, use_bounds, use_table),
        threads,
        seconds,
        only_best,
    )
    pairs = zip(found.moves, found.values, strict=True)
    candidates = tuple(Candidate(move, value) for move, value in pairs)
    return Search(candidates, depth, found.placements, found.is_complete)


@dataclass
class PlainSearch:
    """The search in plain Python: every placement of every piece that may come, nothing pruned."""

    weights: tuple[int, ...]
    belief: Belief
    beam: int = 0
    placements: int = 0

    def of(self, state: FallingState, depth: int) -> Search:
        """All moves of a state."""
        self.placements = 0
        node = _Node(state.game, state.board, state.seen, state.turn, _known(state))
        legal = state.legal_moves()
        kept = self.kept(node, [state.game.moves[move] for move in legal], depth)
        candidates = tuple(
            Candidate(legal[i], self.of_move(node, place, depth)) for i, place in kept.items()
        )
        return Search(candidates, depth, self.placements, True)

    def kept(self, node: _Node, places: list[Placement], depth: int) -> dict[int, Placement]:
        """The places that are followed, by number: those worth most by themselves (S6)."""
        if depth == 1 or not self.beam or len(places) <= self.beam:
            return dict(enumerate(places))
        alone = PlainSearch(self.weights, self.belief)
        values = [alone.of_move(node, place, 1) for place in places]
        ranked = sorted(range(len(places)), key=lambda i: (-values[i], i))
        return {i: places[i] for i in sorted(ranked[: self.beam])}

    def of_move(self, node: _Node, place: Placement, depth: int) -> int:
        """The value of one placement: of the board it leaves, or of what follows (S1, S2)."""
        self.placements += 1
        if place.row < 0:
            return GAME_OVER
        found = features(node.board, place)
        board, _ = cleared(locked(node.board, place.shape, place.row, place.column))
        if depth == 1:
            return FRACTION * (self._sum(found, found._fields) + self._tables(node, board))
        after = replace(node, board=board, turn=node.turn + 1)
        return FRACTION * self._sum(found, OF_MOVE) + self.of_chance(after, depth - 1)

    def of_chance(self, node: _Node, depth: int) -> int:
        """The mean over the pieces that may come, rounded down (S3)."""
        if node.known is not None:
            return self.of_shape(replace(node, known=None), node.known, depth)
        total = parts = 0
        for piece, weight in enumerate(self._expected(node)):
            if weight:
                seen = tuple(n + (i == piece) for i, n in enumerate(node.seen))
                total += weight * self.of_piece(replace(node, seen=seen), piece, depth)
                parts += weight
        return total // parts

    def of_piece(self, node: _Node, piece: int, depth: int) -> int:
        """The mean over the turns in which an unknown piece may appear (Q3)."""
        if isinstance(node.game, Tetris):
            return self.of_shape(node, node.pieces.of_piece[piece][0], depth)
        shapes = [node.pieces.turned(piece, quarters) for quarters in range(4)]
        return sum(self.of_shape(node, shape, depth) for shape in shapes) // 4

    def of_shape(self, node: _Node, shape: int, depth: int) -> int:
        """The mean over the columns in which a shape may appear (Q4)."""
        if isinstance(node.game, Tetris):
            return self.of_best(node, node.tetris_places(shape), depth)
        columns = node.game.width - node.pieces.shapes[shape].width
        spots = [Spot(shape, 0, column) for column in range(columns)]
        return (
            sum(self.of_best(node, node.quintris_places(spot), depth) for spot in spots) // columns
        )

    def of_best(self, node: _Node, places: list[Placement], depth: int) -> int:
        """The value of the best of these places; without any the game is over (S4)."""
        kept = self.kept(node, places, depth).values()
        return max((self.of_move(node, place, depth) for place in kept), default=GAME_OVER)

    def _sum(self, found: Features, names: Sequence[str]) -> int:
        pairs = zip(found._fields, found, self.weights, strict=False)
        return sum(value * weight for name, value, weight in pairs if name in names)

    def _tables(self, node: _Node, board: Rows) -> int:
        if len(self.weights) < len(WEIGHED):
            return 0
        weights = dict(zip(WEIGHED, self.weights, strict=True))
        return sum(weights[name] * n for name, n in surface(board, node.pieces).items())

    def _expected(self, node: _Node) -> Sequence[int]:
        draws = node.game.draws
        if draws.text != "bag" and not draws.is_list:
            return self.belief
        # The piece that is placed in a turn is the draw of that number.
        return [int(chance > 0) for chance in draws.chances(node.turn, node.seen)]


@dataclass(frozen=True)
class _Node:
    """A point at which chance goes on: the board, what was seen, and the next shape if known."""

    game: Quintris | Tetris
    board: Rows
    seen: tuple[int, ...]
    turn: int
    known: int | None

    @property
    def pieces(self) -> PieceSet:
        return self.game.moves.pieces

    def quintris_places(self, spawn: Spot) -> list[Placement]:
        assert isinstance(self.game, Quintris)
        well = Well(self.board, self.pieces)
        if not well.fits(spawn):
            return []
        places = well.places(spawn, self.game.reach)
        return [Placement(self.pieces.shapes[s.shape], s.row, s.column) for s in places]

    def tetris_places(self, shape: int) -> list[Placement]:
        assert isinstance(self.game, Tetris)
        piece = self.pieces.shapes[shape].piece
        state = TetrisState(self.game, self.board, piece, None, self.seen, 0, 0)
        return [self.game.moves[move] for move in state.legal_moves()]


def _known(state: FallingState) -> int | None:
    """The next shape, where the state shows it."""
    if isinstance(state, QuintrisState):
        return state.next
    return None if state.next is None else state.game.moves.pieces.of_piece[state.next][0]


PARTS = 1 << 16
BELIEFS = ("uniform", "told", "posterior")
Belief = tuple[int, ...]


def in_parts(chances: tuple[Fraction, ...]) -> Belief:
    """Chances as whole parts of 65536, each rounded to the nearest.

    >>> in_parts((Fraction(1, 4), Fraction(3, 4)))
    (16384, 49152)
    """
    return tuple(floor(PARTS * chance + Fraction(1, 2)) for chance in chances)


def belief_of(name: str, state: FallingState, engine: Engine, dice: Dice) -> Belief:
    """The belief of this name about the piece after those that a state shows.

    `uniform` knows nothing; `told` knows the mix, also a hidden one, which only a referee could
    tell it; `posterior` is exact Bayes on the pieces seen.
    """
    pieces = len(state.seen)
    draws = state.game.draws
    if name == "uniform":
        return (1,) * pieces
    if name == "told" and draws.text == "hidden":
        return mix(dice, pieces)
    if name == "posterior" and draws.text == "hidden":
        return hidden_posterior(state.seen, engine)
    if name not in BELIEFS:
        raise ValueError(f"belief {name!r}, allowed are {', '.join(BELIEFS)}")
    # Where the rules tell the mix, the bag or the list, so does every belief but `uniform`.
    unknown = state.turn + 1 + (state.next is not None)
    return in_parts(draws.chances(unknown, state.seen))


def hidden_posterior(seen: tuple[int, ...], engine: Engine) -> Belief:
    """What to expect of a hidden mix, given the pieces seen (F11)."""
    if isinstance(engine, Native):
        engine.set_isa()
        return tuple(packing.falling.posterior(seen))
    return in_parts(posterior(seen))
