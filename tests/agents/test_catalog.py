"""Agents choose legal moves, by name, and the shipped weights are what was published."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefall.agents import Limit, UnknownName, agent
from tilefall.agents.agent import UNLIMITED, Agent
from tilefall.agents.catalog import DEFAULT_AGENTS, catalog
from tilefall.agents.linear import LinearAgent
from tilefall.agents.simple import FirstFit, RandomAgent
from tilefall.agents.tiles import TileGreedy, tile_value
from tilefall.engines import Reference
from tilefall.engines.protocol import LARGEST_WEIGHT, checked_weights
from tilefall.play import play_match
from tilefall.rules.catalog import AGENT_GAMES, parse, parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.features import Features
from tilefall.rules.ijk import MOVES
from tilefall.search.linear import (
    PUBLISHED,
    SHIPPED,
    LinearWeights,
    parse_weights,
    scaled,
    shipped,
)
from tilefall.search.weights_file import BadWeights

NO_MOVE_LEFT = "ijk:size=2 Ba/Ab + 9"


@pytest.mark.parametrize("what", ["nodes", "depth", "seconds"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_a_limit_of_nothing_is_refused(what: str, value: float) -> None:
    with pytest.raises(ValueError, match=what):
        Limit(**{what: value})  # type: ignore[arg-type]


def test_a_limit_may_be_left_out_or_given() -> None:
    assert Limit() == Limit(nodes=None, depth=None, seconds=None)
    assert Limit(nodes=1, depth=2, seconds=0.5).seconds == 0.5


@pytest.mark.parametrize("game_name", AGENT_GAMES)
def test_every_agent_of_the_catalog_plays_every_game_that_it_names(game_name: str) -> None:
    entries = [entry for entry in catalog().values() if game_name in entry.games]
    assert DEFAULT_AGENTS[game_name] in [entry.name for entry in entries]
    for entry in entries:
        game = parse_game(f"ijk:mode={entry.ijk_mode}" if entry.ijk_mode else game_name)
        made = agent(entry.name, game, seed=3)
        assert made.name == entry.name
        record = play_match(game, [made] * game.players, seed=5, max_turns=3)
        assert len(record.moves) == 3


def test_an_unknown_agent_is_answered_with_the_closest_and_with_all() -> None:
    with pytest.raises(UnknownName) as error:
        agent("dt10", parse_game("tetris"))
    assert str(error.value).startswith('No agent "dt10" for tetris. Did you mean dt-10? There are ')
    assert "alphabeta" not in str(error.value)
    with pytest.raises(UnknownName, match=r"It plays tetris and quintris\. There are random"):
        agent("bcts", parse_game("ijk"))


def test_random_plays_the_same_game_for_a_seed_and_another_for_another() -> None:
    game = parse_game("tetris")

    def moves(seed: int) -> Sequence[int]:
        return play_match(game, [RandomAgent(seed)], seed=1, max_turns=10).moves

    assert moves(4) == moves(4)
    assert moves(4) != moves(5)


def test_random_plays_both_sides_of_a_game_with_different_rolls() -> None:
    moves = play_match(parse_game("ijk"), [RandomAgent(1), RandomAgent(1)], 1, 200).moves
    assert set(moves[::2]) == set(moves[1::2]) == {0, 1, 2, 3}
    assert moves[::2] != moves[1::2]
    plus, minus = (
        [
            RandomAgent(1).choose(parse(f"ijk A5/6/6/6/6/6 {player} {turn}"), UNLIMITED)
            for turn in range(20)
        ]
        for player in "+-"
    )
    assert plus != minus


def test_first_fit_takes_the_first_legal_move() -> None:
    state = parse_game("quintris").start(Dice(3))
    assert FirstFit().choose(state, UNLIMITED) == state.legal_moves()[0]


@pytest.mark.parametrize("player", [FirstFit(), RandomAgent(1), TileGreedy()])
def test_nobody_chooses_when_the_game_is_over(player: Agent) -> None:
    with pytest.raises(ValueError, match="over"):
        player.choose(parse(NO_MOVE_LEFT), UNLIMITED)


def test_agents_of_one_kind_of_game_refuse_the_other() -> None:
    linear = LinearAgent("bcts", shipped(PUBLISHED)["bcts"], Reference())
    with pytest.raises(ValueError, match="bcts plays falling games, not ijk"):
        linear.choose(parse_game("ijk").start(Dice(1)), UNLIMITED)
    with pytest.raises(ValueError, match="plays ijk, not tetris"):
        TileGreedy().choose(parse_game("tetris").start(Dice(1)), UNLIMITED)


def test_a_linear_agent_takes_what_its_weights_ask_for() -> None:
    state = parse("tetris:height=6 xxxx1xxxxx/xxxx1xxxxx/xxxx1xxxxx I - 1-0-0-0-0-0-0 0 0")

    def place(feature: str, weight: int) -> str:
        weights = LinearWeights("one", "one feature", scaled({feature: weight}))
        player = LinearAgent("one", weights, Reference())
        move = player.choose(state, UNLIMITED)
        return str(state.game.moves[move])

    assert place("rows_removed", 1) == "I1 at row 2, column 4"
    assert place("rows_removed", -1) == "I0 at row 2, column 0"


def test_greedy_ijk_takes_the_enemys_tile_whichever_side_it_plays() -> None:
    upper = parse("ijk:size=3 C1c/3/2a + 4")
    assert MOVES[TileGreedy().choose(upper, UNLIMITED)] == "L"  # Cc becomes D
    lower = parse("ijk:size=3 2A/3/C1c - 5")
    assert MOVES[TileGreedy().choose(lower, UNLIMITED)] == "L"  # Cc becomes d


def test_greedy_ijk_wins_when_it_can_and_does_not_make_the_enemy_win() -> None:
    wins = parse("ijk:size=3 A2/a2/J1J + 8")  # up takes the a, left makes a K
    assert MOVES[TileGreedy().choose(wins, UNLIMITED)] == "L"
    loses = parse("ijk:size=3 Aa1/3/j1j + 8")  # sideways takes the a, and makes a k
    assert MOVES[TileGreedy().choose(loses, UNLIMITED)] == "U"


def test_tiles_are_worth_the_as_they_took() -> None:
    assert tile_value(("A.", "..")) == 1
    assert tile_value(("k.", "K.")) == 0
    assert tile_value(("Kd", "..")) == 1024 - 8


@pytest.mark.parametrize(
    ("name", "feature", "weight"),
    [
        ("dellacherie", "holes", -65536),
        ("dellacherie", "landing_height", -8192),  # half of -1 against -4
        ("dellacherie", "wells", -16384),
        ("bcts", "rows_with_holes", -65536),
        ("bcts", "landing_height", round(-65536 * 12.629 / 2 / 24.04087)),
        ("dt-10", "wells", 0),
        ("dt-10", "wells_fast", round(-65536 * 2.22 / 9.65)),
        ("dt-20", "wells", 0),
        ("dt-20", "wells_fast", round(-65536 * 2.71 / 9.48)),
        ("dt-20", "holes", round(65536 * 2.03 / 9.48)),
        ("rv-ce", "pattern_diversity", round(65536 * 5.4843120837393373 / 34.671751778899313)),
        ("el-tetris", "eroded_cells", 0),
        ("el-tetris", "rows_removed", round(65536 * 3.4181268101392694 / 9.348695305445199)),
    ],
)
def test_published_weights_are_scaled_as_they_were_published(
    name: str, feature: str, weight: int
) -> None:
    weights = shipped(PUBLISHED)[name].weights
    assert weights[Features._fields.index(feature)] == weight


def test_shipped_weights_are_fit_for_engines() -> None:
    for entry in [entry for file in SHIPPED for entry in shipped(file).values()]:
        assert checked_weights(entry.weights) == entry.weights
        assert max(map(abs, entry.weights)) == LARGEST_WEIGHT


def test_whole_numbers_are_scaled_like_any_others() -> None:
    assert scaled({"holes": -2, "wells": 1})[4:6] == (-65536, 32768)
    assert scaled({"holes": -2.0, "wells": 1.0}) == scaled({"holes": -2, "wells": 1})
    assert scaled({"holes": -32768}) == scaled({"holes": -1e-9})


@given(
    st.dictionaries(
        st.sampled_from(Features._fields), st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1
    ).filter(lambda weights: any(weights.values()))
)
def test_scaling_keeps_every_proportion_to_within_half_a_unit(weights: dict[str, float]) -> None:
    exact = [Fraction(weights.get(name, 0)) for name in Features._fields]
    exact[0] /= 2
    largest = max(map(abs, exact))
    for whole, weight in zip(scaled(weights), exact, strict=True):
        assert abs(whole - weight / largest * 65536) <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "here: .*expected JSON"),
        ("{}", "here: expected a list"),
        ('[{"name": "a"}]', "here, entry 1: expected name, about, source, features"),
        ('[{"name":"a","about":"b","source":1,"features":{}}]', "must be texts"),
        ('[{"name":"a","about":"b","source":"c","features":[]}]', "1, a: features must be"),
        ('[{"name":"a","about":"b","source":"c","features":{"hole":1}}]', "a: feature 'hole', all"),
        ('[{"name":"a","about":"b","source":"c","features":{"holes":"1"}}]', "weight '1' of holes"),
        ('[{"name":"a","about":"b","source":"c","features":{"holes":true}}]', "weight True"),
        ('[{"name":"a","about":"b","source":"c","features":{"holes":NaN}}]', "weight nan of holes"),
        ('[{"name":"a","about":"b","source":"c","features":{"holes":0}}]', "a: all weights are 0"),
    ],
)
def test_bad_weights_are_named(text: str, message: str) -> None:
    with pytest.raises(BadWeights, match=message):
        parse_weights(text, "here")
