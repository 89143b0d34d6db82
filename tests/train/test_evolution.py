"""Evolution: which seeds are played, what is judged, and what the weights say of their origin."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands.test_cli import run
from tests.train.trainings import EVOLUTION, GAME, METHODS, content, log_of, trained
from tilefall import stats
from tilefall.agents.catalog import agent
from tilefall.play.match import play_match
from tilefall.rules.catalog import parse_game
from tilefall.search.provenance import Provenance, Validation, parse_provenance
from tilefall.search.weights_file import named_entry
from tilefall.train.evolution import Evolving, trainer_of
from tilefall.train.plan import BadPlan, Evolution, parse_plan
from tilefall.train.runs import BEST, CHECKPOINTS, CONFIG, Config, read_config
from tilefall.train.task import FITNESS, Game, Games, Task, validated
from tilefall.train.workers import LocalWorkers

TASK = Task("tetris", "greedy", ("holes", "wells"), 10)


class Asked:
    """Workers that note what they are asked to play; more seeds are more lines."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, range]] = []

    def play(
        self, task: Task, population: Sequence[tuple[int, ...]], seeds: Sequence[int]
    ) -> list[Games]:
        assert isinstance(seeds, range)
        self.calls.append((len(population), seeds))
        return [Games.of([Game(i + 1, 10, True)] * len(seeds)) for i in range(len(population))]

    def close(self) -> None:
        pass


def steps(plan: Evolution, workers: Asked | LocalWorkers) -> list[dict[str, Any]]:
    """All lines of a plan that is carried out."""
    evolving = Evolving(plan, Config("evolution", plan.as_json(), "1", "2026-01-01"), workers)
    lines = []
    while (line := evolving.step()) is not None:
        lines.append(line)
    return lines


@st.composite
def plans(draw: st.DrawFn) -> Evolution:
    return Evolution(
        draw(st.sampled_from(EVOLUTION)),
        TASK,
        generations=draw(st.integers(1, 12)),
        population=draw(st.integers(4, 12)),
        games=draw(st.integers(1, 9)),
        last_games=draw(st.integers(0, 40)),
        validation_games=draw(st.integers(2, 300)),
        checkpoint_every=draw(st.integers(1, 13)),
        rerank=draw(st.floats(1, 5)),
        rerank_games=draw(st.integers(0, 9)),
        elite=draw(st.floats(0, 1)),
    )


@given(plans())
def test_seeds_are_shared_in_a_generation_and_fresh_in_the_next(plan: Evolution) -> None:
    workers = Asked()
    lines = steps(plan, workers)
    assert len(lines) == len(workers.calls)
    trained_on: set[int] = set()
    judged_on: set[int] = set()
    for line, (members, seeds) in zip(lines, workers.calls, strict=True):
        assert (line["first_seed"], line["games"]) == (seeds.start, members * len(seeds))
        if line["kind"] == "validation":
            assert members == 1
            judged_on |= set(seeds)
        else:
            assert trained_on.isdisjoint(seeds)
            trained_on |= set(seeds)
    assert trained_on.isdisjoint(judged_on)
    assert trained_on <= set(plan.training_seeds)
    assert judged_on == set(plan.validation_seeds)


