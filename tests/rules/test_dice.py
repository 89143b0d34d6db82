"""The rules D1 to D5 of dice and digests (docs/rules/dice.md)."""

from __future__ import annotations

from itertools import pairwise, product
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.positions import SEEDS
from tilefall.engines import Engine
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice, digest, philox
from tilefall.rules.ijk import Ijk, IjkAfterstate, IjkState
from tilefall.rules.quintris import PIECES, Quintris, QuintrisAfterstate, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisAfterstate, TetrisState

WORDS = st.integers(0, 2**32 - 1)


def philox4x32(counter: list[int], key: list[int]) -> list[int]:
    """Philox4x32-10 with all four words of its counter, written from the paper.

    A round multiplies words 0 and 2, exchanges low and high halves, and folds in the key, which
    grows by the golden ratio and by the root of three less one.
    """
    for number in range(10):
        keys = [
            (key[0] + number * 0x9E3779B9) % 2**32,
            (key[1] + number * 0xBB67AE85) % 2**32,
        ]
        high0, low0 = divmod(0xD2511F53 * counter[0], 2**32)
        high1, low1 = divmod(0xCD9E8D57 * counter[2], 2**32)
        counter = [high1 ^ counter[1] ^ keys[0], low1, high0 ^ counter[3] ^ keys[1], low0]
    return counter


def chi_square(counts: list[int]) -> float:
    """How far counts are from being all the same."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def bound(freedom: int) -> float:
    """What chi-square exceeds with a chance below exp(-14), less than one in a million.

    Laurent and Massart (2000): the chance of k + 2 sqrt(k x) + 2 x or more is at most exp(-x).
    """
    return freedom + 2 * sqrt(freedom * 14) + 2 * 14


# The known answers that the authors publish with their implementation, Random123.
KNOWN_ANSWERS = """
    00000000 00000000 00000000 00000000  00000000 00000000  6627e8d5 e169c58d bc57ac4c 9b00dbd8
    ffffffff ffffffff ffffffff ffffffff  ffffffff ffffffff  408f276d 41c83b0e a20bc7c6 6d5451fd
    243f6a88 85a308d3 13198a2e 03707344  a4093822 299f31d0  d16cfe09 94fdcceb 5001e420 24126ea1
