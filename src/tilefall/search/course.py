"""Course searches: what each course program chooses, and why (docs/course.md).

The plain search here is the specification; the native one gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilefall.engines import Engine, packing
from tilefall.engines.native import Native
from tilefall.engines.protocol import FallingState, Outcome
from tilefall.rules.course import CourseFeatures, course_features_after
from tilefall.rules.dice import Dice
from tilefall.rules.falling import Spot, Well, cleared, locked
from tilefall.rules.notation import Rows
from tilefall.rules.quintris import COURSE_GAME, PIECES, Quintris, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisState
from tilefall.search.course_values import (
    GENETIC,
    MOST_VOIDS,
    NO_ROOM,
    SUM,
    VOIDS,
    WAVY,
    Program,
    value,
)
from tilefall.search.expectimax import Candidate
from tilefall.search.tries import Try, after_keys, sum_tries, void_tries, wavy_tries

# The value of a move that ends a game of Tetris: below any other (T7).
ENDS_GAME = -(1 << 63)
Later = tuple[tuple[int, ...], ...]  # the shapes that each later piece may have
FIRST_SHAPES = tuple(shapes[0] for shapes in PIECES.of_piece)
TRIES = {SUM: sum_tries, WAVY: wavy_tries, VOIDS: void_tries}


@dataclass(frozen=True)
class CourseSearch:
    """What a course program saw: the moves that it tried, each once, and the one it plays."""

    candidates: tuple[Candidate, ...]  # in the order of the first try
    chosen: int
    depth: int
    placements: int


def course_searched(
    state: FallingState, program: Program, engine: Engine, threads: int = 1
) -> CourseSearch:
    """What a program does in a state that is not over; natively if the engine is native."""
    _check(program, state.game)
    if not isinstance(engine, Native):
        return PlainCourse(program).of(state)
    engine.set_isa()
    found = packing.falling.course_search(
        packing.packed_rules(state.game),
        packing.packed(state),
        program.kind,
        program.depth,
        program.variant == "published",
        program.genes,
        threads,
    )
    pairs = zip(found.moves, found.values, strict=True)
    candidates = tuple(Candidate(move, worth) for move, worth in pairs)
    return CourseSearch(candidates, found.chosen, program.depth, found.placements)


def course_played(
    game: Quintris | Tetris,
    program: Program,
    seeds: Sequence[int],
    max_turns: int,
    engine: Engine,
    threads: int = 1,
) -> list[Outcome]:
    """Whole games of a program, one a seed; native ones in a single call that Ctrl-C ends."""
    _check(program, game)
    if isinstance(engine, Native):
        results = course_games(game, program, seeds, max_turns, threads, engine)
        return [
            Outcome(seed, result.score, result.turns, result.digest, result.is_over)
            for seed, result in zip(seeds, results, strict=True)
        ]
    outcomes = []
    for seed in seeds:
        dice = Dice(seed)
        state: FallingState = game.start(dice)
        while not state.is_over and state.turn < max_turns:
            state = state.play(course_searched(state, program, engine).chosen).draw(dice)
        outcomes.append(Outcome(seed, state.score, state.turn, state.digest(), state.is_over))
    return outcomes


def course_games(
    game: Quintris | Tetris,
    program: Program,
    seeds: Sequence[int],
    max_turns: int,
    threads: int,
    engine: Native,
    keep_moves: bool = False,
) -> list[packing.falling.WholeGame]:
    """The same games with all that native code tells of them."""
    engine.set_isa()
    return packing.falling.whole_course(
        packing.packed_rules(game),
        program.kind,
        program.depth,
        program.variant == "published",
        program.genes,
        seeds,
        max_turns,
        threads,
        keep_moves,
    )


def course_table(
    state: FallingState, engine: Engine, *, removed: bool
) -> dict[int, CourseFeatures | None]:
    """The course features after every legal move, full rows still there or removed; None for a
    move that ends a game of Tetris."""
    if isinstance(engine, Native):
        rules = packing.packed_rules(state.game)
        engine.set_isa()
        found = packing.falling.course_features(rules, packing.packed(state), removed)
        return {move: CourseFeatures(*row) if row else None for move, row in found}
    places = {move: state.game.moves[move] for move in state.legal_moves()}
    return {
        move: None if place.row < 0 else course_features_after(state.board, place, removed=removed)
        for move, place in places.items()
    }


def _check(program: Program, game: Quintris | Tetris) -> None:
    if (program.kind == GENETIC) != isinstance(game, Tetris):
        raise ValueError(f"course-{program.kind} does not play {game.name}")
    if isinstance(game, Quintris) and not game.has_course_size:
        raise ValueError(f"course-{program.kind} plays {COURSE_GAME}, not {game.text()}")


@dataclass
class PlainCourse:
    """The search in plain Python: every try of every piece, nothing pruned."""

    program: Program
    placements: int = 0

    def of(self, state: FallingState) -> CourseSearch:
        """What the program sees and plays in a state."""
        self.placements = 0
        if isinstance(state, TetrisState):
            return self._of_tetris(state)
        later: Later = ((state.next,), FIRST_SHAPES)[: self.program.depth - 1]
        tries, values = self.of_tries(Well(state.board, PIECES), state.spawn, later)
        chosen, last = self.best(tries, values).rest, tries[-1]
        if self._forgets(state) and NO_ROOM < values[last.rest] < values[chosen]:
            chosen = self._slip(state, last)
        number = state.game.moves.number
        candidates = tuple(Candidate(number(*rest), worth) for rest, worth in values.items())
        return CourseSearch(candidates, number(*chosen), self.program.depth, self.placements)

    def of_tries(self, well: Well, spawn: Spot, later: Later) -> tuple[list[Try], dict[Spot, int]]:
        """All that is tried, and the value of each place in the order of the first try."""
        tries = TRIES[self.program.kind](well, spawn)
        rests = dict.fromkeys(each.rest for each in tries)
        return tries, {rest: self.of_rest(well.board, rest, later) for rest in rests}

    def of_rest(self, board: Rows, rest: Spot, later: Later) -> int:
        """The value of a placement: of the board it leaves, or of the pieces that come later."""
        self.placements += 1
        after = self._left_by(board, rest)
        if not later:
            return value(self.program, after)
        return sum(self.of_shape(after, shape, later[1:]) for shape in later[0])

    def of_shape(self, board: Rows, shape: int, later: Later) -> int:
        """The value of the best try for a later piece, which appears at the left wall.

        Nothing is worth less than having no room.
        """
        well, spawn = Well(board, PIECES), Spot(shape, 0, 0)
        worst = -MOST_VOIDS if self.program.kind == VOIDS else NO_ROOM
        if not well.fits(spawn):
            return worst
        _, values = self.of_tries(well, spawn, later)
        return max(worst, *values.values())

    def best(self, tries: list[Try], values: dict[Spot, int]) -> Try:
        """The try of the highest value: of equal ones the first, for the wavy program the last."""
        ordered = reversed(tries) if self.program.kind == WAVY else tries
        return max(ordered, key=lambda each: values[each.rest])

    def _left_by(self, board: Rows, rest: Spot) -> Rows:
        """The board after a placement; only the void program removes full rows."""
        after = locked(board, PIECES.shapes[rest.shape], rest.row, rest.column)
        return cleared(after)[0] if self.program.kind == VOIDS else after

    def _forgets(self, state: QuintrisState) -> bool:
        """Whether the wavy program's best keys for this shape are overwritten by later ones."""
        is_small = self.program.kind == WAVY and self.program.search == "small"
        return is_small and self.program.variant == "program" and state.current == state.next

    def _slip(self, state: QuintrisState, last: Try) -> Spot:
        """The keys that were best for the next piece after the last try, pressed for this one."""
        well = Well(self._left_by(state.board, last.rest), PIECES)
        counted = self.placements
        keys = self.best(*self.of_tries(well, Spot(state.next, 0, 0), ())).keys
        self.placements = counted  # these had been made before
        return state.well.dropped(after_keys(state.well, state.spawn, keys))

    def _of_tetris(self, state: TetrisState) -> CourseSearch:
        values = {}
        for move in state.legal_moves():
            self.placements += 1
            place = state.game.moves[move]
            if place.row < 0:
                values[move] = ENDS_GAME
            else:
                after = locked(state.board, place.shape, place.row, place.column)
                values[move] = value(self.program, after)
        chosen = max(values, key=lambda move: values[move])
        candidates = tuple(Candidate(move, worth) for move, worth in values.items())
        return CourseSearch(candidates, chosen, self.program.depth, self.placements)
