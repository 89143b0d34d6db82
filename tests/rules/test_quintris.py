"""The rules Q1 to Q8 of Quintris, its examples, and other wells (docs/rules/quintris.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.boards import after_keys, drawn, is_over, pentomino, places, quintris
from tests.rules.positions import boards
from tests.search.remembered import remembered_rules  # noqa: F401 - a fixture of the whole module
from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.engines import Engine, Reference, engine
from tilefall.interfaces.terminal.live import lines_of
from tilefall.interfaces.terminal.plain import drawing
from tilefall.play.links import link_of, linked
from tilefall.play.match import play_match
from tilefall.play.verify import verify
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.game import IllegalMove
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import empty_board
from tilefall.rules.quintris import (
    HEIGHTS,
    PIECES,
    WIDTHS,
    Quintris,
    QuintrisAfterstate,
    QuintrisState,
)
from tilefall.search.expectimax import searched

EMPTY_BOARD: Rows = ("." * 15,) * 25


def name_of(shape: int) -> str:
    return PIECES.shapes[shape].name


def after_of(current: str, turn: int = 1, pieces: str = "hidden") -> QuintrisAfterstate:
    """An empty board on which this shape comes next."""
    return QuintrisAfterstate(
        Quintris(pieces), EMPTY_BOARD, pentomino(current), (1,) * 6, 0, turn, 0
    )


def test_q1_the_board_is_15_wide_and_25_high(engine: Engine) -> None:
    state = Quintris().start(Dice(1))
    assert state.board == EMPTY_BOARD
    assert (state.score, state.turn, state.player) == (0, 0, 0)
    columns = {column for name, _, column in places(engine, quintris("", "I1", 0)) if name == "I1"}
    rows = {row for name, row, _ in places(engine, quintris("", "I1", 0)) if name == "I1"}
    assert (columns, rows) == (set(range(15)), {20})


def test_q2_six_pieces_in_order(engine: Engine) -> None:
    drawings = """
        X    I      L     Y     U    N
        .x.  xxxxx  xxxx  xxxx  xxx  xxx.
        xxx  -      ...x  ..x.  x.x  ..xx
        .x.  -      -     -     -    -
    """
    letters, *rows = [line.split() for line in drawings.strip().splitlines()]
    assert "".join(letters) == PIECES.letters
    for letter, *column in zip(letters, *rows, strict=True):
        assert PIECES.shapes[pentomino(f"{letter}0")].rows == tuple(
            row for row in column if row != "-"
        )
    placements = [
        len(engine.legal_moves(quintris("", f"{letter}0", 3))) for letter in PIECES.letters
    ]
    assert placements == [13, 26, 104, 104, 54, 104]


def test_q3_current_then_next_then_column(engine: Engine) -> None:
    """Draw 0 is current, draw 1 next; the column is rolled in the turn that it is for."""
    dice, game = Dice(12), Quintris("NUXI")
    quarters = [dice.roll(turn=number, sides=4, lane=1) for number in range(4)]
    state = game.start(dice)
    assert name_of(state.current) == name_of(PIECES.turned(5, quarters[0]))
    assert name_of(state.next) == name_of(PIECES.turned(4, quarters[1]))
    width = PIECES.shapes[state.current].width
    assert state.column == dice.roll(turn=0, sides=15 - width, lane=2)
    assert state.seen == (0, 0, 0, 0, 1, 1)

    after = engine.play(state, engine.legal_moves(state)[0])
    following = engine.draw(after, dice)
    assert isinstance(following, QuintrisState)
    assert following.current == state.next
    assert name_of(following.next) == "X0"
    width = PIECES.shapes[following.current].width
    assert following.column == dice.roll(turn=1, sides=15 - width, lane=2)
    assert following.seen == (1, 0, 0, 0, 1, 1)


def test_q3_pieces_are_drawn_turned_but_never_flipped(engine: Engine) -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        state = engine.draw(after_of("I0", pieces="L"), Dice(seed))
        assert isinstance(state, QuintrisState)
        seen[name_of(state.next)] += 1
    assert set(seen) == {"L0", "L1", "L2", "L3"}
    assert min(seen.values()) > 30
    chances = {name_of(shape): Fraction(0) for shape in range(len(PIECES.shapes))}
    for chance in after_of("I0", pieces="uniform").chances():
        assert isinstance(chance.state, QuintrisState)
        chances[name_of(chance.state.next)] += chance.probability
    assert chances["X0"] == Fraction(1, 6)
    assert chances["I0"] == chances["I1"] == Fraction(1, 12)
    assert chances["L0"] == chances["L3"] == Fraction(1, 24)
    assert chances["L4"] == chances["Y7"] == chances["N5"] == 0


@pytest.mark.parametrize(("shape", "last"), [("I1", 13), ("I0", 9), ("L0", 10), ("X0", 11)])
def test_q4_the_last_column_is_never_drawn(engine: Engine, shape: str, last: int) -> None:
    columns = set()
    for seed in range(300):
        state = engine.draw(after_of(shape), Dice(seed))
        assert isinstance(state, QuintrisState)
        columns.add(state.column)
    assert columns == set(range(last + 1))
    assert after_of(shape).columns == last + 1
    assert len(after_of(shape, pieces="X").chances()) == last + 1


def test_q5_over_exactly_when_the_new_piece_overlaps(engine: Engine) -> None:
    rows = "....x..........\n" + "...............\n" * 24
    assert not is_over(engine, quintris(rows, "I1", 3))
    assert is_over(engine, quintris(rows, "I1", 4))
    assert is_over(engine, quintris(rows, "X0", 3))
    assert not is_over(engine, quintris(rows, "X0", 4))  # an empty corner of the box may overlap
    assert quintris(rows, "I1", 4).is_over
    with pytest.raises(IllegalMove, match="legal are \\(\\)"):
        engine.play(quintris(rows, "I1", 4), 0)


def test_q5_a_full_column_beside_the_piece_does_not_end_the_game(engine: Engine) -> None:
    tower = "x..............\n" * 25
    assert not is_over(engine, quintris(tower, "I0", 1))
    assert is_over(engine, quintris(tower, "I0", 0))


def test_q6_a_point_for_every_row_at_most_five(engine: Engine) -> None:
    for rows in range(6):
        well = "xxxxxxxxxxxxx..\n" * (5 - rows) + "xxxxxxxxxxxxxx.\n" * rows
        after = after_keys(engine, quintris(well, "I1", 13), "m")
        assert (after.reward, after.score) == (rows, rows)
        assert after.board == drawn("xxxxxxxxxxxxx.x\n" * (5 - rows) or "." * 15, 25)


def test_q7_the_modes_are_the_two_reaches(engine: Engine) -> None:
    overhang = """
        xxx............
        ...............
        ...............
    """
    simple = places(engine, quintris(overhang, "I0", 5))
    animated = places(engine, quintris(overhang, "I0", 5, reach="fall"))
    assert simple < animated
    assert ("I0", 24, 0) in animated - simple
    assert Quintris().reach == "drop"
    with pytest.raises(ValueError, match="reach 'fly', allowed are drop and fall"):
        Quintris(reach="fly")


def test_q8_a_state_shows_what_was_seen_and_never_the_mix() -> None:
    """Two games whose mixes differ are the same to a player as long as the same was seen."""
    names = {field.name for field in fields(QuintrisState)}
    assert names == {"game", "board", "current", "column", "next", "seen", "score", "turn"}
    state = Quintris().start(Dice(4))
    assert sum(state.seen) == 2
    for shape in (state.current, state.next):
        assert state.seen[PIECES.shapes[shape].piece] > 0
    after = state.play(state.legal_moves()[0])
    twin = QuintrisAfterstate(
        Quintris(), after.board, after.current, after.seen, after.score, after.turn, after.reward
    )
    assert after.chances() == twin.chances()


def test_example_1_keys_at_the_wall(engine: Engine) -> None:
    state = quintris("", "L0", 9, following="I0")
    after = after_keys(engine, state, "hnmmmmmm")
    assert after.board == drawn(
        """
        .............xx
        ..............x
        ..............x
        ..............x
        """,
        25,
    )
    assert after.score == 0
    following = after.with_draw(pentomino("X0"), 4)
    assert (name_of(following.current), following.column) == ("I0", 4)
    assert not is_over(engine, following)


def test_example_2_a_turn_refused_then_taken(engine: Engine) -> None:
    state = quintris("xxxxxxxxxx.....", "I1", 13)
    after = after_keys(engine, state, "nbbbn")
    assert (after.board, after.score) == (EMPTY_BOARD, 1)
    following = after.with_draw(pentomino("U0"), 3)
    assert following.spawn == (pentomino("X0"), 0, 3)


def test_example_3_two_rows_at_once(engine: Engine) -> None:
    state = quintris(
        """
        x.xxxxxxxxxxxx.
        xxxxxxxxxxxxxx.
        xxxx.xxxxxxxxx.
        xx.xxxxxxxxxxx.
        xxxxxxxxxxxxxx.
        """,
        "I1",
        13,
    )
    after = after_keys(engine, state, "m")
    assert after.board == drawn(
        """
        x.xxxxxxxxxxxxx
        xxxx.xxxxxxxxxx
        xx.xxxxxxxxxxxx
        """,
        25,
    )
    assert after.score == 2


def test_example_4_loose_cells_stay_loose(engine: Engine) -> None:
    state = quintris(
        """
        ......x..x.....
        ........xx.x...
        .....xxxxxxxxxx
        """,
        "I0",
        0,
    )
    after = after_keys(engine, state, "")
    assert after.board == drawn(
        """
        ......x..x.....
        ........xx.x...
        """,
        25,
    )
    assert after.score == 1


@pytest.mark.parametrize(("following", "column", "over"), [("I1", 6, True), ("I0", 9, False)])
def test_example_5_the_spawn_column_decides(
    engine: Engine, following: str, column: int, over: bool
) -> None:
    state = quintris("xxxxxxxxxxxxxx.\n" * 23, "I0", 4, following=following)
    after = after_keys(engine, state, "")
    assert after.board[:3] == drawn(
        """
        ...............
        ....xxxxx......
        xxxxxxxxxxxxxx.
        """
    )
    assert after.score == 0
    assert is_over(engine, after.with_draw(pentomino("X0"), column)) == over


def test_example_6_a_refused_key_changes_nothing(engine: Engine) -> None:
    state = quintris("....x..........\n" + "...............\n" * 22, "I1", 3)
    after = after_keys(engine, state, "mbbm")
    assert after.board == drawn(
        "....x..........\n"
        + "...............\n" * 17
        + """
