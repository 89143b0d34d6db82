"""What the falling environments refuse, each in one line that says what is allowed."""

from __future__ import annotations

import math
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded

import tilefall
from tests.envs.arguments import QUINTRIS, TETRIS
from tilefall.envs import afterstates

LARGEST = 2**64 - 1
FULL = "tetris:width=4,height=4 1xx1/1xx1/1xx1/1xx1 O - 0-1-0-0-0-0-0 0 0"


def check_line(error: pytest.ExceptionInfo[BaseException], said: str) -> None:
    line = str(error.value)
    assert said in line
    assert "\n" not in line
    assert "incompatible function arguments" not in line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"colour": 1}, "argument 'colour', allowed are width, height, rules, pieces, actions"),
        ({"reach": "fall"}, "argument 'reach', allowed are width, height"),
        ({"width": 3}, "width 3, allowed are 4 to 15"),
        ({"height": 32}, "height 32, allowed are 4 to 31"),
        ({"width": 10.0}, "width 10.0, expected a whole number"),
        ({"width": True}, "width True, expected a whole number"),
        ({"height": "20"}, "height '20', expected a whole number"),
        ({"rules": "guideline"}, "rules 'guideline', allowed are research and preview"),
        ({"rules": 3}, "rules 3, allowed are research and preview"),
        ({"pieces": "ABC"}, "pieces 'ABC', allowed are hidden, uniform, bag, 7 whole numbers"),
        ({"pieces": 3}, "pieces 3, expected a word such as hidden"),
        ({"actions": "buttons"}, "actions 'buttons', allowed are placement, keys"),
        ({"actions": ["keys"]}, "actions ['keys'], allowed are placement, keys"),
        (
            {"observation": "rgb"},
            "observation 'rgb', allowed are dict, flat, float, bits, features",
        ),
        ({"illegal": "skip"}, "illegal 'skip', allowed are next, error"),
        ({"gravity": -1}, "gravity -1, allowed are whole numbers from 0 to 4294967295"),
        ({"gravity": 2**32}, "gravity 4294967296, allowed are whole numbers from 0"),
        ({"gravity": 1.5}, "gravity 1.5, allowed are whole numbers"),
        ({"gravity": True}, "gravity True, allowed are whole numbers"),
        ({"reward_line": math.nan}, "reward_line nan, allowed are numbers up to 10^9"),
        ({"reward_piece": -math.inf}, "reward_piece -inf, allowed are numbers up to 10^9"),
        ({"reward_end": "1"}, "reward_end '1', allowed are numbers up to 10^9"),
        ({"reward_end": 10**400}, ", allowed are numbers up to 10^9"),
        ({"reward_line": None}, "reward_line None, allowed are numbers"),
    ],
)
def test_arguments(arguments: dict[str, Any], said: str) -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises((ValueError, TypeError)) as error:
            make(TETRIS, **arguments)
        check_line(error, said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"rules": "preview"}, "argument 'rules', allowed are pieces, reach, width, height"),
        ({"width": 5}, "width 5, allowed are 6 to 15"),
        ({"height": 5}, "height 5, allowed are 6 to 31"),
        ({"reach": "slide"}, "reach 'slide', allowed are drop and fall"),
        ({"pieces": "1-2-3"}, "pieces '1-2-3', allowed are hidden, uniform, bag, 6 whole numbers"),
    ],
)
def test_arguments_of_quintris(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, TypeError)) as error:
        gymnasium.make(QUINTRIS, **arguments)
    check_line(error, said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"num_envs": 0}, "num_envs 0, allowed are whole numbers from 1 to 1048576"),
        ({"num_envs": 2**20 + 1}, "num_envs 1048577, allowed are whole numbers"),
        ({"num_envs": 2.0}, "num_envs 2.0, allowed are whole numbers"),
        ({"threads": 0}, "threads 0, allowed are whole numbers from 1 to 256"),
        ({"threads": 257}, "threads 257, allowed are whole numbers from 1 to 256"),
        ({"autoreset_mode": "later"}, "'later', allowed are NextStep, SameStep, Disabled"),
        ({"max_episode_steps": 0}, "max_episode_steps 0, allowed are whole numbers from 1"),
        ({"max_episode_steps": -1}, "max_episode_steps -1, allowed are whole numbers from 1"),
    ],
)
def test_arguments_of_vectors(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match="allowed") as error:
        gymnasium.make_vec(TETRIS, **arguments)
    check_line(error, said)


