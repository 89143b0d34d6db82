"""Seeds of environments: what follows a seed, and what no seed is."""

from __future__ import annotations

import numpy as np
import pytest

from tilefall.agents import simple
from tilefall.envs.seeds import BLOCK, Seeding, checked_seed, following_seed, next_seeding
from tilefall.play import openings
from tilefall.rules import draws
from tilefall.rules.dice import SEEDS, philox
from tilefall.rules.tetris import PIECES


def test_the_seed_of_the_first_game_is_the_one_given() -> None:
    assert following_seed(SEEDS - 1, 0) == SEEDS - 1


def test_later_seeds_are_the_first_words_of_a_block_of_dice() -> None:
    words = philox(9, 4, 7)
    assert following_seed(9, 4) == words[0] + (words[1] << 32)


def test_neither_games_nor_agents_roll_the_lanes_of_seeds() -> None:
    first, last = 4 * BLOCK, 4 * BLOCK + 3
    assert max(draws.COLUMN_LANE, draws.MIX_LANE + len(PIECES.letters)) < first
    assert last < min(simple.LANE, openings.LANE)


def test_games_without_a_seed_go_on_where_the_last_seed_leads() -> None:
    first = next_seeding(None, 3)
    second = next_seeding(first, None)
    assert (first, second) == (Seeding(3, 0), Seeding(3, 1))
    assert second.seed == following_seed(3, 1)
    assert next_seeding(second, 8) == Seeding(8, 0)


def test_nobody_s_seed_is_a_new_one() -> None:
    assert len({next_seeding(None, None).first for _ in range(8)}) == 8


def test_numbers_of_numpy_are_seeds() -> None:
    seed = checked_seed(np.uint64(SEEDS - 1))
    assert (seed, type(seed)) == (SEEDS - 1, int)


@pytest.mark.parametrize("seed", [-1, SEEDS, 1.5, "7"])
def test_what_is_no_seed_is_said(seed: int) -> None:
    with pytest.raises(ValueError, match=f"seed {seed!r}, allowed are"):
        next_seeding(None, seed)
