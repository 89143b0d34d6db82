"""Gymnasium knows the environments by their names, whichever way they come in."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points

import gymnasium
import pytest

from tilefall.envs import NAMES, register_envs

LIST = """
names = sorted(name for name in gymnasium.registry if name.startswith("tilefall/"))
print(" ".join(names))
print(gymnasium.make("tilefall/Tetris-v0").reset(seed=1)[1]["score"])
"""
KNOWN = "tilefall/Quintris-v0 tilefall/Tetris-v0\n0\n"


def printed(script: str) -> str:
    """What a script prints in a Python of its own."""
    command = [sys.executable, "-W", "error", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "imports",
    [
        "import tilefall, gymnasium",
        "import gymnasium, tilefall",
        "import gymnasium, tilefall.envs",
        "import tilefall.rules.tetris, gymnasium",
        "import tilefall, gymnasium.spaces, gymnasium",
        "import tilefall, gymnasium, tilefall.envs; tilefall.envs.register_envs()",
        "import tilefall, importlib; gymnasium = importlib.import_module('gymnasium')",
        # somebody only asks whether it is there, twice, before anybody imports it
        "import tilefall, importlib.util as util; find = util.find_spec; "
        "find('gymnasium'), find('gymnasium'); import gymnasium",
    ],
)
def test_the_order_of_imports_does_not_matter(imports: str) -> None:
    assert printed(imports + LIST) == KNOWN


def test_a_name_may_say_where_it_comes_from() -> None:
    script = """
import gymnasium
env = gymnasium.make("tilefall.envs:tilefall/Tetris-v0", width=5)
print(env.unwrapped.game.width)
print(gymnasium.make_vec("tilefall.envs:tilefall/Quintris-v0", num_envs=2).num_envs)
"""
    assert printed(script) == "5\n2\n"


def test_importing_tilefall_alone_imports_nothing_heavy() -> None:
    script = """
import sys
import tilefall
heavy = {"gymnasium", "numpy", "pettingzoo"} & {name.split(".")[0] for name in sys.modules}
print(sorted(heavy), sum(type(each).__name__ == "_Watcher" for each in sys.meta_path))
import gymnasium
print(sum(type(each).__name__ == "_Watcher" for each in sys.meta_path))
"""
    assert printed(script) == "[] 1\n0\n"


def test_a_missing_gymnasium_stays_missing() -> None:
    """Who has none sees the usual error, and sees it again."""
    script = """
import sys
import tilefall

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name == "gymnasium":
            raise ModuleNotFoundError("No module named 'gymnasium'", name="gymnasium")

sys.meta_path.insert(1, Nothing())
for _ in range(2):
    try:
        import gymnasium
    except ModuleNotFoundError as error:
        print(error.name)
"""
    assert printed(script) == "gymnasium\ngymnasium\n"


def test_the_entry_point_registers_and_may_be_called_again() -> None:
    (found,) = entry_points(group="gymnasium.envs", name="tilefall")
    register = found.load()
    assert register is register_envs
    before = {name: gymnasium.registry[name] for name in NAMES.values()}
    register()
    register()
    assert {name: gymnasium.registry[name] for name in NAMES.values()} == before


@pytest.mark.parametrize("name", NAMES.values())
def test_the_registered_ones_can_be_made_again_from_their_specification(name: str) -> None:
    env = gymnasium.make(name, observation="flat", max_episode_steps=7)
    assert env.spec is not None
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    first, _ = env.reset(seed=5)
    second, _ = again.reset(seed=5)
    assert first.tolist() == second.tolist()
    assert again.spec == env.spec


def test_public_names_are_all_there() -> None:
    from tilefall import envs

    for name in envs.__all__:
        assert getattr(envs, name) is not None
    with pytest.raises(AttributeError, match=r"module 'tilefall\.envs' has no attribute 'Chess'"):
        _ = envs.Chess


def test_the_classes_are_there_after_importing_tilefall_alone() -> None:
    assert printed("import tilefall; print(tilefall.envs.TetrisEnv().game)").startswith("Tetris(")


def test_without_gymnasium_it_is_said_what_is_needed() -> None:
    script = """
import sys
sys.modules["gymnasium"] = None
import tilefall
print(tilefall.Tetris().width)
try:
    tilefall.envs.TetrisEnv
except ModuleNotFoundError as error:
    print(error)
"""
    said = 'tilefall.envs.TetrisEnv needs gymnasium: pip install "tilefall[gym]"'
    assert printed(script) == f"10\n{said}\n"