@pytest.mark.filterwarnings("ignore:.*render_mode:UserWarning")
def test_render_modes() -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(ValueError, match="render_mode") as error:
            make(TETRIS, render_mode="svg")
        check_line(error, "render_mode 'svg', allowed are ansi, rgb_array, human")


@pytest.mark.parametrize("seed", [-1, LARGEST + 1, "7", 1.5])
def test_seeds(seed: Any) -> None:
    env = gymnasium.make(TETRIS).unwrapped
    with pytest.raises(ValueError, match="allowed") as error:
        env.reset(seed=seed)
    check_line(error, f"seed {seed!r}, allowed are whole numbers from 0 to {LARGEST}")
    env.reset(seed=LARGEST)


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        (-1, f"seed -1, allowed are whole numbers from 0 to {LARGEST}"),
        (LARGEST, f"seed {LARGEST + 1}, allowed are whole numbers from 0 to {LARGEST}"),
        (1.5, "seed 1.5, expected a whole number or 2 of them"),
        ("ab", "seed 'ab', expected a whole number or 2 of them"),
        ([1], "1 seeds, expected 2, one an environment"),
        ([1, 2, 3], "3 seeds, expected 2, one an environment"),
        ([1, "2"], "seed '2', allowed are whole numbers from 0"),
        ([1, 1.5], "seed 1.5, allowed are whole numbers from 0"),
        ([1, -1], f"seed -1, allowed are whole numbers from 0 to {LARGEST}"),
        ([None, LARGEST + 1], f"seed {LARGEST + 1}, allowed are whole numbers from 0 to {LARGEST}"),
    ],
)
def test_seeds_of_vectors(seed: Any, said: str) -> None:
    many = gymnasium.make_vec(TETRIS, 2)
    with pytest.raises(ValueError, match="seed") as error:
        many.reset(seed=seed)
    check_line(error, said)


OTHER = tilefall.Tetris(height=10).start(tilefall.Dice(1))
OPTIONS: list[tuple[Any, str]] = [
    ({"start": 1}, "options {'start': 1}, allowed are position"),
    ({"position": FULL, "turn": 3}, ", allowed are position"),
    (3, "options 3, allowed are position"),
    ({"position": 3}, "position 3, expected a text or a state of tetris"),
    ({"position": "chess"}, "the position is of 'chess', expected one of 'tetris'"),
    ({"position": "tetris xyz"}, "expected"),
    ({"position": OTHER}, "a position of tetris:height=10, expected one of tetris"),
    ({"position": OTHER.text()}, "the position is of 'tetris:height=10', expected one of 'tetris'"),
    ({"position": "tetris - - - 0-0-0-0-0-0-0 0 0"}, "the game is over at tetris - - -"),
]


@pytest.mark.parametrize(("options", "said"), OPTIONS)
def test_options(options: Any, said: str) -> None:
    for env in (gymnasium.make(TETRIS).unwrapped, gymnasium.make_vec(TETRIS, 2)):
        env.reset(seed=1)
        with pytest.raises(ValueError, match=r"allowed|expected|over") as error:
            env.reset(options=options)
        check_line(error, said)


def test_positions_at_which_a_steered_piece_has_no_room() -> None:
    """A piece from above finds room beside the tower; one that appears in the middle does not."""
    placing = gymnasium.make(TETRIS, width=4, height=4)
    _, info = placing.reset(seed=1, options={"position": FULL})
    assert info["action_mask"].any()
    steering = gymnasium.make(TETRIS, width=4, height=4, actions="keys")
    with pytest.raises(ValueError, match="the game is over at") as error:
        steering.reset(seed=1, options={"position": FULL})
    check_line(error, FULL)


@pytest.mark.parametrize(
    "action", [-1, 40, 1.7, "3", None, 2**70, [3], np.array([3]), np.float64(3)]
)
def test_actions(action: Any) -> None:
    env = gymnasium.make(TETRIS).unwrapped
    env.reset(seed=1)
    with pytest.raises(InvalidAction) as error:
        env.step(action)
    check_line(error, "allowed are")
    check_line(error, "0 to 39")
    for good in (3, np.int8(3), np.uint64(3), np.array(3)):
        env.step(good)


