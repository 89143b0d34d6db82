"""Gymnasium knows the environments by their names after `import tilefall.envs`."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import pytest

from tilefall import envs
from tilefall.envs import NAMES

MADE = "; print(gymnasium.make('tilefall/Tetris-v0').unwrapped.game.width)"
ALONE = "; print(gymnasium.make('tilefall.envs:tilefall/Tetris-v0').unwrapped.game.width)"
MISSING = "import sys; sys.modules['gymnasium'] = None; import tilefall.envs; "


def finished(script: str) -> subprocess.CompletedProcess[str]:
    """A script in a Python of its own, in which warnings are errors."""
    command = [sys.executable, "-W", "error", "-c", script]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "script",
    [
        "import tilefall.envs, gymnasium" + MADE,
        "import gymnasium, tilefall.envs" + MADE,
        "import gymnasium" + ALONE,
        "import tilefall, gymnasium" + ALONE,
    ],
)
def test_an_import_registers_in_any_order_and_so_does_a_name(script: str) -> None:
    done = finished(script)
    assert (done.stdout, done.stderr) == ("10\n", "")


def test_importing_tilefall_alone_leaves_gymnasium_alone() -> None:
    heavy = "{'gymnasium', 'numpy', 'pettingzoo'} & {name.split('.')[0] for name in sys.modules}"
    done = finished(f"import sys; before = [*sys.meta_path]; import tilefall; print({heavy}); "
                    "print(before == sys.meta_path)")  # fmt: skip
    assert done.stdout == "set()\nTrue\n"
    assert "NamespaceNotFound" in finished("import tilefall, gymnasium" + MADE).stderr


@pytest.mark.parametrize("name", NAMES.values())
def test_the_registered_ones_can_be_made_again_from_their_specification(name: str) -> None:
    env = gymnasium.make(name, observation="flat", max_episode_steps=7)
    assert env.spec is not None
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    first, second = env.reset(seed=5)[0], again.reset(seed=5)[0]
    assert first.tolist() == second.tolist()
    assert again.spec == env.spec


def test_public_names_are_all_there() -> None:
    assert all(getattr(envs, name) is not None for name in envs.__all__)
    with pytest.raises(AttributeError, match=r"module 'tilefall\.envs' has no attribute 'Chess'"):
        _ = envs.Chess


def test_without_gymnasium_it_is_said_what_is_needed() -> None:
    said = 'tilefall.envs.TetrisEnv needs gymnasium: pip install "tilefall[gym]"'
    assert said in finished(MISSING + "tilefall.envs.TetrisEnv").stderr
