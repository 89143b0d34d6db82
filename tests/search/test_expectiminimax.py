"""Expectiminimax: the native search gives the values and moves of the plain one."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.positions import ijk_states
from tests.search.networks import random_network
from tilefall.engines import Reference, engine
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import Ijk, IjkAfterstate, IjkState, mirrored, transposed
from tilefall.search.expectiminimax import (
    FRACTION,
    NO_SPEEDUPS,
    ChanceMemory,
    ChanceThought,
    PlainExpectiminimax,
    Plan,
    Speedups,
    chance_thought,
    mean,
    sampled_cells,
)
from tilefall.search.ijk_evaluation import BY_LETTER, BY_POWER, HAND_MADE, Evaluation, tile_total
from tilefall.search.minimax import WIN

NATIVES = [engine(name) for name in NATIVE_ENGINES]
MEMORIES = [ChanceMemory(0), ChanceMemory(3), ChanceMemory(14)]
ALL_SPEEDUPS = Speedups(symmetry=True)
# All on, all off, each one off, each one on.
SWITCHES = [
    ALL_SPEEDUPS,
    NO_SPEEDUPS,
    *(replace(ALL_SPEEDUPS, **{each.name: False}) for each in fields(Speedups)),
    *(replace(NO_SPEEDUPS, **{each.name: True}) for each in fields(Speedups)),
]
RANDOM = Ijk(mode="nondeterministic")
WILD = Evaluation(
    "wild",
    (0, 1_000_000, -3, 7, -1_000_000, 0, 1, 999_999, 5, -5, 64, 128, -400_000, 1_000_000),
)


@st.composite
def open_states(draw: st.DrawFn, sizes: range = range(2, 9)) -> IjkState:
    """Positions of the nondeterministic game that are not over, of some sizes, both referees."""
    state = draw(ijk_states().filter(lambda state: state.game.size in sizes))
    state = replace(state, game=replace(state.game, mode="nondeterministic"))
    return state if not state.is_over else replace(state.game.start(Dice(1)), player=state.player)


EVALUATIONS = st.sampled_from([BY_LETTER, BY_POWER, HAND_MADE, WILD])
SAMPLES = st.sampled_from([0, 0, 1, 3, 6])


def compare(found: ChanceThought, plain: ChanceThought, every_move: bool) -> None:
    """A search gave what the plain one gives; moves that lose are bounded from above at least."""
    assert (found.move, found.value) == (plain.move, plain.value)
    if every_move and found.depth == plain.depth:
        assert all(found.exact)
        assert found.values == plain.values
    for value, true_value, is_exact in zip(found.values, plain.values, found.exact, strict=True):
        if found.depth == plain.depth:
            assert value == true_value if is_exact else value >= true_value


@given(
    st.one_of(
        st.tuples(open_states(range(2, 3)), st.integers(1, 5)),
        st.tuples(open_states(range(3, 4)), st.integers(1, 3)),
        st.tuples(open_states(range(4, 9)), st.integers(1, 2)),
    ),
    EVALUATIONS,
    SAMPLES,
    st.sampled_from(SWITCHES),
    st.booleans(),
)
@examples(250)
def test_j1_to_j9_values_and_moves_are_those_of_the_plain_search(
    case: tuple[IjkState, int],
    evaluation: Evaluation,
    sample: int,
    speedups: Speedups,
    every_move: bool,
) -> None:
    """Chance (J5), rounding (J6), the last slide (J7), samples (J8), with any switches (J9)."""
    state, depth = case
    plain = PlainExpectiminimax(evaluation, sample).of(state, depth)
    for native, memory in product(NATIVES, MEMORIES):
        plan = Plan(evaluation, sample, every_move, speedups=speedups)
        compare(chance_thought(state, plan, depth, native, memory), plain, every_move)


@given(open_states(range(6, 7)), st.integers(1, 2), st.sampled_from(SWITCHES), st.integers(1, 2))
@examples(60)
def test_networks_are_searched_like_anything_else(
    state: IjkState, depth: int, speedups: Speedups, threads: int
) -> None:
    """Random weights know no symmetry, so that none is taken for granted."""
    evaluation = random_network(3, "nondeterministic")
    plain = PlainExpectiminimax(evaluation).of(state, depth)
    plan = Plan(evaluation, threads=threads, speedups=replace(speedups, symmetry=False))
    for native, memory in product(NATIVES, MEMORIES):
        compare(chance_thought(state, plan, depth, native, memory), plain, every_move=False)


POSITIONS = [
    "4B1/3AF1/3dcb/3BDC/1AaCeB/1bDbdc + 110",
    "cDeBA1/aBfCD1/CDc3/bcB3/AB4/2a3 - 105",
    "ABabCb/dAbCA1/bEdB2/cA2a1/Dc4/B5 - 75",
    "jJbcab/aBcdeF/AbCdEf/BcDeFg/2JJ2/6 + 90",
    "abcdef/ABCDEF/abcdef/ABCDEF/abcde1/6 - 40",
]


@pytest.mark.parametrize("position", POSITIONS)
def test_j9_four_slides_deep_with_every_switch(position: str) -> None:
    """Where plain Python takes too long, the native search without any speed-up stands for it."""
    state = RANDOM.parse(f"ijk:mode=nondeterministic {position}")
    full = chance_thought(
        state, Plan(BY_POWER, every_move=True, speedups=NO_SPEEDUPS), 4, NATIVES[0], MEMORIES[0]
    )
    for native, speedups, threads in product(NATIVES, SWITCHES[::3], [1, 2]):
        for every_move in (False, True):
            plan = Plan(BY_POWER, 0, every_move, threads, speedups)
            compare(chance_thought(state, plan, 4, native, MEMORIES[2]), full, every_move)


@given(open_states(), EVALUATIONS, st.integers(1, 4))
@examples(60)
def test_threads_find_what_one_thread_finds(
    state: IjkState, evaluation: Evaluation, depth: int
) -> None:
    depth = min(depth, 3) if state.game.size > 4 else depth
    plans = [Plan(evaluation, every_move=True, threads=threads) for threads in (1, 2, 5)]
    first, *others = (chance_thought(state, plan, depth, NATIVES[0], MEMORIES[2]) for plan in plans)
    for other in others:
        assert (other.move, other.values, other.depth) == (first.move, first.values, first.depth)


@given(open_states(), EVALUATIONS, st.integers(1, 3))
@examples(60)
def test_j6_exchanged_colours_change_the_sign_alone(
    state: IjkState, evaluation: Evaluation, depth: int
) -> None:
    """Values are for the player to move: with colours and players exchanged they stay."""
    state = replace(state, game=replace(state.game, end="ply"))
    if state.is_over:
        state = RANDOM.start(Dice(1))
    board = tuple(row.swapcase() for row in state.board)
    twin = replace(state, board=board, player=1 - state.player)
    plan = Plan(evaluation, every_move=True)
    mine = chance_thought(state, plan, depth, NATIVES[0], MEMORIES[2])
    assert chance_thought(twin, plan, depth, NATIVES[0], MEMORIES[2]) == mine


@given(open_states(), EVALUATIONS, st.integers(1, 3), st.booleans())
@examples(60)
def test_turned_and_mirrored_boards_are_worth_the_same(
    state: IjkState, evaluation: Evaluation, depth: int, symmetry: bool
) -> None:
    plan = Plan(evaluation, every_move=True, speedups=Speedups(symmetry=symmetry))
    mine = chance_thought(state, plan, depth, NATIVES[0], MEMORIES[2])
    up, down, left, right = mine.values
    across = replace(state, board=mirrored(state.board))
    assert chance_thought(across, plan, depth, NATIVES[0], MEMORIES[1]).values == (
        *(up, down),
        *(right, left),
    )
    turned = replace(state, board=transposed(state.board))
    assert chance_thought(turned, plan, depth, NATIVES[0], MEMORIES[1]).values == (
        *(left, right),
        *(up, down),
    )


def test_j5_a_slid_board_is_worth_the_mean_over_its_empty_cells() -> None:
    state = replace(RANDOM, size=2).parse("ijk:size=2,mode=nondeterministic A1/2 + 0")
    # a slide leaves the A in a corner; beside it the a merges to a b, and B or not is the choice
    after = IjkAfterstate(state.game, ("A.", ".."), player=1, turn=1, reward=0)
    best = []
    for cell in after.tile_cells():
        replies = [after.with_tile(cell).play(move).board for move in range(4)]
        best.append(max(-tile_total(board, BY_POWER.tiles) for board in replies) * FRACTION)
    assert best == [77 * FRACTION, 77 * FRACTION, 0]
    found = chance_thought(state, Plan(BY_POWER), 2, NATIVES[0], MEMORIES[0])
    assert found.value == -mean(best) == -(154 * FRACTION // 3)


def test_j5_a_full_board_without_a_tile_is_a_position() -> None:
    game = Ijk(size=2, mode="nondeterministic", end="round")
    state = game.parse("ijk:size=2,mode=nondeterministic,end=round AB/Cd + 4")
    assert state.is_over
    state = game.parse("ijk:size=2,mode=nondeterministic,end=round AB/CA - 5")
    plain = PlainExpectiminimax(BY_POWER).of(state, 4)
    for native in NATIVES:
        compare(chance_thought(state, Plan(BY_POWER), 4, native, MEMORIES[2]), plain, False)


def test_j7_the_last_slide_is_followed_by_no_tile() -> None:
    state = RANDOM.parse("ijk:mode=nondeterministic AB4/A5/6/3c2/6/6 + 4")
    found = chance_thought(state, Plan(BY_LETTER, every_move=True), 1, NATIVES[0], MEMORIES[0])
    worth = [tile_total(state.play(move).board, BY_LETTER.tiles) * FRACTION for move in range(4)]
    assert list(found.values) == worth


def test_j8_a_sample_depends_on_the_board_alone() -> None:
    state = RANDOM.parse("ijk:mode=nondeterministic AB4/A5/6/3c2/6/6 + 4")
    after = state.play(0)
    cells = sampled_cells(after, 5)
    assert len(set(cells)) == 5
    assert set(cells) <= set(after.tile_cells())
    assert sampled_cells(after, 0) == sampled_cells(after, 36) == after.tile_cells()
    thoughts = [
        chance_thought(state, Plan(BY_POWER, sample), 3, NATIVES[0], MEMORIES[2])
        for sample in (0, 2, 5, 36)
    ]
    assert len({thought.value for thought in thoughts}) == 3
    assert thoughts[3].value == thoughts[0].value
    for sample, thought in ((2, thoughts[1]), (5, thoughts[2])):
        assert thought.value == PlainExpectiminimax(BY_POWER, sample).of(state, 3).value


def test_j3_a_win_at_once_ends_the_search_and_a_later_one_does_not() -> None:
    """A sure win in four slides may be worth less than one that is sooner in most cells."""
    game = Ijk(size=3, mode="nondeterministic", end="round")
    loses = game.parse("ijk:size=3,mode=nondeterministic,end=round JJ1/3/3 - 8")
    found = chance_thought(loses, Plan(BY_LETTER, sample=2), 6, NATIVES[0], MEMORIES[2])
    assert (found.value, found.depth) == (-(WIN - 3) * FRACTION, 3)  # lost in every line
    assert PlainExpectiminimax(BY_LETTER, sample=2).of(loses, 4).value == found.value
    wins = replace(loses, game=replace(game, end="ply"), player=0)
    found = chance_thought(wins, Plan(BY_LETTER), 6, NATIVES[0], MEMORIES[2])
    assert (found.value, found.depth) == ((WIN - 1) * FRACTION, 1)
    later = game.parse("ijk:size=3,mode=nondeterministic,end=round aBB/1Ca/bcC + 5")
    plan = Plan(BY_LETTER, sample=2)
    four, six = (chance_thought(later, plan, depth, NATIVES[0], MEMORIES[2]) for depth in (4, 6))
    assert (four.move, four.value) == (0, (WIN - 4) * FRACTION)
    plain = PlainExpectiminimax(BY_LETTER, sample=2).of(later, 6)
    assert (six.move, six.value) == (plain.move, plain.value) == (1, WIN * FRACTION - 896)


def test_the_reference_engine_searches_plainly() -> None:
    state = replace(RANDOM, size=3).parse("ijk:size=3,mode=nondeterministic Ab1/1B1/3 - 7")
    plain = chance_thought(state, Plan(BY_POWER), 3, Reference(), MEMORIES[0])
    compare(chance_thought(state, Plan(BY_POWER), 3, NATIVES[0], MEMORIES[0]), plain, False)