"""


@pytest.mark.parametrize("line", KNOWN_ANSWERS.strip().splitlines(), ids=["zero", "ones", "pi"])
def test_the_philox_of_this_file_gives_the_known_answers(line: str) -> None:
    words = [int(word, 16) for word in line.split()]
    assert philox4x32(words[:4], words[4:6]) == words[6:]


@given(SEEDS, SEEDS, WORDS)
def test_d2_philox_has_the_turn_and_the_block_as_its_counter(
    key: int, turn: int, block: int
) -> None:
    """D2: the words are Philox4x32-10 of the counter (turn low, turn high, block, 0)."""
    counter = [turn % 2**32, turn // 2**32, block, 0]
    expected = philox4x32(counter, [key % 2**32, key // 2**32])
    assert list(philox(key, turn, block)) == expected


def test_d2_the_known_answer_for_zero() -> None:
    words = (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
    assert philox(key=0, turn=0, block=0) == words


@given(SEEDS, st.integers(0, 2**63), st.integers(1, 100), st.integers(0, 30))
def test_d1_a_roll_depends_on_seed_turn_and_lane_alone(
    seed: int, turn: int, sides: int, lane: int
) -> None:
    dice = Dice(seed)
    first = dice.roll(turn=turn, sides=sides, lane=lane)
    dice.roll(turn=turn + 1, sides=sides, lane=lane)
    assert dice.roll(turn=turn, sides=sides, lane=lane) == first
    assert Dice(seed).roll(turn=turn, sides=sides, lane=lane) == first
    assert 0 <= first < sides


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_d1_seeds_have_64_bits(seed: int) -> None:
    with pytest.raises(ValueError, match=rf"seed {seed}, allowed are 0 to 18446744073709551615"):
        Dice(seed)


@given(SEEDS, st.integers(0, 2**32), st.integers(1, 2**32 - 1), st.integers(0, 30))
def test_d3_a_roll_is_the_high_word_of_word_times_sides(
    seed: int, turn: int, sides: int, lane: int
) -> None:
    word = philox(seed, turn, lane // 4)[lane % 4]
    assert Dice(seed).roll(turn=turn, sides=sides, lane=lane) == word * sides // 2**32


@given(st.integers(1, 2**32 - 1), st.data())
def test_d3_every_side_has_the_floor_or_the_ceiling_of_its_share(
    sides: int, data: st.DataObject
) -> None:
    side = data.draw(st.integers(0, sides - 1))
    # the words of a side are those from ceil(side * 2^32 / sides) up to the next side's first
    first, following = (-(-at * 2**32 // sides) for at in (side, side + 1))
    assert first * sides >> 32 == side == (following - 1) * sides >> 32
    assert following - first in (2**32 // sides, -(-(2**32) // sides))


@pytest.mark.parametrize("sides", [2, 6, 7, 11, 15])
def test_d3_rolls_are_uniform(sides: int) -> None:
    """Chi-square stays below what a fair die exceeds once in a million times."""
    rolls = 20_000
    counts = [0] * sides
    for turn, lane in product(range(rolls // 4), range(4)):
        counts[Dice(2021).roll(turn=turn, sides=sides, lane=lane)] += 1
    assert chi_square(counts) < bound(sides - 1)


@pytest.mark.parametrize("other", ["lane", "turn", "seed"])
def test_d4_lanes_turns_and_seeds_do_not_follow_each_other(other: str) -> None:
    """Pairs of neighbouring rolls are uniform too."""
    sides, rolls = 6, 6_000

    def roll(i: int) -> int:
        turn, lane, seed = {"lane": (9, i, 1), "turn": (i, 0, 1), "seed": (9, 0, i)}[other]
        return Dice(seed).roll(turn=turn, sides=sides, lane=lane)

    pairs = dict.fromkeys(product(range(sides), repeat=2), 0)
    for pair in pairwise(map(roll, range(rolls + 1))):
        pairs[pair] += 1
    assert chi_square(list(pairs.values())) < bound(len(pairs) - 1)


@given(SEEDS, st.integers(0, 2**20))
def test_d4_a_lane_is_a_word_of_a_block(seed: int, turn: int) -> None:
    words = [word for block in range(3) for word in philox(seed, turn, block)]
    rolls = [Dice(seed).roll(turn=turn, sides=2**32 - 1, lane=lane) for lane in range(12)]
    assert rolls == [word * (2**32 - 1) >> 32 for word in words]


SOME_SEEDS = [0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 0xA4093822299F31D0]
SOME_TURNS = [1, 2, 2**32 - 1, 2**32, 2**62]


def test_d4_every_engine_rolls_in_the_lanes_of_the_table(engine: Engine) -> None:
    """What each game draws is what the table of D4 says, also for large seeds and turns."""
    for seed, turn in product(SOME_SEEDS, SOME_TURNS):
        dice = Dice(seed)
        after = QuintrisAfterstate(Quintris("uniform"), ("." * 15,) * 25, 1, (1,) * 6, 0, turn, 0)
        state = engine.draw(after, dice)
        assert isinstance(state, QuintrisState)
        piece = dice.roll(turn=turn + 1, sides=6, lane=0)
        quarters = dice.roll(turn=turn + 1, sides=4, lane=1)
        assert state.next == PIECES.turned(piece, quarters)
        assert state.column == dice.roll(turn=turn, sides=10, lane=2)

        empty = ("." * 10,) * 20
        locked = TetrisAfterstate(Tetris(), empty, None, (0,) * 7, 0, turn, 0, False)
        shown = engine.draw(locked, dice)
        assert isinstance(shown, TetrisState)
        assert shown.current == dice.roll(turn=turn, sides=7, lane=0)

        tiles = ("A.....",) * 6
        slid = IjkAfterstate(Ijk(mode="nondeterministic"), tiles, 1, turn, 0)
        placed = engine.draw(slid, dice)
        assert isinstance(placed, IjkState)
        cell = slid.tile_cells()[dice.roll(turn=turn - 1, sides=30, lane=0)]
        assert placed.board[cell // 6][cell % 6] == "a"


def test_d4_every_engine_draws_the_same_hidden_mix(engine: Engine) -> None:
    for seed in [*SOME_SEEDS, *range(50)]:
        dice = Dice(seed)
        weights = [dice.roll(turn=0, sides=11, lane=8 + piece) for piece in range(7)]
        roll = dice.roll(turn=5, sides=sum(weights), lane=0)
        parts = [piece for piece, weight in enumerate(weights) for _ in range(weight)]
        game = Tetris(pieces="hidden")
        after = TetrisAfterstate(game, ("." * 10,) * 20, None, (0,) * 7, 0, 5, 0, False)
        state = engine.draw(after, dice)
        assert isinstance(state, TetrisState)
        assert state.current == parts[roll]


DIGESTS = [
    (
        "quintris x14/1xx12 L1@7 U2 0-0-1-0-1-0 3 9",
        # the second column from the left has its cell on the floor
        [2, 1, 1, *[0] * 12, 4 + 1, 7, 21 + 1, 0, 0, 1, 0, 1, 0, 3, 9],
    ),
    (
        "tetris:width=4,height=4,rules=preview x3/1xx1 T S 0-0-1-0-1-0-0 3 9",
        [2, 1, 1, 0, 3 + 1, 0, 9 + 1, 0, 0, 1, 0, 1, 0, 0, 3, 9],
    ),
    (
        "tetris:width=4,height=4 x3/1xx1 - - 0-0-1-0-1-0-0 3 9",
        [2, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 3, 9],
    ),
    ("ijk:size=2 1A/c1 - 7", [1 << 8, 16 + 3, 1, 7]),
]


@pytest.mark.parametrize(("text", "words"), DIGESTS, ids=[text.split()[0] for text, _ in DIGESTS])
def test_d5_the_words_of_a_digest(engine: Engine, text: str, words: list[int]) -> None:
    assert engine.digest(parse(text)) == digest(words)


def test_d5_words_are_mixed_one_after_another() -> None:
    def taken_in(value: int, word: int) -> int:
        x = ((value ^ word) + 0x9E3779B97F4A7C15) % 2**64
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
        return x ^ x >> 31

    start = int.from_bytes(b"tilefall", "big")
    assert digest([]) == start
    assert digest([5, 2**64 - 1]) == taken_in(taken_in(start, 5), 2**64 - 1)
