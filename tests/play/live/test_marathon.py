"""Live Marathon with a clock that only moves when it is told to: gravity, locks, pauses, undo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.rules.marathon import SEED, START, at, begun, number, spun
from tilefall.play import verify
from tilefall.play.live.live import ASSISTED, PERSON, Action, Live
from tilefall.play.live.marathon import LiveMarathon
from tilefall.rules.falling_piece import FALL, HIDDEN, LOCK, MOVES, Falling
from tilefall.rules.marathon_points import LOCK_SECONDS, seconds_a_row


def piece_of(live: LiveMarathon) -> Falling:
    assert live.state.falling is not None
    return live.state.falling


def moves_of(live: LiveMarathon) -> list[str]:
    return [MOVES[move] for move in live.record().moves]


def due_of(live: LiveMarathon) -> float:
    due = live.due(START)
    assert due is not None
    return due


def test_a_live_game_is_one() -> None:
    live: Live = LiveMarathon(SEED)
    assert (live.game.text(), live.seed, live.is_over) == ("marathon", SEED, False)
    assert LiveMarathon(SEED, level=7).game.text() == "marathon:level=7"
    assert Action.FLIP not in live.actions
    assert not live.act(Action.FLIP, 0.0)


def test_m14_a_new_piece_falls_its_first_row_at_once() -> None:
    live = LiveMarathon(SEED, now=START)
    assert piece_of(live).row == -2
    assert live.due(START) == START
    assert live.advance(START)
    assert piece_of(live).row == -1
    assert not live.advance(START)
    live.act(Action.DROP, START + 0.25)
    assert (live.state.pieces, piece_of(live).row) == (1, -1)


@pytest.mark.parametrize("level", [1, 2, 9])
def test_m14_gravity_by_level(level: int) -> None:
    live, row = begun(level), seconds_a_row(level)
    assert live.due(START) == START + row
    assert not live.advance(START + 0.99 * row)
    assert live.advance(START + row)
    assert piece_of(live).row == 0
    assert due_of(live) == pytest.approx(START + 2 * row)
    assert live.advance(START + 4.5 * row)
    assert piece_of(live).row == 3  # every row that was due, and no more


def test_m14_the_level_that_rows_bring_counts_at_once() -> None:
    live = begun()
    live.state = replace(live.state, lines=40)
    live.advance(START + 1)
    assert live.due(START) == START + 1 + seconds_a_row(5)


def test_keys_in_the_air_do_not_keep_a_piece_up() -> None:
    live = begun()
    assert live.act(Action.LEFT, START + 0.5)
    assert live.act(Action.TURN, START + 0.9)
    assert live.due(START) == START + 1
    assert live.act(Action.DOWN, START + 0.9)  # a row by key: gravity starts anew
    assert live.due(START) == START + 0.9 + 1
    assert moves_of(live) == ["fall", "left", "turn", "down"]
    assert live.state.score == 1


def test_what_was_due_before_a_key_happens_before_it() -> None:
    live = begun()
    assert live.act(Action.LEFT, START + 2.5)
    assert moves_of(live) == ["fall", "fall", "fall", "left"]


def rested() -> tuple[LiveMarathon, float]:
    """A game whose L has come to the floor, and the time at which it did."""
    live = begun()
    while not live.state.rests:
        live.act(Action.DOWN, START)
    return live, START


def test_m14_a_piece_locks_when_it_has_rested_half_a_second() -> None:
    live, came = rested()
    assert live.due(came) == came + LOCK_SECONDS
    assert not live.advance(came + 0.49)
    assert not live.act(Action.DOWN, came + 0.49)  # a key that does nothing gives no time
    assert live.advance(came + 0.5)
    assert live.state.pieces == 1
    assert live.cells[-2:] == (".....L....", "...LLL....")
    assert moves_of(live)[-2:] == ["lock", "fall"]


def test_m7_keys_let_it_rest_longer_fifteen_times_and_then_it_locks_at_once() -> None:
    live, now = rested()
    for count in range(15):
        now += 0.4
        assert live.state.pieces == 0
        assert live.act(Action.LEFT if count % 2 else Action.RIGHT, now)
    assert live.state.pieces == 1
    assert moves_of(live)[-3:] == ["right", "lock", "fall"]
    assert live.due(now) == now + 1  # time of the next piece


def test_m7_a_wall_stops_at_the_fifteenth_key() -> None:
    live, now = rested()
    for count in range(13):
        live.act(Action.LEFT if count % 2 else Action.RIGHT, now)
    assert piece_of(live).column == 4
    assert live.act(Action.WALL_LEFT, now)
    assert live.state.pieces == 1
    assert live.cells[-1] == "..LLL....."  # two columns and no more


def test_a_piece_that_leaves_its_ledge_falls_after_a_whole_row_of_time() -> None:
    live = begun()
    piece = Falling(number("O"), 0, 15, 4, 15)
    live.state = at("....xx....\n..........\n..........", falling=piece)
    live._due = START + 0.5
    assert live.act(Action.WALL_RIGHT, START + 0.4)
    assert live.due(START) == START + 0.4 + 1
    live.act(Action.LEFT, START + 0.5)
    live.act(Action.LEFT, START + 0.5)
    live.act(Action.LEFT, START + 0.5)  # back on the ledge: it rests anew
    assert live.due(START) == START + 0.5 + LOCK_SECONDS


def test_m14_a_piece_that_appears_on_the_stack_has_half_a_second() -> None:
    live = begun()
    aside = Falling(number("O"), 0, -2, 8, -2)
    live.state = at("\n".join(["....x....."] * 20), falling=aside)
    live.act(Action.DROP, START)
    assert live.state.rests
    assert piece_of(live).row == -2
    assert live.due(START) == START + LOCK_SECONDS


def test_full_rows_leave_the_painted_board() -> None:
    live = begun()
    live.state = spun()
    live._painted = live.state.board
    live.act(Action.TURN, START)
    live.act(Action.DROP, START)
    assert live.state.lines == 2
    assert (*live.hidden_cells, *live.cells) == live.state.board


def test_walls_are_as_many_keys_as_go() -> None:
    live = begun()
    assert live.act(Action.WALL_LEFT, START)
    assert piece_of(live).column == 0
    assert moves_of(live) == ["fall", "left", "left", "left"]
    assert not live.act(Action.WALL_LEFT, START)
    live.act(Action.WALL_RIGHT, START)
    assert piece_of(live).column == 7


def test_turns_drops_and_holds() -> None:
    live = begun()
    assert live.act(Action.TURN, START)
    assert live.act(Action.TURN_BACK, START)
    assert piece_of(live).quarter == 0
    assert live.act(Action.HOLD, START)
    assert live.state.held == number("L")
    assert piece_of(live) == Falling(number("S"), 0, -1, 3, -1)  # its first row fallen
    assert not live.act(Action.HOLD, START)
    assert live.act(Action.DROP, START)
    assert live.cells[-2:] == ("....SS....", "...SS.....")
    assert live.act(Action.HOLD, START)
    assert piece_of(live).piece == number("L")


def test_a_long_gap_plays_every_event_in_its_moment() -> None:
    at_once, step_by_step = begun(3), begun(3)
    end = START + 1000
    assert at_once.advance(end)
    while (due := step_by_step.due(START)) is not None and due <= end:
        assert step_by_step.advance(due)
    assert at_once.is_over
    assert at_once.record() == step_by_step.record()
    assert at_once.due(end) is None
    assert not at_once.advance(end + 1)
    assert not at_once.act(Action.LEFT, end + 1)
    moves = at_once.record().moves
    assert set(moves) == {FALL, LOCK}
    assert moves.count(LOCK) == at_once.state.pieces


def test_events_are_late_by_nothing_when_the_clock_is_looked_at_late() -> None:
    live = begun()
    live.advance(START + 19.9)  # the L came to the floor at 19 and locked at 19.5
    assert moves_of(live) == [*["fall"] * 20, "lock", "fall"]
    assert due_of(live) == pytest.approx(START + 19.5 + 1)


def test_a_pause_loses_no_time_and_gives_none() -> None:
    live = begun()
    live.pause(START + 0.75)
    assert live.is_paused
    assert live.due(START + 5) is None
    assert not live.advance(START + 50)
    assert not live.act(Action.LEFT, START + 50)
    live.pause(START + 60)  # a second one changes nothing
    live.resume(START + 100)
    live.resume(START + 200)
    assert not live.is_paused
    assert due_of(live) == pytest.approx(START + 100.25)
    assert moves_of(live) == ["fall"]


def test_what_is_due_before_a_pause_happens() -> None:
    live = begun()
    live.pause(START + 3.5)
    assert piece_of(live).row == 2


def test_undo_goes_back_to_where_the_last_locked_piece_appeared() -> None:
    live = begun()
    assert not live.undo(START)
    assert not live.is_assisted
    live.act(Action.WALL_LEFT, START)
    live.act(Action.DROP, START)
    first = live.state
    live.act(Action.HOLD, START)
    live.act(Action.DROP, START)
    live.act(Action.LEFT, START)
    assert live.undo(START + 0.5)
    assert live.is_assisted
    live.advance(START + 0.5)
    assert live.state == first
    assert live.cells[-1] == "LLL......."
    assert moves_of(live)[-2:] == ["drop", "fall"]
    assert live.undo(START + 0.5)
    assert live.state.pieces == 0
    assert moves_of(live) == []
    assert not any("L" in row for row in live.cells)
    assert live.due(START) == START + 0.5
    assert not live.undo(START + 0.5)


def test_undo_while_paused_stays_paused() -> None:
    live = begun()
    live.act(Action.DROP, START)
    live.pause(START + 0.25)
    assert live.undo(START + 9)
    assert live.is_paused
    live.resume(START + 10)
    assert due_of(live) == pytest.approx(START + 10)


def test_undo_after_the_end() -> None:
    live = begun()
    live.advance(START + 1000)
    pieces = live.state.pieces
    assert live.undo(START + 1000)
    assert not live.is_over
    assert live.state.pieces == pieces - 1


def test_records_say_who_played_and_verify() -> None:
    live = begun()
    live.act(Action.TURN, START + 0.1)
    live.act(Action.DROP, START + 0.2)
    record = live.record()
    assert record.agents == (PERSON,)
    assert verify(record) is None
    live.assist()
    assert live.record().agents == (ASSISTED,)
    live.undo(START + 0.3)
    assert verify(live.record()) is None
    live.close()


def test_a_start_in_the_middle_is_recorded_and_has_its_time() -> None:
    before = begun()
    before.act(Action.TURN, START)
    while not before.state.rests:
        before.act(Action.DOWN, START)
    live = LiveMarathon(before.seed, now=START, start=before.state)
    assert live.cells == before.state.board[HIDDEN:]
    assert not live.advance(START + LOCK_SECONDS - 0.01)
    assert live.advance(START + LOCK_SECONDS)
    record = live.record()
    assert record.start == before.state.text()
    assert record.moves == (LOCK, FALL)  # the piece, and the first row of the next one (M14)
    assert verify(record) is None
    with pytest.raises(ValueError, match="a start of marathon in a game of marathon:level=2"):
        LiveMarathon(before.seed, 2, start=before.state)


KEY = st.sampled_from(
    [*[action for action in LiveMarathon(0).actions if action is not Action.DROP], Action.DROP]
)


@given(
    st.integers(0, 2**64 - 1),
    st.integers(1, 20),
    st.lists(st.tuples(st.sampled_from([0.0, 0.01, 0.1, 0.3, 0.7, 2.0]), KEY), max_size=30),
)
@examples(40)
def test_whatever_is_pressed_colours_and_records_tell_the_same_game(
    seed: int, level: int, keys: list[tuple[float, Action]]
) -> None:
    live, now = LiveMarathon(seed, level), 0.0
    for seconds, action in keys:
        now += seconds
        before = live.state
        has_changed = live.act(action, now)
        assert has_changed == (live.state != before)
        assert live.is_over or due_of(live) > now or live.state.rests
        filled = tuple("".join("." if cell == "." else "x" for cell in row) for row in live.cells)
        assert filled == live.state.board[20:]
    record = live.record()
    assert verify(record) is None
    assert record.score == live.state.score
    assert verify(live.record()) is None
