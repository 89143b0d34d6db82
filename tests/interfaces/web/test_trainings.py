"""What the server tells of runs of training, and their weights at play."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.interfaces.web.shelves import small_run
from tests.interfaces.web.sites import Site
from tests.interfaces.web.visits import Visitor
from tests.play.watching.watched import HandClock
from tests.train.made_runs import (
    duel,
    generation,
    lesson,
    made_evolution,
    made_learning,
    validation,
)
from tests.train.trainings import learn_quickly, trained
from tilefall.agents.agent import UNLIMITED
from tilefall.agents.catalog import agent
from tilefall.interfaces.web.begin import begun
from tilefall.interfaces.web.checkpoints import checkpoints_of
from tilefall.interfaces.web.checkpoints import trained as trained_agent
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.limits import Limits
from tilefall.interfaces.web.messages import parse_message
from tilefall.interfaces.web.run_figures import run_figures
from tilefall.interfaces.web.session import Trouble
from tilefall.play.folders import locked
from tilefall.rules.dice import Dice
from tilefall.rules.game import BadText
from tilefall.train.history import read_history


def house(folder: Path, clock: HandClock | None = None) -> House:
    return House(folder, clock or HandClock(), limits=Limits(search_seconds=0.005))


def test_the_list_has_every_run_and_says_what_is_wrong_with_broken_ones(site: Site) -> None:
    folder = site.house.folder
    small_run(folder / "runs/stopped")
    made_evolution(folder / "runs/finished", [generation(0, 3.0, 1.0, seconds=2.0),
                   validation(1, 1, 2, seconds=3.0)], generations=1)  # fmt: skip
    lock = locked(small_run(folder / "runs/running"), "training")
    (folder / "runs/broken").mkdir()
    (folder / "runs/broken/config.json").write_text("{")
    odd = small_run(folder / "runs/odd")
    (odd / "log.jsonl").write_text('{"kind": "games", "seconds": 1}\n')
    found = {each["id"]: each for each in Visitor(site).get("/data/runs").json["runs"]}
    os.close(lock)
    assert sorted(found) == ["broken", "finished", "odd", "running", "stopped"]
    states = {name: (each["is_running"], each.get("is_finished")) for name, each in found.items()}
    assert states == {
        "broken": (False, None),
        "finished": (False, True),
        "odd": (False, None),
        "running": (True, False),
        "stopped": (False, False),
    }
    assert found["broken"]["wrong"].startswith("runs/broken/config.json: ")
    assert found["odd"]["wrong"] == "runs/odd/log.jsonl, line 1: no 'games'"
    stopped = found["stopped"]
    assert (stopped["done"], stopped["planned"], stopped["unit"]) == (5, 8, "generations")
    assert stopped["left_seconds"] == pytest.approx(5.0 / 5 * 3)
    assert stopped["judged"] == "13.0 [10.5, 15.5] lines a game"
    assert found["finished"]["left_seconds"] is None


def test_the_curves_of_an_evolution_are_those_of_its_log(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run")
    fitness, other = run_figures(folder)["panels"]
    assert fitness["up"] == "lines a game, mean"
    assert fitness["points"][2] == {
        "generations": 3, "games": 36, "seconds": 3.0, "value": 8.0, "low": 0.0, "high": 16.0,
    }  # fmt: skip
    assert [point["generations"] for point in fitness["points"]] == [1, 2, 3, 4, 5]
    (judged,) = fitness["judged"]
    assert (judged["generations"], judged["games"], judged["seconds"]) == (2, 24, 2.5)
    shown = read_history(folder).judged[0].shown
    assert [judged[name] for name in ("value", "low", "high")] == [
        shown.value, shown.low, shown.high,
    ]  # fmt: skip
    assert other["up"] == "lines a game on other seeds, mean"
    assert (other["points"], other["judged"][0]["value"]) == ([], 13.0)


def test_how_many_games_ended_is_shown_where_the_log_tells(tmp_path: Path) -> None:
    name = "ended before the cap of pieces, last generation"
    lines = [{**generation(i, 2.0, 0.0, seconds=1.0 + i), "deaths": 4 - i} for i in range(2)]
    told = run_figures(made_evolution(tmp_path / "new", lines))["figures"]
    assert told[-1] == [name, "3 of 6 games"]
    older = [{key: line[key] for key in line if key != "deaths"} for line in lines]
    assert name not in dict(run_figures(made_evolution(tmp_path / "old", older))["figures"])


def test_fitness_is_shown_as_its_measure_shows_it(tmp_path: Path) -> None:
    lines = [generation(0, 2.0, 0.0, seconds=1.0)]
    folder = made_evolution(tmp_path / "run", lines, fitness="log")
    (panel,) = run_figures(folder)["panels"]
    assert panel["up"] == "lines a game, geometric mean"
    assert panel["points"][0]["high"] == pytest.approx(6.389, abs=0.001), "e^2 - 1"
    assert panel["points"][0]["low"] == 0.0


def test_who_plays_again_is_not_drawn_but_counted(tmp_path: Path) -> None:
    lines = [
        generation(0, 4.0, 2.0, seconds=1.0),
        generation(0, 9.0, seconds=2.0, stage="elite"),
        generation(1, 6.0, 2.0, seconds=3.0),
    ]
    (panel,) = run_figures(made_evolution(tmp_path / "run", lines))["panels"]
    assert [(p["generations"], p["games"], p["value"]) for p in panel["points"]] == [
        (1, 6, 3.0), (2, 15, 4.0),
    ]  # fmt: skip


def test_what_learns_from_games_shows_its_error_and_its_duels(tmp_path: Path) -> None:
    lines = [lesson(10, 0.5, 1.0), lesson(20, 0.25, 2.0), duel(20, 60.0, 9.0)]
    folder = made_learning(tmp_path / "run", lines, games=20)
    shown = run_figures(folder)
    error, score = shown["panels"]
    assert error["up"] == "error from one position to the next"
    assert [(point["games"], point["value"]) for point in error["points"]] == [
        (10, 0.5), (20, 0.25),
    ]  # fmt: skip
    assert score["up"] == "score against alphabeta:evaluation=terms, %"
    assert score["judged"] == [
        {"generations": 20, "games": 20, "seconds": 9.0, "value": 60.0, "low": 40.0, "high": 80.0}
    ]
    assert shown["judged"].endswith("% against alphabeta:evaluation=terms")
    assert (shown["game"], shown["agent"], shown["is_finished"]) == ("ijk", "alphabeta", True)


def test_a_run_that_goes_on_is_told_again_and_only_then(site: Site) -> None:
    folder, visitor = small_run(site.house.folder / "run"), Visitor(site)
    first = visitor.get("/data/runs/run").json
    assert visitor.get(f"/data/runs/run?known={first['stamp']}").json == {"stamp": first["stamp"]}
    with (folder / "log.jsonl").open("a") as file:
        file.write(json.dumps(generation(5, 40.0, 20.0, 10.0, 10.0, seconds=6.0)) + "\n")
        file.write('{"kind": "games", "half a li')
    second = visitor.get(f"/data/runs/run?known={first['stamp']}").json
    assert (first["done"], second["done"]) == (5, 6)
    assert second["panels"][0]["points"][-1]["value"] == 20.0


def test_checkpoints_are_listed_with_how_good_they_were(site: Site) -> None:
    folder = small_run(site.house.folder / "run")
    visitor = Visitor(site)
    assert visitor.get("/data/runs/run/checkpoints").json == {"checkpoints": []}
    outside = site.house.folder.parent / "weights.json"
    outside.write_text("{}")
    for name in ("000002.json", "000004.json", ".000005.json.1.part", "Odd Name.json", "x.txt"):
        (folder / "checkpoints" / name).write_text("{}")
    (folder / "checkpoints/000003.json").symlink_to(outside)
    (folder / "best.json").write_text("{}")
    found = visitor.get("/data/runs/run/checkpoints").json["checkpoints"]
    judged = "13.0 [10.5, 15.5] lines a game"
    assert found == [
        {"name": "best", "at": 2, "words": judged},
        {"name": "000004", "at": 4, "words": ""},
        {"name": "000002", "at": 2, "words": judged},
    ]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Small runs of every kind, in a folder whose name no agent's text could hold."""
    folder = tmp_path_factory.mktemp("runs") / "a, b"
    folder.mkdir()
    trained(folder / "cma", "cma")
    with pytest.MonkeyPatch.context() as patch:
        learn_quickly(patch)
        trained(folder / "network", "td")
    return folder


