"""What IJK's environments refuse, and the line that says why."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tilefall.envs import ijk_v0
from tilefall.rules.game import IllegalMove

ARGUMENTS = [
    ({"size": 1}, "size 1, allowed are 2 to 8"),
    ({"size": 9}, "size 9, allowed are 2 to 8"),
    ({"size": 6.0}, "size 6.0, expected a whole number"),
    ({"size": "6"}, "size '6', expected a whole number"),
    ({"mode": "random"}, "mode 'random', allowed are deterministic and nondeterministic"),
    ({"end": "move"}, "end 'move', allowed are ply and round"),
    ({"winning": "A"}, "winning 'A', allowed are B to K"),
    ({"winning": 11}, "winning 11, allowed are B to K"),
    ({"observation": "flat"}, "observation 'flat', allowed are letters, planes"),
    ({"mask": None}, "mask None, allowed are observation, info"),
    ({"max_turns": 0}, "max_turns 0, allowed are 1 or more, and None for no limit"),
    ({"max_turns": 1.5}, "max_turns 1.5, expected a whole number"),
    ({"render_mode": "rgb"}, "render_mode 'rgb', allowed are human, ansi, rgb_array, None"),
]
MAKERS = [ijk_v0.env, ijk_v0.raw_env, ijk_v0.parallel_env]


@pytest.mark.parametrize("made", MAKERS)
@pytest.mark.parametrize(("arguments", "message"), ARGUMENTS)
def test_arguments(made: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        made(**arguments)


POSITIONS = [
    (7, "position 7, expected a text such as 'ijk A5/6/6/6/6/6 + 0'"),
    ("ijk:size=3 A2/3/3 + 0", "the position is of 'ijk:size=3', expected one of 'ijk'"),
    ("ijk 6/A5 + 0", "is not how this position is written, expected"),
    ("ijk A5/6/6/6/6/6 * 0", "player '*', expected + or -"),
    ("ijk K5/6/6/6/6/6 + 0", "the game is over there, nobody can move"),
    ("", "position '': the position is of '', expected one of 'ijk'"),
]


@pytest.mark.parametrize("made", [ijk_v0.raw_env, ijk_v0.parallel_env])
@pytest.mark.parametrize(("text", "message"), POSITIONS)
def test_positions(made: Any, text: object, message: str) -> None:
    environment = made()
    environment.reset(seed=1)
    environment.step(3) if made is ijk_v0.raw_env else environment.step({"player_0": 3})
    before = environment.position, environment.clone()
    with pytest.raises(ValueError, match=re.escape(message)):
        environment.reset(seed=2, options={"position": text})
    assert (environment.position, environment.clone()) == before


@pytest.mark.parametrize("seed", [-1, 1 << 64, 0.5])
def test_seeds(seed: int) -> None:
    environment = ijk_v0.env()
    with pytest.raises(ValueError, match=f"seed {seed}, allowed are"):
        environment.reset(seed=seed)


SLIDES = "allowed are 0 for U, 1 for D, 2 for L, 3 for R"
ACTIONS = [-1, 4, 1 << 40, None, "U", 1.0, np.float64(1.0), [1]]


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_actions_that_are_none_leave_the_game_as_it_is(action: Any) -> None:
    in_turn, at_once = ijk_v0.raw_env(), ijk_v0.parallel_env()
    in_turn.reset(seed=1)
    at_once.reset(seed=1)
    with pytest.raises(IllegalMove, match=f"^{re.escape(f'action {action!r}, {SLIDES}')}$"):
        in_turn.step(action)
    with pytest.raises(IllegalMove, match=re.escape(SLIDES)):
        at_once.step({"player_0": action, "player_1": 0})
    assert in_turn.position == at_once.position == "ijk A5/6/6/6/6/6 + 0"
    assert in_turn.agent_selection == "player_0"


@pytest.mark.parametrize("action", [-1, 4, "U", None], ids=repr)
def test_the_wrapped_environment_refuses_actions_out_of_bounds(action: Any) -> None:
    environment = ijk_v0.env()
    environment.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        environment.step(action)


@pytest.mark.parametrize("action", [np.int8(3), np.int64(3), np.array(3), True + 2], ids=repr)
def test_whole_numbers_of_any_kind_are_actions(action: Any) -> None:
    environment = ijk_v0.env()
    environment.reset(seed=1)
    environment.step(action)
    assert environment.unwrapped.position == "ijk a4A/6/6/6/6/6 - 1"  # type: ignore[attr-defined]


def test_nobody_acts_before_the_first_game_or_after_the_end() -> None:
    in_turn, at_once = ijk_v0.raw_env(max_turns=1), ijk_v0.parallel_env()
    for call in (lambda: in_turn.step(0), lambda: at_once.step({"player_0": 0})):
        with pytest.raises(ValueError, match=r"^no game is being played: call reset\(\) first$"):
            call()
    for environment in (in_turn, at_once):
        with pytest.raises(ValueError, match=r"^there is no game to clone yet: call reset\(\)"):
            environment.clone()
    in_turn.reset(seed=1)
    in_turn.step(0)
    with pytest.raises(ValueError, match="the only valid action is None"):
        in_turn.step(0)
    in_turn.step(None)
    in_turn.step(None)
    with pytest.raises(ValueError, match="no game is being played"):
        in_turn.step(None)


def test_whoever_is_to_move_has_to_act() -> None:
    environment = ijk_v0.parallel_env()
    environment.reset(seed=1)
    message = "no action of player_0, who is to move, in {'player_1': 2}"
    with pytest.raises(ValueError, match=re.escape(message)):
        environment.step({"player_1": 2})


@pytest.mark.parametrize("made", [ijk_v0.raw_env, ijk_v0.parallel_env])
def test_agents_that_are_none(made: Any) -> None:
    environment = made()
    environment.reset(seed=1)
    for ask in (environment.observe, environment.observation_space, environment.action_space):
        with pytest.raises(ValueError, match="agent 'player_2', allowed are player_0 and player_1"):
            ask("player_2")


@pytest.mark.parametrize("made", [ijk_v0.raw_env, ijk_v0.parallel_env])
def test_states_of_other_games(made: Any) -> None:
    environment, other = made(), made(size=3)
    environment.reset(seed=1)
    other.reset(seed=1)
    before = environment.clone()
    message = "the state is one of 'ijk:size=3', this environment plays 'ijk'"
    with pytest.raises(ValueError, match=message):
        environment.restore(other.clone())
    with pytest.raises(ValueError, match="'ijk' is no state of this environment: restore what"):
        environment.restore("ijk")
    assert environment.clone() == before


WITHOUT = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name == "pettingzoo":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
import tilefall.envs.ijk_v0
"""


def test_who_has_no_pettingzoo_is_told_how_to_get_it() -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    message = 'IJK as an environment needs pettingzoo: pip install "tilefall[pettingzoo]"'
    assert run.stderr.splitlines()[-1] == f"tilefall.errors.MissingExtra: {message}"
