"""The features E1 to E18 on every engine, and tables of the surface (docs/features.md)."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import ROOT
from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.boards import move_to, tetris
from tests.rules.positions import falling_states
from tests.search.test_expectimax import crowded_shafts, small_tetris_states, stacked_states
from tilefall.engines import Engine, Reference, engine
from tilefall.engines.protocol import LARGEST_WEIGHT, WEIGHED, FallingState
from tilefall.rules.dice import Dice
from tilefall.rules.features import (
    SURFACE,
    Features,
    bend_name,
    in_words,
    surface,
    surface_of,
    well_depths,
)
from tilefall.rules.notation import Rows
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.tetris import PIECES, Tetris, TetrisAfterstate, TetrisState
from tilefall.search.expectimax import belief_of, searched
from tilefall.search.linear import scaled

PAGE = (ROOT / "docs" / "features.md").read_text(encoding="utf-8")
LARGEST = {name: int(most) for name, most in re.findall(r"^\| `(\w+)` \| (\d+) \|", PAGE, re.M)}


class Example(NamedTuple):
    """A placement drawn on the page, and what it says of it."""

    rule: str
    shape: str
    column: int
    before: str
    after: Rows
    feature: str
    value: int


def page_examples() -> list[Example]:
    found = []
    for section in re.split(r"^## ", PAGE, flags=re.M)[1:]:
        for block in re.findall(r"^```example\n(.*?)^```", section, re.M | re.S):
            move, titles, *rows, result = block.splitlines()
            shape, column = move.split(" at column ")
            assert titles.split() == ["before", "after"]
            before, after = zip(*(row.split() for row in rows), strict=True)
            feature, value = result.split()
            found.append(
                Example(
                    section.split()[0],
                    shape,
                    int(column),
                    "\n".join(before),
                    after,
                    feature,
                    int(value),
                )
            )
    return found


KINDS = ["well", "fit", "room", "column_room", "step", "cover", "bend"]


def kind_of(case: str) -> str:
    """Which table a case of the surface is in."""
    return next(kind for kind in KINDS if case.startswith(f"{kind}_"))


EXAMPLES = [example for example in page_examples() if example.rule.startswith("E")]


def measured(engine: Engine, drawing: str, shape: str, column: int) -> Features:
    """What an engine says of a placement in Tetris on this board."""
    state = tetris(drawing, shape[0])
    found = engine.features(state)[move_to(state, shape, column)]
    assert found is not None
    return found


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.rule for example in EXAMPLES])
def test_the_examples_e1_to_e18_of_the_page(example: Example, engine: Engine) -> None:
    """E1 to E18 are worth what the page draws, and leave the board that it draws."""
    state = tetris(example.before, example.shape[0])
    move = move_to(state, example.shape, example.column)
    after = engine.play(state, move)
    assert isinstance(after, TetrisAfterstate)
    assert after.board == example.after
    found, cases = engine.features(state)[move], engine.tables(state)[move]
    assert found is not None
    assert cases is not None
    assert dict(zip(WEIGHED, (*found, *cases), strict=True))[example.feature] == example.value


def test_every_feature_has_its_example_in_order() -> None:
    first = {example.rule: example.feature for example in reversed(EXAMPLES)}
    assert list(first) == [f"E{i}" for i in range(18, 0, -1)]
    features = list(reversed(first.values()))
    assert tuple(features[:11]) == Features._fields
    assert [kind_of(feature) for feature in features[11:]] == KINDS
    assert list(dict.fromkeys(map(kind_of, SURFACE))) == KINDS


def test_e1_is_taken_before_rows_are_removed(engine: Engine) -> None:
    board = """
        .......
        .......
        xxxxxx.
        xxxxxx.
        xxxxxx.
        xxxxxx.
    """
    assert measured(engine, board, "I1", 6).landing_height == 3
    assert measured(engine, board, "I0", 2).landing_height == 8


def test_e3_e4_and_e5_are_taken_after_rows_are_removed(engine: Engine) -> None:
    """The row that covers two holes goes, and with it the holes."""
    board = """
        ......
        ......
        ......
        ..xxxx
        ......
    """
    found = measured(engine, board, "O0", 0)
    assert found.rows_removed == 1
    assert found.holes == 0
    assert found.row_transitions == 5 * 2
    assert found.column_transitions == 6


def test_e4_a_cell_in_the_top_row_is_a_change(engine: Engine) -> None:
    board = """
        ....
        ....
        xx..
        xx..
    """
    assert measured(engine, board, "O0", 0).column_transitions == 4


def test_e6_walls_make_wells_and_covered_cells_count(engine: Engine) -> None:
    board = """
        ......
        ......
        ..xx..
        xx.xx.
        xx.xx.
    """
    found = measured(engine, board, "O0", 2)
    # under the roof of column 2: 2 + 1, and at the right wall: 2 + 1
    assert found.wells == 6


def test_e7_a_filled_cell_ends_the_run(engine: Engine) -> None:
    """Below the filled cell of column 1 no cell has both sides filled, so none is counted."""
    board = """
        ......
        ......
        x.x...
        xx....
        ......
        ......
    """
    assert measured(engine, board, "O0", 4).wells_fast == 1
    joined = board.replace("xx....", "x.....")
    # the well cell on top takes the three empty cells below it along
    assert measured(engine, joined, "O0", 4).wells_fast == 1 + 2 + 3 + 4


def test_e10_steps_beyond_two_do_not_count(engine: Engine) -> None:
    board = """
        ......
        ......
        x.....
        x.....
        x.....
    """
    # heights 3 0 0 0 2 2: steps -3 0 0 2 0
    assert measured(engine, board, "O0", 4).pattern_diversity == 2
    mirrored = board.replace("x.....", ".....x")
    assert measured(engine, mirrored, "O0", 0).pattern_diversity == 2


def test_a_move_that_ends_the_game_has_no_features(engine: Engine) -> None:
    state = tetris(
        """
        xx..
        xx..
        xx..
        xx..
        """,
        "O",
    )
    found = engine.features(state)
    assert found[move_to(state, "O0", 0)] is None
    assert found[move_to(state, "O0", 2)] is not None


@given(falling_states)
@examples(100)
def test_no_feature_is_larger_than_the_page_says(state: FallingState) -> None:
    for found in Reference().features(state).values():
        for name, value in found._asdict().items() if found else ():
            assert 0 <= value <= LARGEST[name], name
    for cases in Reference().tables(state).values():
        totals = dict.fromkeys(KINDS, 0)
        for name, value in zip(SURFACE, cases or (), strict=cases is not None):
            totals[kind_of(name)] += value
        assert all(0 <= totals[kind] <= LARGEST[kind] for kind in KINDS)


def test_a_value_fits_in_32_bits() -> None:
    assert list(LARGEST) == [*Features._fields, *KINDS]
    assert sum(LARGEST.values()) == 13623
    assert sum(LARGEST.values()) * LARGEST_WEIGHT < 1 << 31


def test_scaled_weights_have_65536_as_their_largest() -> None:
    weights = scaled({"landing_height": -3.0, "holes": 2.5, "wells": 0.1})
    assert weights == (
        round(-1.5 / 2.5 * 65536),
        0,
        0,
        0,
        65536,
        round(0.1 / 2.5 * 65536),
        *[0] * 5,
    )


REFERENCE = Reference()
NATIVES = [engine(name) for name in NATIVE_ENGINES]


@st.composite
def weights_for(draw: st.DrawFn, state: FallingState) -> tuple[int, ...]:
    """Weights of any features that a game knows; small ones make many placements equal."""
    limit = draw(st.sampled_from([1, 40, LARGEST_WEIGHT]))
    linear = draw(st.sampled_from([0, limit]))
    known = {*Features._fields, *surface_of(state.game.moves.pieces)}
    generator = Random(draw(st.integers(0, 2**32 - 1)))
    kept = draw(st.sampled_from([0.1, 0.5, 1]))
    return tuple(
        generator.randint(-size, size) if name in known and generator.random() <= kept else 0
        for name in WEIGHED
        for size in (linear if name in Features._fields else limit,)
    )


def cases(engine: Engine, drawing: str, shape: str, column: int) -> dict[str, int]:
    """The cases of the surface that occur after a placement in Tetris on this board."""
    state = tetris(drawing, shape[0])
    found = engine.tables(state)[move_to(state, shape, column)]
    assert found is not None
    return {name: count for name, count in zip(SURFACE, found, strict=True) if count}


@given(falling_states)
@examples(150)
def test_native_tables_are_those_of_the_rules(state: FallingState) -> None:
    expected = REFERENCE.tables(state)
    for native in NATIVES:
        assert native.tables(state) == expected


@given(st.data())
@examples(150)
def test_native_choices_with_tables_are_those_of_the_rules(data: st.DataObject) -> None:
    state = data.draw(falling_states)
    if not state.legal_moves():
        return
    weights = data.draw(weights_for(state))
    expected = REFERENCE.choose(state, weights)
    for native in NATIVES:
        assert native.choose(state, weights) == expected


@given(st.data(), st.integers(2, 3), st.integers(0, 4))
@examples(30)
def test_searches_with_tables_are_those_of_the_plain_one(
    data: st.DataObject, depth: int, beam: int
) -> None:
    state: TetrisState = data.draw(small_tetris_states())
    weights = data.draw(weights_for(state))
    belief = belief_of("told", state, REFERENCE, Dice(0))
    plain = searched(state, weights, belief, depth, REFERENCE, beam=beam)
    for native in NATIVES:
        assert searched(state, weights, belief, depth, native, beam=beam) == plain
        best = searched(state, weights, belief, depth, native, beam=beam, only_best=True)
        assert best.candidates == ((plain.best,) if plain.candidates else ())


@given(st.data())
@examples(8)
def test_quintris_searches_with_tables_are_those_of_the_plain_one(data: st.DataObject) -> None:
    state: QuintrisState = data.draw(crowded_shafts())
    weights = data.draw(weights_for(state))
    plain = searched(state, weights, (1, 1, 0, 0, 2, 0), 2, REFERENCE)
    for native in NATIVES:
        assert searched(state, weights, (1, 1, 0, 0, 2, 0), 2, native) == plain


@given(st.data())
@examples(25)
def test_speed_ups_change_no_value_with_tables(data: st.DataObject) -> None:
    state = data.draw(stacked_states())
    if not state.legal_moves():
        return
    weights = data.draw(weights_for(state))
    native = NATIVES[0]
    plain = searched(
        state, weights, (1,) * 6, 2, native, use_bounds=False, use_table=False, only_best=True
    )
    assert searched(state, weights, (1,) * 6, 2, native, only_best=True) == plain


def test_e12_a_well_is_counted_in_the_first_place_that_fits(engine: Engine) -> None:
    board = """
        .......
        .......
        x.x.x.x
        x.x.x.x
        x.x.x.x
        x.x.x.x
    """
    found = cases(engine, board, "I1", 3)
    assert {name: n for name, n in found.items() if name.startswith("well")} == {"well_next_4": 2}
    narrow = """
        ....
        ....
        x.xx
        x.xx
    """
    found = cases(engine, narrow, "O0", 2)
    assert [name for name in found if name.startswith("well")] == ["well_next_2"]
    assert well_depths([9, 0, 9]) == [0, 9, 0]


def test_e13_all_ways_to_lie_flat(engine: Engine) -> None:
    flat = """
        ......
        ......
        ......
        ......
    """
    found = cases(engine, flat, "I0", 0)
    # heights 1 1 1 1 0 0
    assert {name for name in found if name.startswith("fit")} == {
        *("fit_I_1", "fit_O_4", "fit_T_3", "fit_SZ_1", "fit_JL_4")
    }
    assert (found["fit_SZ_1"], found["fit_JL_4"]) == (2, 2)


def test_e13_pieces_of_quintris_have_tables_of_their_own() -> None:
    game = Quintris()
    state = game.start(Dice(1))
    names = {
        name.split("_")[1] for name in surface(state.board, game.moves.pieces) if "fit" in name
    }
    assert names == set("XILYUN")
    # an X needs two neighbours that are higher by one, and nothing else will do
    empty = ("......",) * 6
    assert surface(empty, game.moves.pieces)["fit_X_0"] == 1
    assert surface((*empty[1:], "x.x..."), game.moves.pieces)["fit_X_1"] == 1


def test_e14_and_e15_the_last_case_stands_for_more() -> None:
    board = (*["....."] * 19, "x...x")
    found = surface(board, PIECES)
    assert found["room_7"] == 1
    assert (found["column_room_edge_7"], found["column_room_inner_7"]) == (2, 3)


def test_e16_and_e17_at_the_edges(engine: Engine) -> None:
    board = """
        ......
        ......
        x.....
        x...xx
        ....x.
    """
    found = cases(engine, board, "O0", 2)
    # heights 3 0 2 2 2 2
    assert found["step_edge_3"] == 1
    assert found["step_inner_2"] == 1
    assert (found["cover_edge_2"], found["cover_edge_1"]) == (1, 1)
    assert not [name for name in found if name.startswith("cover_inner")]


def test_e18_bends_that_mirror_each_other_are_one(engine: Engine) -> None:
    board = """
        ......
        ......
        x.....
        x...xx
        ....x.
    """
    found = cases(engine, board, "O0", 2)
    # heights 3 0 2 2 2 2: the last three are level
    bends = {name: n for name, n in found.items() if name.startswith("bend")}
    assert bends == {"bend_-3_2": 1, "bend_0_-2": 1}


@given(st.lists(st.integers(0, 20), min_size=1, max_size=15))
def test_e18_a_board_and_its_mirror_image_have_the_same_bends(heights: list[int]) -> None:
    board = tuple("".join(".x"[each > 20 - row] for each in heights) for row in range(1, 21))
    found = surface(board, PIECES)
    bends = {name: n for name, n in found.items() if name.startswith("bend")}
    mirrored = surface(tuple(row[::-1] for row in board), PIECES)
    assert bends == {name: n for name, n in mirrored.items() if name.startswith("bend")}
    level = sum(len(set(heights[i : i + 3])) == 1 for i in range(len(heights) - 2))
    assert sum(bends.values()) == max(0, len(heights) - 2) - level


def test_e18_a_bend_is_named_from_its_higher_end() -> None:
    names = [name for name in SURFACE if name.startswith("bend")]
    pairs = [tuple(map(int, name.split("_")[1:])) for name in names]
    assert pairs == [(a, b) for a in range(-3, 4) for b in range(-3, 4) if a + b <= 0 and (a or b)]
    assert len(pairs) == 27
    assert (bend_name(4, -20), bend_name(-20, 3)) == ("bend_3_-3", "bend_-3_3")
    assert in_words(["holes", *names]) == "holes, bend_-3..3_-3..3"


def test_a_move_that_ends_the_game_has_no_tables(engine: Engine) -> None:
    state = tetris("xx..\nxx..\nxx..\nxx..", "O")
    found = engine.tables(state)
    assert found[move_to(state, "O0", 0)] is None
    assert found[move_to(state, "O0", 2)] is not None


@pytest.mark.parametrize(
    "game", [Tetris(height=10), Tetris(6, 8), Quintris(), Quintris(width=9, height=12)]
)
def test_whole_games_with_tables_are_the_same_on_every_engine(game: Quintris | Tetris) -> None:
    known = surface_of(game.moves.pieces)
    weights = [-9, 5, -9, -15, -3, -11, 0, -5, -34, 5, 0]
    weights += [len(name) % 7 - hash_of(name) if name in known else 0 for name in SURFACE]
    expected = REFERENCE.playout(game, weights, [5], 12)
    for native in NATIVES:
        assert native.playout(game, weights, [5], 12) == expected
    long = NATIVES[0].playout(game, weights, range(20), 2000)
    for native in NATIVES[1:]:
        assert native.playout(game, weights, range(20), 2000) == long


def hash_of(name: str) -> int:
    """A small number that is the same in every run."""
    return sum(map(ord, name)) % 5
