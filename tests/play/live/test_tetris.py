"""Live Tetris: a piece is turned and moved above the well, then dropped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.play.live.lives import PAUSE, RESUME, UNDO, Step, do, do_all, steps
from tests.rules.positions import SEEDS, tetris_games, tetris_states
from tilefall.play.live.live import ASSISTED, PERSON, Action, Live
from tilefall.play.live.tetris import ABOVE, LiveTetris
from tilefall.play.verify import verify
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.tetris import PIECES, Tetris, TetrisState

TURNS = st.sampled_from([Action.TURN, Action.TURN_BACK])


def at(text: str) -> LiveTetris:
    """A live game from a position text."""
    start = parse(text)
    assert isinstance(start, TetrisState)
    return LiveTetris(start.game, 7, start=start)


def waiting(letter: str, width: int = 10) -> LiveTetris:
    """A piece over an empty well."""
    game = Tetris(width=width, pieces=letter)
    return LiveTetris(game, 7)


def spot(live: LiveTetris) -> tuple[str, int, int]:
    assert live.piece is not None
    return live.piece.shape.name, live.piece.row, live.piece.column


def check(live: LiveTetris) -> None:
    """What holds at any moment."""
    filled = tuple("".join("." if cell == "." else "x" for cell in row) for row in live.cells)
    assert filled == live.state.board
    assert live.is_over == (live.piece is None) == (live.ghost is None)
    if live.piece is not None:
        assert live.piece.row >= -ABOVE
        assert live.piece.row + live.piece.shape.height == 0
        assert 0 <= live.piece.column <= live.game.width - live.piece.shape.width
        assert live.piece.shape.piece == live.state.current


@given(tetris_games(), SEEDS, steps(UNDO, PAUSE, RESUME))
@examples(80)
def test_whatever_is_pressed_the_piece_is_inside_and_the_record_holds(
    game: Tetris, seed: int, todo: list[Step]
) -> None:
    live, now = LiveTetris(game, seed), 5.0
    for step, seconds in todo:
        do(live, step, now)
        check(live)
        now += seconds
    record = live.record()
    assert verify(record) is None
    assert len(record.moves) == live.state.turn
    assert record.agents == (ASSISTED if live.is_assisted else PERSON,)


@given(tetris_states(), SEEDS, steps(UNDO))
@examples(60)
def test_a_game_from_any_position_is_recorded_from_there(
    start: TetrisState, seed: int, todo: list[Step]
) -> None:
    live = LiveTetris(start.game, seed, start=start)
    do_all(live, todo)
    check(live)
    record = live.record()
    assert record.start == start.text()
    assert verify(record) is None


@given(tetris_states(), steps())
@examples(60)
def test_the_ghost_is_where_a_drop_puts_the_piece(start: TetrisState, todo: list[Step]) -> None:
    live = LiveTetris(start.game, 1, start=start)
    do_all(live, todo)
    if live.is_over:
        return
    ghost, piece = live.ghost, live.piece
    assert live.act(Action.DROP, 0.0)
    assert live.last == ghost
    assert ghost is not None
    assert piece is not None
    assert (ghost.shape, ghost.column) == (piece.shape, piece.column)


@given(tetris_games(), SEEDS, steps(PAUSE, RESUME))
@examples(60)
def test_what_was_taken_back_can_be_played_again(game: Tetris, seed: int, todo: list[Step]) -> None:
    live = LiveTetris(game, seed)
    now = do_all(live, todo)
    live.resume(now)
    piece, cells, record = live.piece, live.cells, live.record()
    for turn in range(live.state.turn, 0, -1):
        assert live.state.turn == turn
        assert live.undo(now)
    assert not live.undo(now)
    assert live.state == game.start(Dice(seed))
    if not record.moves:
        return  # nothing was taken back: the piece is where the steps left it
    assert live.is_assisted
    live.resume(do_all(live, todo, now))
    assert (live.piece, live.cells) == (piece, cells)
    assert (live.record().moves, live.record().checks) == (record.moves, record.checks)


@given(tetris_states())
@examples(40)
def test_t3_keys_lead_to_every_move(start: TetrisState) -> None:
    if start.is_over:
        return
    assert start.current is not None
    found = set()
    for turns in range(len(PIECES.of_piece[start.current])):
        for right in range(start.game.width):
            live = LiveTetris(start.game, 1, start=start)
            for action in [Action.TURN] * turns + [Action.WALL_LEFT] + [Action.RIGHT] * right:
                live.act(action, 0.0)
            live.act(Action.DROP, 0.0)
            found |= set(live.record().moves)
    assert tuple(sorted(found)) == start.legal_moves()


def test_a_piece_waits_in_the_middle_right_above_the_well() -> None:
    assert spot(waiting("I")) == ("I0", -1, 3)
    assert spot(waiting("O")) == ("O0", -2, 4)
    assert spot(waiting("T", width=5)) == ("T0", -2, 1)


def test_a_turn_keeps_the_middle() -> None:
    live = waiting("I")
    live.act(Action.TURN, 0.0)
    assert spot(live) == ("I1", -4, 5)
    live.act(Action.TURN, 0.0)
    assert spot(live) == ("I0", -1, 3)


@given(st.sampled_from("IOTZSJL"), st.integers(-1, 1), TURNS)
def test_four_turns_change_nothing(letter: str, steps: int, turn: Action) -> None:
    live = waiting(letter)
    for _ in range(abs(steps)):
        live.act(Action.LEFT if steps < 0 else Action.RIGHT, 0.0)
    before = spot(live)
    seen = [before]
    for _ in range(4):
        live.act(turn, 0.0)
        seen.append(spot(live))
    assert seen[-1] == before
    back = Action.TURN if turn is Action.TURN_BACK else Action.TURN_BACK
    for expected in seen[-2::-1]:
        live.act(back, 0.0)
        assert spot(live) == expected


def test_turns_go_clockwise_and_back() -> None:
    live = waiting("T")
    live.act(Action.TURN, 0.0)
    assert spot(live)[0] == "T1"
    live.act(Action.TURN_BACK, 0.0)
    live.act(Action.TURN_BACK, 0.0)
    assert spot(live)[0] == "T3"


def test_a_turn_at_the_wall_pushes_the_piece_inside() -> None:
    live = waiting("I")
    live.act(Action.TURN, 0.0)
    live.act(Action.WALL_RIGHT, 0.0)
    assert spot(live) == ("I1", -4, 9)
    assert live.act(Action.TURN, 0.0)
    assert spot(live) == ("I0", -1, 6)
    live.act(Action.TURN, 0.0)
    live.act(Action.WALL_LEFT, 0.0)
    assert live.act(Action.TURN_BACK, 0.0)
    assert spot(live) == ("I0", -1, 0)


def test_what_changes_nothing_is_nothing_new() -> None:
    live = waiting("O")
    assert not live.act(Action.TURN, 0.0)
    assert live.act(Action.WALL_LEFT, 0.0)
    assert not live.act(Action.LEFT, 0.0)
    assert not live.act(Action.FLIP, 0.0)
    assert not live.act(Action.DOWN, 0.0)
    assert not live.advance(1000.0)
    assert live.due(0.0) is None


def test_a_pause_hears_no_key() -> None:
    live = waiting("O")
    live.act(Action.DROP, 0.0)
    live.pause(0.0)
    assert live.is_paused
    before = spot(live)
    assert not live.act(Action.LEFT, 0.0)
    assert not live.undo(0.0)
    live.resume(0.0)
    assert spot(live) == before
    assert live.act(Action.LEFT, 0.0)


def test_t4_a_piece_that_reaches_above_ends_the_game() -> None:
    live = at("tetris:width=4,height=4 xx2/xx2/xxx1/xxx1 I - 1-0-0-0-0-0-0 0 0")
    assert live.act(Action.TURN, 0.0)
    assert live.act(Action.WALL_RIGHT, 0.0)
    assert live.ghost is not None
    assert live.ghost.row == 0
    live.act(Action.LEFT, 0.0)
    assert live.ghost.row == -2
    assert live.act(Action.DROP, 0.0)
    assert live.is_over
    assert live.last is not None
    assert live.last.row == -2
    assert live.cells == ("xxI.", "xxI.", "xxx.", "xxx.")
    assert [live.act(action, 0.0) for action in Action] == [False] * len(Action)
    live.pause(0.0)
    assert not live.is_paused
    assert live.undo(0.0)
    assert not live.is_over


def test_rows_that_are_full_go() -> None:
    live = at("tetris:width=4,height=4 xx2/xx2 O - 0-1-0-0-0-0-0 5 2")
    live.act(Action.WALL_RIGHT, 0.0)
    live.act(Action.DROP, 0.0)
    assert (live.removed, live.state.score, live.state.turn) == (2, 7, 3)
    assert set("".join(live.cells)) == {"."}


def test_t6_the_next_piece_is_in_sight_with_preview_alone() -> None:
    assert LiveTetris(Tetris(pieces="IT"), 1).following == ()
    assert LiveTetris(Tetris(rules="preview", pieces="IT"), 1).following == ("T0",)


def test_a_start_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="a start of tetris, expected tetris:height=10"):
        LiveTetris(Tetris(height=10), 1, start=Tetris().start(Dice(1)))


def test_it_is_a_live_game() -> None:
    live: Live = LiveTetris(Tetris(), 9)
    live.assist()
    assert live.record().agents == (ASSISTED,)
    assert (live.game, live.seed) == (Tetris(), 9)
    live.close()
