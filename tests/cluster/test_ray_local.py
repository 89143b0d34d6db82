"""A Ray that is started for one training, or is not there: quiet, and gone afterwards."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socketserver
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cluster.ray_nodes import CHUNK, Process, processes, wait_for
from tests.commands.test_cli import run, started
from tilefall.cluster import ray_cluster

TRAIN = (
    *("train", "tetris", "--method", "cma", "--max-pieces", "100", "--generations", "3"),
    *("--population", "4", "--games", "5", "--validation-games", "10"),
)
ENDLESS = (
    *("train", "tetris", "--agent", "lookahead", "--method", "genetic", "--generations", "2"),
    *("--features", "holes,landing_height,row_transitions,column_transitions,eroded_cells,wells"),
    *("--start", "-4,-1,-1,-3,1,-1", "--max-pieces", "1000000000000", "--population", "4"),
)
SECONDS = 300


def of_session(session: int) -> list[Process]:
    """The processes of a session; Ray and all that it starts are in that of the program."""
    return [process for process in processes() if process.session == session]


def has_started(session: int, *names: str) -> bool:
    titles = [process.title for process in of_session(session)]
    return all(any(title.endswith(name) for title in titles) for name in names)


def folder_of(session: int) -> Path:
    """Where the Ray of a session keeps its files."""
    words = " ".join(word for process in of_session(session) for word in process.words)
    (found,) = set(re.findall(r"/tmp/tilefall-\w+", words))
    return Path(found)


@pytest.mark.cluster
def test_a_run_is_the_same_as_on_threads_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RAY_USAGE_STATS_ENABLED", raising=False)
    local, ray = tmp_path / "local" / "run", tmp_path / "ray" / "run"
    assert run(*TRAIN, "--out", str(local)).exit_code == 0
    words = ["--out", str(ray), "--workers", "ray", "--threads", "3"]
    with started(*TRAIN, *words, start_new_session=True) as process:
        wait_for(lambda: has_started(process.pid, "/raylet", "/gcs_server"))
        files = folder_of(process.pid)
        assert files.is_dir()
        (raylet,) = (found for found in of_session(process.pid) if found.title.endswith("/raylet"))
        assert "CPU,3," in " ".join(raylet.words)
        variables = Path(f"/proc/{raylet.number}/environ").read_bytes().split(b"\0")
        assert b"RAY_USAGE_STATS_ENABLED=0" in variables
        output, errors = process.communicate(timeout=SECONDS)
        wait_for(lambda: of_session(process.pid) == [])
    assert (process.returncode, errors) == (0, f"Training in {ray}\n")
    assert output.endswith(f"--agent greedy:weights={ray}/best.json\n")
    assert (ray / "best.json").read_bytes() == (local / "best.json").read_bytes()
    assert not files.exists()


@pytest.mark.cluster
def test_nothing_is_left_after_ctrl_c_and_the_run_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ["--out", str(folder), "--workers", "ray", "--threads", "1"]
    with started(*ENDLESS, *words, start_new_session=True) as process:
        wait_for(lambda: has_started(process.pid, CHUNK))
        files = folder_of(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to what was started too
        output, errors = process.communicate(timeout=SECONDS)
        wait_for(lambda: of_session(process.pid) == [])
    kept = f"What was found is kept: tilefall train --resume {folder} goes on."
    assert (process.returncode, output) == (130, "")
    assert errors.splitlines() == [f"Training in {folder}", kept, "Interrupted."]
    assert not files.exists()
    with started("train", "--resume", str(folder)) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == f"Training in {folder}\n"
        process.kill()


@pytest.mark.cluster
def test_nothing_plays_on_when_the_program_is_killed(tmp_path: Path) -> None:
    words = ["--out", str(tmp_path / "run"), "--workers", "ray", "--threads", "1"]
    with started(*ENDLESS, *words, start_new_session=True) as process:
        wait_for(lambda: has_started(process.pid, CHUNK))
        files = folder_of(process.pid)
        process.kill()
        process.wait()
    heart = ("/raylet", "/gcs_server", CHUNK)
    wait_for(lambda: not any(has_started(process.pid, name) for name in heart))
    for agent in of_session(process.pid):  # they notice within a minute
        assert agent.title in ("ray::DashboardAgent", "ray::RuntimeEnvAgent")
        os.kill(agent.number, signal.SIGKILL)
    shutil.rmtree(files)


@pytest.mark.cluster
@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("nowhere", "address 'nowhere', allowed are auto, HOST:PORT and ray://HOST:PORT"),
        ("http://a:1", "address 'http://a:1', allowed are auto, HOST:PORT and ray://HOST:PORT"),
        ("", "address '', allowed are auto, HOST:PORT and ray://HOST:PORT"),
        ("127.0.0.1:0", "no Ray cluster at 127.0.0.1:0: Connection refused"),
        ("127.0.0.1:99999", "no Ray cluster at 127.0.0.1:99999: ports go up to 65535"),
        ("ray://[::1]:0", "no Ray cluster at ray://[::1]:0: "),
    ],
)
def test_a_wrong_address_is_told_in_a_line(address: str, told: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    result = run(*TRAIN, "--out", str(folder), "--workers", "ray", "--address", address)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {told}")
    assert len(result.stderr.splitlines()) == 1
    assert not folder.exists()


@pytest.mark.cluster
@pytest.mark.parametrize("scheme", ["", "ray://"])
@pytest.mark.parametrize(
    ("greeting", "told"), [(b"", "nobody answers there"), (b"220 ", "something else listens there")]
)
def test_another_service_at_the_address_is_no_cluster(
    scheme: str, greeting: bytes, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_cluster, "CONNECT_SECONDS", 1.0)

    class Service(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(greeting * 10)
            is_over.wait()

    is_over = threading.Event()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Service) as server:
        threading.Thread(target=server.serve_forever).start()
        address = f"{scheme}127.0.0.1:{server.server_address[1]}"
        result = run(*TRAIN, "--workers", "ray", "--address", address)
        is_over.set()
        server.shutdown()
    assert (result.exit_code, result.stderr) == (1, f"Error: no Ray cluster at {address}: {told}\n")


def test_without_ray_its_installation_is_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = run(*TRAIN, "--workers", "ray")
    assert result.exit_code == 1
    assert result.stderr == 'Error: a Ray cluster needs ray: pip install "tilefall[ray]"\n'


def test_ray_is_not_loaded_by_those_who_do_not_ask_for_it() -> None:
    code = "import sys, tilefall.commands.train; print('ray' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"


def test_td_has_no_use_for_ray(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    result = run("train", "ijk", "--games", "5", "--validation-games", "2", "--out", str(folder))
    assert result.exit_code == 0
    for words in (
        ["ijk", "--games", "5", "--out", str(tmp_path / "other")],
        ["--resume", str(folder)],
    ):
        result = run("train", *words, "--workers", "ray")
        assert result.exit_code == 2
        told = "Error: --workers ray is for genetic, cma, cross-entropy, not td."
        assert result.stderr.splitlines()[-1] == told
    assert not (tmp_path / "other").exists()
