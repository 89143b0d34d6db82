"""The examples of environments run, learn, and say what they found."""

from __future__ import annotations

import ast
import importlib.util
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from tests import ROOT

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: extra gym")
np = pytest.importorskip("numpy", reason="NumPy is not installed: extra gym")

EXAMPLES = ROOT / "examples"
TETRIS = "tilefall.envs:tilefall/Tetris-v0"
MOST_LINES = 60  # of code, which is what the page promises
BLANK = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)

needs_sb3 = pytest.mark.skipif(
    importlib.util.find_spec("sb3_contrib") is None,
    reason="sb3-contrib is not installed: extra examples",
)
# RLlib is part of Ray, but what it needs is not.
needs_rllib = pytest.mark.skipif(
    any(
        importlib.util.find_spec(name) is None
        for name in ("ray", "torch", "tree", "pyarrow", "pydantic")
    ),
    reason='RLlib is not installed: pip install "ray[rllib]"',
)


def run(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / name), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def said(name: str, *words: str) -> str:
    found = run(name, *words)
    assert found.returncode == 0, found.stderr
    return found.stdout


def number(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    assert found is not None, text
    return float(found[1])


def lines_of_code(source: str) -> int:
    """How many lines are neither blank, comment nor docstring.

    >>> lines_of_code("'''Text.'''\\n\\n# why\\nx = [\\n    1,\\n]  # here\\n")
    3
    """
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in (*BLANK, tokenize.ENDMARKER):
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node) is not None:
            lines -= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(lines)


def random_lines(count: int, seed: int) -> float:
    """The mean lines of random legal placements on the board of the learner."""
    env = gymnasium.make_vec(TETRIS, num_envs=count, height=10, autoreset_mode="SameStep")
    env.reset(seed=seed)
    lines, going = np.zeros(count), np.ones(count, bool)
    for turn in range(10_000):
        _, rewards, ended, _, _ = env.step(env.sample_actions(turn))
        lines += rewards * going
        going &= ~ended
        if not going.any():
            break
    return float(lines.mean())


@pytest.mark.slow
def test_the_learner_on_afterstates_learns_and_does_so_again() -> None:
    words = ("--steps", "2500", "--games", "30", "--seed", "3")
    first = said("afterstate_td.py", *words)
    assert first == said("afterstate_td.py", *words)
    assert "640,000 placements" in first
    learnt, error = number(r"([0-9.]+) ±", first), number(r"± ([0-9.]+) lines in 30", first)
    by_chance = random_lines(30, seed=3 * 10**6)
    assert by_chance < 1
    assert learnt - 3 * error > 300


def test_the_learner_on_afterstates_is_as_short_as_it_is_said_to_be() -> None:
    source = (EXAMPLES / "afterstate_td.py").read_text("utf-8")
    assert 30 < lines_of_code(source) <= MOST_LINES


@pytest.mark.parametrize("words", ["--steps 0", "--seconds 0", "--games 1", "--seed -1"])
def test_the_learner_on_afterstates_refuses_in_one_line(words: str) -> None:
    found = run("afterstate_td.py", *words.split())
    assert found.returncode == 2
    assert found.stderr.splitlines()[-1].startswith("afterstate_td.py: error: allowed are seeds")


@pytest.mark.learn
@needs_sb3
@pytest.mark.parametrize(("envs", "steps"), [(1, 4096), (16, 8192)])
def test_masked_ppo_lives_longer_than_chance(envs: int, steps: int) -> None:
    text = said("masked_ppo.py", "--envs", str(envs), "--steps", str(steps), "--games", "100")
    assert f"{steps} steps of {envs} environments" in text
    by_chance = number(r"random: .* ([0-9.]+) ± [0-9.]+ pieces", text)
    trained = number(r"trained: .* ([0-9.]+) ± [0-9.]+ pieces", text)
    errors = [float(each) for each in re.findall(r"± ([0-9.]+) pieces", text)]
    assert trained - by_chance > 3 * sum(errors)


@pytest.mark.learn
@needs_sb3
@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--envs", "0"), "--envs 0, allowed are 1 to 256"),
        (("--games", "1"), "--games 1, allowed are 2 and more: one has no error"),
    ],
)
def test_masked_ppo_refuses_in_one_line(words: tuple[str, ...], line: str) -> None:
    found = run("masked_ppo.py", *words)
    assert found.returncode == 2
    assert found.stderr.splitlines()[-1] == f"masked_ppo.py: error: {line}"
    assert "Traceback" not in found.stderr


