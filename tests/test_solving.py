"""The solver of IJK: its values are those of plain retrograde analysis, its lines reach the end."""

from __future__ import annotations

from functools import cache

import pytest

from tests.conftest import NATIVE_ENGINES
from tests.retrograde import Known, retrograde
from tilefall.engines import packing_ijk
from tilefall.engines.native import Native
from tilefall.rules.catalog import parse, parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import WINNING, IjkState
from tilefall.search.solving import (
    WIN,
    MemoryIsFull,
    Solution,
    Solver,
    Undecided,
    Unsolved,
    after_slide,
    slides_to_end,
)

# From their start or, as texts, from later on. The last four take keys of two and of five words.
SMALL = [
    *(f"ijk:size=2,winning={letter}" for letter in WINNING[:-1]),
    *(f"ijk:size=2,end=round,winning={letter}" for letter in WINNING[:-1]),
    "ijk:size=2",
    "ijk:size=2,end=round",
    "ijk:size=3,winning=B",
    "ijk:size=3,winning=C",
    "ijk:size=3,end=round,winning=B",
    "ijk:size=3,end=round,winning=C AbA/a2/3 + 3",
    "ijk:size=3,winning=D AbC/aBc/2C - 14",
    "ijk:size=3 IhG/fEd/c2 + 900",
    "ijk:size=3,end=round KLm/fEd/Cb1 - 900",
    "ijk:size=4,winning=B",
    "ijk:size=4,winning=C AbAb/aBaB/AbA1/4 - 17",
    "ijk:size=4 JjIi/hGfE/dCbA/fe2 + 900",
    "ijk:size=5,winning=H ccegB/dfaCe/GFFFA/cegBD/fAEg1 + 999",
    "ijk CcegiA/dFhJBd/gIaCGG/JDdHHj/ceiiAC/FhjBd1 - 999",
    "ijk:size=8,winning=F "
    "ACEbdAcE/dACebdAC/dDAceDDA/ebdAcBBD/cEBDaCeb/ACEBDaCe/dACeBdaC/BdACBbd1 - 999",
]


def first_of(text: str) -> IjkState:
    state = parse(text) if " " in text else parse_game(text).start(Dice(1))
    assert isinstance(state, IjkState)
    return state


@cache
def reference(text: str) -> dict[IjkState, Known]:
    return retrograde(first_of(text))


def solver_of(state: IjkState, engine: str = NATIVE_ENGINES[0]) -> Solver:
    return Solver(state, 4, Native(engine.partition(":")[2]))