@pytest.mark.parametrize(("name", "key"), [("cma", "weights"), ("network", "network")])
def test_weights_play_as_the_agent_with_their_file_does(
    runs: Path, tmp_path: Path, name: str, key: str
) -> None:
    (tmp_path / "plain").symlink_to(runs / name)
    found = trained_agent(house(runs), name, "best", seed=3)
    base = read_history(runs / name).agent
    same = agent(f"{base}:{key}={tmp_path / 'plain/best.json'}", found.game, 3)
    state = found.game.start(Dice(3))
    for _ in range(5):
        move = found.agents[0].choose(state, UNLIMITED)
        assert move == same.choose(state, UNLIMITED)
        state = state.play(move).draw(Dice(3))
    assert found.explainer is None, "the file's name has a comma"


@pytest.mark.parametrize("name", ["cma", "network"])
def test_every_kind_of_run_can_be_watched(runs: Path, name: str) -> None:
    message = parse_message(f'{{"do": "watch", "run": "{name}", "seed": 7}}')
    clock = HandClock(is_quick=False)
    session = begun(message, house(runs, clock))
    try:
        for second in range(10):
            session.advance(clock.now() + second)
            clock.think()
        shown = session.shown()
    finally:
        session.close(100.0)
    players = 2 if name == "network" else 1
    best = f"{read_history(runs / name).agent} of {name}, best"
    assert list(shown["names"]) == [best] * players
    assert (int(shown["seed"]), shown["error"]) == (7, "")
    assert shown["length"] > 1, "nothing was played"