@pytest.mark.learn
@needs_rllib
def test_ppo_of_rllib_runs() -> None:
    text = said("rllib_ppo.py", "--iterations", "1", "--steps", "256")
    assert number(r"iteration 1: ([0-9.]+) pieces a game", text) > 4


@pytest.mark.learn
@needs_rllib
def test_ppo_of_rllib_refuses_in_one_line() -> None:
    found = run("rllib_ppo.py", "--steps", "100")
    assert found.returncode == 2
    line = "allowed are iterations from 1 and steps from 128"
    assert found.stderr.splitlines()[-1] == f"rllib_ppo.py: error: {line}"


def sb3_vector() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sb3_vector", EXAMPLES / "sb3_vector.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def native(count: int, **arguments: Any) -> Any:
    many = gymnasium.make_vec(TETRIS, num_envs=count, autoreset_mode="SameStep", **arguments)
    return sb3_vector().NativeVecEnv(many)


def one_by_one(count: int, **arguments: Any) -> Any:
    from stable_baselines3.common.vec_env import DummyVecEnv

    from tilefall.envs import TetrisEnv

    make: Callable[[], Any] = lambda: TetrisEnv(**arguments)  # noqa: E731
    return DummyVecEnv([make] * count)


@pytest.mark.learn
@needs_sb3
@pytest.mark.parametrize("observation", ["features", "dict"])
def test_native_environments_tell_sb3_what_single_ones_do(observation: str) -> None:
    arguments = {
        "width": 4,
        "height": 8,
        "observation": observation,
        "reward_end": -1.0,
        "reward_piece": 0.5,
        "max_episode_steps": 6,
    }
    many, singles = native(6, **arguments), one_by_one(6, **arguments)
    for env in (many, singles):
        env.seed(11)
    assert same(many.reset(), singles.reset())
    dice, ends, scores = np.random.default_rng(1), {True: 0, False: 0}, 0
    for _ in range(60):
        masks = np.stack(many.env_method("action_masks"))
        assert same(masks, np.stack(singles.env_method("action_masks")))
        actions = np.array([dice.choice(np.flatnonzero(mask)) for mask in masks])
        found, expected = many.step(actions), singles.step(actions)
        assert all(same(one, other) for one, other in zip(found[:3], expected[:3], strict=True))
        for ended, info, other in zip(found[2], found[3], expected[3], strict=True):
            assert (info["score"], info["turn"]) == (other["score"], other["turn"])
            if ended:
                assert same(info["terminal_observation"], other["terminal_observation"])
                assert info["TimeLimit.truncated"] == other["TimeLimit.truncated"]
                ends[info["TimeLimit.truncated"]] += 1
                scores += info["score"]
    assert min(*ends.values(), scores) > 5, (ends, scores)


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(np.array_equal(one, other)) and np.asarray(one).dtype == np.asarray(other).dtype


@pytest.mark.learn
@needs_sb3
def test_native_environments_for_sb3_answer_for_some_of_them() -> None:
    env = native(4)
    env.seed(5)
    env.reset()
    masks = env.env_method("action_masks", indices=[2, 0])
    assert same(np.stack(masks), env.env.action_masks()[[2, 0]])
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")
    assert env.get_attr("num_envs", indices=1) == [4]
    assert env.env_is_wrapped(gymnasium.Wrapper) == [False] * 4


@pytest.mark.learn
@needs_sb3
def test_native_environments_for_sb3_refuse_what_they_cannot_do() -> None:
    env = native(2)
    with pytest.raises(AttributeError, match="gravity: native environments share their settings"):
        env.set_attr("gravity", 1)
    with pytest.raises(AttributeError, match="of single environments there is action_masks"):
        env.env_method("render")
    env.set_options({"position": "text"})
    with pytest.raises(ValueError, match="options of single environments"):
        env.reset()
    for wrong in ({"autoreset_mode": "NextStep"}, {"autoreset_mode": "SameStep", "copy": False}):
        with pytest.raises(ValueError, match='make it with autoreset_mode="SameStep"'):
            sb3_vector().NativeVecEnv(gymnasium.make_vec(TETRIS, num_envs=2, **wrong))