def check_line(state: IjkState, solution: Solution) -> None:
    """The line ends as the solution says, and no sooner."""
    for move in solution.line:
        state = after_slide(state, move)
    assert state.is_over
    assert state.score == solution.outcome
    assert solution.slides == (len(solution.line) if solution.outcome else 0)


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("engine", NATIVE_ENGINES)
def test_a_census_is_that_of_plain_retrograde_analysis(text: str, engine: str) -> None:
    """Outcomes and slides to the end (J3) of every position, and the longest games."""
    first, known = first_of(text), reference(text)
    solver = solver_of(first, engine)
    census = solver.census()
    is_open = [state for state in known if not state.is_over]
    for state in is_open:
        if state != first:
            assert Known(*solver.known(state)) == known[state], state.text()
    sides = [(1 - 2 * state.player) * known[state].value for state in is_open]
    assert census.positions == len(is_open)
    assert census.won == sum(value > 0 for value in sides)
    assert census.lost == sum(value < 0 for value in sides)
    assert census.tied == sum(value == 0 for value in sides)
    assert census.longest == known[first].longest
    check_line(first, census.solution)
    assert census.solution.slides == slides_to_end(known[first].value)
    assert census.solution.outcome == (sides[-1] > 0) - (sides[-1] < 0)  # the first comes last


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("engine", NATIVE_ENGINES)
def test_proofs_are_those_of_plain_retrograde_analysis(text: str, engine: str) -> None:
    """Every value tested against what it is and one more (J3), in one table."""
    first, known = first_of(text), reference(text)
    solver = solver_of(first, engine)
    is_open = [state for state in known if not state.is_over]
    for state in is_open[:: max(1, len(is_open) // 500)]:
        value = known[state].value
        found = solver.tested(state, value)
        assert found is not None
        assert found == value
        assert solver.is_at_most(state, value)
        assert value <= 1 - WIN or not solver.is_at_most(state, value - 1)


@pytest.mark.parametrize("text", SMALL)
def test_solutions_are_those_of_plain_retrograde_analysis(text: str) -> None:
    known = reference(text)
    is_open = [state for state in known if not state.is_over]
    for state in is_open[:: max(1, len(is_open) // 20)]:
        value = known[state].value
        solution = solver_of(state).solved()
        assert isinstance(solution, Solution)
        side = 1 - 2 * state.player
        assert solution.outcome == side * ((value > 0) - (value < 0))
        assert solution.slides == slides_to_end(value)
        check_line(state, solution)


def test_lines_take_the_first_of_equal_moves() -> None:
    """As in J4; every slide of the line keeps the value, and none before it does."""
    text = "ijk:size=3,winning=C"
    known = reference(text)
    solution, state = solver_of(first_of(text)).solved(), first_of(text)
    assert isinstance(solution, Solution)
    for move in solution.line:
        worth = [-known[after_slide(state, each)].value for each in state.legal_moves()]
        assert worth.index(max(worth)) == move
        state = after_slide(state, move)


def test_a_small_table_forgets_but_does_not_err() -> None:
    """A table that is far too small gives the same outcome after more work."""
    state = first_of("ijk:size=3,winning=E")
    small, large = Solver(state, 1, Native()).solved(), Solver(state, 256, Native()).solved()
    assert isinstance(small, Solution)
    assert isinstance(large, Solution)
    assert (small.outcome, small.slides, small.line) == (large.outcome, large.slides, large.line)
    assert small.nodes > large.nodes


def test_a_census_without_room_says_so() -> None:
    solver = Solver(first_of("ijk:size=3,winning=E"), 1, Native())
    with pytest.raises(MemoryIsFull, match=r"61,4\d\d positions fill the memory, and"):
        solver.census()


def test_time_may_be_over_first() -> None:
    found = Solver(first_of("ijk:size=4"), 16, Native()).solved(seconds=0.3)
    assert isinstance(found, Undecided)
    assert found.slides >= 4
    assert found.nodes > 0


def test_progress_is_told() -> None:
    told: list[str] = []
    solver_of(first_of("ijk:size=2")).solved(tell=told.append)
    assert told[0] == "slides ahead: 1, positions: 2"
    assert len(told) == 4
    told.clear()
    solver_of(first_of("ijk:size=2")).census(tell=told.append)
    assert told == ["60 positions"]


def test_a_visit_that_was_cut_short_goes_on() -> None:
    """Positions and outcomes are counted once, however often the visit begins again."""
    text = "ijk:size=3,winning=C"
    state = first_of(text)
    solver = solver_of(state)
    whole = solver_of(state).census()
    packed = packing_ijk.packed(state)
    for most in range(1, whole.positions, 100):
        visit = solver.native.visit(packed, most)
        assert most <= visit.positions <= most + whole.longest
        assert sum(visit.outcomes) == visit.positions
    assert solver.census() == solver.census() == whole


def test_what_cannot_be_solved_is_refused() -> None:
    chance = first_of("ijk:size=3,mode=nondeterministic")
    with pytest.raises(ValueError, match="the deterministic game is solved, not ijk:size=3,mode"):
        solver_of(chance)
    over = first_of("ijk:size=2,winning=C C1/2 - 5")
    with pytest.raises(ValueError, match="the game is over: ijk:size=2,winning=C C1/2 - 5"):
        solver_of(over)
    with pytest.raises(Unsolved, match="MiB of memory are not to be had here; try less"):
        Solver(first_of("ijk:size=2"), 1 << 40, Native())
    with pytest.raises(ValueError, match="0 MiB of memory, at least 1"):
        Solver(first_of("ijk:size=2"), 0, Native())


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("ijk:size=2", "HA/B1 + 6"),
        ("ijk:size=2,end=round,winning=B", "M1/2 - 1"),  # cut to a key's bits an M looks like Aa
    ],
)
def test_a_census_knows_nothing_of_other_positions(game: str, position: str) -> None:
    solver = solver_of(first_of(game))
    solver.census()
    with pytest.raises(ValueError, match=r"no play leads there: ijk:size=2.* [+-] [0-9]"):
        solver.known(first_of(f"{game} {position}"))
