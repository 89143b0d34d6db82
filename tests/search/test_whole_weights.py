"""Candidates as whole numbers: the very ones that exact fractions give, whatever the floats are."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tilefall.engines.protocol import LARGEST_WEIGHT, WEIGHED, check_weighed
from tilefall.rules.features import Features
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.course_values import BILLIARD, GENES
from tilefall.search.genes import scaled_genes
from tilefall.search.linear import scaled
from tilefall.search.weights_file import BadWeights

LINEAR = len(Features._fields)
# Small whole numbers make halves, which are rounded to the even neighbour.
NUMBERS = st.one_of(
    st.floats(-1, 1), st.floats(-1e300, 1e300), st.integers(-9, 9), st.integers(-(10**400), 10**400)
)


def plainly(exact: list[Fraction], largest: int) -> tuple[int, ...]:
    """The numbers in proportion to fractions, the largest in size being this."""
    size = max(map(abs, exact))
    return tuple(round(weight * largest / size) for weight in exact)


def plainly_scaled(floats: Mapping[str, float]) -> tuple[int, ...]:
    exact = [Fraction(floats.get(name, 0)) for name in WEIGHED]
    if not any(exact[LINEAR:]):
        exact = exact[:LINEAR]
    exact[WEIGHED.index("landing_height")] /= 2
    return plainly(exact, LARGEST_WEIGHT)


@given(st.dictionaries(st.sampled_from([*Features._fields * 8, *WEIGHED]), NUMBERS))
@example({"landing_height": 1, "holes": LARGEST_WEIGHT})  # a half, and 0 is even
@example({"landing_height": 3, "holes": LARGEST_WEIGHT})
@example({"landing_height": -3, "holes": -LARGEST_WEIGHT, "room_3": 5e-324})
def test_weights_are_those_of_fractions(floats: dict[str, float]) -> None:
    if not any(floats.values()):
        with pytest.raises(BadWeights, match="all weights are 0"):
            scaled(floats)
        return
    found = scaled(floats)
    assert found == plainly_scaled(floats)
    assert all(type(weight) is int for weight in found)


@given(st.dictionaries(st.sampled_from(GENES), NUMBERS).filter(lambda found: any(found.values())))
def test_genes_are_those_of_fractions(floats: dict[str, float]) -> None:
    exact = [Fraction(floats.get(name, 0)) for name in GENES]
    assert scaled_genes(floats) == plainly(exact, BILLIARD)


def test_a_game_knows_its_own_pieces_alone() -> None:
    """Also when the other game was asked before."""
    for _ in range(2):
        check_weighed(Tetris(), ["holes", "fit_SZ_0"])
        check_weighed(Quintris(), ["holes", "fit_X_0"])
        with pytest.raises(ValueError, match="weights of fit_X_0"):
            check_weighed(Tetris(), ["fit_X_0"])
        with pytest.raises(ValueError, match="weights of fit_SZ_0"):
            check_weighed(Quintris(), ["fit_SZ_0"])
