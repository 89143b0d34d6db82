"""Searches: the native ones give the numbers of the plain one, and tuck pieces under overhangs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.boards import pentomino, quintris
from tests.rules.positions import SEEDS, boards, falling_states, quintris_states, stacks
from tests.search.remembered import remembered_rules  # noqa: F401 - a fixture of the whole module
from tilefall.agents import Limit, agent
from tilefall.engines import Engine, Reference, engine
from tilefall.engines.protocol import FallingState
from tilefall.play import play_match, replayed
from tilefall.rules.dice import Dice
from tilefall.rules.pieces import mix
from tilefall.rules.quintris import PIECES, Quintris, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisState
from tilefall.search.expectimax import BELIEFS, GAME_OVER, belief_of, hidden_posterior, searched

NATIVES = [engine(name) for name in NATIVE_ENGINES]
REFERENCE = Reference()
WEIGHTS = (-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0)
COUNTS = st.lists(st.integers(0, 40), min_size=6, max_size=6)


def some_belief(state: FallingState, seed: int) -> tuple[int, ...]:
    weights = mix(Dice(seed), len(state.seen))
    return weights if any(weights) else (1,) * len(state.seen)


@given(falling_states, SEEDS)
@examples(60)
def test_s1_depth_1_is_the_value_that_greedy_play_maximises(state: FallingState, seed: int) -> None:
    if not state.legal_moves():
        return
    plain = searched(state, WEIGHTS, some_belief(state, seed), 1, REFERENCE)
    assert plain.best.move == REFERENCE.choose(state, WEIGHTS)
    for native in NATIVES:
        assert searched(state, WEIGHTS, some_belief(state, seed), 1, native) == plain


@st.composite
def small_tetris_states(draw: st.DrawFn) -> TetrisState:
    """Boards so small, and pieces so few, that the plain search ends."""
    pieces = draw(st.sampled_from(["2-0-1-0-0-0-0", "0-3-0-0-0-0-1", "ITO", "bag"]))
    game = Tetris(4, 6, draw(st.sampled_from(["research", "preview"])), pieces)
    piece = st.integers(0, 6)
    return TetrisState(
        game=game,
        board=draw(boards(4, 6)),
        current=draw(piece),
        next=draw(piece) if game.preview else None,
        seen=tuple(draw(st.lists(st.integers(0, 2), min_size=7, max_size=7))),
        score=0,
        turn=draw(st.integers(0, 5)),
    )


@given(small_tetris_states(), st.integers(2, 3), st.integers(0, 4))
@examples(30)
def test_s6_of_equal_placements_a_beam_keeps_the_first(
    state: TetrisState, depth: int, beam: int
) -> None:
    ties = (*[0] * 10, 1)  # rows alone count: most placements are alike
    belief = belief_of("told", state, REFERENCE, Dice(0))
    plain = searched(state, ties, belief, depth, REFERENCE, beam=beam)
    for native in NATIVES:
        assert searched(state, ties, belief, depth, native, beam=beam) == plain


@given(small_tetris_states(), st.integers(2, 3), st.integers(0, 4))
@examples(60)
def test_small_tetris_boards_to_depth_3(state: TetrisState, depth: int, beam: int) -> None:
    """Lines of placements (S2), chance (S3), ends (S4), rounding (S5) and beams (S6) at once."""
    belief = belief_of("told", state, REFERENCE, Dice(0))
    plain = searched(state, WEIGHTS, belief, depth, REFERENCE, beam=beam)
    for native in NATIVES:
        assert searched(state, WEIGHTS, belief, depth, native, beam=beam) == plain
        best = searched(state, WEIGHTS, belief, depth, native, beam=beam, only_best=True)
        assert best.candidates == ((plain.best,) if plain.candidates else ())


@given(small_tetris_states(), st.integers(1, 3))
@examples(40)
def test_s1_without_speed_ups_every_placement_is_made(state: TetrisState, depth: int) -> None:
    belief = belief_of("told", state, REFERENCE, Dice(0))
    plain = searched(state, WEIGHTS, belief, depth, REFERENCE)
    for native in NATIVES:
        found = searched(state, WEIGHTS, belief, depth, native, use_bounds=False, use_table=False)
        assert (found, found.placements) == (plain, plain.placements)


UPWARD = (1000, 4000, *WEIGHTS[2:])  # a placement may be worth something by itself
ANY_WEIGHTS = st.lists(st.integers(-65536, 65536), min_size=11, max_size=11)


@st.composite
def stacked_states(draw: st.DrawFn) -> QuintrisState:
    """Positions as games have them, on which bounds leave out the most."""
    state = draw(quintris_states())
    reach = draw(st.sampled_from(["drop", "drop", "fall"]))
    game = replace(state.game, pieces="hidden", reach=reach)
    return replace(state, game=game, board=draw(stacks(game.width, game.height)))


@given(
    st.one_of(quintris_states(), stacked_states()),
    SEEDS,
    st.one_of(st.sampled_from([WEIGHTS, UPWARD]), ANY_WEIGHTS),
)
@examples(40)
def test_s7_speed_ups_change_no_value(
    state: QuintrisState, seed: int, weights: Sequence[int]
) -> None:
    """Whole boards of Quintris, three pieces deep, with weights of any sign."""
    if state.is_over:
        return
    native, belief = engine("native"), some_belief(state, seed)
    slow = searched(state, weights, belief, 3, native, use_bounds=False, use_table=False)
    for bounds, table in ((True, True), (True, False), (False, True)):
        quick = searched(state, weights, belief, 3, native, 2, use_bounds=bounds, use_table=table)
        assert quick == slow
        assert quick.placements <= slow.placements
    best = searched(state, weights, belief, 3, native, 2, only_best=True)
    assert best.candidates == (slow.best,)


@pytest.mark.parametrize("seen", [(1, 1, 1, 1, 1, 0, 0), (0, 1, 1, 1, 1, 1, 2)])
def test_a_bag_is_counted_down_on_the_way(seen: tuple[int, ...]) -> None:
    """After one unknown piece the next comes from what is left; the second bag no game reaches."""
    game = Tetris(4, 6, pieces="bag")
    state = TetrisState(game, ("....",) * 6, 1, None, seen, 0, 0)
    plain = searched(state, WEIGHTS, (1,) * 7, 3, REFERENCE)
    for native in NATIVES:
        assert searched(state, WEIGHTS, (1,) * 7, 3, native) == plain


# Pieces with few places keep the plain search bearable: pluses and bars.
HIGH = "quintris:pieces=4-3-0-0-0-0 {board} {current} {next} 3-2-0-0-0-0 0 9"
STACKED = "/".join(["xxxxxxxxxxxxxx1"] * 18)


@pytest.mark.parametrize("reach", ["drop", "fall"])
@pytest.mark.parametrize("beam", [0, 7])
@pytest.mark.parametrize(
    "text",
    [
        HIGH.format(board="5xxxx6/xxxxx1xxxxxxxxx", current="I0@3", next="X0"),
        HIGH.format(board="-", current="X0@3", next="I1"),
        HIGH.format(board=f"7x7/6xxx6/{STACKED}", current="X0@2", next="I0"),
        HIGH.format(board=f"2x12/2x12/2x12/{STACKED}", current="I0@4", next="X0"),
    ],
)
def test_quintris_to_depth_2_also_where_the_stack_is_high(text: str, beam: int, reach: str) -> None:
    game = Quintris(pieces="4-3-0-0-0-0", reach=reach)
    state = game.parse(text.replace("quintris:pieces=4-3-0-0-0-0", game.text()))
    plain = searched(state, WEIGHTS, (4, 3, 0, 0, 0, 0), 2, REFERENCE, beam=beam)
    for native in NATIVES:
        found = searched(state, WEIGHTS, (4, 3, 0, 0, 0, 0), 2, native, beam=beam)
        assert found == plain


@pytest.mark.parametrize("beam", [0, 2])
@pytest.mark.parametrize("reach", ["drop", "fall"])
def test_quintris_to_depth_3_in_a_shaft(reach: str, beam: int) -> None:
    """Few spawns have room and few places are left: the plain search can play it all out."""
    rows = ["xxxxx5xxxxx"] * 25
    game = Quintris(pieces="1-2-0-0-0-0", reach=reach)
    text = f"{game.text()} {'/'.join(rows)} X0@6 I1 1-1-0-0-0-0 0 0"
    state = game.parse(text)
    belief = (1, 2, 0, 0, 0, 0)
    plain = searched(state, WEIGHTS, belief, 3, REFERENCE, beam=beam)
    assert beam or len({candidate.value for candidate in plain.candidates}) > 1
    assert plain.best.value > GAME_OVER
    for native in NATIVES:
        assert searched(state, WEIGHTS, belief, 3, native, beam=beam) == plain


@st.composite
def crowded_shafts(draw: st.DrawFn) -> QuintrisState:
    """A shaft between two walls of cells, with loose cells and overhangs up to the top row."""
    width = draw(st.integers(5, 6))
    left = draw(st.integers(1, 9))
    cell = st.sampled_from("......x")
    rows = ["." + "x" * 14] * 25  # no row below the shaft is ever full
    for i in range(draw(st.integers(3, 6))):
        inside = "".join(draw(cell) for _ in range(width))
        rows[i] = "x" * left + inside + "x" * (15 - left - width)
    game = Quintris(pieces="1-1-0-0-2-0", reach=draw(st.sampled_from(["drop", "fall"])))
    shapes = [0, 1, 2, *range(19, 23)]  # X, I and U
    current = draw(st.sampled_from(shapes))
    column = draw(st.integers(left, left + width - PIECES.shapes[current].width))
    return QuintrisState(
        game, tuple(rows), current, column, draw(st.sampled_from(shapes)), (1,) * 6, 0, 0
    )


@given(crowded_shafts(), st.sampled_from([2, 3]), st.sampled_from([0, 0, 3]))
@examples(30)
def test_crowded_boards_where_the_spawn_decides(
    state: QuintrisState, depth: int, beam: int
) -> None:
    if state.is_over:
        return
    belief = (1, 1, 0, 0, 2, 0)
    plain = searched(state, WEIGHTS, belief, depth, REFERENCE, beam=beam)
    for native in NATIVES:
        assert searched(state, WEIGHTS, belief, depth, native, beam=beam) == plain


@pytest.mark.slow
def test_sliding_pieces_are_tucked_below_an_overhang() -> None:
    """On a free top every spawn reaches the same places: one look must find the plain search's."""
    board = "/".join(["5xxxxx5", "4x10", "xxxx7xxxx"])
    game = Quintris(pieces="0-1-0-0-0-0", reach="fall")
    state = game.parse(f"{game.text()} {board} I0@3 I0 0-2-0-0-0-0 0 0")
    plain = searched(state, WEIGHTS, (0, 1, 0, 0, 0, 0), 2, REFERENCE)
    for native in NATIVES:
        assert searched(state, WEIGHTS, (0, 1, 0, 0, 0, 0), 2, native) == plain


