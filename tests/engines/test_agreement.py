"""Every engine and instruction set agrees with the rules on any position, reachable or not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.positions import (
    SEEDS,
    falling_states,
    ijk_states,
    quintris_games,
    quintris_states,
    tetris_games,
)
from tilefall.engines import Reference, engine
from tilefall.engines.protocol import LARGEST_WEIGHT, FallingState
from tilefall.rules.dice import Dice
from tilefall.rules.game import State
from tilefall.rules.ijk import Ijk, IjkState
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.tetris import Tetris

REFERENCE = Reference()
NATIVES = [engine(name) for name in NATIVE_ENGINES]
WEIGHTS = st.lists(st.integers(-LARGEST_WEIGHT, LARGEST_WEIGHT), min_size=11, max_size=11)

any_state: st.SearchStrategy[State] = st.one_of(falling_states, ijk_states())


@given(any_state, SEEDS, st.data())
@examples(300)
def test_moves_results_and_digests(state: State, seed: int, data: st.DataObject) -> None:
    legal = REFERENCE.legal_moves(state)
    for native in NATIVES:
        assert native.legal_moves(state) == legal
        assert native.digest(state) == state.digest()
    if not legal:
        return
    move = data.draw(st.sampled_from(legal), label="move")
    after = state.play(move)
    following = after.draw(Dice(seed))
    for native in NATIVES:
        assert native.play(state, move) == after
        assert native.draw(after, Dice(seed)) == following


@given(falling_states)
@examples(150)
def test_features(state: FallingState) -> None:
    expected = REFERENCE.features(state)
    for native in NATIVES:
        assert native.features(state) == expected


@given(falling_states, WEIGHTS, st.sets(st.integers(0, 10)))
@examples(150)
def test_choices_with_any_weights(
    state: FallingState, weights: list[int], unused: set[int]
) -> None:
    """Weights of 0 too, since the engine leaves out features that nobody wants."""
    weights = [0 if i in unused else weight for i, weight in enumerate(weights)]
    if not state.legal_moves():
        return
    expected = REFERENCE.choose(state, weights)
    for native in NATIVES:
        assert native.choose(state, weights) == expected


@given(quintris_states())
@examples(100)
def test_keys(state: QuintrisState) -> None:
    for native in NATIVES:
        assert native.keys(state) == state.keys


@given(ijk_states(), st.integers(0, 3))
@examples(300)
def test_slides_also_of_games_that_are_over(state: IjkState, move: int) -> None:
    expected = REFERENCE.slid(state.game, state.board, state.player, move)
    for native in NATIVES:
        assert native.slid(state.game, state.board, state.player, move) == expected


@given(st.one_of(quintris_games(), tetris_games()), SEEDS, WEIGHTS)
@examples(20)
def test_whole_games(game: Quintris | Tetris, seed: int, weights: list[int]) -> None:
    expected = REFERENCE.playout(game, weights, [seed], max_turns=12)
    for native in NATIVES:
        assert native.playout(game, weights, [seed], max_turns=12) == expected


@pytest.mark.parametrize(
    ("game", "pieces"), [(Quintris(), 90), (Quintris(reach="fall"), 40), (Tetris(height=10), 120)]
)
def test_a_game_well_played_to_its_end(game: Quintris | Tetris, pieces: int) -> None:
    """Good weights build the boards that matter: low, with rows about to be completed."""
    weights = [-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0]
    expected = REFERENCE.playout(game, weights, [3], max_turns=pieces)
    assert expected[0].score > pieces // 6
    for native in NATIVES:
        assert native.playout(game, weights, [3], max_turns=pieces) == expected


def test_playouts_do_not_depend_on_threads() -> None:
    weights = [-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0]
    seeds = range(40)
    for native in NATIVES:
        one = native.playout(Quintris(), weights, seeds, max_turns=300, threads=1)
        assert native.playout(Quintris(), weights, seeds, max_turns=300, threads=3) == one


@pytest.mark.parametrize(
    ("game", "depth"),
    [
        (Quintris(), 2),
        (Quintris(pieces="XI", reach="fall"), 1),
        (Tetris(width=6, height=8), 2),
        (Tetris(width=4, height=4, rules="preview", pieces="bag"), 3),
        (Ijk(), 4),
        (Ijk(size=2), 3),
        (Ijk(size=3, mode="nondeterministic", end="round"), 5),
    ],
)
def test_perft(game: Quintris | Tetris | Ijk, depth: int) -> None:
    dice = Dice(5)
    state = game.start(dice)
    expected = REFERENCE.perft(state, depth, dice)
    assert expected.leaves > 0
    for native in NATIVES:
        assert native.perft(state, depth, dice) == expected
