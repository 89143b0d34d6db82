"""Positions of IJK with known outcomes: the search finds every forced win, loss and tie of them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests import GOLDEN
from tests.conftest import NATIVE_ENGINES
from tests.search.retrograde import WIN, retrograde
from tilefall.engines import Reference, engine
from tilefall.rules.catalog import parse
from tilefall.rules.ijk import PLAYERS, IjkState
from tilefall.search import minimax
from tilefall.search.ijk_evaluation import BY_LETTER, BY_POWER, HAND_MADE
from tilefall.search.minimax import Memory, thought

FILE = GOLDEN / "outcomes.txt"
FARTHEST = 12  # slides


@dataclass(frozen=True)
class Outcome:
    """A position and how it ends."""

    state: IjkState
    winner: int  # 1 player 0, -1 player 1, 0 neither
    slides: int  # until the win; of a tie until its longest game has ended

    def line(self) -> str:
        """The outcome as a line of the file."""
        who = {1: PLAYERS[0], -1: PLAYERS[1], 0: "="}[self.winner]
        return f"{who} {self.slides:2} | {self.state.text()}"


def read(line: str) -> Outcome:
    """The outcome that a line of the file tells."""
    told, position = line.split(" | ")
    who, slides = told.split()
    state = parse(position)
    assert isinstance(state, IjkState)
    return Outcome(state, {PLAYERS[0]: 1, PLAYERS[1]: -1, "=": 0}[who], int(slides))


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


@pytest.mark.slow
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
