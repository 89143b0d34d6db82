"""Positions of IJK with known outcomes: the search finds every forced win, loss and tie of them."""

from __future__ import annotations

import pytest

from tests.conftest import NATIVE_ENGINES
from tests.search.known_outcomes import FARTHEST, FILE, Outcome, read
from tests.search.retrograde import WIN, retrograde
from tilefall.engines import Reference, engine
from tilefall.search import minimax
from tilefall.search.ijk_evaluation import BY_LETTER, BY_POWER, HAND_MADE
from tilefall.search.minimax import Memory, thought

LINES = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
OUTCOMES = [read(line) for line in LINES]
NEAR = 7  # slides that plain Python looks ahead in a moment; the lines beyond are frozen


def expected(each: Outcome, win: int) -> int:
    """The value of a position for the player to move, if a win at once is worth `win` (J3)."""
    side = 1 - 2 * each.state.player
    return side * each.winner * (win - each.slides)


def test_the_file_has_wins_of_both_at_every_distance_and_ties() -> None:
    assert [each.line() for each in OUTCOMES] == LINES
    assert len({each.state for each in OUTCOMES}) == len(OUTCOMES) >= 150
    for size in (3, 4):
        seen = {(each.winner, each.slides) for each in OUTCOMES if each.state.game.size == size}
        assert {(winner, n) for winner in (1, -1) for n in range(1, FARTHEST + 1)} <= seen
        assert any(winner == 0 for winner, _ in seen)


def test_near_outcomes_are_what_plain_retrograde_analysis_finds() -> None:
    near = [each for each in OUTCOMES if each.slides <= NEAR]
    assert len(near) >= 110
    for each in near:
        known = retrograde(each.state, each.slides)
        found = known[each.state]
        assert found.value == expected(each, WIN), each.line()
        assert found.longest == each.slides, each.line()
        if each.winner == 0:  # and all of its games are over by then
            assert all(state.is_over or known[state].longest for state in known), each.line()


@pytest.mark.parametrize("bits", [0, 14])
@pytest.mark.parametrize("name", NATIVE_ENGINES)
def test_j3_alphabeta_finds_every_outcome(name: str, bits: int) -> None:
    """With a table and without one, as deep as the end is away, and not a slide before that."""
    native, memory = engine(name), Memory(bits)
    for each in OUTCOMES:
        for evaluation in (BY_LETTER, BY_POWER, HAND_MADE):
            found = thought(each.state, evaluation, each.slides, native, memory)
            assert found.value == expected(each, minimax.WIN), each.line()
            if each.winner and each.slides > 1:
                sooner = thought(each.state, evaluation, each.slides - 1, native, memory)
                assert abs(sooner.value) < minimax.WIN // 2, each.line()


def test_j3_the_plain_search_finds_near_outcomes() -> None:
    for each in OUTCOMES:
        if each.slides <= 4:
            found = thought(each.state, BY_LETTER, each.slides, Reference(), Memory(0))
            assert found.value == expected(each, minimax.WIN), each.line()
