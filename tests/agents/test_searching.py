"""Searching agents: depth, time and beliefs, and what they say of what they saw."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilefall._native import falling
from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.agents.linear import LinearAgent
from tilefall.agents.searching import SearchAgent
from tilefall.cli import cli
from tilefall.engines import engine, packing
from tilefall.engines.native import Native
from tilefall.engines.packing import packed_weights
from tilefall.play.match import play_match
from tilefall.rules.catalog import parse, parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.game import BadText, State
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.linear import scaled
from tilefall.search.weights_file import BadWeights

NATIVE = engine("native")


def made(text: str, game: Quintris | Tetris, seed: int = 3) -> SearchAgent:
    found = agent(text, game, seed)
    assert isinstance(found, SearchAgent)
    return found


def test_parameters_follow_the_name() -> None:
    found = made("expectimax:depth=4,belief=uniform,threads=2", Quintris())
    assert (found.depth, found.belief, found.threads) == (4, "uniform", 2)
    assert made("lookahead", Quintris()).depth == 2
    assert made("expectimax", Quintris()).depth == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("expectimax:depth=0", "depth '0', expected a whole number from 1 to 16"),
        ("expectimax:belief=hope", "allowed are uniform, told, posterior"),
        ("expectimax:width=3", "it has depth, belief, threads, beam, weights"),
        ("expectimax:beam=wide", "beam 'wide', expected a whole number from 0 to 2048"),
        ("random:depth=2", "it has none"),
        ("expectimax:depth", "key=value"),
    ],
)
def test_bad_parameters_are_explained(text: str, told: str) -> None:
    with pytest.raises(BadText, match=told):
        agent(text, Quintris())


ENTRY = '[{"name": "mine", "about": "a try", "source": "by hand", "features": %s}]'


def test_weights_come_by_name_or_from_a_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text(ENTRY % '{"holes": -2, "wells": -1}')
    assert made("expectimax:weights=dt-10", Quintris()).weights.name == "dt-10"
    found = made(f"lookahead:weights={mine}", Quintris())
    assert found.weights.weights == scaled({"holes": -2, "wells": -1})
    greedy = agent(f"greedy:weights={mine}", Quintris())
    assert isinstance(greedy, LinearAgent)
    assert greedy.weights == found.weights


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ENTRY % '{"hollows": 1}', "feature 'hollows', allowed are landing_height"),
        (ENTRY % '{"holes": "many"}', "weight 'many' of holes, expected a finite number"),
        (ENTRY % '{"holes": 0}', "all weights are 0"),
        ("[]", "a list of one evaluator, it has none"),
        ("{}", "expected a list"),
        ("holes=1", "expected JSON"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_a_bad_weights_file_is_explained(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(BadWeights, match=told):
        agent(f"expectimax:weights={file}", Quintris())
    done = CliRunner().invoke(cli, ["watch", "--agent", f"greedy:weights={file}"])
    assert (done.exit_code, "Traceback" in done.output) == (1, False)
    assert str(file) in done.output


def test_weights_that_are_not_there_are_named() -> None:
    with pytest.raises(BadWeights, match=r"'none\.json', expected a file or one of dellacherie"):
        agent("greedy:weights=none.json", Quintris())
    assert CliRunner().invoke(cli, ["watch", "--agent", "greedy:weights=none"]).exit_code == 3


@pytest.mark.parametrize("game", [Quintris(), Tetris(height=10), Tetris(rules="preview")])
def test_looking_further_sees_more(game: Quintris | Tetris) -> None:
    state = game.start(Dice(2))
    shallow = made("expectimax", game).think(state, Limit(depth=1))
    deep = made("expectimax", game).think(state, Limit(depth=2))
    assert deep.placements > shallow.placements
    assert [each.move for each in deep.candidates] == list(state.legal_moves())


@pytest.mark.parametrize("text", ["expectimax", "expectimax:beam=4", "expectimax:threads=3"])
def test_the_chosen_move_is_the_best_that_it_saw(text: str) -> None:
    for seed in range(20, 26):
        state = Quintris().start(Dice(seed))
        thinker = made(text, Quintris(), seed)
        assert thinker.choose(state, Limit()) == thinker.think(state, Limit()).best.move


def test_a_beam_follows_only_so_many_moves() -> None:
    state = Quintris().start(Dice(9))
    all_moves = made("expectimax", Quintris()).think(state, Limit(depth=1))
    found = made("expectimax:beam=4", Quintris()).think(state, Limit(depth=2))
    ranked = sorted(all_moves.candidates, key=lambda each: (-each.value, each.move))
    assert [each.move for each in found.candidates] == sorted(each.move for each in ranked[:4])


def test_a_limit_of_depth_is_reproducible() -> None:
    state = Quintris().start(Dice(9))
    thinker = made("expectimax:threads=2", Quintris())
    assert thinker.think(state, Limit(depth=2)) == thinker.think(state, Limit(depth=2))


def test_a_limit_of_seconds_deepens_and_is_kept() -> None:
    state = Quintris().start(Dice(9))
    start = time.perf_counter()
    found = made("expectimax", Quintris()).think(state, Limit(seconds=0.3))
    assert time.perf_counter() - start < 0.3 + 0.2  # others may keep the machine busy
    assert found.is_complete
    assert found.depth >= 2


def test_a_limit_of_nodes_is_refused() -> None:
    with pytest.raises(ValueError, match="depth or seconds"):
        made("lookahead", Quintris()).choose(Quintris().start(Dice(1)), Limit(nodes=10))


def test_a_game_that_is_over_has_nothing_to_choose() -> None:
    over: State = parse("tetris:height=4 xxxx6 - - 0-0-0-0-0-0-0 0 0")
    with pytest.raises(ValueError, match="over"):
        made("lookahead", Tetris(height=4)).choose(over, Limit())


def test_a_mix_of_one_piece_and_a_full_board_get_a_legal_move() -> None:
    bars = Quintris(pieces="0-1-0-0-0-0")
    state = bars.start(Dice(1))
    assert made("expectimax", bars).choose(state, Limit()) in state.legal_moves()
    rows = "/".join(["xxxxxxxxxxxx3"] * 22)
    high = parse(f"quintris {rows} X0@0 X0 2-0-0-0-0-0 0 0")
    assert made("expectimax", Quintris()).choose(high, Limit()) in high.legal_moves()


@pytest.mark.parametrize(
    "text",
    ["lookahead", "expectimax", "expectimax:belief=uniform,beam=5", "expectimax:depth=4,beam=3"],
)
def test_whole_games_in_native_code_are_those_of_the_agent(text: str) -> None:
    """The playout in C++ and the agent asked move by move play the same game."""
    game = parse_game("quintris")
    assert isinstance(game, Quintris)
    assert isinstance(NATIVE, Native)
    searcher = made(text, game, seed=7)
    record = play_match(game, [searcher], seed=7, max_turns=12)
    NATIVE.set_isa()
    (result,) = falling.whole_searched(
        packing.packed_rules(game),
        packed_weights(game, searcher.weights.weights),
        falling.SearchOptions(searcher.depth, searcher.beam),
        searcher.belief,
        [7],
        12,
        1,
    )
    assert f"{result.digest:016x}" == record.digest
    assert result.score == record.score
    assert result.seconds > 0


def test_looking_ahead_is_stronger() -> None:
    """Same seeds, next piece against one piece; 60 games tell them apart by far."""
    game = Quintris()
    assert isinstance(NATIVE, Native)
    weights = packed_weights(game, made("lookahead:weights=quintris-deep", game).weights.weights)
    rules, seeds = packing.packed_rules(game), list(range(1000, 1060))
    NATIVE.set_isa()

    def lines(depth: int) -> int:
        games = falling.whole_searched(
            rules, weights, falling.SearchOptions(depth), "uniform", seeds, 500, 2
        )
        return sum(result.score for result in games)

    assert lines(2) > 1.2 * lines(1)
