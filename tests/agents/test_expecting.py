"""The agent expectiminimax: its limits, its parameters, and that looking further wins."""

from __future__ import annotations

import time

import pytest

from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.agents.expecting import ExpectiminimaxAgent
from tilefall.play.match import play_match
from tilefall.rules.dice import Dice
from tilefall.rules.game import BadText, Game
from tilefall.rules.ijk import Ijk
from tilefall.rules.tetris import Tetris

RANDOM = Ijk(mode="nondeterministic")
STATE = RANDOM.parse("ijk:mode=nondeterministic ABcd2/bC4/3aB1/6/1e4/6 + 60")
MIDDLE = RANDOM.parse("ijk:mode=nondeterministic 4B1/3AF1/3dcb/3BDC/1AaCeB/1bDbdc + 110")


def made(text: str, game: Game = RANDOM) -> ExpectiminimaxAgent:
    found = agent(text, game)
    assert isinstance(found, ExpectiminimaxAgent)
    return found


def test_limits_of_depth_and_nodes_are_reproducible() -> None:
    thinker = made("expectiminimax")
    for limit in (Limit(depth=4), Limit(nodes=50_000)):
        assert thinker.think(STATE, limit) == thinker.think(STATE, limit)
        assert thinker.think(STATE, limit).move == made("expectiminimax").choose(STATE, limit)
    few = thinker.think(STATE, Limit(nodes=50_000))
    assert few.nodes < 50_000 + 5_000  # a look at some slid boards is not cut short
    assert few.depth < thinker.think(STATE, Limit(nodes=5_000_000)).depth
    assert thinker.think(STATE, Limit()).depth == 5
    assert thinker.think(STATE, Limit(nodes=1)).depth == 1


def test_a_thought_tells_the_value_of_every_move() -> None:
    thought = made("expectiminimax").think(MIDDLE, Limit(depth=3))
    assert all(thought.exact)
    assert len(set(thought.values)) == 4
    assert thought.value == max(thought.values) == thought.values[thought.move]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_seconds_is_kept(threads: int) -> None:
    thinker = made(f"expectiminimax:threads={threads}")
    late = []
    for _ in range(7):
        start = time.perf_counter()
        found = thinker.think(MIDDLE, Limit(seconds=0.05))
        late.append(time.perf_counter() - start - 0.05)
        assert 3 <= found.depth < 100
    assert min(late) < 0.005  # others may keep the machine busy, but not all the time
    assert min(late) > -0.005  # it thinks as long as it may


def test_looking_further_wins() -> None:
    game = Ijk(size=4, mode="nondeterministic")
    deep, shallow = made("expectiminimax:depth=4", game), made("expectiminimax:depth=1", game)
    total = 0
    for seed in range(10):
        total += play_match(game, [deep, shallow], seed=seed).score
        total -= play_match(game, [shallow, deep], seed=seed).score
    assert total >= 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("expectiminimax:depth=0", "depth '0', expected a whole number from 1 to 100"),
        ("expectiminimax:table=33", "table '33', expected a whole number from 0 to 32"),
        ("expectiminimax:threads=0", "threads '0', expected a whole number from 1 to 1024"),
        ("expectiminimax:sample=65", "sample '65', expected a whole number from 0 to 64"),
        ("expectiminimax:beam=3", "it has depth, table, threads, sample, evaluation, network"),
    ],
)
def test_bad_parameters_are_explained(text: str, told: str) -> None:
    with pytest.raises(BadText, match=told):
        agent(text, RANDOM)


def test_other_games_and_finished_ones_are_refused() -> None:
    with pytest.raises(BadText, match="plays nondeterministic ijk, not ijk"):
        agent("expectiminimax", Ijk())
    thinker = made("expectiminimax")
    with pytest.raises(ValueError, match="plays the nondeterministic game, not ijk"):
        thinker.choose(Ijk().start(Dice(1)), Limit())
    with pytest.raises(TypeError, match="plays ijk, not tetris"):
        thinker.choose(Tetris().start(Dice(1)), Limit())
    over = RANDOM.parse("ijk:mode=nondeterministic K5/6/6/6/6/6 + 9")
    with pytest.raises(ValueError, match="the game is over"):
        thinker.choose(over, Limit())
