"""Quintris games that the original played, played again by every engine."""

from __future__ import annotations

import random

import pytest

from tests.conformance.cases import DROPPED_TO_THE_END, Case, case_id, cases, drawn
from tests.conftest import SHIPPED_VECTORS, vectors_folder
from tilefall.engines import Engine
from tilefall.rules.falling import Spot, Well, cleared, locked
from tilefall.rules.quintris import PIECES, Quintris, QuintrisAfterstate, QuintrisState

GAMES = cases("quintris_vectors.jsonl")
ANIMATED = cases("quintris_anim_vectors.jsonl")
SEEDED = cases("quintris_seeded_draws.jsonl")


def shape_drawn(draw: list[int]) -> int:
    """The shape of a draw (piece, degrees)."""
    piece, degrees = draw
    return PIECES.turned(piece, degrees // 90)


def first_state(case: Case, game: Quintris) -> QuintrisState:
    first, second = case["draws"][:2]
    return QuintrisState(
        game=game,
        board=drawn(case["board0"]) if "board0" in case else ("." * 15,) * 25,
        current=shape_drawn(first),
        column=case["spawn_cols"][0],
        next=shape_drawn(second),
        seen=(0,) * 6,
        score=case.get("score0", 0),
        turn=0,
    )


def next_state(case: Case, after: QuintrisAfterstate, turn: int) -> QuintrisState:
    """The state that the vector's draws lead to after a number of turns."""
    return after.with_draw(shape_drawn(case["draws"][turn + 1]), case["spawn_cols"][turn])


def assert_shows(case: Case, state: QuintrisState) -> None:
    """The state is the one with which the original stopped."""
    assert state.board == drawn(case["board"])
    assert state.score == case["score"]
    assert PIECES.shapes[state.current].rows == drawn(case["piece"])
    assert PIECES.shapes[state.next].rows == drawn(case["next_piece"])
    assert state.column == case["col"]


@pytest.mark.parametrize("case", GAMES, ids=case_id)
def test_simple_games(case: Case, engine: Engine) -> None:
    state = first_state(case, Quintris())
    for turn, (commands, told) in enumerate(zip(case["cmds"], case["trace"], strict=True), 1):
        move = state.move_by_keys(commands)
        place = state.game.moves[move]
        assert place.shape.rows == drawn(told["piece"])
        assert (place.row, place.column) == (told["land_row"], told["col"])
        assert move in engine.legal_moves(state)
        after = engine.play(state, move)
        assert isinstance(after, QuintrisAfterstate)
        assert (after.reward, after.score) == (told["cleared"], told["score"])
        state = next_state(case, after, turn)
        assert (engine.legal_moves(state) == ()) == ("msg" in told)
    assert_shows(case, state)
    assert (engine.legal_moves(state) == ()) == case["game_over"]


@pytest.mark.parametrize("case", SEEDED, ids=case_id)
def test_draws_follow_the_order_of_the_original(case: Case, engine: Engine) -> None:
    """Python's generator, asked in the order of Q3 and Q4, gives the original's draws."""
    generator = random.Random(case["seed"])
    pool = [i for i in range(6) for _ in range(generator.randint(0, 10))]
    assert pool == case["piece_dist"]

    def draw() -> list[int]:
        return [generator.choice(pool), generator.randrange(0, 360, 90)]

    def column(shape: int) -> int:
        return generator.randrange(0, 15 - PIECES.shapes[shape].width)

    draws = [draw(), draw()]
    columns = [column(shape_drawn(draws[0]))]
    state = first_state({"draws": draws, "spawn_cols": columns}, Quintris())
    for _ in range(case["drops"]):
        after = engine.play(state, state.move_by_keys(""))
        assert isinstance(after, QuintrisAfterstate)
        draws.append(draw())
        columns.append(column(after.current))
        state = after.with_draw(shape_drawn(draws[-1]), columns[-1])
    assert draws == case["draws"]
    assert columns == case["spawn_cols"]
    assert state.board == drawn(case["board"])
    assert state.score == case["score"]
    assert (engine.legal_moves(state) == ()) == case["game_over"]


@pytest.mark.parametrize("case", [*ANIMATED, *DROPPED_TO_THE_END], ids=case_id)
def test_animated_games(case: Case) -> None:
    """Keys between ticks of gravity, a space drops: F8 as the original plays it."""
    state = first_state(case, Quintris(reach="fall"))
    assert PIECES.shapes[state.current].rows == drawn(case["piece0"])
    spot, turn, end = state.spawn, 0, "script end"

    def lock(at: Spot, by: str) -> None:
        nonlocal state, spot, turn, end
        board, lines = cleared(locked(state.board, PIECES.shapes[at.shape], at.row, at.column))
        turn += 1
        after = QuintrisAfterstate(
            state.game, board, state.next, state.seen, state.score + lines, turn, lines
        )
        state = next_state(case, after, turn)
        spot = state.spawn
        if state.is_over:
            end = f"game over in {by}"

    ticks = []
    for keys in case["script"]:
        for key in keys:
            well = Well(state.board, PIECES)
            if key == " ":
                lock(well.dropped(spot), "player")
            else:
                spot = well.pressed(spot, key)
            if state.is_over:
                break
        if state.is_over:
            break
        reached, has_locked = Well(state.board, PIECES).ticked(spot)
        if has_locked:
            lock(reached, "gravity")
        else:
            spot = reached
        if state.is_over:
            break
        ticks.append({"row": spot.row, "col": spot.column, "score": state.score})
    assert ticks == case["after_tick"]
    assert end == case["end"]
    assert state.board == drawn(case["board"])
    assert state.score == case["score"]
    assert (spot.row, spot.column) == (case["row"], case["col"])
    assert PIECES.shapes[spot.shape].rows == drawn(case["piece"])


def test_the_shipped_vectors_are_all_there() -> None:
    """A folder of one's own may hold fewer; ours must not lose any unnoticed."""
    if vectors_folder() == SHIPPED_VECTORS:
        assert (len(GAMES), len(ANIMATED), len(SEEDED)) == (230, 37, 13)
