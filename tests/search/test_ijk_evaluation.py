"""Evaluations of IJK: native and plain ones agree on any position, and mean what they say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES
from tests.rules.positions import ijk_states
from tests.search.networks import random_network
from tilefall.engines import engine, packing_ijk
from tilefall.engines.native import Native
from tilefall.rules.ijk import Ijk, IjkState
from tilefall.search.ijk_evaluation import (
    BY_LETTER,
    BY_POWER,
    HAND_MADE,
    Evaluation,
    Terms,
    best_evaluation,
    evaluation_named,
)
from tilefall.search.ijk_network import (
    SHIPPED,
    WEIGHTS,
    BadNetwork,
    Network,
    parse_network,
    places,
    read_network,
    shipped_network,
)

NATIVES = [engine(name) for name in NATIVE_ENGINES]
TERM = st.integers(-1000, 1000)


def native_values(state: IjkState, evaluation: Evaluation) -> list[int]:
    """What every instruction set says."""
    rules, packed = packing_ijk.packed_rules(state.game), packing_ijk.packed(state)
    found = []
    for native in NATIVES:
        assert isinstance(native, Native)
        native.set_isa()
        found.append(packing_ijk.ijk.value(rules, packed, evaluation.native()))
    return found


def swapped(state: IjkState) -> IjkState:
    """The same position with the players exchanged."""
    board = tuple(row.swapcase() for row in state.board)
    return replace(state, board=board, player=1 - state.player)


@given(ijk_states(), st.builds(Terms, TERM, TERM, TERM, st.integers(-64, 64)))
def test_j2_and_j10_tiles_and_terms_are_the_same_natively(state: IjkState, terms: Terms) -> None:
    for tiles in (BY_LETTER.tiles, BY_POWER.tiles[:10] + (0,) * 4, (0, -3, *BY_LETTER.tiles[2:])):
        evaluation = Evaluation("any", tiles, terms)
        assert set(native_values(state, evaluation)) == {evaluation.value(state)}


@given(ijk_states(), st.integers(0, 3))
def test_j11_networks_are_the_same_natively(state: IjkState, seed: int) -> None:
    board = tuple(row.ljust(6, ".")[:6] for row in (*state.board, *("......",) * 6)[:6])
    state = replace(state, game=replace(state.game, size=6), board=board, turn=state.turn % 1000)
    evaluation = random_network(seed)
    assert set(native_values(state, evaluation)) == {evaluation.value(state)}


@given(ijk_states())
def test_swapping_the_players_turns_values_round(state: IjkState) -> None:
    evaluations = [BY_LETTER, HAND_MADE]
    if state.game.size == 6:
        evaluations.append(random_network(5))
    for evaluation in evaluations:
        assert evaluation.value(swapped(state)) == -evaluation.value(state)


def test_j10_what_terms_count() -> None:
    def value(board: str, player: str = "+", **terms: int) -> int:
        state = Ijk(size=3).parse(f"ijk:size=3 {board} {player} 9")
        return Evaluation("terms", (0,) * 14, Terms(**terms)).value(state)

    assert value("Da1/3/3", lead=10) == 30
    assert value("D2/3/3", lead=10) == 40  # a player without tiles
    assert value("Da1/3/3", owned=10) == 0
    assert value("DAa/3/3", owned=10) == 10
    assert value("DAa/3/3", free=-2) == -12  # six free cells, + leads
    assert value("daA/3/3", free=-2) == 12
    letters = Evaluation("letters", BY_LETTER.tiles, Terms(captured=16))
    state = Ijk(size=3).parse("ijk:size=3 Cc1/c2/3 + 9")
    assert letters.value(state) == -3 + 6  # two pairs of C for the player to move
    assert letters.value(replace(state, player=1)) == -3 - 6


def test_j11_which_weights_count() -> None:
    """Three neighbours each way, a tile by turn and by cell, and the lead."""
    board = ("A.....", "......", "....b.", "......", "......", "......")
    found = places(board, turn=130)
    lines = [place for place in found if place < 3 * 2 * (1 << 15)]
    assert len(lines) == 48
    assert {place // (1 << 16) for place in lines} == {1}  # the second stage
    tiles, cells = found[48:51:2], found[49:52:2]
    first_tile = 3 * 2 * (1 << 15)
    assert tiles == [first_tile + 2 * 32 + 1, first_tile + 2 * 32 + 18]
    first_cell = first_tile + 16 * 32
    assert cells == [first_cell + 1, first_cell + 20 * 32 + 18]
    assert found[52:] == [first_cell + 64 * 32 + 1 * 1024 + 2 * 64 + 34]


def test_networks_that_ship_can_be_read_and_say_where_they_are_from() -> None:
    for mode in SHIPPED:
        network = shipped_network(mode)
        assert network.mode == mode
        assert "games" in network.source
        assert parse_network(network.text(), "text") == network


def test_the_strongest_evaluation_depends_on_the_game() -> None:
    assert best_evaluation(Ijk()) == "learned"
    assert best_evaluation(Ijk(size=5)) == "terms"
    with pytest.raises(ValueError, match="plays on 6 x 6 for a K, not ijk:size=5"):
        evaluation_named("learned", Ijk(size=5))
    with pytest.raises(ValueError, match="'best', allowed are learned, terms, tiles, letters"):
        evaluation_named("best", Ijk())


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"mode": "any"}, "mode 'any', allowed are deterministic and nondeterministic"),
        ({"weights": "%"}, "cannot be unpacked"),
        ({"weights": "eJw="}, "cannot be unpacked"),
        ({"name": 3}, "must be all, and texts"),
        ({"more": "x"}, "must be all, and texts"),
    ],
)
def test_bad_networks_are_explained(changed: dict[str, object], told: str) -> None:
    text = Network("n", "deterministic", "a", "s", bytes(2 * WEIGHTS)).text()
    with pytest.raises(BadNetwork, match=told):
        parse_network(json.dumps({**json.loads(text), **changed}), "n.json")


def test_networks_of_a_wrong_size_or_kind_are_explained(tmp_path: Path) -> None:
    short = Network("n", "deterministic", "a", "s", bytes(10)).text()
    with pytest.raises(BadNetwork, match="10 bytes of weights, expected 431104"):
        parse_network(short, "n.json")
    with pytest.raises(BadNetwork, match="expected JSON with name"):
        parse_network("[]", "n.json")
    (tmp_path / "n.json").write_bytes(b"\xff")
    with pytest.raises(BadNetwork, match="not UTF-8"):
        read_network(str(tmp_path / "n.json"))
