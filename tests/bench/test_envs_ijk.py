"""The bench of IJK's environments plays what it says."""

from __future__ import annotations

import pytest

from tilefall.bench.envs_ijk import KINDS, measure, random_actions


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_measured_in_turns_a_second(kind: str) -> None:
    assert 500 < measure(0.05, kind) < 50_000_000


def test_work_counts_the_turns_of_a_game() -> None:
    turns = {kind: [work() for _ in range(2)] for kind, work in ((k, KINDS[k]()) for k in KINDS)}
    assert turns["wrapped"] == turns["raw"] == turns["parallel"]
    assert all(count > 20 for count in turns["raw"])


def test_actions_are_all_four_slides_by_chance() -> None:
    actions = random_actions()
    assert all(900 < actions.count(action) < 1150 for action in range(4))
    assert actions == random_actions()
