"""Agents slide and tuck: where only a slide under an overhang is right, they do it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from tests.conftest import NATIVE_ENGINES
from tests.rules.boards import pentomino, quintris
from tests.search.remembered import remembered_rules  # noqa: F401 - a fixture of the whole module
from tilefall.agents import Limit, agent
from tilefall.engines import Reference, engine
from tilefall.play import play_match, replayed
from tilefall.rules.quintris import PIECES, Quintris, QuintrisState
from tilefall.search.expectimax import searched

NATIVES = [engine(name) for name in NATIVE_ENGINES]
NATIVE = NATIVES[0]
REFERENCE = Reference()
WEIGHTS = (-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0)
BARS = Quintris(pieces="0-1-0-0-0-0", reach="fall")


@dataclass(frozen=True)
class Tuck:
    """A position, and the place under an overhang where a row waits to be completed."""

    state: QuintrisState
    shape: str
    row: int
    column: int

    @property
    def move(self) -> int:
        return self.state.game.moves.number(pentomino(self.shape), self.row, self.column)


BAR = quintris(
    """
    ..........xxxxx
    ...............
    ...............
    xxxxxxxxxx.....
    """,
    "I0",
    0,
    reach="fall",
)
HIGH_BAR = quintris(
    """
    ..........xxxxx
    ...............
    ...............
    xxxxxxxxxx.....
    """
    + ".xxxxxxxxxxxxxx\n" * 16,
    "I0",
    2,
    following="I1",
    reach="fall",
)
CUP = quintris(
    """
    ............xxx
    ...............
    ...............
    ...............
    xxxxxxxxxxxx.x.
    xxxxxxxxxxxx...
    """,
    "U0",
    3,
    following="I0",
    reach="fall",
)
TURNED_UNDER_THE_ROOF = quintris(
    """
    xxxx...........
    ...............
    ...............
    ...............
    ..xxxxxxxxxxxxx
    ...xxxxxxxxxxxx
    """,
    "N1",
    3,
    reach="fall",
)
TUCKS = {
    "a bar": Tuck(BAR, "I0", 24, 10),
    "a bar near the top": Tuck(HIGH_BAR, "I0", 8, 10),
    "a cup over a bump": Tuck(CUP, "U0", 22, 12),
    "a piece that turns under the roof": Tuck(TURNED_UNDER_THE_ROOF, "N7", 21, 0),
}


@pytest.fixture(params=TUCKS)
def tuck(request: pytest.FixtureRequest) -> Tuck:
    return TUCKS[request.param]


def test_no_drop_leads_there_but_keys_in_time_do(tuck: Tuck) -> None:
    straight = replace(tuck.state, game=Quintris())
    assert tuck.move not in straight.legal_moves()
    keys = tuck.state.keys_to(tuck.move)
    assert "." in keys
    assert tuck.state.move_by_keys(keys) == tuck.move
    assert tuck.state.play(tuck.move).reward == 1


@pytest.mark.parametrize("name", ["greedy", "lookahead", "expectimax:depth=2"])
def test_agents_choose_the_tuck(tuck: Tuck, name: str) -> None:
    """By weights for which a row counts more than a board that others could clear better."""
    weighed = name + (",weights=" if ":" in name else ":weights=") + "quintris-start"
    assert agent(weighed, tuck.state.game).choose(tuck.state, Limit()) == tuck.move


def test_expectimax_chooses_the_tuck_three_pieces_deep() -> None:
    """Where only bars come, near the top, the full tree is small."""
    state = replace(HIGH_BAR, game=BARS)
    made = agent("expectimax:weights=quintris-start", BARS)
    assert made.choose(state, Limit()) == TUCKS["a bar near the top"].move


def test_expectimax_chooses_the_tuck_in_the_time_it_is_given(tuck: Tuck) -> None:
    made = agent("expectimax:weights=quintris-start", tuck.state.game)
    assert made.choose(tuck.state, Limit(seconds=0.2, depth=2)) == tuck.move


def test_engines_choose_alike_one_piece_deep(tuck: Tuck) -> None:
    assert REFERENCE.choose(tuck.state, WEIGHTS) == tuck.move
    for native in NATIVES:
        assert native.choose(tuck.state, WEIGHTS) == tuck.move
        assert native.features(tuck.state) == REFERENCE.features(tuck.state)


def test_engines_agree_two_pieces_deep() -> None:
    state = replace(HIGH_BAR, game=BARS)
    belief = (0, 1, 0, 0, 0, 0)
    plain = searched(state, WEIGHTS, belief, 2, REFERENCE)
    assert plain.best.move == TUCKS["a bar near the top"].move
    for native in NATIVES:
        assert searched(state, WEIGHTS, belief, 2, native) == plain


def test_whole_games_use_slides() -> None:
    """Some of greedy's moves are out of reach of a straight drop, and the record holds."""
    game = Quintris(reach="fall")
    player = agent("greedy:weights=quintris-start", game)
    record = play_match(game, [player], seed=1, max_turns=60)
    slides = 0
    for state, move in zip(replayed(record), record.moves, strict=False):
        assert isinstance(state, QuintrisState)
        slides += "." in state.keys_to(move)
    assert slides > 0


def test_no_bound_leaves_out_a_board_with_a_tuck(tuck: Tuck) -> None:
    """Bounds are those of straight drops; a tuck by the next piece may gain more (S7)."""
    for current in range(len(PIECES.shapes)):
        state = replace(tuck.state, current=current, column=3, next=tuck.state.current)
        if state.is_over:
            continue
        slow = searched(state, WEIGHTS, (1,) * 6, 2, NATIVE, use_bounds=False, use_table=False)
        assert searched(state, WEIGHTS, (1,) * 6, 2, NATIVE) == slow
        best = searched(state, WEIGHTS, (1,) * 6, 2, NATIVE, only_best=True)
        assert best.candidates == (slow.best,)