..x............
..x............
..x............
..x............
..x............
""",
        25,
    )
    assert after.score == 0


def test_decision_a_placement_out_of_reach_is_an_error(engine: Engine) -> None:
    """The original lets a row grow beyond the wall; here the move does not exist."""
    state = quintris("", "I0", 4)
    beyond = state.game.moves.number(pentomino("I0"), 24, 12)
    with pytest.raises(IllegalMove, match=f"move {beyond}, legal are "):
        engine.play(state, beyond)


def test_decision_playing_a_move_draws_nothing(engine: Engine) -> None:
    """Looking ahead in any order leads to the same game."""
    dice = Dice(8)
    state = Quintris().start(dice)
    moves = engine.legal_moves(state)
    first = engine.draw(engine.play(state, moves[0]), dice)
    for move in moves[1:5]:
        engine.draw(engine.play(state, move), dice)
    assert engine.draw(engine.play(state, moves[0]), dice) == first


REFERENCE = Reference()
NATIVES = [engine(name) for name in NATIVE_ENGINES]
WEIGHTS = (-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0)
SMALLEST, NARROW, LARGEST = Quintris(width=6, height=6), Quintris(width=7), Quintris(height=31)
SIZES = [SMALLEST, NARROW, LARGEST, Quintris(reach="fall", width=9, height=11)]


def test_q1_a_well_is_6_to_15_wide_and_6_to_31_high() -> None:
    for width in WIDTHS:
        for height in HEIGHTS:
            state = Quintris(width=width, height=height).start(Dice(width))
            assert state.board == ("." * width,) * height
    assert (WIDTHS[0], WIDTHS[-1], HEIGHTS[0], HEIGHTS[-1]) == (6, 15, 6, 31)


@pytest.mark.parametrize(
    ("width", "height", "told"),
    [
        (5, 25, "width 5, allowed are 6 to 15"),
        (16, 25, "width 16, allowed are 6 to 15"),
        (15, 5, "height 5, allowed are 6 to 31"),
        (15, 32, "height 32, allowed are 6 to 31"),
        (-1, 25, "width -1, allowed are 6 to 15"),
    ],
)
def test_q1_other_sizes_are_refused(width: int, height: int, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Quintris(width=width, height=height)


def test_q1_only_15_by_25_is_the_courses() -> None:
    assert Quintris("bag", "fall").has_course_size
    assert not Quintris(width=14).has_course_size
    assert not Quintris(height=24).has_course_size


def test_q1_walls_and_floor_are_where_the_size_says(engine: Engine) -> None:
    game = Quintris(width=8, height=9)
    state = game.parse(f"{game.text()} - I1@0 X0 1-1-0-0-0-0 0 0")
    assert places(engine, state) == {("I1", 4, column) for column in range(8)} | {
        ("I0", 8, column) for column in range(4)
    }


@pytest.mark.parametrize(("shape", "last"), [("I0", 0), ("L0", 1), ("X0", 2), ("N1", 3), ("I1", 4)])
def test_q4_in_the_narrowest_well_a_flat_bar_has_one_column(
    engine: Engine, shape: str, last: int
) -> None:
    board = empty_board(6, 6)
    game = Quintris(pieces="X", width=6, height=6)
    after = QuintrisAfterstate(game, board, pentomino(shape), (1,) * 6, 0, 1, 0)
    columns = set()
    for seed in range(100):
        state = engine.draw(after, Dice(seed))
        assert isinstance(state, QuintrisState)
        columns.add(state.column)
    assert columns == set(range(last + 1))
    chances = [chance.probability for chance in after.chances()]
    assert chances == [Fraction(1, last + 1)] * (last + 1)


def test_q5_in_the_lowest_well_one_cell_may_end_the_game(engine: Engine) -> None:
    """A standing bar comes within a row of the floor."""
    low = "quintris:width=6,height=6 {board} I1@{column} X0 1-1-0-0-0-0 0 0"
    assert not is_over(engine, parse(low.format(board="5x", column=5)))
    assert is_over(engine, parse(low.format(board="5x/6", column=5)))
    assert not is_over(engine, parse(low.format(board="5x/6", column=4)))


@pytest.mark.parametrize("game", SIZES, ids=Quintris.text)
def test_whole_games_agree(game: Quintris) -> None:
    """Low wells are crowded in every turn: few games of the smallest are longer."""
    seeds = range(4)
    expected = REFERENCE.playout(game, WEIGHTS, seeds, max_turns=20)
    assert sum(outcome.turns for outcome in expected) >= 16
    for native in NATIVES:
        assert native.playout(game, WEIGHTS, seeds, max_turns=20) == expected


@pytest.mark.parametrize("game", SIZES, ids=Quintris.text)
def test_perft_agrees(game: Quintris) -> None:
    dice = Dice(5)
    state = game.start(dice)
    expected = REFERENCE.perft(state, 2, dice)
    assert expected.leaves > len(state.legal_moves())
    for native in NATIVES:
        assert native.perft(state, 2, dice) == expected


@st.composite
def small_wells(draw: st.DrawFn) -> QuintrisState:
    """Wells so small, and pieces with so few places, that the plain search ends; any board."""
    width, height = draw(st.integers(6, 8)), draw(st.integers(6, 10))
    reach = draw(st.sampled_from(["drop", "fall"]))
    game = Quintris("1-1-0-0-2-0", reach, width, height)
    shapes = [0, 1, 2, *PIECES.of_piece[4]]  # X, I and U
    current = draw(st.sampled_from(shapes))
    return QuintrisState(
        game=game,
        board=draw(boards(width, height)),
        current=current,
        column=draw(st.integers(0, width - PIECES.shapes[current].width)),
        next=draw(st.sampled_from(shapes)),
        seen=(1,) * 6,
        score=0,
        turn=0,
    )


@given(small_wells(), st.sampled_from([0, 3]))
@examples(40)
def test_searches_of_small_wells_agree(state: QuintrisState, beam: int) -> None:
    """Also where the top is free and only the floor is near, and where no spawn has room."""
    if state.is_over:
        return
    belief = (1, 1, 0, 0, 2, 0)
    plain = searched(state, WEIGHTS, belief, 2, REFERENCE, beam=beam)
    for native in NATIVES:
        assert searched(state, WEIGHTS, belief, 2, native, beam=beam) == plain


@pytest.mark.parametrize("reach", ["drop", "fall"])
def test_the_smallest_well_to_depth_3(reach: str) -> None:
    game = Quintris("1-2-0-0-0-0", reach, width=6, height=6)
    state = game.parse(f"{game.text()} - X0@1 I1 1-1-0-0-0-0 0 0")
    plain = searched(state, WEIGHTS, (1, 2, 0, 0, 0, 0), 3, REFERENCE)
    assert len({candidate.value for candidate in plain.candidates}) > 1
    for native in NATIVES:
        assert searched(state, WEIGHTS, (1, 2, 0, 0, 0, 0), 3, native) == plain


@pytest.mark.parametrize("name", ["random", "first-fit", "greedy", "lookahead", "dt-10"])
@pytest.mark.parametrize("game", SIZES, ids=Quintris.text)
def test_agents_play_every_size_and_their_games_are_kept(name: str, game: Quintris) -> None:
    record = play_match(game, [agent(name, game, 3)], 3, max_turns=8)
    assert record.game == game.text()
    assert verify(record) is None
    assert linked(link_of(record)).record.digest == record.digest


def test_good_weights_of_the_courses_size_are_good_in_others() -> None:
    game = Quintris(width=10, height=14)
    player = agent("lookahead", game, 3)
    record = play_match(game, [player], 3, max_turns=60, limit=Limit())
    assert record.score > 20


def test_a_low_well_is_drawn_with_all_that_stands_beside_it() -> None:
    state = parse("quintris:width=6,height=6 x5 I0@1 I1 0-2-0-0-0-0 4 9")
    assert drawing(state).split("\n") == [
        "|.IIIII|  score 4",
        "|......|  turn  9",
        "|......|",
        "|......|  next  I",
        "|......|  I",
        "|x.....|  I",
        "+------+  I",
        " 012345   I",
        "          I",
    ]


@pytest.mark.parametrize(("height", "lines"), [(25, 30), (31, 36), (12, 17), (7, 12), (6, 12)])
def test_a_game_in_real_time_needs_room_for_its_well_and_panel(height: int, lines: int) -> None:
    assert lines_of(Quintris(reach="fall", height=height)) == lines
