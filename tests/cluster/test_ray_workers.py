"""Ray workers: whatever dies meanwhile, the games are those of this machine's own cores."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.cluster.ray_nodes import (
    Nodes,
    free_port,
    is_at_work,
    lose_power,
    ray_cluster,
    stopped_at_work,
    wait_for,
)
from tests.cluster.ray_player import IMMORTAL, LONG, POPULATION, SEEDS, TASK, as_lists, played
from tests.commands.test_cli import run, started
from tilefall import __version__
from tilefall.train.task import Games
from tilefall.train.workers import LocalWorkers

TRAIN = (
    *("train", "quintris", "--agent", "lookahead", "--method", "genetic", "--max-pieces", "2000"),
    *("--start", "1,-4,-1,-1,-3", "--features"),
    "eroded_cells,holes,landing_height,row_transitions,column_transitions",
    *("--generations", "3", "--population", "8", "--games", "6", "--validation-games", "30"),
)
CLIENT_PORT = free_port()
SECONDS = 300  # far more than anything here takes

pytestmark = pytest.mark.cluster(several_nodes=True)


@pytest.fixture(scope="module", name="cluster")
def running_cluster() -> Iterator[Nodes]:
    with ray_cluster(ray_client_server_port=CLIENT_PORT) as cluster:
        yield cluster


@pytest.fixture(name="nodes")
def no_nodes(cluster: Nodes) -> Iterator[Nodes]:
    yield cluster
    cluster.remove_all()


@pytest.fixture(scope="module", name="expected")
def local_games() -> list[Games]:
    return LocalWorkers(2).play(TASK, POPULATION, SEEDS)


def player(mode: str, address: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.cluster.ray_player", mode, address],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def answer(process: subprocess.Popen[str]) -> object:
    """What a player prints in the end; nothing else may be heard of it."""
    output, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, errors) == (0, "")
    return json.loads(output)


def answer_from_outside(mode: str) -> object:
    """What a player prints that is a client of the cluster. Ray itself now and then does not get a
    client's server going in time on a busy machine; that is not ours, and tried again."""
    for attempt in range(3):
        process = player(mode, f"ray://127.0.0.1:{CLIENT_PORT}")
        output, errors = process.communicate(timeout=SECONDS)
        if "Initialization failure from server" not in errors or attempt == 2:
            break
    assert (process.returncode, errors) == (0, "")
    return json.loads(output)


def list_of(found: object) -> list[object]:
    assert isinstance(found, list)
    return found


def log_of(folder: Path) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [{name: line[name] for name in line if name != "seconds"} for line in lines]


@pytest.fixture(scope="module", name="local_run")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("local") / "run"
    assert run(*TRAIN, "--out", str(folder)).exit_code == 0
    return folder


def test_a_node_that_dies_in_the_middle_costs_nothing(nodes: Nodes, expected: list[Games]) -> None:
    doomed, *_ = [nodes.add() for _ in range(3)]
    with player("games", nodes.address) as process:
        stopped_at_work(doomed)
        lose_power(doomed)
        assert answer(process) == as_lists(expected)


def test_a_worker_that_is_killed_in_the_middle_costs_nothing(nodes: Nodes) -> None:
    """However often: the same game, more times than Ray would begin it by itself."""
    node = nodes.add()
    with player("one", "auto") as process:
        for _ in range(4):
            os.kill(stopped_at_work(node), signal.SIGKILL)
        assert answer(process) == as_lists(LocalWorkers(1).play(LONG, [IMMORTAL], SEEDS[:1]))


def test_a_run_with_a_node_that_dies_ends_with_the_same_bytes(
    nodes: Nodes, local_run: Path, tmp_path: Path
) -> None:
    doomed, *_ = [nodes.add() for _ in range(2)]
    folder = tmp_path / local_run.name
    words = ["--out", str(folder), "--workers", "ray", "--address", nodes.address, "--json"]
    with started(*TRAIN, *words) as process:
        wait_for(lambda: folder.exists() and len(log_of(folder)) >= 1)
        stopped_at_work(doomed)
        lose_power(doomed)
        output, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, errors) == (0, f"Training in {folder}\n")
    assert json.loads(output)["folder"] == str(folder)
    assert (folder / "best.json").read_bytes() == (local_run / "best.json").read_bytes()
    assert log_of(folder) == log_of(local_run)


def test_nodes_that_join_are_used_and_ctrl_c_frees_all_of_them(
    nodes: Nodes, expected: list[Games]
) -> None:
    """Otherwise all CPUs would be busy with games that have no end."""
    first = nodes.add()
    with player("interrupted", nodes.address) as process:
        wait_for(lambda: is_at_work(first))
        found = [first, nodes.add(), nodes.add()]
        wait_for(lambda: all(is_at_work(node) for node in found))
        process.send_signal(signal.SIGINT)
        assert answer(process) == as_lists(expected)


def test_a_cluster_without_a_cpu_is_not_waited_for_for_ever(nodes: Nodes) -> None:
    told = "the Ray cluster has had no CPU for 0.1 seconds"
    assert answer(player("impatient", nodes.address)) == ["BadCluster", told]


def test_an_error_of_the_games_themselves_is_raised_as_it_is(nodes: Nodes) -> None:
    nodes.add()
    assert answer_from_outside("bad") == played("bad", LocalWorkers(1))


def test_any_items_are_played_and_what_is_not_wanted_any_more_is_stopped(nodes: Nodes) -> None:
    """One CPU, which would sleep for a day."""
    nodes.add()
    missing, place, result, found = list_of(answer(player("items", nodes.address)))
    assert missing == "module 'tests.cluster.ray_player' has no attribute 'nobody'"
    assert (place, result) == (0, 0.0)
    assert found == [[number, number / 2] for number in range(3000)]


def test_ports_that_are_mixed_up_are_told_apart(cluster: Nodes) -> None:
    result = run(*TRAIN, "--workers", "ray", "--address", f"ray://{cluster.address}")
    told = f"no Ray cluster at ray://{cluster.address}: its port for clients is another one"
    assert (result.exit_code, result.stderr) == (1, f"Error: {told}, usually 10001\n")
    result = run(*TRAIN, "--workers", "ray", "--address", f"127.0.0.1:{CLIENT_PORT}")
    told = f"no Ray cluster at 127.0.0.1:{CLIENT_PORT}: if it is the port for clients, "
    assert (result.exit_code, result.stderr) == (1, f"Error: {told}put ray:// before\n")


@pytest.mark.parametrize("found", ["no tilefall", "tilefall 0.0.1"])
def test_a_node_with_another_tilefall_is_named(nodes: Nodes, found: str, tmp_path: Path) -> None:
    if found == "no tilefall":
        (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['tilefall'] = None")
    else:
        older = "import tilefall; tilefall.__version__ = '0.0.1'"
        (tmp_path / "sitecustomize.py").write_text(older)
    nodes.add(env_vars={"PYTHONPATH": str(tmp_path)})
    folder = tmp_path / "run"
    words = ["--out", str(folder), "--workers", "ray", "--address", nodes.address]
    with started(*TRAIN, *words) as process:
        _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert errors.splitlines() == [
        f"Training in {folder}",
        f"Error: machine {os.uname().nodename} of the Ray cluster has {found}: "
        f"install tilefall {__version__} on all machines of the cluster",
    ]
