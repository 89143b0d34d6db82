"""Native environments show, step by step, what plain ones written from the rules do."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, replace
from random import Random
from unittest.mock import patch

import gymnasium
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.envs.many_envs import env_settings, is_same, some_action
from tests.envs.plain_envs import PlainEnv, Refused, Shown
from tests.rules.positions import SEEDS, falling_states
from tilefall.engines.native import ISA_VARIABLE, available_isas
from tilefall.engines.protocol import FallingState
from tilefall.envs.settings import ACTIONS, OBSERVATIONS, Settings
from tilefall.envs.single import FallingEnv, Step
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.steered import steered

EXAMPLES = 20  # of each way to act and to observe
STEPS = 25
FEW_STEPS = 3  # where pieces slide, the plain rules take a fifth of a second for each


@dataclass(frozen=True)
class Start:
    """What is played, and from where if not from the start."""

    settings: Settings
    position: FallingState | None


def begins(given: Settings, state: FallingState) -> bool:
    """Whether a game can begin at this position: it is not over, and something was seen."""
    if sum(state.seen) == 0 or state.is_over:
        return False
    return given.actions == "placement" or not steered(state, given.gravity).is_over


@st.composite
def starts(draw: st.DrawFn, actions: str, observation: str) -> Start:
    """Settings of any game and draw, and sometimes a position to begin at."""
    state = draw(falling_states)
    letters = state.game.draws.letters
    weights = "-".join(str(i + 1) for i in range(len(letters)))
    pieces = draw(st.sampled_from(["hidden", "bag", "uniform", weights, letters[2:]]))
    if isinstance(state, QuintrisState):
        state = replace(state, game=replace(state.game, pieces=pieces))
    else:
        state = replace(state, game=replace(state.game, pieces=pieces))
    given = replace(
        draw(env_settings(st.just(state.game))), actions=actions, observation=observation
    )
    return Start(given, state if draw(st.booleans()) and begins(given, state) else None)


def check_view(found: Shown, observation: object, info: dict[str, object], env: FallingEnv) -> None:
    assert is_same(observation, found.observation), (observation, found.observation)
    assert env.observation_space.contains(observation)
    assert is_same(info, {"action_mask": found.mask, "score": found.score, "turn": found.turn})
    assert np.array_equal(env.action_masks(), found.mask.astype(bool))


def check_step(found: Shown, step: Step, env: FallingEnv) -> None:
    observation, reward, terminated, truncated, info = step
    check_view(found, observation, info, env)
    assert (reward, terminated, truncated) == (found.reward, found.terminated, found.truncated)
    assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)


def native_envs(given: Settings) -> list[FallingEnv]:
    """An environment of each instruction set that this machine has."""
    envs = []
    for isa in available_isas():
        with patch.dict(os.environ, {ISA_VARIABLE: isa}):
            envs.append(FallingEnv(given))
    return envs


def check_refused(env: FallingEnv, action: int) -> None:
    before = env.clone()
    with pytest.raises(gymnasium.error.InvalidAction, match=f"action {action} "):
        env.step(action)
    assert env.clone() == before


def check_game(start: Start, seed: int, random: Random) -> None:
    """Plays some steps of a plain environment and of native ones, into the next game, too."""
    plain, envs = PlainEnv(start.settings), native_envs(start.settings)
    found = plain.reset(seed, start.position)
    options = None if start.position is None else {"position": start.position}
    for env in envs:
        assert env.action_space == gymnasium.spaces.Discrete(plain.actions)
        check_view(found, *env.reset(seed=seed, options=options), env)
    for _ in range(STEPS if plain.actions < 1000 else FEW_STEPS):
        assert {env.game_seed for env in envs} == {plain.seed}
        assert {env.state for env in envs} == {plain.position}
        action = some_action(random, found.mask)
        if random.random() < 0.03:
            action = random.choice([-1, plain.actions, 2**62])
        try:
            found = plain.step(action)
        except Refused:
            for env in envs:
                check_refused(env, action)
            continue
        for env in envs:
            check_step(found, env.step(action), env)
        if found.terminated or found.truncated:
            found = plain.reset()
            for env in envs:
                with pytest.raises(gymnasium.error.ResetNeeded):
                    env.step(0)
                check_view(found, *env.reset(), env)


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("actions", ACTIONS)
@given(data=st.data(), seed=SEEDS, random=st.randoms(use_true_random=False))
@examples(EXAMPLES)
def test_native_environments_show_what_the_rules_say(
    actions: str, observation: str, data: st.DataObject, seed: int, random: Random
) -> None:
    check_game(data.draw(starts(actions, observation)), seed, random)


# Counts of pieces that a position may say were seen: a division by nothing would end the process.
SHARES = """
import sys
from tilefall.envs import QuintrisEnv
env = QuintrisEnv(observation=sys.argv[1])
options = {"position": f"quintris - I1@3 X0 {sys.argv[2]} 0 0"}
observation, _ = env.reset(seed=1, options=options)
assert env.observation_space.contains(observation), observation
print(*observation[-6:].tolist())
"""


def told(observation: str, seen: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SHARES, observation, seen]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("observation", "shares"),
    [
        ("flat", "0 0 0 0 0 0"),
        ("float", "0.0 0.0 0.0 0.0 0.0 0.0"),
        ("features", "0.0 0.0 0.0 0.0 0.0 0.0"),
    ],
)
def test_where_nothing_was_seen_no_piece_has_a_share(observation: str, shares: str) -> None:
    done = told(observation, "0-0-0-0-0-0")
    assert (done.returncode, done.stdout.strip()) == (0, shares), done.stderr


@pytest.mark.parametrize("observation", ["flat", "float"])
def test_counts_beyond_all_games_are_refused_or_right(observation: str) -> None:
    done = told(observation, f"{2**62}-{2**62}-0-0-0-0")
    if done.returncode == 1:
        assert done.stderr.splitlines()[-1].startswith("ValueError: ")
    else:
        share = "128" if observation == "flat" else "0.5"
        nothing = "0" if observation == "flat" else "0.0"
        assert (done.returncode, done.stdout.split()) == (0, [share] * 2 + [nothing] * 4)
