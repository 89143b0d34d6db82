"""Watching in the app: every key, games to play from a position, reviews and their checks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from textual import events

from tests.interfaces.app.pilot import Driven, all_stages, drive, kept_records
from tests.play.watching.watched import HandClock, recorded
from tilefall.agents import agent
from tilefall.interfaces.app.watch_keys import DIGITS, STEPS, WISHES
from tilefall.interfaces.app.watching import WatchStage
from tilefall.play import Record
from tilefall.play.live.live import Action
from tilefall.play.live.marathon import LiveMarathon
from tilefall.play.record import parse_record
from tilefall.play.verify import replayed, verify
from tilefall.play.watching import Watching
from tilefall.rules.catalog import parse_game
from tilefall.rules.falling_piece import DROP

QUINTRIS = recorded("quintris", ("greedy",), turns=25)
IJK = recorded("ijk", ("greedy", "greedy"), turns=25)
Deed = Callable[[Driven, Watching], Awaitable[None]]


def review(deed: Deed, record: Record = QUINTRIS, position: int = 0) -> None:
    """A record in the app, thought about as far as its first position needs."""
    clock = HandClock()
    stage = all_stages(clock).reviewing(record, position)
    assert isinstance(stage, WatchStage)

    async def settled(app: Driven) -> None:
        await app.settle()
        await deed(app, stage.watching)

    drive(settled, stage, clock)


TO = {
    "right": 11,
    "l": 11,
    "left": 9,
    "h": 9,
    "pagedown": 20,
    "pageup": 0,
    "home": 0,
    "g": 0,
    "end": 25,
    "G": 25,
}


@pytest.mark.parametrize("key", TO)
def test_keys_that_lead_to_another_position(key: str) -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        await app.press(key)
        await app.settle()
        assert watching.position == TO[key]
        assert f"move {TO[key]} of 25" in app.words
        assert f"{TO[key]}/25" in app.words
        assert watching.state == list(replayed(QUINTRIS))[TO[key]]

    review(deed, position=10)


def test_no_key_is_left_out_here() -> None:
    speeds = {"up", "+", "=", "down", "-", "_"}
    others = {"space", "n", "N", "v", "escape"}
    assert set(WISHES) | set(STEPS) == set(TO) | speeds | others
    assert "".join(DIGITS) == "0123456789"


def test_space_plays_and_pauses() -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        await app.press("space")
        assert "playing, 4 a second" in app.text
        await app.wait(0.0)
        await app.wait(0.24)
        assert watching.position == 0
        await app.wait(0.02)
        assert watching.position == 1
        await app.press("space")
        await app.wait(10.0)
        assert watching.position == 1
        assert "paused" in app.text

    review(deed)


@pytest.mark.parametrize(
    ("key", "speed"), [("up", 8), ("+", 8), ("=", 8), ("down", 2), ("-", 2), ("_", 2)]
)
def test_faster_and_slower(key: str, speed: int) -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        await app.press("space", key)
        assert f"playing, {speed} a second" in app.text
        await app.wait(0.0)
        await app.wait(1 / speed - 0.01)
        assert watching.position == 0
        await app.wait(0.02)
        assert watching.position == 1

    review(deed)


@pytest.mark.parametrize("off", ["0", "escape"])
def test_digits_show_candidates_on_the_board(off: str) -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        none = app.grid
        seen = watching.considered
        assert seen is not None
        grids = [none]
        for rank in range(1, min(9, len(seen.candidates)) + 1):
            await app.press(str(rank))
            assert watching.leafing.preview == rank
            assert app.grid not in grids
            grids.append(app.grid)
        await app.press(off)
        assert app.grid == none

    review(deed)


def test_a_candidate_that_there_is_not_is_not_shown() -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        grid = app.grid
        await app.press("9")
        assert app.grid == grid

    review(deed, IJK)  # four slides


def test_n_leads_to_the_next_mistake_and_back() -> None:
    careless = recorded("tetris", ("first-fit",), turns=12)

    async def deed(app: Driven, watching: Watching) -> None:
        found = []
        for _ in range(3):
            await app.press("n")
            await app.settle()
            found.append(watching.position)
            assert f"mistake: move {watching.position + 1} loses" in app.words
        assert found == sorted(set(found))
        assert set(found) <= set(watching.mistakes)
        for position in found[-2::-1]:
            await app.press("N")
            await app.settle()
            assert watching.position == position
        assert not watching.is_playing

    review(deed, careless)


def test_v_verifies_a_record() -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        await app.press("v")
        await app.settle()
        assert "verified: 25 moves hold" in app.text

    review(deed)


def test_v_says_where_a_record_departs() -> None:
    moves = (*QUINTRIS.moves[:7], QUINTRIS.moves[8], *QUINTRIS.moves[8:])
    forged = parse_record(replace(QUINTRIS, moves=moves).sealed().line())

    async def deed(app: Driven, watching: Watching) -> None:
        await app.press("v")
        await app.settle()
        assert "verified" not in app.text
        assert watching.error
        assert watching.error[:20] in app.words

    review(deed, forged)


def test_a_match_needs_no_check() -> None:
    clock = HandClock()
    game = parse_game("tetris")
    stage = all_stages(clock).watching(game, [agent("first-fit", game)], 3, max_turns=5)

    async def deed(app: Driven) -> None:
        await app.press("v")
        assert "needs no check" in app.text

    drive(deed, stage, clock)


@pytest.mark.parametrize("key", ["space", "?", "q", "escape"])
def test_help_stops_the_game_and_any_key_takes_it_away(key: str) -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        await app.press("space", "?")
        assert "to the next mistake, to the one before" in app.text
        await app.wait(10.0)
        assert watching.position == 0
        await app.press(key)
        assert "to the one before" not in app.text
        assert "paused" in app.text

    review(deed)


@pytest.mark.parametrize("key", ["q", "Q"])
def test_q_leaves(key: str) -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        await app.press(key)
        assert app.theatre.is_over
        assert watching.is_closed

    review(deed)


def test_other_keys_change_nothing() -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        grid = app.grid
        await app.press("x", "enter", "tab", "B", "f5", "é")
        assert app.grid == grid

    review(deed)


def test_play_from_here_and_back() -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        await app.press("p")
        assert "pieces 10" in app.said
        await app.press("space")
        assert "pieces 11" in app.said
        await app.press("q", "q")
        assert "move 10 of 25" in app.words

    review(deed, position=10)
    (record,) = kept_records()
    assert record.start == list(replayed(QUINTRIS))[10].text()
    assert (record.agents, len(record.moves)) == (("person",), 1)


@pytest.mark.parametrize("position", [4, 5])
def test_from_a_position_of_ijk_one_plays_for_whoever_is_to_slide(position: int) -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        await app.press("p")
        assert "you are to slide" in app.said
        assert ("- you" if position % 2 else "+ you") in app.said

    review(deed, IJK, position)


def test_after_the_end_there_is_nothing_to_play() -> None:
    over = recorded("tetris:width=4,height=4,pieces=O", ("first-fit",), turns=100)

    async def deed(app: Driven, watching: Watching) -> None:
        await app.press("end")
        await app.settle()
        assert watching.is_over
        grid = app.grid
        await app.press("p")
        assert "the game is over here; step back to play on" in app.words
        await app.press("x")  # any key takes the words away
        assert app.grid == grid

    review(deed, over)


def test_a_marathon_is_played_on_from_any_key_of_it() -> None:
    live = LiveMarathon(5)
    for action in (Action.DROP, Action.LEFT, Action.TURN):
        live.act(action, 0.0)
    record = live.record()

    async def deed(app: Driven, watching: Watching) -> None:
        await app.press("p")
        assert "pieces 1" in app.said
        await app.press("space")
        assert "pieces 2" in app.said

    review(deed, record, position=len(record.moves))
    (kept,) = kept_records()
    assert kept.start == live.state.text()
    assert verify(kept) is None


def test_arrows_go_through_a_marathon_by_pieces_and_points_by_keys() -> None:
    live = LiveMarathon(5)
    for action in (Action.LEFT, Action.DROP, Action.LEFT, Action.TURN, Action.DROP, Action.LEFT):
        live.act(action, 0.0)
    record = live.record()
    ends = [number for number, move in enumerate(record.moves, 1) if move == DROP]

    async def deed(app: Driven, watching: Watching) -> None:
        await app.settle()
        found = []
        for key in ("right", ".", "right", "right", "right", "left", "left", ",", "left", "left"):
            await app.press(key)
            found.append(watching.position)
        last = len(record.moves)
        first, second = ends
        assert found == [
            *(first, first + 1, second, last, last),
            *(second, first, first - 1, 0, 0),
        ]

    review(deed, record)


def test_the_keyboard_may_be_lost_while_somebody_watches() -> None:
    async def deed(app: Driven, watching: Watching) -> None:
        await app.press("space")
        app.shell.post_message(events.AppBlur())
        await app.wait(0.0)
        await app.wait(0.3)
        assert watching.position == 1

    review(deed)


def test_a_thought_that_never_ends_holds_up_nobody() -> None:
    clock = HandClock(is_quick=False)
    game = parse_game("quintris")
    stage = all_stages(clock).watching(game, [agent("greedy", game)], 3)

    async def deed(app: Driven) -> None:
        await app.wait(100.0)
        assert "CANDIDATES" in app.text
        for key in ("right", "space", "n", "1", "v"):
            await app.press(key)
        await app.press("?")
        assert "verify the record" in app.text
        await app.press("q", "q")
        assert app.theatre.is_over

    drive(deed, stage, clock)
    assert clock.waiting
