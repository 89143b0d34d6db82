"""What always holds, whatever the position: chances, keys, moves and reach."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.rules.positions import SEEDS, falling_states, ijk_states, quintris_states, tetris_states
from tilefall.rules.dice import Dice
from tilefall.rules.game import Afterstate, State
from tilefall.rules.pieces import posterior
from tilefall.rules.quintris import PIECES, QuintrisState
from tilefall.rules.tetris import TetrisState

any_state: st.SearchStrategy[State] = st.one_of(falling_states, ijk_states())
FEW = st.integers(0, 40)  # counts of pieces seen; exact fractions of more take long


@st.composite
def afterstates(draw: st.DrawFn) -> Afterstate | None:
    """What a legal move leads to, after a game short enough for exact chances."""
    state = draw(any_state)
    if isinstance(state, QuintrisState | TetrisState):
        counts = st.lists(FEW, min_size=len(state.seen), max_size=len(state.seen))
        state = replace(state, seen=tuple(draw(counts)))
    moves = state.legal_moves()
    return state.play(draw(st.sampled_from(moves))) if moves else None


@given(afterstates(), SEEDS)
@examples(60)
def test_chances_sum_to_one_and_hold_every_draw(after: Afterstate | None, seed: int) -> None:
    """F11: exactly one, no state twice, nothing impossible, and the dice choose among them."""
    if after is None:
        return
    chances = after.chances()
    assert sum(chance.probability for chance in chances) == 1
    assert all(chance.probability > 0 for chance in chances)
    texts = [chance.state.text() for chance in chances]
    assert len(set(texts)) == len(texts)
    assert after.draw(Dice(seed)) in [chance.state for chance in chances]


@given(any_state)
@examples(80)
def test_moves_ascend_and_each_has_a_meaning(state: State) -> None:
    moves = state.legal_moves()
    assert list(moves) == sorted(set(moves))
    for move in moves:
        assert str(state.game.moves[move])


@given(quintris_states())
@examples(40)
def test_keys_lead_to_their_move(state: QuintrisState) -> None:
    """F9 for both reaches: what keys_to says is what move_by_keys does."""
    for move in state.legal_moves():
        keys = state.keys_to(move)
        assert state.move_by_keys(keys) == move
        assert set(keys) <= set("bmnh." if state.game.reach == "fall" else "bmnh")


@given(quintris_states(), st.text("bmnh.", max_size=40))
@examples(40)
def test_any_keys_lead_to_a_legal_move_that_none_shorter_reach(
    state: QuintrisState, keys: str
) -> None:
    """F9: nothing that keys do is missing from the legal moves."""
    if state.is_over:
        return
    keys = keys if state.game.reach == "fall" else keys.replace(".", "")
    move = state.move_by_keys(keys)
    assert len(state.keys_to(move)) <= len(keys)


@given(quintris_states())
@examples(30)
def test_reach_drop_is_part_of_reach_fall(state: QuintrisState) -> None:
    """F9: ticks only add places."""
    drop = replace(state, game=replace(state.game, reach="drop"))
    fall = replace(state, game=replace(state.game, reach="fall"))
    assert set(drop.legal_moves()) <= set(fall.legal_moves())
    for move in drop.legal_moves():
        assert len(fall.keys_to(move)) <= len(drop.keys_to(move))


@given(quintris_states())
@examples(60)
def test_below_a_free_top_every_shape_and_column_is_in_reach(state: QuintrisState) -> None:
    """With rows 0 to 4 empty, at most sixteen keys reach every shape in every column (F5, F9)."""
    board = ("." * state.game.width,) * 5 + state.board[5:]
    state = replace(state, board=board, game=replace(state.game, reach="drop"))
    piece = PIECES.shapes[state.current].piece
    wanted = {
        (PIECES.shapes[shape].name, column)
        for shape in PIECES.of_piece[piece]
        for column in range(state.game.width - PIECES.shapes[shape].width + 1)
    }
    found = set()
    for move, keys in state.keys.items():
        place = state.game.moves[move]
        found.add((place.shape.name, place.column))
        assert len(keys) <= 16
    assert found == wanted


@given(st.lists(FEW, min_size=1, max_size=6))
@examples(60)
def test_the_posterior_sums_to_one_and_treats_all_pieces_alike(seen: list[int]) -> None:
    """F11: exchanging pieces exchanges their chances; more often seen is likelier."""
    chances = posterior(tuple(seen))
    assert sum(chances) == 1
    assert all(chance > 0 for chance in chances)
    order = sorted(range(len(seen)), key=lambda piece: (seen[piece], piece))
    exchanged = posterior(tuple(seen[piece] for piece in order))
    assert exchanged == tuple(chances[piece] for piece in order)
    assert list(exchanged) == sorted(exchanged)


@given(st.integers(1, 6))
def test_with_nothing_seen_all_pieces_are_equally_likely(pieces: int) -> None:
    assert posterior((0,) * pieces) == (Fraction(1, pieces),) * pieces


@given(tetris_states())
@examples(100)
def test_a_placement_rests_on_something_and_covers_nothing(state: TetrisState) -> None:
    """T3: every move lies on empty cells below nothing, and could not lie one row lower."""
    for move in state.legal_moves():
        place = state.game.moves[move]
        cells = {(place.row + i, place.column + j) for i, j in place.shape.cells}
        for row, column in cells:
            assert all(state.board[above][column] == "." for above in range(row + 1))
        assert any(
            row + 1 == state.game.height or (row + 1 >= 0 and state.board[row + 1][column] == "x")
            for row, column in cells
        )
