"""Weights of tables: files, agents that play with them, refusals, and explanations."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.commands.test_cli import run
from tests.rules.boards import tetris
from tilefall._native import falling
from tilefall.agents.catalog import agent
from tilefall.engines import engine
from tilefall.engines.packing import packed_rules, packed_weights
from tilefall.engines.protocol import WEIGHED, checked_weights
from tilefall.play.match import play_match
from tilefall.play.whole_games import whole_games
from tilefall.rules.dice import Dice
from tilefall.rules.features import SURFACE, Features, surface_of
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import PIECES, Tetris
from tilefall.search.expectimax import searched
from tilefall.search.explain import explained, in_figures, sentence
from tilefall.search.linear import LinearWeights, named_weights, scaled
from tilefall.search.weights_file import BadWeights, Entry, file_text

NATIVE = engine("native")


@pytest.mark.parametrize("game", [Tetris(), Quintris()])
def test_native_weights_have_the_names_that_the_rules_give(game: Quintris | Tetris) -> None:
    names = falling.weight_names(packed_rules(game))
    linear, tables = names[: len(Features._fields)], {*names[len(Features._fields) :]}
    assert tuple(linear) == Features._fields
    known = {*surface_of(game.moves.pieces)}
    assert known <= tables
    assert not ({*SURFACE} - known) & tables
    assert (names.count("bend_-3_0"), names.count("bend_0_3")) == (2, 0)  # mirror images share one
    assert names.count("fit_SZ_0") == 2 * isinstance(game, Tetris)


def weights_file(path: Path, **features: float) -> str:
    path.write_text(file_text(Entry("mine", "a try", "by hand", features)))
    return str(path)


def test_a_file_may_weigh_tables(tmp_path: Path) -> None:
    file = weights_file(tmp_path / "mine.json", holes=-4, fit_SZ_0=-2, well_edge_7=1)
    found = named_weights(file).weights
    assert len(found) == len(WEIGHED)
    named = dict(zip(WEIGHED, found, strict=True))
    assert (named["holes"], named["fit_SZ_0"], named["well_edge_7"]) == (-65536, -32768, 16384)
    assert sum(map(abs, found)) == 65536 + 32768 + 16384
    assert packed_weights(Tetris(), found).count(-32768) == 2  # one for S and one for Z
    assert len(scaled({"holes": -4, "fit_SZ_0": 0})) == len(Features._fields)
    game = Tetris(height=10)
    for name in ("greedy", "lookahead", "expectimax:depth=2,beam=4"):
        joint = "," if ":" in name else ":"
        text = f"{name}{joint}weights={file}"
        record = play_match(game, [agent(text, game)], seed=3, max_turns=6)
        (whole,) = whole_games(text, game, [3], 6, 1, keep_moves=True)
        assert whole.moves == record.moves


def test_tables_of_another_game_are_refused(tmp_path: Path) -> None:
    file = weights_file(tmp_path / "mine.json", holes=-4, fit_SZ_0=-2)
    with pytest.raises(BadWeights, match=r"fit_SZ_0: tetris has fit_I .*, quintris has .*fit_N"):
        agent(f"greedy:weights={file}", Quintris())
    with pytest.raises(ValueError, match="weights of fit_SZ_0"):
        checked_weights(named_weights(file).weights, Quintris())
    result = run("watch", "quintris", "--agent", f"greedy:weights={file}", "--max-turns", "1")
    assert result.exit_code != 0
    assert "mine in quintris: weights of fit_SZ_0: tetris has" in result.stderr
    assert "Traceback" not in result.stderr


def test_unknown_cases_are_refused_in_one_line(tmp_path: Path) -> None:
    file = weights_file(tmp_path / "mine.json", well_edge_8=1.0)
    with pytest.raises(BadWeights, match=r"'well_edge_8', allowed are .*well_edge_1\.\.7, "):
        named_weights(file)
    for count in (10, 12, len(WEIGHED) - 1):
        with pytest.raises(ValueError, match=f"{count} weights, expected 11: landing_height"):
            checked_weights([1] * count)


def test_reasons_add_up_and_the_most_important_come_first() -> None:
    state = Tetris(height=10).start(Dice(4))
    weights = LinearWeights("mine", "a try", scaled({"holes": -4, "room_7": 3, "step_inner_1": -2}))
    search = searched(state, weights.weights, (1,) * 7, 1, NATIVE)
    found = explained(state, search, weights, NATIVE)
    for each in found:
        assert each.value == sum(reason.worth for reason in each.reasons)
        sizes = [abs(reason.worth) for reason in each.reasons]
        assert sizes == sorted(sizes, reverse=True)
        assert all(reason.count or reason.feature == "holes" for reason in each.reasons)
        assert sum(each.worths.values()) == each.value


def test_cases_of_a_table_are_compared_together() -> None:
    state = tetris("......\n......\n......\n......\nxx....", "I")
    weights = LinearWeights("mine", "a try", scaled({"room_3": 5, "room_2": 2, "room_0": -4}))
    search = searched(state, weights.weights, (1,) * 7, 1, NATIVE)
    first, *_, last = explained(state, search, weights, NATIVE)
    assert (set(first.worths), set(last.worths)) == ({"room at the top"}, {"room at the top"})
    gap = f"{first.value - last.value:,.0f}"
    words = f"The first is worth {gap} more, above all for room at the top (+{gap})."
    assert sentence(first, last) == words


def test_bends_are_compared_together() -> None:
    state = tetris("......\n......\n......\n......\nxx....", "I")
    weights = LinearWeights("mine", "a try", scaled({"bend_-1_0": 5, "bend_0_-1": -3}))
    search = searched(state, weights.weights, (1,) * 7, 1, NATIVE)
    first, *_, last = explained(state, search, weights, NATIVE)
    assert set(first.worths) | set(last.worths) == {"bends"}
    names = {reason.feature for each in (first, last) for reason in each.reasons}
    assert names == {"bend_-1_0", "bend_0_-1"}
    assert "above all for bends (+" in sentence(first, last)


def test_a_bend_has_one_name(tmp_path: Path) -> None:
    file = weights_file(tmp_path / "mine.json", **{"holes": -4, "bend_-2_-1": 2, "bend_3_-3": 1})
    packed = packed_weights(Tetris(), named_weights(file).weights)
    assert (packed.count(32768), packed.count(16384)) == (2, 1)  # a tower is its own mirror image
    bad = weights_file(tmp_path / "bad.json", bend_1_2=2)
    with pytest.raises(BadWeights, match=r"'bend_1_2', which is called bend_-2_-1, allowed are "):
        named_weights(bad)
    worse = weights_file(tmp_path / "bad.json", bend_0_0=2)
    with pytest.raises(BadWeights, match=r"'bend_0_0', allowed are landing_height.*, bend_-3..3_"):
        named_weights(worse)


def test_a_move_whose_cases_weigh_nothing_does_not_end_the_game() -> None:
    state = tetris("......\n......\n......\n......\n......", "O")
    weights = LinearWeights("mine", "a try", scaled({"cover_edge_7": 1}))
    search = searched(state, weights.weights, (1,) * 7, 1, NATIVE)
    for each in explained(state, search, weights, NATIVE):
        assert [reason.count for reason in each.reasons] == [0]


def test_explain_names_what_counts(tmp_path: Path) -> None:
    known = {name: 1.0 + i % 7 for i, name in enumerate(surface_of(PIECES))}
    file = weights_file(tmp_path / "mine.json", holes=-4, **known)
    position = "tetris:height=10 x2x6/xx8 T - 0-0-1-0-0-0-0 0 0"
    words = ("explain", position, "--agent", f"greedy:weights={file}", "--top", "1")
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    (line,) = [line for line in result.stdout.splitlines() if "fits of pieces" in line]
    told = [re.fullmatch(r"([a-z ]+) (.*)", word) for word in line.strip().split(", ")]
    worths = {each[1]: each[2] for each in told if each}
    (candidate,) = json.loads(run(*words, "--json").stdout)["candidates"]
    assert all(count for name, (count, _) in candidate["features"].items() if name != "holes")
    total = sum(count * weight for count, weight in candidate["features"].values())
    assert total == candidate["value"]
    features = candidate["features"]
    holes, weight = features["holes"]
    assert worths == {"holes": f"{holes} x {weight}"} | {
        name: in_figures(sum(c * w for f, (c, w) in features.items() if re.match(cases, f)))
        for name, cases in (
            ("fits of pieces", "fit_"),
            ("room at the top", "room_"),
            ("room above columns", "column_room_"),
            ("steps", "step_"),
            ("wells by depth", "well_"),
            ("covers of holes", "cover_"),
            ("bends", "bend_"),
        )
    }
    position = "tetris:height=10 - T - 0-0-1-0-0-0-0 0 0"
    lonely = weights_file(tmp_path / "lonely.json", cover_edge_7=1)
    result = run("explain", position, "--agent", f"greedy:weights={lonely}", "--top", "1")
    assert result.stdout.splitlines()[-2].strip() == "nothing that has a weight"