def test_illegal_actions_where_they_are_errors() -> None:
    env: Any = gymnasium.make(TETRIS, illegal="error").unwrapped
    many: Any = gymnasium.make_vec(TETRIS, 2, illegal="error")
    start = {"position": "tetris - O - 0-1-0-0-0-0-0 0 0"}
    env.reset(seed=1, options=start)
    many.reset(seed=1, options=start)
    with pytest.raises(InvalidAction, match="action 39"):
        env.step(39)
    with pytest.raises(InvalidAction, match="action 39 of environment 1"):
        many.step([0, 39])
    assert env.state.turn == many.state(0).turn == 0


@pytest.mark.parametrize(
    "actions", [[0], [0, 1, 2], [[0, 1]], [0.0, 1.0], None, "ab", [0, 40], [-1, 0]]
)
def test_actions_of_vectors(actions: Any) -> None:
    many: Any = gymnasium.make_vec(TETRIS, 2)
    many.reset(seed=1)
    with pytest.raises(InvalidAction) as error:
        many.step(actions)
    check_line(error, "action")
    assert many.state(0).turn == many.state(1).turn == 0


@pytest.mark.parametrize("seed", [-1, LARGEST + 1, "a", 0.5])
def test_seeds_of_random_actions(seed: Any) -> None:
    many: Any = gymnasium.make_vec(TETRIS, 2)
    many.reset(seed=1)
    with pytest.raises(ValueError, match="seed") as error:
        many.sample_actions(seed)
    check_line(error, f"seed {seed!r}, allowed are")


def test_nothing_can_be_asked_before_a_game_has_begun() -> None:
    env: Any = gymnasium.make(TETRIS).unwrapped
    many: Any = gymnasium.make_vec(TETRIS, 2)
    questions = [
        lambda: env.step(0),
        lambda: env.state,
        lambda: env.game_seed,
        lambda: many.step([0, 0]),
        many.step_bound,
        lambda: many.sample_actions(1),
        many.afterstates,
        lambda: many.state(0),
        lambda: many.game_seed(0),
    ]
    for question in questions:
        with pytest.raises(ResetNeeded) as error:
            question()
        check_line(error, "no game has begun: call reset() first")


def test_what_was_kept_of_others() -> None:
    env: Any = gymnasium.make(TETRIS).unwrapped
    other: Any = gymnasium.make(TETRIS, gravity=5).unwrapped
    many: Any = gymnasium.make_vec(TETRIS, 2)
    for each in (env, other, many):
        each.reset(seed=1)
    for kept, said in (
        (3, "restore() takes what clone() gave, not int"),
        (other.clone(), "kept by an environment with gravity 5, this one has 4"),
        (many.clone(), "kept of 2 environments, these are 1"),
    ):
        with pytest.raises((ValueError, TypeError)) as error:
            env.restore(kept)
        check_line(error, said)


def test_afterstates_of_what_has_none() -> None:
    many: Any = gymnasium.make_vec(TETRIS, 2, actions="keys")
    many.reset(seed=1)
    with pytest.raises(ValueError, match="keys") as error:
        many.afterstates()
    check_line(error, 'afterstates need actions="placement"')
    start = tilefall.Tetris().start(tilefall.Dice(1))
    for states in ([], [start, OTHER]):
        with pytest.raises(ValueError, match="expected those of one") as error:
            afterstates(states)
        check_line(error, f"positions of {len(states)} games")


@pytest.mark.parametrize(
    ("mask", "said"),
    [
        ([True, False], "reset_mask [True, False], expected a NumPy array of bool"),
        (np.array([1, 0]), "expected a NumPy array of bool"),
        (np.array([True]), "reset_mask of shape (1,) with 1 true, expected (2,) and at least one"),
        (np.array([False, False]), "with 0 true, expected (2,) and at least one"),
        (np.array([True, False]), "reset_mask leaves out environments that were never reset"),
    ],
)
def test_reset_masks(mask: Any, said: str) -> None:
    many = gymnasium.make_vec(TETRIS, 2)
    with pytest.raises((ValueError, TypeError)) as error:
        many.reset(options={"reset_mask": mask})
    check_line(error, said)
