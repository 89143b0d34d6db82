"""Afterstates of many positions are what the rules make of every move; random actions are fair."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.envs.plain_envs import placements
from tests.rules.positions import falling_states, tetris_states
from tilefall.engines.protocol import FallingState
from tilefall.envs import Afterstates, TetrisVectorEnv, afterstates
from tilefall.envs.settings import Settings
from tilefall.envs.vector import FallingVectorEnv
from tilefall.rules import tetris
from tilefall.rules.dice import Dice
from tilefall.rules.falling import columns_of
from tilefall.rules.features import Features, features
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris, TetrisState


def check_rows(
    found: Afterstates, i: int, state: FallingState, given: Settings | None = None
) -> None:
    """The rows of position i, against its moves one by one."""
    given = given or Settings(state.game)
    moves = placements(given, state)
    rows = slice(int(found.offsets[i]), int(found.offsets[i + 1]))
    assert found.actions[rows].tolist() == list(moves)
    assert found.columns is not None
    assert found.boards is not None
    assert found.features is not None
    for row, move in zip(range(rows.start, rows.stop), moves.values(), strict=True):
        after = state.play(move)
        has_ended = isinstance(state, TetrisState) and state.ends_game(move)
        assert bool(found.ends[row]) == has_ended
        reward = given.reward_line * after.reward + given.reward_piece
        assert found.rewards[row] == reward + (given.reward_end if has_ended else 0)
        cells = [[int(cell == "x") for cell in line] for line in after.board]
        assert found.boards[row].tolist() == cells
        assert found.columns[row].tolist() == columns_of(after.board)
        expected = [0] * len(Features._fields)
        if not has_ended:
            expected = list(features(state.board, state.game.moves[move]))
        assert found.features[row].tolist() == expected


def check_kinds(found: Afterstates) -> None:
    """Types and lengths of all arrays."""
    assert found.offsets[0] == 0
    assert found.offsets[-1] == len(found) == len(found.actions)
    kinds: dict[str, Any] = {
        "offsets": np.int64,
        "actions": np.int64,
        "rewards": np.float64,
        "ends": np.bool_,
        "columns": np.uint32,
        "boards": np.uint8,
        "features": np.float32,
    }
    for name, kind in kinds.items():
        array = getattr(found, name)
        assert array.dtype == kind, name
        assert name == "offsets" or len(array) == len(found), name


@st.composite
def positions(draw: st.DrawFn) -> list[FallingState]:
    """Positions of one game, some over; one alone where pieces slide."""
    first = draw(falling_states)
    if isinstance(first.game, Quintris) and first.game.reach == "fall":
        return [first]
    random = Random(draw(st.integers(0, 2**32)))
    states = [first]
    for density in (0.1, 0.5, 0.9):
        cells = [
            "".join("x" if random.random() < density else "." for _ in range(first.game.width))
            for _ in range(first.game.height)
        ]
        other = replace(first, board=tuple(cells))
        if isinstance(other, TetrisState):
            following = random.randrange(7) if other.game.preview else None
            other = replace(other, current=random.randrange(7), next=following)
        states.append(other)
    return states


@given(states=positions(), threads=st.sampled_from([1, 3]))
@examples(50)
def test_afterstates_are_what_the_rules_make_of_moves(
    states: list[FallingState], threads: int
) -> None:
    found = afterstates(states, columns=True, boards=True, features=True, threads=threads)
    check_kinds(found)
    assert len(found.offsets) == len(states) + 1
    for i, state in enumerate(states):
        check_rows(found, i, state)


@given(state=tetris_states().filter(lambda state: not state.is_over))
@examples(20)
def test_afterstates_have_only_the_parts_asked_for(state: TetrisState) -> None:
    everything = afterstates([state], columns=True, boards=True, features=True)
    for name in ("columns", "boards", "features"):
        found = afterstates([state], **{name: True})
        assert np.array_equal(getattr(found, name), getattr(everything, name))
        others = {"columns", "boards", "features"} - {name}
        assert [getattr(found, other) for other in others] == [None, None]
        assert np.array_equal(found.actions, everything.actions)


@pytest.mark.parametrize("threads", [1, 3])
def test_afterstates_of_vector_environments_are_those_of_their_positions(threads: int) -> None:
    given = Settings(Tetris(5, 7, "preview", "bag"), reward_piece=0.5, reward_end=-2.0)
    env = FallingVectorEnv(given, 5, threads=threads, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=4)
    ended: Any = np.zeros(5, np.bool_)
    steps = 0
    while not ended.any():
        found = env.afterstates(columns=True, boards=True, features=True)
        check_kinds(found)
        for i in range(5):
            check_rows(found, i, env.state(i), given)
        _, _, ended, _, _ = env.step(env.sample_actions(steps))
        steps += 1
    over = env.afterstates()
    gaps = np.diff(over.offsets)
    assert np.array_equal(gaps == 0, ended)
    assert np.array_equal(gaps, env.action_masks().sum(axis=1))


def test_positions_that_are_over_have_no_afterstates() -> None:
    game = Tetris()
    over = replace(game.start(Dice(seed=1)), current=None)
    found = afterstates([over, game.start(Dice(seed=1)), over], boards=True)
    assert found.offsets.tolist()[:2] == [0, 0]
    assert found.offsets[2] == found.offsets[3] == len(found)
    start = Quintris().start(Dice(seed=1))
    full = replace(start, board=("x" * (start.game.width - 1) + ".",) * start.game.height)
    nothing = afterstates([full], columns=True, boards=True, features=True)
    check_kinds(nothing)
    assert len(nothing) == 0


def test_positions_of_several_games_are_refused() -> None:
    states = [game.start(Dice(seed=1)) for game in (Tetris(), Tetris(width=9))]
    with pytest.raises(ValueError, match=r"positions of 2 games \['tetris', 'tetris:width=9'\]"):
        afterstates(states)
    with pytest.raises(ValueError, match=r"positions of 0 games \[\], expected those of one"):
        afterstates([])


def test_keys_have_no_afterstates() -> None:
    env = TetrisVectorEnv(2, actions="keys")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="keys leave nothing behind"):
        env.afterstates()


def test_an_afterstate_is_reached_by_its_action() -> None:
    env = TetrisVectorEnv(6, observation="dict")
    env.reset(seed=9)
    for _ in range(4):
        found = env.afterstates(boards=True)
        assert found.boards is not None
        rows = found.offsets[1:] - 1  # the last of each
        observation, rewards, _, _, _ = env.step(found.actions[rows])
        assert np.array_equal(rewards, found.rewards[rows])
        assert np.array_equal(observation["board"], found.boards[rows])


CASES = [
    Settings(Tetris(pieces="T")),
    Settings(Quintris(pieces="L")),
    Settings(Quintris(pieces="Y", reach="fall")),
    Settings(Tetris(), actions="keys"),
    Settings(Quintris(), actions="keys"),
]
# A sum of squares this many standard deviations above its mean comes once in ten million seeds.
SIGMAS = 5.5


@pytest.mark.parametrize("given", CASES, ids=lambda given: f"{given.game.text()} {given.actions}")
@pytest.mark.parametrize("threads", [1, 3])
def test_random_actions_are_legal_and_each_as_likely_as_any(given: Settings, threads: int) -> None:
    env = FallingVectorEnv(given, 512, threads=threads)
    env.reset(seed=[5] * 512)  # the same position in all of them
    legal = np.flatnonzero(env.action_masks()[0])
    assert (env.action_masks() == env.action_masks()[0]).all()
    rounds = 20
    counts = np.zeros(env.single_action_space.n, np.int64)  # type: ignore[attr-defined]
    for seed in range(rounds):
        counts += np.bincount(env.sample_actions(seed), minlength=len(counts))
    assert counts.sum() == 512 * rounds
    assert np.flatnonzero(counts).tolist() == legal.tolist()
    expected = 512 * rounds / len(legal)
    square = float(((counts[legal] - expected) ** 2).sum() / expected)
    freedom = len(legal) - 1
    assert abs(square - freedom) < SIGMAS * (2 * freedom) ** 0.5


def test_random_actions_of_any_position_are_legal() -> None:
    for case in CASES:
        env = FallingVectorEnv(replace(case, illegal="error"), 64)
        env.reset(seed=1)
        for step in range(40):
            masks = env.action_masks()
            actions = env.sample_actions(step)
            chosen = masks[np.arange(64), actions]
            assert (chosen | ~masks.any(axis=1)).all()
            assert env.bound_actions is actions
            env.step_bound()


def test_random_actions_are_those_of_their_seed() -> None:
    one, three = (TetrisVectorEnv(50, threads=threads) for threads in (1, 3))
    one.reset(seed=1)
    three.reset(seed=1)
    first = one.sample_actions(7).copy()
    assert np.array_equal(first, three.sample_actions(7))
    assert not np.array_equal(first, one.sample_actions(8))
    assert np.array_equal(first, one.sample_actions(7))
    stepped, expected = one.step_bound(), three.step(first)
    assert np.array_equal(stepped[0]["board"], expected[0]["board"])
    assert np.array_equal(stepped[4]["turn"], np.ones(50))


def test_random_actions_have_nothing_to_do_with_the_pieces_of_the_game_of_their_seed() -> None:
    count, seed, sides = 700, 9, len(tetris.PIECES.letters)
    env = TetrisVectorEnv(count)
    _, infos = env.reset(seed=[5] * count)
    legal = np.flatnonzero(infos["action_mask"][0])
    chosen = np.searchsorted(legal, env.sample_actions(seed)) * sides // len(legal)
    drawn = [Dice(seed).roll(turn=i, sides=sides, lane=0) for i in range(count)]
    assert np.mean(chosen == drawn) < 0.3
