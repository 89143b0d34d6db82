"""The benches of the environments measure what they say, and say what is missing."""

from __future__ import annotations

import json
import sys

import gymnasium
import pytest
from click.testing import CliRunner

from tests.bench.measured_once import measure_once
from tilefall.bench import envs, envs_ijk
from tilefall.bench.envs import COUNT, PARTS, Part, _alone, _random_game, _side_by_side
from tilefall.bench.envs_ijk import KINDS, measure, random_actions
from tilefall.cli import cli


@pytest.mark.parametrize("part", PARTS, ids=[part.name for part in PARTS])
def test_a_part_does_the_steps_that_it_counts(part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []

    def counting(make: object) -> object:
        def made(*arguments: object, **named: object) -> object:
            env = make(*arguments, **named)  # type: ignore[operator]
            step = env.step

            def counted(action: object) -> object:
                taken.append(1 if part.is_alone else len(action))  # type: ignore[arg-type]
                return step(action)

            env.step = counted
            return env

        return made

    monkeypatch.setattr(gymnasium, "make", counting(gymnasium.make))
    monkeypatch.setattr(gymnasium, "make_vec", counting(gymnasium.make_vec))
    monkeypatch.setattr(envs, "STEPS", 3)
    monkeypatch.setattr(envs, "GAMES", 2)
    work = _alone(part) if part.is_alone else _side_by_side(part)
    taken.clear()
    assert work() == sum(taken) > 0
    assert part.is_alone or sum(taken) == 3 * COUNT


def test_games_of_one_environment_are_legal_and_end() -> None:
    env = gymnasium.make("tilefall/Tetris-v0", height=6, illegal="error")
    actions = _random_game(env, seed=3)
    assert _random_game(env, seed=3) == actions
    env.reset(seed=3)
    ends = [env.step(action)[2] for action in actions]
    assert ends == [False] * (len(actions) - 1) + [True]


def test_the_command_prints_every_part_and_what_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    measure_once(monkeypatch, envs)
    measure_once(monkeypatch, envs_ijk)
    result = CliRunner().invoke(cli, ["bench", "envs", "--seconds", "0.01", "--json"])
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    names = [part.name for part in PARTS]
    names += ["afterstates, features", *(f"ijk, {kind}" for kind in KINDS)]
    assert list(found["figures"]) == names
    assert all(each["steps_per_s"] > 0 for each in found["figures"].values())
    assert found["figures"]["keys, u8"]["target"] == 20e6
    assert found["figures"]["ijk, wrapped"]["target"] == 30e3
    result = CliRunner().invoke(cli, ["bench", "envs", "--seconds", "0.01"])
    assert result.stdout.count("meant: ") == 6


@pytest.mark.parametrize(("package", "extra"), [("gymnasium", "gym"), ("pettingzoo", "pettingzoo")])
def test_who_lacks_a_library_is_told_how_to_get_it(
    package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    result = CliRunner().invoke(cli, ["bench", "envs"])
    assert result.exit_code == 1
    assert f'the bench of environments needs {package}: pip install "tilefall[{extra}]"' in (
        result.stderr
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_measured_in_turns_a_second(kind: str) -> None:
    assert 500 < measure(0.05, kind) < 50_000_000


def test_work_counts_the_turns_of_a_game() -> None:
    turns = {kind: [work() for _ in range(2)] for kind, work in ((k, KINDS[k]()) for k in KINDS)}
    assert turns["wrapped"] == turns["raw"] == turns["parallel"]
    assert all(count > 20 for count in turns["raw"])


def test_actions_are_all_four_slides_by_chance() -> None:
    actions = random_actions()
    assert all(900 < actions.count(action) < 1150 for action in range(4))
    assert actions == random_actions()
