"""Course programs: features C1 to C10, searches, and the lines that the originals made."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from statistics import mean, median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples, vectors_folder
from tests.rules.boards import drawn, move_to, quintris, tetris
from tests.rules.positions import (
    COURSE_SIZE,
    boards,
    falling_states,
    quintris_games,
    quintris_states,
    tetris_states,
)
from tests.rules.test_features import Example, page_examples
from tilefall.engines import Engine, Reference, engine
from tilefall.engines.protocol import FallingState
from tilefall.rules import course
from tilefall.rules.course import CourseFeatures, course_features
from tilefall.rules.dice import Dice
from tilefall.rules.falling import Spot, locked
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import empty_board
from tilefall.rules.quintris import (
    PIECES,
    Quintris,
    QuintrisAfterstate,
    QuintrisState,
)
from tilefall.rules.tetris import Tetris, TetrisState
from tilefall.search.course import (
    ENDS_GAME,
    CourseSearch,
    course_played,
    course_searched,
    course_table,
)
from tilefall.search.course_values import MOST_VOIDS, NO_ROOM, SEARCHES, Program, terms, value
from tilefall.search.tries import sum_tries, void_tries, wavy_tries

NATIVES = [engine(name) for name in NATIVE_ENGINES]
EXAMPLES = [example for example in page_examples() if example.rule.startswith("C")]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.rule for example in EXAMPLES])
def test_the_examples_c1_to_c9_of_the_page(example: Example, engine: Engine) -> None:
    """C1 to C9 are worth what the page draws, full rows still there."""
    state = tetris(example.before, example.shape[0])
    move = move_to(state, example.shape, example.column)
    place = state.game.moves[move]
    assert locked(state.board, place.shape, place.row, place.column) == example.after
    found = course_table(state, engine, removed=False)[move]
    assert found is not None
    assert found._asdict()[example.feature] == example.value


def test_every_course_feature_has_its_example_in_order() -> None:
    assert [example.rule for example in EXAMPLES] == [f"C{i}" for i in range(1, 10)]
    names = CourseFeatures._fields
    assert tuple(example.feature for example in EXAMPLES) == names[:9]
    assert names[9:] == tuple(f"heights_above_{limit}" for limit in course.HEIGHT_LIMITS)


def test_c10_columns_higher_than_19_22_and_23(engine: Engine) -> None:
    columns = (19, 20, 22, 23, 24, 0, 0)
    rows = ["".join("x" if n > level else "." for n in columns) for level in reversed(range(24))]
    state = tetris("\n".join(rows), "O")
    found = course_table(state, engine, removed=False)[move_to(state, "O0", 5)]
    assert found is not None
    assert found.heights_above_19 == 20 + 22 + 23 + 24
    assert found.heights_above_22 == 23 + 24
    assert found.heights_above_23 == 24


def test_c3_rows_are_counted_before_they_go(engine: Engine) -> None:
    state = tetris(
        """
        ......
        ......
        xxxx..
        x.xx..
        """,
        "O",
    )
    move = move_to(state, "O0", 4)
    kept = course_table(state, engine, removed=False)[move]
    gone = course_table(state, engine, removed=True)[move]
    assert kept is not None
    assert gone is not None
    assert (kept.complete_rows, gone.complete_rows) == (1, 1)
    assert (kept.summed_heights, gone.summed_heights) == (12, 5)
    assert (kept.covered_holes, gone.covered_holes) == (1, 0)


def test_c6_looks_round_the_edges_but_not_to_the_right() -> None:
    assert course.sided_holes(("....", "...x")) == 3  # in a circle: left and above; and beside
    assert course.sided_holes(("....", "x...")) == 2  # above in a circle, and beside
    assert course.sided_holes(("x...", "....")) == 2  # below it, and beside


def test_c7_walls_do_not_enclose() -> None:
    assert course.enclosed_holes(drawn("xx.\n.x.\nxx.")) == 0
    assert course.enclosed_holes(drawn("xxx\nx.x\nxxx")) == 1
    assert course.enclosed_holes(drawn("x.x\nxxx")) == 0


def counted(board: Rows) -> CourseFeatures:
    """The features once more, by cells: (column, level) with the floor at level 1."""
    width, height = len(board[0]), len(board)
    filled = {
        (column, height - row)
        for row, line in enumerate(board)
        for column, cell in enumerate(line)
        if cell == "x"
    }
    cells = {(column, level) for column in range(width) for level in range(1, height + 1)}
    tops = [max((y for x, y in filled if x == column), default=0) for column in range(width)]
    covered = [(x, y) for x, y in cells - filled if y < tops[x]]
    costs = sided = enclosed = 0
    for x, y in cells - filled:
        beside = ((x - 1, y) in filled) + ((x + 1, y) in filled)
        costs += ((x, y) in covered) * (y + 2) ** 4 + beside * (y + 2) ** 2
        left, above = ((x - 1) % width, y), (x, y % height + 1)
        sided += (left in filled) + (above in filled) + ((x + 1, y) in filled)
        sides = [(x - 1, y), (x + 1, y), (x, y + 1)]
        enclosed += filled.issuperset(sides) and (y == 1 or (x, y - 1) in filled)
    return CourseFeatures(
        summed_heights=sum(tops),
        bumpiness=sum(abs(tops[i] - tops[i + 1]) for i in range(width - 1)),
        complete_rows=sum(
            all((x, y) in filled for x in range(width)) for y in range(1, height + 1)
        ),
        covered_holes=len(covered),
        short_column_holes=sum(tops[x] < height for x, _ in covered),
        sided_holes=sided,
        enclosed_holes=enclosed,
        empty_columns=sum(top == 0 for top in tops),
        voids=costs,
        heights_above_19=sum(top for top in tops if top >= 20),
        heights_above_22=sum(top for top in tops if top >= 23),
        heights_above_23=sum(top for top in tops if top >= 24),
    )


@given(st.data(), st.integers(4, 15), st.integers(4, 31))
@examples(150)
def test_features_are_those_of_the_cells(data: st.DataObject, width: int, height: int) -> None:
    board = data.draw(boards(width, height))
    assert course_features(board) == counted(board)


@given(falling_states, st.booleans())
@examples(100)
def test_native_features_are_the_plain_ones(state: FallingState, removed: bool) -> None:
    expected = course_table(state, Reference(), removed=removed)
    for native in NATIVES:
        assert course_table(state, native, removed=removed) == expected


REFERENCE = Reference()
ONE_PIECE = [Program("sum", "one"), Program("wavy", "one"), Program("wavy", "one", "published")]
TWO_PIECES = [Program("voids", "small"), Program("wavy", "small")]
TWO_PIECES += [Program("wavy", "small", "published")]
FEW = [i for i, shape in enumerate(PIECES.shapes) if shape.name[0] in "XI"]  # with few placements


def agreed(state: FallingState, program: Program) -> CourseSearch:
    """What the plain program sees and plays; every native one says the same."""
    plain = course_searched(state, program, REFERENCE)
    for native in NATIVES:
        assert course_searched(state, program, native) == plain, native.name
    return plain


@given(quintris_states(COURSE_SIZE), st.sampled_from(ONE_PIECE))
@examples(80)
def test_one_piece_on_any_board(state: QuintrisState, program: Program) -> None:
    if state.is_over:
        return
    seen = agreed(state, program)
    assert {each.move for each in seen.candidates} <= set(state.legal_moves())
    assert seen.chosen in [each.move for each in seen.candidates]
    assert seen.placements == len(seen.candidates)


@given(tetris_states(), st.sampled_from(["program", "published"]))
@examples(80)
def test_the_genetic_program_on_any_board(state: TetrisState, variant: str) -> None:
    if state.is_over:
        return
    seen = agreed(state, Program("genetic", "one", variant))
    assert tuple(each.move for each in seen.candidates) == state.legal_moves()


@st.composite
def states_of_few(draw: st.DrawFn) -> QuintrisState:
    """Pluses and bars, which have so few placements that the plain search ends; any board."""
    current, following = draw(st.sampled_from(FEW)), draw(st.sampled_from(FEW))
    return QuintrisState(
        game=draw(quintris_games(COURSE_SIZE)),
        board=draw(boards(15, 25)),
        current=current,
        column=draw(st.integers(0, 15 - PIECES.shapes[current].width)),
        next=draw(st.one_of(st.just(current), st.just(following))),
        seen=(0,) * 6,
        score=0,
        turn=0,
    )


@given(states_of_few(), st.sampled_from(TWO_PIECES))
@examples(40)
def test_two_pieces_on_any_board(state: QuintrisState, program: Program) -> None:
    if not state.is_over:
        agreed(state, program)


@pytest.mark.parametrize("program", TWO_PIECES, ids=str)
def test_two_pieces_of_many_shapes(program: Program) -> None:
    state = quintris("x....xx........\nxx.xxxxx...xxx.", "L0", 9, following="I1")
    agreed(state, program)


# Pieces later than the current one appear at the left wall; there the plain full search ends.
SHAFT = "\n".join(["....xxxxxxxxxxx"] * 25)


@pytest.mark.parametrize("variant", ["program", "published"])
@pytest.mark.parametrize(("current", "following"), [("X0", "I1"), ("I1", "X0"), ("U0", "X0")])
def test_the_full_search_in_a_shaft(current: str, following: str, variant: str) -> None:
    state = quintris(SHAFT, current, 0, following=following)
    seen = agreed(state, Program("wavy", "full", variant))
    # a flat bar, as the rules draw it, is wider than the shaft
    assert {each.value for each in seen.candidates} == {NO_ROOM}
    wider = quintris(SHAFT.replace("....x", "....."), current, 0, following=following)
    seen = agreed(wider, Program("wavy", "full", variant))
    assert len({each.value for each in seen.candidates}) > 1


def test_the_full_search_is_quick_and_threads_change_nothing(native: Engine) -> None:
    state = Quintris().start(Dice(3))
    program = Program("wavy", "full")
    one = course_searched(state, program, native, threads=1)
    assert course_searched(state, program, native, threads=3) == one
    assert one.placements > 10**5
    open_top = len(state.legal_moves())
    assert len(one.candidates) == open_top


def test_tries_in_the_order_of_each_program() -> None:
    state = quintris("", "I1", 12)
    keys = [each.keys for each in sum_tries(state.well, state.spawn)]
    assert keys[:3] == ["", "b", "bb"]
    assert keys == sorted(keys)
    assert keys[-1] == "nnnmm"
    keys = [each.keys for each in wavy_tries(state.well, state.spawn)]
    # it is not flipped, and not turned: lying it would stick out
    assert keys == ["", "m", "mm", *("b" * i for i in range(1, 13))]
    found = void_tries(state.well, state.spawn)
    assert [each.keys for each in found[:4]] == [
        "b" * 12 + turn for turn in ("n", "nh", "nn", "nnh")
    ]
    assert found[-1].keys == "mmh"
    # moved first, it can be turned where there is room
    assert Spot(0 + PIECES.of_piece[1][0], 24, 10) in [each.rest for each in found]
    assert Spot(0 + PIECES.of_piece[1][0], 24, 11) not in [each.rest for each in found]


def test_a_bar_near_the_wall_is_never_laid_down() -> None:
    state = quintris("xxxxx..........", "I1", 12)
    shapes = {
        state.game.moves[each.move].shape.name
        for each in agreed(state, Program("sum", "one")).candidates
    }
    assert shapes == {"I1"}
    assert len(state.legal_moves()) > 15


def best_of(seen: CourseSearch, state: FallingState) -> list[str]:
    """The moves of the highest value in the order in which they were tried."""
    best = max(each.value for each in seen.candidates)
    return [str(state.game.moves[each.move]) for each in seen.candidates if each.value == best]


def test_equal_tries_go_to_the_first_and_for_the_wavy_program_to_the_last() -> None:
    state = quintris("", "Y0", 7)
    # with its peg up and its long side on the floor, at the left wall, either way round
    first = agreed(state, Program("sum", "one"))
    assert best_of(first, state) == ["Y6 at row 23, column 0", "Y2 at row 23, column 0"]
    keys = {str(each.rest): each.keys for each in reversed(sum_tries(state.well, state.spawn))}
    assert state.game.moves[first.chosen].shape.name == "Y6"  # hnnbbbbbbb before nnbbbbbbb
    assert "hnnbbbbbbb" in keys.values()
    plus = quintris("", "X0", 7)
    last = agreed(plus, Program("wavy", "one"))
    assert best_of(last, plus) == ["X0 at row 22, column 12", "X0 at row 22, column 0"]
    assert str(plus.game.moves[last.chosen]) == "X0 at row 22, column 0"  # left is tried last


def test_the_wavy_program_forgets_when_the_next_piece_looks_the_same() -> None:
    """What was best for the next piece after the last try is played instead."""
    state = quintris("xxxxxxxxx......", "I0", 5, following="I0")
    forgetful = agreed(state, Program("wavy", "small"))
    best = max(each.value for each in forgetful.candidates)
    worth = {each.move: each.value for each in forgetful.candidates}
    assert worth[forgetful.chosen] < best
    assert str(state.game.moves[forgetful.chosen]) == "I0 at row 24, column 10"
    other = agreed(state, Program("wavy", "small", "published"))
    worth = {each.move: each.value for each in other.candidates}
    assert worth[other.chosen] == max(worth.values())
    different = quintris("xxxxxxxxx......", "I0", 5, following="I1")
    seen = agreed(different, Program("wavy", "small"))
    worth = {each.move: each.value for each in seen.candidates}
    assert worth[seen.chosen] == max(worth.values())


def test_rows_stay_in_the_sight_of_the_wavy_program_and_go_in_that_of_the_voids() -> None:
    state = quintris("xxxxxxxxxx.....", "I0", 10, following="X0")
    move = move_to(state, "I0", 10)
    wavy = {each.move: each.value for each in agreed(state, Program("wavy", "small")).candidates}
    # the full row and on top of it a plus at a wall
    assert wavy[move] == 500 - 100 * (15 + 2 + 3 + 2) - 20 * (1 + 1 + 2) - 50 * 2
    voids = {each.move: each.value for each in agreed(state, Program("voids", "small")).candidates}
    assert voids[move] == -(2 * (3**4 + 3**2) + 4**2 + 2 * 5**2)


def test_a_next_piece_without_room() -> None:
    rows = "\n".join(["x" * 14 + "."] * 23)
    state = quintris("xxxxx..........\n" + rows, "X0", 9, following="I1")
    assert state.is_over
    state = quintris("x..............\n" + rows, "I0", 5, following="I1")
    seen = agreed(state, Program("wavy", "small"))
    assert {each.value for each in seen.candidates} == {NO_ROOM}
    seen = agreed(state, Program("voids", "small"))
    assert {each.value for each in seen.candidates} == {-MOST_VOIDS}
    assert seen.chosen == seen.candidates[0].move


def test_the_genetic_program_ends_a_game_only_if_it_must() -> None:
    state = tetris("xx..\nxx..\nxx..\nxx..", "O")
    seen = agreed(state, Program("genetic", "one"))
    worth = {each.move: each.value for each in seen.candidates}
    assert worth[move_to(state, "O0", 0)] == ENDS_GAME
    assert seen.chosen == move_to(state, "O0", 2)
    full = tetris("xxx.\nxxx.\nxxx.\nxxx.", "O")
    assert agreed(full, Program("genetic", "one")).chosen == full.legal_moves()[0]


def test_a_row_of_the_genetic_program_is_worth_its_height_too() -> None:
    board = ("....", "....", "xx..", "xxxx")
    found = {term.feature: term for term in terms(Program("genetic", "one"), board)}
    assert found["complete_rows"].weight == 522_287_506_868_767 + 4 * 798_752_914_564_018
    assert found["summed_heights"].count == 6
    found = {term.feature: term for term in terms(Program("genetic", "one", "published"), board)}
    assert found["complete_rows"].weight == 522_287_506_868_767
    assert found["summed_heights"].count == 2


def test_the_value_of_the_sum_program_is_its_formula() -> None:
    """The cost as it is written, on a board that is high and has a full row."""
    columns = (20, 23, 24, *[1] * 12)
    board = tuple(
        "".join("x" if n > level else "." for n in columns) for level in reversed(range(25))
    )
    m = 100 * (20 + 23 + 24) + 1000 * (23 + 24) + 100_000 * 24
    # beside the towers, and in a circle: above the top row it sees the floor row
    sided = 3 + 1 + 23 + 15
    cost = -(200 + m) * 1 + 21.510066 * 79 + 0.884483 * (3 + 1 + 23) + m
    found = {term.feature: term.count for term in terms(Program("sum", "one"), board)}
    exact = cost + 1.60 * found["sided_holes"]
    assert found["sided_holes"] == sided
    assert value(Program("sum", "one"), board) / 10**6 == pytest.approx(-exact, abs=1e-6)


@pytest.mark.parametrize(
    ("program", "game", "turns"),
    [
        (Program("sum", "one"), Quintris(), 120),
        (Program("sum", "one"), Quintris(reach="fall"), 20),
        (Program("wavy", "one"), Quintris(pieces="bag"), 120),
        (Program("wavy", "small"), Quintris(pieces="3-1-0-0-0-0"), 40),
        (Program("voids", "small"), Quintris(pieces="2-1-0-0-0-0"), 25),
        (Program("genetic", "one"), Tetris(6, 10, pieces="bag"), 80),
        (Program("genetic", "one", "published"), Tetris(10, 8), 80),
    ],
    ids=str,
)
def test_whole_games(program: Program, game: Quintris | Tetris, turns: int) -> None:
    expected = course_played(game, program, [5], turns, REFERENCE)
    for native in NATIVES:
        assert course_played(game, program, [5], turns, native) == expected


def test_games_do_not_depend_on_threads(native: Engine) -> None:
    program = Program("sum", "one")
    one = course_played(Quintris(), program, range(20), 100, native, threads=1)
    assert course_played(Quintris(), program, range(20), 100, native, threads=3) == one


def test_programs_and_games_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ValueError, match="course-genetic does not play quintris"):
        course_searched(Quintris().start(Dice(1)), Program("genetic", "one"), REFERENCE)
    with pytest.raises(ValueError, match="course-sum does not play tetris"):
        course_played(Tetris(), Program("sum", "one"), [1], 5, REFERENCE)
    with pytest.raises(ValueError, match="allowed are small, one, full"):
        Program("wavy", "deep")
    with pytest.raises(ValueError, match="allowed are program, published"):
        Program("wavy", "one", "exact")
    with pytest.raises(ValueError, match="allowed are sum, wavy, voids, genetic"):
        Program("average", "one")
    assert SEARCHES["wavy"][0] == "small"


NATIVE = engine("native")
GAME = Quintris()


@dataclass
class Dealer:
    """The pieces and columns that the original deals for a seed."""

    generator: random.Random
    pool: list[int]

    @classmethod
    def of(cls, seed: int) -> Dealer:
        generator = random.Random(seed)
        counts = [generator.randint(0, 10) for _ in PIECES.letters]
        return cls(generator, [piece for piece, count in enumerate(counts) for _ in range(count)])

    def shape(self) -> int:
        piece = self.generator.choice(self.pool)
        return PIECES.turned(piece, self.generator.randrange(0, 360, 90) // 90)

    def column(self, shape: int) -> int:
        return self.generator.randrange(0, GAME.width - PIECES.shapes[shape].width)


def lines(program: Program, seed: int, max_pieces: int, engine: Engine = NATIVE) -> int:
    """The lines that a program makes with the pieces of a seed."""
    dealer = Dealer.of(seed)
    current, following = dealer.shape(), dealer.shape()
    board = empty_board(GAME.width, GAME.height)
    score = 0
    for turn in range(max_pieces):
        column = dealer.column(current)
        state = QuintrisState(GAME, board, current, column, following, (0,) * 6, score, turn)
        if state.is_over:
            break
        after = engine.play(state, course_searched(state, program, engine).chosen)
        assert isinstance(after, QuintrisAfterstate)
        board, score = after.board, after.score
        current, following = following, dealer.shape()
    return score


def test_the_dealer_deals_what_the_original_dealt() -> None:
    path = vectors_folder() / "quintris_seeded_draws.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        dealer = Dealer.of(case["seed"])
        assert dealer.pool == case["piece_dist"]
        draws = [PIECES.turned(piece, turn // 90) for piece, turn in case["draws"]]
        shapes = [dealer.shape()]
        for column in case["spawn_cols"]:
            shapes.append(dealer.shape())
            assert dealer.column(shapes[-2]) == column
        assert shapes == draws


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (Program("sum", "one"), [89, 50, 42, 48, 16]),
        (Program("voids", "small"), [96, 97, 92, 87, 23]),
    ],
    ids=["sum", "voids"],
)
def test_the_lines_of_the_originals(program: Program, expected: list[int]) -> None:
    assert [lines(program, seed, 300) for seed in range(1, 6)] == expected


def test_the_lines_of_the_originals_on_every_engine(engine: Engine) -> None:
    assert lines(Program("sum", "one"), 5, 300, engine) == 16


def test_25_games_of_the_sum_program() -> None:
    """As measured on the original, each game to its end or to 3000 pieces."""
    found = [lines(Program("sum", "one"), seed, 3000) for seed in range(1, 26)]
    assert (median(found), min(found), max(found)) == (33, 3, 997)
    assert round(mean(found), 1) == 77.5


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (Program("wavy", "small"), [10, 8, 33, 36, 6]),
        (Program("wavy", "small", "published"), [93, 93, 96, 86, 55]),
        (Program("wavy", "one"), [90, 34, 76, 33, 37]),
    ],
    ids=["program", "published", "one"],
)
def test_the_wavy_program_on_the_same_pieces(program: Program, expected: list[int]) -> None:
    """The original drew a column by chance, so these figures are those of the twin alone."""
    assert [lines(program, seed, 300) for seed in range(1, 6)] == expected