@given(plans())
def test_weights_are_judged_at_every_checkpoint_and_in_the_end(plan: Evolution) -> None:
    lines = steps(plan, Asked())
    judged = {line["generation"]: line for line in lines if line["kind"] == "validation"}
    every = range(plan.checkpoint_every, plan.generations, plan.checkpoint_every)
    assert list(judged) == [*every, plan.generations]
    assert lines[-1] is judged[plan.generations]
    for generation, line in judged.items():
        assert line["is_last"] == (generation == plan.generations)
        few = max(plan.validation_games // 10, 10)
        games = plan.validation_games if line["is_last"] else min(few, plan.validation_games)
        assert line["games"] == games
        assert len(line["played"][0]) == games


@given(
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**64 - 1),
    st.integers(1, 50),
    st.integers(1, 10**5),
    st.integers(2, 10**6),
)
def test_plans_whose_seeds_overlap_are_refused(
    first: int, second: int, generations: int, games: int, validation_games: int
) -> None:
    def planned() -> Evolution:
        return Evolution(
            "genetic",
            TASK,
            generations=generations,
            games=games,
            first_seed=first,
            validation_games=validation_games,
            validation_seed=second,
        )

    last, other_last = first + generations * games - 1, second + validation_games - 1
    if first <= other_last and second <= last:
        with pytest.raises(BadPlan, match="they must not overlap: give another --validation-seed"):
            planned()
    elif max(last, other_last) >= 2**64:
        with pytest.raises(BadPlan, match="seeds beyond 2\\^64 - 1"):
            planned()
    else:
        plan = planned()
        assert set(plan.training_seeds[-3:]).isdisjoint(plan.validation_seeds)


@pytest.mark.parametrize("gap", [0, 1])
def test_seeds_may_touch_but_not_overlap(gap: int) -> None:
    for first, second in ((100, 120 - 1 + gap), (120 - 1 + gap, 100)):
        numbers = {"generations": 4, "games": 5, "validation_games": 20}
        numbers |= {"first_seed": first, "validation_seed": second}
        if gap:
            Evolution("cma", TASK, **numbers)  # type: ignore[arg-type]
        else:
            with pytest.raises(BadPlan, match="must not overlap"):
                Evolution("cma", TASK, **numbers)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", EVOLUTION)
def test_what_judges_chooses_nothing(method: str, tmp_path: Path) -> None:
    """Other validation seeds and games: the same weights, generation by generation."""
    first = trained(tmp_path / "first", method)
    more = ["--validation-seed", "5", "--validation-games", "7", "--checkpoint-every", "2"]
    second = trained(tmp_path / "second", method, *more)
    games = [
        [line["weights"] for line in log_of(folder) if line["kind"] == "games"]
        for folder in (first, second)
    ]
    assert games[0] == games[1]
    entries = [named_entry(str(folder / BEST), ()) for folder in (first, second)]
    assert entries[0].features == entries[1].features
    judged = [entry.provenance.validation for entry in entries if entry.provenance]
    assert judged[0] != judged[1]


@pytest.mark.parametrize("method", EVOLUTION)
def test_best_is_the_last_checkpoint_and_what_the_log_says(method: str, tmp_path: Path) -> None:
    out = trained(tmp_path / "run", method)
    found = content(out)
    assert found[BEST] == found[f"{CHECKPOINTS}/000002.json"] != found[f"{CHECKPOINTS}/000001.json"]
    entry = named_entry(str(out / BEST), ())
    last = [line for line in log_of(out) if line["kind"] == "games"][-1]
    assert list(entry.features.values()) == last["weights"]


@pytest.mark.parametrize("method", EVOLUTION)
def test_scores_of_a_generation_are_those_of_the_agent(method: str, tmp_path: Path) -> None:
    """Played one by one, turn by turn, with each candidate's weights in a file."""
    out = trained(tmp_path / "run", method)
    plan = parse_plan(read_config(out).plan)
    trainer, game = trainer_of(plan), parse_game(GAME)
    for line in log_of(out)[:2]:
        if line["kind"] != "games":
            continue
        asked = trainer.ask()
        for candidate, score in zip(asked.candidates, line["scores"], strict=True):
            features = dict(zip(plan.task.features, candidate, strict=True))
            entry = {"name": "x", "about": "x", "source": "x", "features": features}
            (tmp_path / "x.json").write_text(json.dumps([entry]))
            games = []
            for seed in range(line["first_seed"], line["first_seed"] + asked.games):
                player = agent(f"greedy:weights={tmp_path / 'x.json'}", game, seed, "reference")
                record = play_match(game, [player], seed, plan.task.max_pieces)
                games.append(Game(record.score, len(record.moves), False))
            assert score == FITNESS[plan.fitness](Games.of(games), plan.task.max_pieces)
        trainer.tell(line["scores"])


