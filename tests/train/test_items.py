"""Games of a generation one by one: however they are cut, they are those of the population."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tilefall.cluster.cluster import MOST_ITEMS
from tilefall.train.task import Task, games
from tilefall.train.workers import Block, Item, blocks, play_items

TASK = Task("tetris", "greedy", ("holes", "landing_height"), max_pieces=20)
ARGUMENT_BYTES = 100 * 1024  # larger ones would be kept apart, which takes longer


def items_of(members: int, seeds: int) -> list[Item]:
    return [
        Item(TASK, TASK.whole((-2.0 - member, -1.0)), seed)
        for member in range(members)
        for seed in range(10, 10 + seeds)
    ]


@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_every_game_is_in_one_block(members: int, seeds: int, data: st.DataObject) -> None:
    items = items_of(members, seeds)
    first = data.draw(st.integers(0, len(items)))
    chunk = items[first : data.draw(st.integers(first, len(items)))]
    found = list(blocks(chunk))
    told = [
        Item(task, member, seed)
        for task, some, places in found
        for member in some
        for seed in places
    ]
    assert told == chunk
    assert len(found) <= 3  # the rest of a member, whole members, the beginning of one


def test_members_that_are_alike_are_played_as_often() -> None:
    """As in a population in which a parent stands beside its twin."""
    one, two = items_of(2, 2)[:2], items_of(2, 2)[2:]
    assert [len(block.seeds) * len(block.members) for block in blocks([*one, *one, *two])] == [4, 2]
    assert list(blocks([])) == []
    assert list(blocks(one)) == [Block(TASK, [one[0].member], [10, 11])]


@examples(10)
@given(st.integers(0, 11), st.integers(1, 12))
def test_a_chunk_has_the_games_of_the_population(first: int, count: int) -> None:
    items = items_of(3, 4)
    members = [item.member for item in items[::4]]
    whole = [game for member in games(TASK, members, range(10, 14), 1) for game in member]
    assert play_items(items[first : first + count]) == whole[first : first + count]


def test_the_largest_chunk_travels_well() -> None:
    assert len(pickle.dumps(items_of(64, MOST_ITEMS // 64))) < ARGUMENT_BYTES
