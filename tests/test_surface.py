"""Tables of the surface: E12 to E17 on every engine, and what they add to values."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES
from tests.positions import falling_states
from tilefall.engines import Reference, engine
from tilefall.engines.protocol import LARGEST_WEIGHT, WEIGHED, FallingState, check_weighed
from tilefall.rules.features import Features
from tilefall.rules.quintris import Quintris
from tilefall.rules.surface import SURFACE, surface_of
from tilefall.rules.tetris import Tetris
from tilefall.search.expectimax import searched

REFERENCE = Reference()
NATIVES = [engine(name) for name in NATIVE_ENGINES]


@st.composite
def weights_for(draw: st.DrawFn, state: FallingState) -> tuple[int, ...]:
    """Weights of any features that a game knows; small ones make many placements equal."""
    limit = draw(st.sampled_from([1, 40, LARGEST_WEIGHT]))
    linear = draw(st.sampled_from([0, limit]))
    known = {*Features._fields, *surface_of(state.game.moves.pieces)}
    generator = draw(st.randoms(use_true_random=False))
    kept = draw(st.sampled_from([0.1, 0.5, 1]))
    return tuple(
        generator.randint(-size, size) if name in known and generator.random() <= kept else 0
        for name in WEIGHED
        for size in (linear if name in Features._fields else limit,)
    )


@given(falling_states)
@settings(max_examples=150)
def test_native_tables_are_those_of_the_rules(state: FallingState) -> None:
    expected = REFERENCE.tables(state)
    for native in NATIVES:
        assert native.tables(state) == expected


@given(st.data())
@settings(max_examples=300)
def test_native_choices_with_tables_are_those_of_the_rules(data: st.DataObject) -> None:
    state = data.draw(falling_states)
    if not state.legal_moves():
        return
    weights = data.draw(weights_for(state))
    expected = REFERENCE.choose(state, weights)
    for native in NATIVES:
        assert native.choose(state, weights) == expected
