"""IJK positions and games that the original played, played again by every engine."""

from __future__ import annotations

import pytest

from tests.conformance.cases import Case, case_id, cases, drawn
from tests.conftest import SHIPPED_VECTORS, vectors_folder
from tilefall.engines import Engine
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import MOVES, PLAYERS, Ijk, IjkAfterstate, IjkState, is_final, leader
from tilefall.rules.notation import Rows

POSITIONS = cases("ijk_vectors.jsonl")
GAMES = cases("ijk_games.jsonl")

NO_DICE = Dice(seed=0)  # for draws in which nothing is rolled
GOES_ON, TIE = 0, "Tie"


def test_the_vectors_are_there() -> None:
    if vectors_folder() == SHIPPED_VECTORS:
        assert (len(POSITIONS), len(GAMES)) == (320, 12)


def told(board: Rows) -> int | str:
    """What the original says of a board: 0, the winner's highest letter, or a tie (I10, I11)."""
    if not is_final(board, winning="K"):
        return GOES_ON
    tiles = "".join(board)
    return {
        1: max(filter(str.isupper, tiles), default="A"),
        -1: max(filter(str.islower, tiles), default="a"),
        0: TIE,
    }[leader(board)]


def without_end(case: Case, engine: Engine, move: int, mode: str) -> IjkAfterstate:
    """The afterstate of a slide, also on a board on which the game is over."""
    game = Ijk(mode=mode)
    player = PLAYERS.index(case["player"])
    board = engine.slid(game, drawn(case["board"]), player, move)
    return IjkAfterstate(game, board, 1 - player, turn=1, reward=0)


@pytest.mark.parametrize("case", POSITIONS, ids=case_id)
def test_positions(case: Case, engine: Engine) -> None:
    board, player = drawn(case["board"]), PLAYERS.index(case["player"])
    assert told(board) == case["state"]
    state = IjkState(Ijk(), board, player, turn=0)
    assert state.is_over == (case["state"] != GOES_ON)
    assert (engine.legal_moves(state) == ()) == (case["state"] != GOES_ON)
    for move, name in enumerate(MOVES):
        after = without_end(case, engine, move, "deterministic")
        if move in engine.legal_moves(state):
            played = engine.play(state, move)
            assert isinstance(played, IjkAfterstate)
            assert (played.board, played.player) == (after.board, after.player)
        next_state = engine.draw(after, NO_DICE)
        assert isinstance(next_state, IjkState)
        expected = case["det"][name]
        assert next_state.board == drawn(expected["board"])
        assert PLAYERS[next_state.player] == expected["player"]
        assert told(next_state.board) == expected["state"]


@pytest.mark.parametrize("case", POSITIONS, ids=case_id)
def test_positions_with_chance(case: Case, engine: Engine) -> None:
    for move, name in enumerate(MOVES):
        after = without_end(case, engine, move, "nondeterministic")
        expected = case["nondet_slide"][name]
        cells = [row * 6 + column for row, column in expected["empties"]]
        assert after.board == drawn(expected["board"])
        assert (after.board != drawn(case["board"])) == expected["changed"]
        assert list(after.tile_cells()) == cells
        if cells:
            first = after.with_tile(cells[0])
            assert "".join(first.board)[cells[0]] == expected["tile"]
        drawn_state = engine.draw(after, Dice(seed=move))
        assert drawn_state in [chance.state for chance in after.chances()]


def is_open(case: Case, state: IjkState, ply: int, engine: Engine) -> bool:
    """Whether the game goes on, which every engine has to see the same way as the vector."""
    goes_on = engine.legal_moves(state) != ()
    assert goes_on == (not state.is_over)
    end = case["first_end" if state.game.end == "ply" else "referee_end"]
    if goes_on:
        assert ply < end[0]
    else:
        assert [ply, told(state.board), state.board] == [*end[:2], drawn(end[2])]
    return goes_on


@pytest.mark.parametrize("end", ["ply", "round"])
@pytest.mark.parametrize("case", GAMES, ids=case_id)
def test_games(case: Case, end: str, engine: Engine) -> None:
    """`ply` ends where the game is over for the first time, `round` where the original stopped."""
    game = Ijk(mode="deterministic" if case["det"] else "nondeterministic", end=end)
    state, ply = game.start(NO_DICE), 0
    tiles = iter(case["tiles"] or ())
    while is_open(case, state, ply, engine):
        after = engine.play(state, MOVES.index(case["moves"][ply]))
        assert isinstance(after, IjkAfterstate)
        if case["det"] or not after.tile_cells():
            next_state = engine.draw(after, NO_DICE)
        else:
            row, column = next(tiles)
            next_state = after.with_tile(row * 6 + column)
        assert isinstance(next_state, IjkState)
        state, ply = next_state, ply + 1
        assert state.score == after.reward
    assert state.turn == ply
    if end == "round":
        assert ply == len(case["moves"])
        assert PLAYERS[state.player] == case["next_player"]
