"""The course programs make the lines that the originals made, on the pieces that those were dealt.

The course's game draws with Python's `random`: the mix, then a piece and its turn for each of two
pieces and a spawn column; after every piece another piece, its turn, and a column.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from statistics import mean, median

import pytest

from tests.conftest import vectors_folder
from tilefall.engines import Engine, engine
from tilefall.rules.pieces import empty_board
from tilefall.rules.quintris import (
    PIECES,
    Quintris,
    QuintrisAfterstate,
    QuintrisState,
)
from tilefall.search.course import course_searched
from tilefall.search.course_values import Program

NATIVE = engine("native")
GAME = Quintris()


@dataclass
class Dealer:
    """The pieces and columns that the original deals for a seed."""

    generator: random.Random
    pool: list[int]

    @classmethod
    def of(cls, seed: int) -> Dealer:
        generator = random.Random(seed)
        counts = [generator.randint(0, 10) for _ in PIECES.letters]
        return cls(generator, [piece for piece, count in enumerate(counts) for _ in range(count)])

    def shape(self) -> int:
        piece = self.generator.choice(self.pool)
        return PIECES.turned(piece, self.generator.randrange(0, 360, 90) // 90)

    def column(self, shape: int) -> int:
        return self.generator.randrange(0, GAME.width - PIECES.shapes[shape].width)


def lines(program: Program, seed: int, max_pieces: int, engine: Engine = NATIVE) -> int:
    """The lines that a program makes with the pieces of a seed."""
    dealer = Dealer.of(seed)
    current, following = dealer.shape(), dealer.shape()
    board = empty_board(GAME.width, GAME.height)
    score = 0
    for turn in range(max_pieces):
        column = dealer.column(current)
        state = QuintrisState(GAME, board, current, column, following, (0,) * 6, score, turn)
        if state.is_over:
            break
        after = engine.play(state, course_searched(state, program, engine).chosen)
        assert isinstance(after, QuintrisAfterstate)
        board, score = after.board, after.score
        current, following = following, dealer.shape()
    return score


def test_the_dealer_deals_what_the_original_dealt() -> None:
    path = vectors_folder() / "quintris_seeded_draws.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        dealer = Dealer.of(case["seed"])
        assert dealer.pool == case["piece_dist"]
        draws = [PIECES.turned(piece, turn // 90) for piece, turn in case["draws"]]
        shapes = [dealer.shape()]
        for column in case["spawn_cols"]:
            shapes.append(dealer.shape())
            assert dealer.column(shapes[-2]) == column
        assert shapes == draws


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (Program("sum", "one"), [89, 50, 42, 48, 16]),
        (Program("voids", "small"), [96, 97, 92, 87, 23]),
    ],
    ids=["sum", "voids"],
)
def test_the_lines_of_the_originals(program: Program, expected: list[int]) -> None:
    assert [lines(program, seed, 300) for seed in range(1, 6)] == expected


def test_the_lines_of_the_originals_on_every_engine(engine: Engine) -> None:
    assert lines(Program("sum", "one"), 5, 300, engine) == 16


def test_25_games_of_the_sum_program() -> None:
    """As measured on the original, each game to its end or to 3000 pieces."""
    found = [lines(Program("sum", "one"), seed, 3000) for seed in range(1, 26)]
    assert (median(found), min(found), max(found)) == (33, 3, 997)
    assert round(mean(found), 1) == 77.5


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (Program("wavy", "small"), [10, 8, 33, 36, 6]),
        (Program("wavy", "small", "published"), [93, 93, 96, 86, 55]),
        (Program("wavy", "one"), [90, 34, 76, 33, 37]),
    ],
    ids=["program", "published", "one"],
)
def test_the_wavy_program_on_the_same_pieces(program: Program, expected: list[int]) -> None:
    """The original drew a column by chance, so these figures are those of the twin alone."""
    assert [lines(program, seed, 300) for seed in range(1, 6)] == expected
