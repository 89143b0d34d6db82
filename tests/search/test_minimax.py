"""Minimax: the native search gives the values and moves of the plain one, and keeps its limits."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.positions import open_ijk_states
from tests.search.networks import random_network
from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.agents.minimaxing import MinimaxAgent
from tilefall.engines import Reference, engine
from tilefall.play.match import play_match
from tilefall.rules.dice import Dice
from tilefall.rules.game import BadText
from tilefall.rules.ijk import Ijk, IjkState
from tilefall.search.ijk_evaluation import BY_LETTER, BY_POWER, HAND_MADE, Evaluation
from tilefall.search.minimax import WIN, Memory, PlainMinimax, thought

NATIVES = [engine(name) for name in NATIVE_ENGINES]
MEMORIES = [Memory(0), Memory(4), Memory(14)]
REFERENCE = Reference()


def evaluations(state: IjkState) -> st.SearchStrategy[Evaluation]:
    """All ways to value a state."""
    networks = [random_network(seed) for seed in (1, 2)] if state.game.size == 6 else []
    return st.sampled_from([BY_LETTER, BY_POWER, HAND_MADE, *networks])


@given(st.data(), open_ijk_states(), st.integers(1, 4))
@examples(150)
def test_j1_to_j4_values_and_moves_are_those_of_the_plain_search(
    data: st.DataObject, state: IjkState, depth: int
) -> None:
    """Depth (J1), tiles (J2), ends (J3), equal moves (J4), with tables of any size and threads."""
    evaluation = data.draw(evaluations(state))
    plain = PlainMinimax(evaluation).of(state, depth)
    for native in NATIVES:
        for memory in MEMORIES:
            for threads in (1, 3):
                found = thought(state, evaluation, depth, native, memory, threads=threads)
                assert (found.move, found.value) == (plain.move, plain.value)
                assert found.line[0] == plain.move


@given(st.data(), open_ijk_states(), st.sampled_from([5, 6]))
@examples(25)
def test_six_slides_deep(data: st.DataObject, state: IjkState, depth: int) -> None:
    evaluation = data.draw(evaluations(state))
    plain = PlainMinimax(evaluation).of(state, depth)
    for native in NATIVES:
        for threads in (1, 2):
            found = thought(state, evaluation, depth, native, MEMORIES[2], threads=threads)
            assert (found.move, found.value) == (plain.move, plain.value)


def test_the_line_leads_to_the_value() -> None:
    """Played to its end, the line of best moves is worth what the search said (J1)."""
    state = Ijk().parse("ijk ABcd2/bC4/3aB1/6/1e4/6 + 60")
    for depth in (5, 8, 11):
        found = thought(state, HAND_MADE, depth, NATIVES[0], Memory(20))
        assert len(found.line) >= depth - 2  # the last slides are not in the table
        last = state
        for move in found.line:
            after = last.play(move)
            last = after.with_tile(next(iter(after.tile_cells()), None))
        rest = depth - len(found.line)
        side = 1 if last.player == state.player else -1
        assert side * PlainMinimax(HAND_MADE).of(last, rest).value == found.value


def test_threads_find_the_same_deep_values() -> None:
    state = Ijk().parse("ijk ABcd2/bC4/3aB1/6/1e4/6 + 60")
    alone = thought(state, HAND_MADE, 11, NATIVES[0], Memory(18))
    for threads in (2, 4):
        together = thought(state, HAND_MADE, 11, NATIVES[0], Memory(18), threads=threads)
        assert (together.move, together.value) == (alone.move, alone.value)


def test_j3_a_win_comes_sooner_and_a_loss_later() -> None:
    game = Ijk(size=3)
    wins = game.parse("ijk:size=3 JJ1/3/3 + 8")
    found = thought(wins, BY_LETTER, 6, NATIVES[0], MEMORIES[2])
    assert (found.value, found.depth) == (WIN - 1, 1)
    assert wins.play(found.move).reward == 1


def made(text: str, game: Ijk) -> MinimaxAgent:
    found = agent(text, game)
    assert isinstance(found, MinimaxAgent)
    return found


def test_limits_of_depth_and_nodes_are_reproducible() -> None:
    state = Ijk().parse("ijk ABcd2/bC4/3aB1/6/1e4/6 + 60")
    thinker = made("alphabeta", Ijk())
    for limit in (Limit(depth=7), Limit(nodes=5000)):
        assert thinker.think(state, limit) == thinker.think(state, limit)
    assert thinker.think(state, Limit(nodes=5000)).nodes < 5000 + 8
    assert thinker.think(state, Limit()).depth == 10


@pytest.mark.parametrize("text", ["alphabeta", "alphabeta:evaluation=tiles", "course-letters"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_seconds_is_kept(threads: int, text: str) -> None:
    state = Ijk().parse("ijk ABcd2/bC4/3aB1/6/1e4/6 + 60")
    thinker = made(f"{text}{',' if ':' in text else ':'}threads={threads}", Ijk())
    late = []
    for _ in range(7):
        start = time.perf_counter()
        found = thinker.think(state, Limit(seconds=0.02))
        late.append(time.perf_counter() - start - 0.02)
        assert 3 <= found.depth < 100
    assert min(late) < 0.005  # others may keep the machine busy, but not all the time
    assert min(late) > -0.005  # it thinks as long as it may


def test_a_search_that_sees_the_end_does_not_wait() -> None:
    state = Ijk(size=3).parse("ijk:size=3 JJ1/3/3 + 8")
    start = time.perf_counter()
    assert made("alphabeta", Ijk(size=3)).think(state, Limit(seconds=20)).value == WIN - 1
    assert time.perf_counter() - start < 10


def test_looking_further_wins() -> None:
    game = Ijk(size=4)
    deep, shallow = made("alphabeta:depth=6", game), made("course-letters:depth=1", game)
    results = [play_match(game, [deep, shallow], seed=1), play_match(game, [shallow, deep], seed=1)]
    assert results[0].score - results[1].score > 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("alphabeta:depth=0", "depth '0', expected a whole number from 1 to 100"),
        ("course-letters:table=40", "table '40', expected a whole number from 0 to 32"),
        ("alphabeta:belief=told", "it has depth, table, threads, evaluation, network"),
        ("alphabeta:evaluation=best", "'best', allowed are learned, terms, tiles, letters"),
        ("alphabeta:threads=0", "threads '0', expected a whole number from 1 to 1024"),
    ],
)
def test_bad_parameters_are_explained(text: str, told: str) -> None:
    with pytest.raises(BadText, match=told):
        agent(text, Ijk())


def test_a_table_that_does_not_fit_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(bits: int) -> None:
        raise MemoryError

    monkeypatch.setattr("tilefall._native.ijk.Table", full)
    with pytest.raises(BadText, match="table 32, no memory for 64 GiB; take fewer bits"):
        agent("alphabeta:table=32", Ijk())


def test_a_thought_tells_how_fast_it_was() -> None:
    found = made("alphabeta", Ijk()).think(Ijk().start(Dice(1)), Limit(depth=8))
    assert found.seconds > 0
    assert found.nodes_per_s == found.nodes / found.seconds


def test_the_nondeterministic_game_is_refused() -> None:
    game = Ijk(mode="nondeterministic")
    with pytest.raises(BadText, match="plays deterministic ijk, not ijk:mode=nondeterministic"):
        agent("alphabeta", game)
    with pytest.raises(ValueError, match="deterministic game"):
        agent("alphabeta", Ijk()).choose(game.start(Dice(1)), Limit())


def test_greedy_has_no_weights_in_ijk() -> None:
    with pytest.raises(BadText, match="no parameter 'weights' in ijk"):
        agent("greedy:weights=dt-10", Ijk())
