"""Populations: one native call plays what every member plays alone, however it is computed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.positions import tetris_states
from tilefall._native import falling
from tilefall.agents.catalog import agent
from tilefall.engines import Reference, engine, packing
from tilefall.engines.native import Native
from tilefall.engines.protocol import LARGEST_WEIGHT
from tilefall.play.match import turns
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.features import Features
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris, TetrisState
from tilefall.search.course import course_played, course_searched
from tilefall.search.course_values import BILLIARD, GENES, Program, value
from tilefall.search.weights_file import Entry, file_text
from tilefall.train.task import Game, Games, Task, Vector, games

NATIVES = [engine(name) for name in NATIVE_ENGINES]
WHOLE = st.tuples(*[st.integers(-LARGEST_WEIGHT, LARGEST_WEIGHT)] * len(Features._fields))
WHOLE_GENES = st.tuples(*[st.integers(-BILLIARD, BILLIARD)] * len(GENES))
SOME = [(-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0), (-1,) * 11, (5,) + (0,) * 10]


@given(st.lists(WHOLE, min_size=1, max_size=4), st.sampled_from([1, 2, 3, 7]))
@examples(20)
def test_a_population_of_any_weights_is_its_members(
    population: list[tuple[int, ...]], threads: int
) -> None:
    game, seeds = Tetris(6, 8), [3, 4, 3]
    one_by_one = [
        outcome
        for weights in population
        for outcome in Reference().playout(game, weights, seeds, max_turns=6)
    ]
    for native in NATIVES:
        assert isinstance(native, Native)
        native.set_isa()
        found = falling.population_linear(
            packing.packed_rules(game),
            population,
            falling.SearchOptions(1),
            "uniform",
            seeds,
            6,
            threads,
        )
        assert [(each.score, each.turns, each.digest, each.is_over) for each in found] == [
            (each.score, each.turns, each.digest, each.is_over) for each in one_by_one
        ]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("game", "depth", "beam", "belief"),
    [
        (Quintris(), 1, 0, "uniform"),
        (Quintris(), 2, 4, "posterior"),
        (Quintris(), 2, 0, "told"),
        (Tetris(6, 10), 2, 0, "uniform"),
        (Tetris(6, 10, pieces="hidden"), 3, 3, "posterior"),
    ],
)
def test_searched_populations_are_playouts(
    game: Quintris | Tetris, depth: int, beam: int, belief: str, threads: int
) -> None:
    rules, options, seeds = packing.packed_rules(game), falling.SearchOptions(depth, beam), [7, 8]
    expected = None
    for native in NATIVES:
        assert isinstance(native, Native)
        native.set_isa()
        alone = [
            (result.score, result.turns, result.digest)
            for weights in SOME
            for result in falling.whole_searched(rules, weights, options, belief, seeds, 25, 1)
        ]
        found = falling.population_linear(rules, SOME, options, belief, seeds, 25, threads)
        assert [(each.score, each.turns, each.digest) for each in found] == alone
        expected = expected or alone
        assert alone == expected


@given(st.lists(WHOLE_GENES, min_size=1, max_size=3), st.booleans(), st.sampled_from([1, 2, 5]))
@examples(20)
def test_a_population_of_any_genes_is_its_members(
    population: list[tuple[int, ...]], is_published: bool, threads: int
) -> None:
    game, seeds = Tetris(6, 8), [3, 4]
    variant = "published" if is_published else "program"
    one_by_one = [
        outcome
        for genes in population
        for outcome in course_played(
            game, Program("genetic", "one", variant, genes), seeds, 12, Reference()
        )
    ]
    for native in NATIVES:
        assert isinstance(native, Native)
        rules = packing.packed_rules(game)
        native.set_isa()
        found = falling.population_genetic(rules, population, is_published, seeds, 12, threads)
        assert [(each.score, each.turns, each.digest, each.is_over) for each in found] == [
            (each.score, each.turns, each.digest, each.is_over) for each in one_by_one
        ]


@given(tetris_states(), WHOLE_GENES, st.sampled_from(["program", "published"]))
@examples(80)
def test_any_genes_on_any_board(state: TetrisState, genes: tuple[int, ...], variant: str) -> None:
    if state.is_over:
        return
    program = Program("genetic", "one", variant, genes)
    plain = course_searched(state, program, Reference())
    assert all(-(1 << 63) <= each.value < 1 << 63 for each in plain.candidates)
    for native in NATIVES:
        assert course_searched(state, program, native) == plain, native.name


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("variant", ["program", "published"])
def test_no_value_of_the_largest_genes_leaves_64_bits(sign: int, variant: str) -> None:
    """On the largest board, as high and as uneven as it gets."""
    rows = tuple("x." * 7 + "x" if row % 2 else "." * 15 for row in range(31))
    genes = (sign * BILLIARD,) * len(GENES)
    for board in (rows, ("x" * 15,) * 31):
        assert abs(value(Program("genetic", "one", variant, genes), board)) < 1 << 62


def test_a_population_of_nobody_plays_nothing() -> None:
    task = Task("tetris", "greedy", ("holes",), 5)
    assert games(task, [], [1, 2], 2) == []


CASES = [
    ("tetris:width=6,height=8", "greedy", ("holes", "wells", "landing_height"), "reference", 12),
    ("quintris", "greedy", ("holes", "landing_height", "eroded_cells"), "native", 30),
    ("tetris:width=4,height=4", "lookahead", ("holes", "wells", "landing_height"), "reference", 9),
    ("quintris", "lookahead", ("holes", "wells", "landing_height"), "native", 25),
    ("tetris:width=4,height=4", "expectimax:depth=2,beam=3", ("holes", "wells"), "reference", 9),
    ("tetris:width=6,height=8", "expectimax:beam=4", ("holes", "wells"), "native", 25),
    ("tetris:width=6,height=8", "course-genetic", GENES, "reference", 20),
    ("tetris:width=6,height=8", "course-genetic:variant=published", GENES, "reference", 20),
]


@pytest.mark.parametrize(("game_text", "agent_text", "features", "engine_name", "most"), CASES)
def test_scores_are_those_of_the_agent_that_plays_with_the_file(
    game_text: str,
    agent_text: str,
    features: tuple[str, ...],
    engine_name: str,
    most: int,
    tmp_path: Path,
) -> None:
    """Turn by turn, through the catalog, as somebody does who was given the weights."""
    game = parse_game(game_text)
    task = Task(game_text, agent_text, features, most)
    task.check()
    candidates: list[Vector] = [
        tuple(-1.0 / (n + 1) ** k for n in range(len(features))) for k in (0, 1, 2)
    ]
    candidates[1] = (0.25, *candidates[1][1:])
    seeds = range(50, 53)
    found = games(task, [task.whole(candidate) for candidate in candidates], seeds, 2)
    played = []
    for candidate in candidates:
        path = tmp_path / "weights.json"
        named = dict(zip(features, candidate, strict=True))
        path.write_text(file_text(Entry("mine", "to test with", "none", named)))
        text = f"{agent_text}{',' if ':' in agent_text else ':'}weights={path}"
        of_candidate = []
        for seed in seeds:
            last, pieces = game.start(Dice(seed)), 0
            for turn in turns(game, [agent(text, game, seed, engine_name)], seed, max_turns=most):
                last, pieces = turn.next, pieces + 1
            of_candidate.append(Game(last.score, pieces, bool(last.legal_moves())))
        played.append(Games.of(of_candidate))
    assert found == played
    assert len({game for each in found for game in each}) > 1