def test_threads_change_nothing(native: Engine) -> None:
    state = Quintris().start(Dice(3))
    one = searched(state, WEIGHTS, (1,) * 6, 3, native, threads=1)
    assert searched(state, WEIGHTS, (1,) * 6, 3, native, threads=3) == one


def test_a_search_ends_when_its_time_is_over() -> None:
    state = Quintris().start(Dice(3))
    start = time.perf_counter()
    found = searched(state, WEIGHTS, (1,) * 6, 5, engine("native"), threads=2, seconds=0.05)
    assert time.perf_counter() - start < 0.5
    assert not found.is_complete


@pytest.mark.parametrize("depth", [0, -1])
def test_a_depth_of_nothing_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        searched(Quintris().start(Dice(1)), WEIGHTS, (1,) * 6, depth, engine("native"))


@given(COUNTS)
@examples(40)
def test_the_native_posterior_is_the_exact_one(seen: list[int]) -> None:
    exact = hidden_posterior(tuple(seen), REFERENCE)
    assert abs(sum(exact) - 65536) <= 3
    for native in NATIVES:
        assert hidden_posterior(tuple(seen), native) == exact


def test_beliefs_by_name() -> None:
    dice = Dice(5)
    state = Quintris().start(dice)
    native = engine("native")
    assert belief_of("uniform", state, native, dice) == (1,) * 6
    assert belief_of("told", state, native, dice) == mix(dice, 6)
    assert belief_of("posterior", state, native, dice) == hidden_posterior(state.seen, REFERENCE)
    told = Quintris(pieces="0-0-3-1-0-0").start(dice)
    for name in ("told", "posterior"):
        assert belief_of(name, told, native, dice) == (0, 0, 49152, 16384, 0, 0)
    with pytest.raises(ValueError, match="uniform, told, posterior"):
        belief_of("hopeful", state, native, dice)
    assert set(BELIEFS) == {"uniform", "told", "posterior"}


