"""Explanations of IJK: every slide has the value of the plain search, and the sentence is true."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands.test_cli import run
from tests.conftest import examples
from tests.rules.positions import open_ijk_states
from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.agents.considering import SlidesSeen, considered
from tilefall.play.files import write_records
from tilefall.play.match import play_match
from tilefall.rules.game import State
from tilefall.rules.ijk import Ijk, IjkState
from tilefall.search.ijk_evaluation import BY_LETTER, BY_POWER, HAND_MADE, Evaluation
from tilefall.search.minimax import WIN, PlainMinimax, is_decided
from tilefall.search.slide_explain import Slide, slide_sentence

POSITION = "ijk A4A/5b/4BE/3EGA/bbfbEb/BDAcfA + 206"
BOARD = ("A.", "..")


def slides_seen(state: IjkState, name: str) -> SlidesSeen:
    seen = considered(state, agent(name, state.game), name)
    assert isinstance(seen, SlidesSeen)
    return seen


@given(
    open_ijk_states(),
    st.integers(1, 4),
    st.sampled_from(
        [
            ("alphabeta:evaluation=tiles", BY_POWER),
            ("alphabeta:evaluation=terms", HAND_MADE),
            ("alphabeta:evaluation=letters", BY_LETTER),
        ]
    ),
)
@examples(80)
def test_j1_to_j4_every_slide_has_the_value_of_the_plain_search(
    state: IjkState, depth: int, named: tuple[str, Evaluation]
) -> None:
    """Also of slides that are not the best one, where ends are one slide further away (J3)."""
    name, evaluation = named
    seen = slides_seen(state, f"{name},depth={depth}")
    plain = PlainMinimax(evaluation)
    worth = {slide.move: slide.value for slide in seen.candidates}
    assert worth == {move: plain.of_slide(state, move, depth, 1) for move in range(4)}
    assert seen.candidates[0].move == plain.of(state, depth).move
    assert [each.value for each in seen.candidates] == sorted(worth.values(), reverse=True)


@given(open_ijk_states())
@examples(50)
def test_the_first_slide_of_greedy_is_the_one_it_plays(state: IjkState) -> None:
    seen = slides_seen(state, "greedy")
    assert seen.candidates[0].move == agent("greedy", state.game).choose(state, Limit())
    for slide in seen.candidates:
        assert is_decided(slide.value) == (state.play(slide.move).reward != 0)


def slide(move: int, value: float) -> Slide:
    return Slide(move, value, BOARD)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ((9, 5, 5, 1), "U is best, worth 4 more than D."),
        ((2.5, 1, 1, 1), "U is best, worth 1.50 more than D."),
        ((7, 7, 5, 1), "U and D are worth the same; the first in the order U D L R is played."),
        ((7, 7, 7, 1), "U, D and L are worth the same; the first in the order U D L R is played."),
        ((WIN - 1, 5, 5, 1), "U wins in 1 slide, whatever - does."),
        ((WIN - 3, WIN - 5, 5, 1), "U wins in 3 slides, whatever - does."),
        ((4, 5 - WIN, 4 - WIN, 2 - WIN), "U is the only slide that does not lose by force."),
        (
            (8 - WIN, 6 - WIN, 4 - WIN, 2 - WIN),
            "Every slide loses; U holds out longest, for 8 slides.",
        ),
        ((WIN * 0.9, 5, 5, 1), "U is best, worth 241,591,905 more than D."),  # likely, not certain
    ],
)
def test_the_sentence(values: tuple[float, ...], sentence: str) -> None:
    found = [slide(move, value) for move, value in enumerate(values)]
    assert slide_sentence(found, player=0) == sentence


def test_j3_an_end_is_told_by_its_distance() -> None:
    assert slide(0, WIN - 5).ends_in == 5
    assert slide(0, 6 - WIN).ends_in == 6
    assert slide(0, 1_000_000).ends_in is None
    assert slide(0, 0).ends_in is None


@dataclass(frozen=True)
class SeenByChance:
    """What a search with chance tells; values are in 256ths."""

    values: tuple[int, ...]
    depth: int = 3
    nodes: int = 1

    @property
    def value(self) -> int:
        return max(self.values)


@dataclass(frozen=True)
class Fixed:
    """A search of the game with chance that has made up its mind."""

    seen: SeenByChance
    name: str = "fixed"
    depth: int = 3

    def choose(self, state: State, limit: Limit) -> int:
        return 0

    def think(self, state: State, limit: Limit) -> SeenByChance:
        assert limit == Limit()
        return self.seen


def seen_by_chance(values: tuple[int, ...]) -> SlidesSeen:
    game = Ijk(size=2, mode="nondeterministic")
    seen = considered(game.parse(f"{game.text()} A1/2 + 0"), Fixed(SeenByChance(values)))
    assert isinstance(seen, SlidesSeen)
    return seen


def test_with_chance_a_search_tells_of_all_moves_itself() -> None:
    seen = seen_by_chance((256, 640, 256, -256))
    assert [(each.name, each.value) for each in seen.candidates] == [
        ("D", 2.5),
        ("U", 1),
        ("L", 1),
        ("R", -1),
    ]
    assert seen.candidates[0].board == ("..", "A.")  # before its tile
    assert seen.depth == 3
    assert seen.why == "D is best, worth 1.50 more than U."


def test_with_chance_a_likely_win_is_not_a_certain_one() -> None:
    certain = seen_by_chance((256 * (WIN - 3), 0, 0, 0))
    assert certain.why == "U wins in 3 slides, whatever - does."
    likely = seen_by_chance((256 * WIN // 36 * 35, 0, 0, 0))
    assert likely.candidates[0].ends_in is None
    assert "wins" not in likely.why


def test_a_position_by_its_text() -> None:
    result = run("explain", POSITION, "--agent", "alphabeta:depth=4")
    assert result.exit_code == 0, result.output
    assert "alphabeta:depth=4, depth 4, what slides are worth to +:" in result.stdout
    assert [f"{rank}. " in result.stdout for rank in range(1, 6)] == [True] * 4 + [False]
    assert result.stdout.count("_|_") > 5 * 6 * 2  # the board, and one after each slide
    assert "more than" in result.stdout.splitlines()[-1]
    assert "  2. " not in run("explain", POSITION, "--top", "1", "--agent", "greedy").stdout


def test_boards_show_the_tile_where_it_is_certain() -> None:
    for mode, row in (("deterministic", "_a_|_A_"), ("nondeterministic", "___|_A_")):
        game = Ijk(size=2, mode=mode)
        text = game.parse(f"{game.text()} A1/2 + 0").text()
        agent_name = "alphabeta:depth=2" if mode == "deterministic" else "greedy"
        result = run("explain", text, "--agent", agent_name)
        assert f"       {row}\n       ___|___\n" in result.stdout, result.output


def test_json_holds_the_same() -> None:
    found = json.loads(run("explain", POSITION, "--agent", "alphabeta:depth=4", "--json").stdout)
    seen = slides_seen(Ijk().parse(POSITION), "alphabeta:depth=4")
    assert [each["slide"] for each in found["candidates"]] == [
        each.name for each in seen.candidates
    ]
    assert [each["value"] for each in found["candidates"]] == [
        each.value for each in seen.candidates
    ]
    assert found["why"] == seen.why
    assert (found["depth"], found["played"]) == (4, None)
    wins = json.loads(run("explain", "ijk:size=3 JJ1/3/3 + 8", "--json").stdout)
    assert wins["agent"] == "alphabeta"
    assert [each["ends_in"] for each in wins["candidates"]] == [1, 1, 3, 7]
    assert wins["why"] == "L wins in 1 slide, whatever - does."


def test_who_explains_the_game_with_chance_knows_it() -> None:
    result = run("explain", "ijk:size=2,mode=nondeterministic A1/2 + 0", "--json")
    found = json.loads(result.stdout)
    assert found["agent"] == "expectiminimax"
    refused = run("explain", "ijk:size=2,mode=nondeterministic A1/2 + 0", "--agent", "alphabeta")
    assert refused.exit_code == 2
    assert "plays deterministic ijk" in refused.stderr


def test_a_move_of_a_record(tmp_path: Path) -> None:
    game = Ijk(size=4)
    record = play_match(game, [agent("first-fit", game)] * 2, seed=3, max_turns=30)
    path = str(tmp_path / "games.jsonl")
    write_records(path, [record])
    shown = run("explain", "--record", path, "--move", "20", "--agent", "alphabeta:depth=3")
    assert "<- played" in shown.stdout
    top = run(
        "explain", "--record", path, "--move", "20", "--agent", "alphabeta:depth=3", "--top", "1"
    )
    rank = next(i for i in range(1, 5) if f"  {i}. U" in shown.stdout)
    expected = "<- played" if rank == 1 else f"Played was U, number {rank}."
    assert expected in top.stdout


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["ijk:size=2 Aa/Bb + 9"], 2, "over"),
        ([POSITION, "--agent", "random"], 2, "no reasons to give; try alphabeta"),
        ([POSITION, "--agent", "alphabet"], 3, "Did you mean alphabeta"),
        (["ijk A5/6/6/6/6/6/6 + 206"], 2, "rows"),
    ],
)
def test_mistakes_get_a_line_and_a_code(words: list[str], code: int, told: str) -> None:
    result = run("explain", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert told in result.stderr