def test_a_checkpoint_is_explained_by_itself_where_a_text_can_name_it(
    runs: Path, tmp_path: Path
) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    os.rename(runs / "cma", plain / "cma")
    try:
        found = trained_agent(house(plain), "cma", "000001", seed=3)
        assert found.explainer == f"greedy:weights={plain.resolve()}/cma/checkpoints/000001.json"
    finally:
        os.rename(plain / "cma", runs / "cma")


def test_weights_that_cannot_play_say_why(runs: Path, tmp_path: Path) -> None:
    known = ", ".join(each.name for each in checkpoints_of(runs, runs / "cma"))
    with pytest.raises(Trouble, match=f"cma has no checkpoint 000009; it has {known}"):
        trained_agent(house(runs), "cma", "000009", seed=1)
    folder = small_run(tmp_path / "run")
    with pytest.raises(Trouble, match="run has no weights yet"):
        trained_agent(house(tmp_path), "run", None, seed=1)
    (folder / "best.json").write_text("{}")
    with pytest.raises(Trouble, match=r"^run/best\.json: "):
        trained_agent(house(tmp_path), "run", None, seed=1)
    with pytest.raises(Trouble, match="There is no gone here"):
        trained_agent(house(tmp_path), "gone", None, seed=1)


@pytest.mark.parametrize(
    "explainer", ["exec:./program", "greedy:weights=/etc/passwd", "my.py:Agent", "nobody"]
)
def test_nobody_explains_who_is_not_ours(runs: Path, explainer: str) -> None:
    message = parse_message(f'{{"do": "watch", "run": "cma", "explainer": "{explainer}"}}')
    with pytest.raises((Trouble, BadText), match=r"[Nn]o (agent|parameter)|each parameter once"):
        begun(message, house(runs))