NATIVE = NATIVES[0]
BARS = Quintris(pieces="0-1-0-0-0-0", reach="fall")


@dataclass(frozen=True)
class Tuck:
    """A position, and the place under an overhang where a row waits to be completed."""

    state: QuintrisState
    shape: str
    row: int
    column: int

    @property
    def move(self) -> int:
        return self.state.game.moves.number(pentomino(self.shape), self.row, self.column)


BAR = quintris(
    """
    ..........xxxxx
    ...............
    ...............
    xxxxxxxxxx.....
    """,
    "I0",
    0,
    reach="fall",
)
HIGH_BAR = quintris(
    """
    ..........xxxxx
    ...............
    ...............
    xxxxxxxxxx.....
    """
    + ".xxxxxxxxxxxxxx\n" * 16,
    "I0",
    2,
    following="I1",
    reach="fall",
)
CUP = quintris(
    """
    ............xxx
    ...............
    ...............
    ...............
    xxxxxxxxxxxx.x.
    xxxxxxxxxxxx...
    """,
    "U0",
    3,
    following="I0",
    reach="fall",
)
TURNED_UNDER_THE_ROOF = quintris(
    """
    xxxx...........
    ...............
    ...............
    ...............
    ..xxxxxxxxxxxxx
    ...xxxxxxxxxxxx
    """,
    "N1",
    3,
    reach="fall",
)
TUCKS = {
    "a bar": Tuck(BAR, "I0", 24, 10),
    "a bar near the top": Tuck(HIGH_BAR, "I0", 8, 10),
    "a cup over a bump": Tuck(CUP, "U0", 22, 12),
    "a piece that turns under the roof": Tuck(TURNED_UNDER_THE_ROOF, "N7", 21, 0),
}


