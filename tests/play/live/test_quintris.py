"""Live Quintris: gravity in time, keys by the rules, and pieces that are taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.play.live.lives import PAUSE, RESUME, UNDO, WAIT, Step, do, do_all, holds, steps
from tests.rules.positions import SEEDS, quintris_states
from tilefall.play.live.live import ASSISTED, PERSON, Action, Live
from tilefall.play.live.quintris import LiveQuintris
from tilefall.play.verify import verify
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.falling import KEYS, TICK
from tilefall.rules.quintris import Quintris, QuintrisState

DROP, FALL = Quintris(), Quintris(reach="fall")
GAMES = st.sampled_from([DROP, FALL])
ACTIONS = dict(zip(KEYS, (Action.LEFT, Action.RIGHT, Action.TURN, Action.FLIP), strict=True))


def at(text: str, reach: str = "fall") -> LiveQuintris:
    """A live game from a position text without its game."""
    game = Quintris(reach=reach)
    start = parse(f"{game.text()} {text}")
    assert isinstance(start, QuintrisState)
    return LiveQuintris(game, 7, start=start)


def bar() -> LiveQuintris:
    """A flat bar in column 3 of an empty well, with gravity."""
    return at("- I0@3 X0 1-1-0-0-0-0 0 0")


def row_of(live: LiveQuintris) -> int:
    assert live.piece is not None
    return live.piece.row


def column_of(live: LiveQuintris) -> int:
    assert live.piece is not None
    return live.piece.column


def shape_of(live: LiveQuintris) -> str:
    assert live.piece is not None
    return live.piece.shape.name


def check(live: LiveQuintris) -> None:
    """What holds at any moment."""
    filled = tuple("".join("." if cell == "." else "x" for cell in row) for row in live.cells)
    assert filled == live.state.board
    assert live.is_over == (live.ghost is None)
    if not live.is_over:
        assert live.piece is not None
        name = live.piece.shape.name
        shape = next(i for i, each in enumerate(live.game.moves.pieces.shapes) if each.name == name)
        spot = live.state.spawn._replace(shape=shape, row=live.piece.row, column=live.piece.column)
        assert live.state.well.fits(spot)


@given(GAMES, SEEDS, steps(UNDO, PAUSE, RESUME))
@examples(60)
def test_whatever_is_pressed_the_piece_is_inside_and_the_record_holds(
    game: Quintris, seed: int, todo: list[Step]
) -> None:
    live, now = LiveQuintris(game, seed), 5.0
    for step, seconds in todo:
        do(live, step, now)
        check(live)
        now += seconds
        live.advance(now)
        check(live)
    record = live.record()
    assert holds(record)
    assert len(record.moves) == live.state.turn
    assert record.agents == (ASSISTED if live.is_assisted else PERSON,)


@given(quintris_states(), SEEDS, steps(UNDO))
@examples(60)
def test_a_game_from_any_position_is_recorded_from_there(
    start: QuintrisState, seed: int, todo: list[Step]
) -> None:
    live = LiveQuintris(start.game, seed, start=start)
    do_all(live, todo)
    check(live)
    record = live.record()
    assert record.start == start.text()
    assert holds(record)


def test_records_verify_by_the_plain_rules() -> None:
    live = LiveQuintris(FALL, 3)
    do_all(live, [(Action.LEFT, 0.5), (Action.DROP, 1.0), (Action.TURN, 13.0), (Action.DROP, 0.0)])
    record = live.record()
    assert len(record.moves) == 3
    assert verify(record) is None


@given(quintris_states(), st.text(KEYS + TICK, max_size=60))
@examples(150)
def test_q7_keys_and_ticks_lead_where_the_rules_say(start: QuintrisState, keys: str) -> None:
    if start.is_over:
        return
    if start.game.reach == "drop":
        keys = keys.replace(TICK, "")
    live, now = LiveQuintris(start.game, 1, start=start), 0.0
    for key in keys:
        if key == TICK:
            due = live.due(now)
            assert due is not None
            now = due
            assert live.advance(now)
        else:
            live.act(ACTIONS[key], now)
        if live.state.turn > start.turn:
            break
    else:
        live.act(Action.DROP, now)
    assert live.record().moves == (start.move_by_keys(keys),)


@given(quintris_states(), steps())
@examples(60)
def test_the_ghost_is_where_a_drop_puts_the_piece(start: QuintrisState, todo: list[Step]) -> None:
    live = LiveQuintris(start.game, 1, start=start)
    now = do_all(live, todo)
    if live.is_over:
        return
    ghost = live.ghost
    assert live.act(Action.DROP, now)
    assert live.last == ghost


@given(GAMES, SEEDS, steps(PAUSE, RESUME))
@examples(60)
def test_what_was_taken_back_can_be_played_again(
    game: Quintris, seed: int, todo: list[Step]
) -> None:
    live = LiveQuintris(game, seed)
    now = do_all(live, todo)
    live.resume(now)
    piece, cells, record = live.piece, live.cells, live.record()
    for turn in range(live.state.turn, 0, -1):
        assert live.state.turn == turn
        assert live.undo(now)
    assert not live.undo(now)
    assert live.state == game.start(Dice(seed))
    assert live.is_assisted == bool(record.moves)
    if not record.moves:
        return  # nothing was taken back: the piece is where the steps left it
    live.resume(do_all(live, todo, now))
    assert (live.piece, live.cells) == (piece, cells)
    assert (live.record().moves, live.record().checks) == (record.moves, record.checks)


@given(SEEDS, steps(UNDO, PAUSE, RESUME))
@examples(40)
def test_ticks_that_are_heard_late_come_in_their_order(seed: int, todo: list[Step]) -> None:
    live, other, now = LiveQuintris(FALL, seed), LiveQuintris(FALL, seed), 0.0
    live.advance(now)  # time begins for both
    other.advance(now)
    for step, seconds in todo:
        do(live, step, now)
        do(other, step, now)
        now += seconds
        while (due := other.due(now)) is not None and due <= now:
            assert other.advance(due)  # one by one, each at its moment
    live.advance(now)
    other.advance(now)
    assert (live.state, live.piece, live.due(now)) == (other.state, other.piece, other.due(now))
    assert live.record() == other.record()


def test_a1_the_first_tick_comes_a_period_after_the_piece_appeared() -> None:
    live = bar()
    assert live.due(100.0) == 100.5
    assert not live.advance(100.49)
    assert live.advance(100.5)
    assert row_of(live) == 1
    assert live.due(100.5) == 101.0
    live.act(Action.DROP, 100.75)
    assert live.state.turn == 1
    assert live.due(100.75) == 101.25


def test_a1_a_piece_that_follows_a_lock_counts_from_the_tick_that_locked() -> None:
    live = bar()
    live.advance(0.0)
    live.advance(12.1)  # tick 24 of the bar, at 12.0, brings it to the floor
    assert live.state.turn == 1
    assert live.due(12.1) == 12.5


def test_f8_no_key_is_heard_after_the_tick_that_locks() -> None:
    live = bar()
    live.advance(0.0)
    live.advance(11.9)
    assert row_of(live) == 23
    assert live.act(Action.LEFT, 12.0)  # the tick comes first, and what is moved is the next piece
    assert live.last is not None
    assert (live.last.row, live.last.column) == (24, 3)


def test_another_period() -> None:
    live = LiveQuintris(FALL, 1, period=0.125)
    assert live.due(0.0) == 0.125
    live.advance(0.25)
    assert row_of(live) == 2


def test_a_game_that_nobody_plays_ends() -> None:
    live = LiveQuintris(FALL, 3)
    live.advance(0.0)
    assert live.advance(3600.0)
    assert live.is_over
    assert live.due(3600.0) is None
    assert not live.advance(7200.0)
    assert [live.act(action, 7200.0) for action in Action] == [False] * len(Action)
    assert live.ghost is None
    assert live.piece is not None
    assert not live.state.well.fits(live.state.spawn)
    assert holds(live.record())
    live.pause(7200.0)
    assert not live.is_paused
    assert live.undo(7200.0)
    assert not live.is_over
    assert live.due(7200.0) == 7200.5


def test_a_pause_takes_no_time() -> None:
    live = bar()
    live.advance(10.0)
    live.pause(10.375)
    assert live.is_paused
    assert live.due(11.0) is None
    assert not live.advance(100.0)
    assert not live.act(Action.LEFT, 100.0)
    assert not live.undo(100.0)
    live.pause(110.0)
    live.resume(200.0)
    assert not live.is_paused
    assert live.due(200.0) == 200.125
    live.resume(200.0625)
    assert live.due(200.0625) == 200.125
    assert column_of(live) == 3


def test_ticks_that_were_due_come_before_a_pause() -> None:
    live = bar()
    live.advance(0.0)
    live.pause(1.25)
    assert row_of(live) == 2


def test_a_game_that_begins_with_a_pause() -> None:
    live = bar()
    live.pause(3.0)
    live.resume(9.0)
    assert live.due(9.0) == 9.5


def test_a_clock_that_is_set_back_does_no_harm() -> None:
    live = bar()
    live.advance(10.0)
    live.advance(10.5)
    assert not live.advance(3.0)
    live.act(Action.DOWN, 3.0)
    assert live.due(3.0) == 11.0
    assert row_of(live) == 2


def test_a_row_down_is_a_tick_at_once() -> None:
    live = bar()
    live.advance(0.0)
    assert live.act(Action.DOWN, 0.375)
    assert row_of(live) == 1
    assert live.due(0.375) == 0.875  # and the next one is a period away
    for _ in range(22):
        live.act(Action.DOWN, 0.375)
    assert (row_of(live), live.state.turn) == (23, 0)
    assert live.act(Action.DOWN, 0.5)
    assert live.last is not None
    assert (live.last.row, live.state.turn) == (24, 1)
    assert live.due(0.5) == 1.0


def test_walls_are_reached_at_once() -> None:
    live = bar()
    assert live.act(Action.WALL_RIGHT, 0.0)
    assert column_of(live) == 10
    assert not live.act(Action.WALL_RIGHT, 0.0)
    assert live.act(Action.WALL_LEFT, 0.0)
    assert column_of(live) == 0
    assert not live.act(Action.LEFT, 0.0)


def test_on_the_way_to_a_wall_a_piece_stops_at_the_stack() -> None:
    live = at("x14/x14/x14/x14/x14" + "/x14" * 20 + " I1@3 X0 1-1-0-0-0-0 0 0")
    live.act(Action.WALL_LEFT, 0.0)
    assert column_of(live) == 1


def test_turns_and_flips() -> None:
    live = at("- L0@3 X0 1-0-1-0-0-0 0 0")
    assert live.act(Action.TURN, 0.0)
    assert shape_of(live) == "L1"
    assert live.act(Action.FLIP, 0.0)
    assert shape_of(live) == "L7"
    assert not live.act(Action.TURN_BACK, 0.0)  # Quintris has no such key
    assert not live.act(Action.HOLD, 0.0)
    assert not live.act(Action.UP, 0.0)


def test_f5_a_turn_that_does_not_fit_is_refused() -> None:
    live = at("- I1@14 X0 1-1-0-0-0-0 0 0")
    assert not live.act(Action.TURN, 0.0)
    assert shape_of(live) == "I1"


def test_in_simple_mode_a_piece_waits_for_its_drop() -> None:
    live = LiveQuintris(DROP, 3)
    assert Action.DOWN not in live.actions
    assert Action.DOWN in LiveQuintris(FALL, 3).actions
    assert live.due(0.0) is None
    assert not live.advance(1000.0)
    assert not live.act(Action.DOWN, 1000.0)
    assert row_of(live) == 0
    assert live.act(Action.DROP, 1000.0)
    assert live.state.turn == 1


def test_cells_remember_their_piece_and_full_rows_go() -> None:
    live = at("xxxxx10 I0@5 I0 0-2-0-0-0-0 0 0", "drop")
    live.act(Action.DROP, 0.0)
    assert live.cells[-1] == "xxxxxIIIII....."
    assert live.removed == 0
    live.act(Action.WALL_RIGHT, 0.0)
    live.act(Action.DROP, 0.0)
    assert live.removed == 1
    assert live.state.score == 1
    assert set("".join(live.cells)) == {"."}
    assert live.undo(0.0)
    assert live.cells[-1] == "xxxxxIIIII....."
    assert (live.removed, live.state.score) == (0, 0)


def test_pieces_that_lie_on_each_other_keep_their_letters() -> None:
    live = at("- U0@0 I0 0-1-0-0-1-0 0 0", "drop")
    live.act(Action.DROP, 0.0)
    live.act(Action.WALL_LEFT, 0.0)
    live.act(Action.DROP, 0.0)
    assert live.cells[-3:] == ("IIIII..........", "UUU............", "U.U............")


def test_the_next_piece_is_in_sight() -> None:
    assert bar().following == ("X0",)


def test_advice_and_undo_are_written_down() -> None:
    live = LiveQuintris(DROP, 3)
    assert not live.undo(0.0)
    assert not live.is_assisted
    assert live.record().agents == (PERSON,)
    live.assist()
    assert live.is_assisted
    record = live.record()
    assert record.agents == (ASSISTED,)
    assert verify(record) is None


def test_who_takes_a_piece_back_is_assisted() -> None:
    live = LiveQuintris(DROP, 3)
    assert live.act(Action.DROP, 0.0)
    assert not live.is_assisted
    assert live.undo(0.0)
    assert live.is_assisted
    assert live.record().agents == (ASSISTED,)


def test_what_makes_no_game_is_refused() -> None:
    for period in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(ValueError, match="expected more than 0"):
            LiveQuintris(FALL, 1, period)
    other = replace(bar().state, game=DROP)
    with pytest.raises(ValueError, match="a start of quintris, expected quintris:reach=fall"):
        LiveQuintris(FALL, 1, start=other)


def test_it_is_a_live_game() -> None:
    live: Live = LiveQuintris(FALL, 9)
    do_all(live, [(WAIT, 1.0)])
    assert (live.game, live.seed) == (FALL, 9)
    live.close()