@pytest.mark.parametrize("method", EVOLUTION)
def test_the_command_of_weights_makes_them_again(method: str, tmp_path: Path) -> None:
    more = ["--fitness", "survival", "--seed", "9", "--start", "-0.123456789,0.7"]
    more += ["--first-seed", "77", "--last-games", "4"]
    out = trained(tmp_path / "run", method, *more)
    provenance = named_entry(str(out / BEST), ()).provenance
    assert provenance is not None
    words = shlex.split(provenance.command)
    assert words[:2] == ["tilefall", "train"]
    again = tmp_path / "again" / "run"
    result = run(*words[1:], "--out", str(again))
    assert result.exit_code == 0, result.output
    assert content(again) == content(out)


def test_provenance_tells_seeds_games_and_how_good_the_weights_are(tmp_path: Path) -> None:
    out = trained(tmp_path / "run", "cross-entropy")
    lines = log_of(out)
    entry = named_entry(str(out / BEST), ())
    found = entry.provenance
    assert found is not None
    config = read_config(out)
    assert (found.version, found.date) == (config.version, config.date)
    assert (found.game, found.agent) == (GAME, "greedy")
    asked = [line for line in lines if line["kind"] == "games"]
    assert found.games == sum(line["games"] for line in asked)
    assert found.first_seed == asked[0]["first_seed"]
    last = asked[-1]
    assert found.last_seed == last["first_seed"] + last["games"] // len(last["scores"]) - 1
    assert isinstance(found.validation, Validation)
    played = lines[-1]["played"]
    assert found.validation.mean == stats.mean(played[0])
    assert found.validation.median == stats.middle(played[0])
    assert found.validation.alive_percent == stats.share(sum(played[2]), len(played[2]))
    assert (found.validation.first_seed, found.validation.games) == (2_000_000_000, 4)
    assert parse_provenance(json.loads(json.dumps(found.as_json()))) == found
    first = named_entry(str(out / CHECKPOINTS / "000001.json"), ()).provenance
    assert isinstance(first, Provenance)
    assert first.validation is None
    assert first.games < found.games


def test_a_validation_is_means_shares_and_medians_of_its_games() -> None:
    games = [Game(3, 9, True), Game(1, 9, False), Game(2, 9, True), Game(10, 9, True)]
    found = validated(games, 7, TASK.max_pieces)
    assert (found.first_seed, found.last_seed, found.games, found.max_pieces) == (7, 10, 4, 10)
    assert (found.mean.value, found.median.value, found.alive_percent.value) == (4.0, 2.5, 75.0)


@pytest.mark.parametrize("threads", ["1", "3"])
def test_threads_change_nothing(threads: str, tmp_path: Path) -> None:
    out = trained(tmp_path / threads / "run", "cma", "--threads", threads)
    expected = content(trained(tmp_path / "2" / "run", "cma", "--threads", "2"))
    assert content(out) == expected


@pytest.mark.parametrize("method", EVOLUTION)
def test_a_plan_is_read_as_it_was_written(method: str, tmp_path: Path) -> None:
    out = trained(tmp_path / "run", method, "--start", "-1,2")
    plan = parse_plan(read_config(out).plan)
    assert (plan.method, plan.start, plan.population) == (method, (-1.0, 2.0), 5)
    assert json.loads(json.dumps(plan.as_json())) == read_config(out).plan
    assert (out / CONFIG).read_text().count('"method"') == 1
    assert set(METHODS[method]) & {"--method"}


@pytest.mark.parametrize(
    ("fitness", "expected"),
    [("mean", 4.0), ("median", 2.5), ("log", 1.3940), ("survival", 0.6)],
)
def test_fitness(fitness: str, expected: float) -> None:
    games = [Game(3, 10, True), Game(1, 2, False), Game(2, 5, True), Game(10, 7, True)]
    assert FITNESS[fitness](Games.of(games), 10) == pytest.approx(expected, abs=1e-4)
    assert FITNESS[fitness](Games([0], [0], [False]), 10) == 0