@pytest.fixture(params=TUCKS)
def tuck(request: pytest.FixtureRequest) -> Tuck:
    return TUCKS[request.param]


def test_no_drop_leads_there_but_keys_in_time_do(tuck: Tuck) -> None:
    straight = replace(tuck.state, game=Quintris())
    assert tuck.move not in straight.legal_moves()
    keys = tuck.state.keys_to(tuck.move)
    assert "." in keys
    assert tuck.state.move_by_keys(keys) == tuck.move
    assert tuck.state.play(tuck.move).reward == 1


@pytest.mark.parametrize("name", ["greedy", "lookahead", "expectimax:depth=2"])
def test_agents_choose_the_tuck(tuck: Tuck, name: str) -> None:
    """By weights for which a row counts more than a board that others could clear better."""
    weighed = name + (",weights=" if ":" in name else ":weights=") + "quintris-start"
    assert agent(weighed, tuck.state.game).choose(tuck.state, Limit()) == tuck.move


def test_expectimax_chooses_the_tuck_three_pieces_deep() -> None:
    """Where only bars come, near the top, the full tree is small."""
    state = replace(HIGH_BAR, game=BARS)
    made = agent("expectimax:weights=quintris-start", BARS)
    assert made.choose(state, Limit()) == TUCKS["a bar near the top"].move


def test_expectimax_chooses_the_tuck_in_the_time_it_is_given(tuck: Tuck) -> None:
    made = agent("expectimax:weights=quintris-start", tuck.state.game)
    assert made.choose(tuck.state, Limit(seconds=0.2, depth=2)) == tuck.move


def test_engines_choose_alike_one_piece_deep(tuck: Tuck) -> None:
    assert REFERENCE.choose(tuck.state, WEIGHTS) == tuck.move
    for native in NATIVES:
        assert native.choose(tuck.state, WEIGHTS) == tuck.move
        assert native.features(tuck.state) == REFERENCE.features(tuck.state)


def test_engines_agree_two_pieces_deep() -> None:
    state = replace(HIGH_BAR, game=BARS)
    belief = (0, 1, 0, 0, 0, 0)
    plain = searched(state, WEIGHTS, belief, 2, REFERENCE)
    assert plain.best.move == TUCKS["a bar near the top"].move
    for native in NATIVES:
        assert searched(state, WEIGHTS, belief, 2, native) == plain


def test_whole_games_use_slides() -> None:
    """Some of greedy's moves are out of reach of a straight drop, and the record holds."""
    game = Quintris(reach="fall")
    player = agent("greedy:weights=quintris-start", game)
    record = play_match(game, [player], seed=1, max_turns=60)
    slides = 0
    for state, move in zip(replayed(record), record.moves, strict=False):
        assert isinstance(state, QuintrisState)
        slides += "." in state.keys_to(move)
    assert slides > 0


def test_no_bound_leaves_out_a_board_with_a_tuck(tuck: Tuck) -> None:
    """Bounds are those of straight drops; a tuck by the next piece may gain more (S7)."""
    for current in range(len(PIECES.shapes)):
        state = replace(tuck.state, current=current, column=3, next=tuck.state.current)
        if state.is_over:
            continue
        slow = searched(state, WEIGHTS, (1,) * 6, 2, NATIVE, use_bounds=False, use_table=False)
        assert searched(state, WEIGHTS, (1,) * 6, 2, NATIVE) == slow
        best = searched(state, WEIGHTS, (1,) * 6, 2, NATIVE, only_best=True)
        assert best.candidates == (slow.best,)
