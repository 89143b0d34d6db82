"""Every key of every game does in the app what it says, and gravity goes by the clock alone."""

from __future__ import annotations

import pytest

from tests.interfaces.app.pilot import Driven, drive_game, play_grid, setup_of
from tests.play.watching.watched import HandClock
from tilefall.interfaces.app import play_keys
from tilefall.interfaces.screen.look import Depth, Look
from tilefall.play.live.live import Action

SIDEWAYS = {
    "b": Action.LEFT,
    "m": Action.RIGHT,
    "n": Action.TURN,
    "up": Action.TURN,
    "left": Action.LEFT,
    "right": Action.RIGHT,
    "B": Action.WALL_LEFT,
    "M": Action.WALL_RIGHT,
    "shift+left": Action.WALL_LEFT,
    "shift+right": Action.WALL_RIGHT,
}
TURNS = {"x": Action.TURN, "z": Action.TURN_BACK}
QUINTRIS = {**SIDEWAYS, "h": Action.FLIP, "down": Action.DOWN, "space": Action.DROP}
TETRIS = {**SIDEWAYS, **TURNS, "space": Action.DROP}
MARATHON = {
    **SIDEWAYS,
    **TURNS,
    "down": Action.DOWN,
    "space": Action.DROP,
    "c": Action.HOLD,
}
SLIDES = {
    "u": Action.UP,
    "U": Action.UP,
    "up": Action.UP,
    "d": Action.DOWN,
    "D": Action.DOWN,
    "down": Action.DOWN,
    "l": Action.LEFT,
    "L": Action.LEFT,
    "left": Action.LEFT,
    "r": Action.RIGHT,
    "R": Action.RIGHT,
    "right": Action.RIGHT,
}
GAMES = {
    "quintris:reach=fall": QUINTRIS,
    "quintris": {key: QUINTRIS[key] for key in QUINTRIS if key != "down"},
    "tetris": TETRIS,
    "marathon": MARATHON,
    "ijk": SLIDES,
}


@pytest.mark.parametrize("game", GAMES)
def test_every_key_does_what_it_says(game: str) -> None:
    """The screen is that of a game of the same seed in which the same was asked for directly."""
    setup = setup_of(game)

    async def deed(app: Driven) -> None:
        now = app.clock.time
        twin = setup.live(app.clock)
        twin.advance(now)
        await app.wait(0.0)
        assert app.grid == play_grid(setup, twin)
        for key, action in GAMES[game].items():
            before = app.grid
            await app.press(key)
            assert twin.act(action, now), key
            assert app.grid == play_grid(setup, twin), key
            assert app.grid != before, key

    drive_game(deed, setup)


def test_h_holds_like_c() -> None:
    setup = setup_of("marathon")

    async def deed(app: Driven) -> None:
        twin = setup.live(app.clock)
        twin.advance(app.clock.time)
        await app.press("h")
        assert twin.act(Action.HOLD, app.clock.time)
        assert app.grid == play_grid(setup, twin)

    drive_game(deed, setup)


def test_no_key_is_left_out_here() -> None:
    assert play_keys.QUINTRIS.actions == QUINTRIS
    assert play_keys.TETRIS.actions == TETRIS
    assert play_keys.MARATHON.actions == {**MARATHON, "h": Action.HOLD}
    assert play_keys.IJK.actions == SLIDES


@pytest.mark.parametrize("game", ["quintris:reach=fall", "quintris", "tetris", "marathon"])
def test_b_and_m_with_shift_slide_to_the_walls(game: str) -> None:
    """The leftmost and the rightmost column of the well; more keys of that side change nothing."""
    setup = setup_of(game)

    async def deed(app: Driven) -> None:
        for wall, step in (("B", "b"), ("M", "m"), ("shift+left", "left")):
            await app.press(wall)
            grid = app.grid
            await app.press(step)
            assert app.grid == grid, wall
            await app.press("m" if step != "m" else "b")
            assert app.grid != grid, wall

    drive_game(deed, setup)


def test_other_keys_change_nothing() -> None:
    setup = setup_of("tetris")

    async def deed(app: Driven) -> None:
        grid = app.grid
        await app.press("down", "h", "c", "5", "f1", "tab", "enter", "ctrl+a", "é")
        assert app.grid == grid

    drive_game(deed, setup)


@pytest.mark.parametrize("game", ["quintris:reach=fall", "marathon"])
def test_pieces_fall_by_the_clock_alone(game: str) -> None:
    setup = setup_of(game)

    async def deed(app: Driven) -> None:
        twin = setup.live(app.clock)
        twin.advance(app.clock.time)
        await app.wait(0.0)
        for _ in range(60):
            due = app.theatre.due(app.clock.time)
            assert due is not None
            before = app.grid
            await app.wait((due - app.clock.time) * 0.9)
            assert app.grid == before, "too soon"
            app.clock.time = due
            await app.wait(0.0)
            twin.advance(due)
            assert app.grid == play_grid(setup, twin)
            assert app.grid != before

    drive_game(deed, setup)


def test_a_period_is_the_time_between_two_ticks() -> None:
    setup = setup_of("quintris:reach=fall", period=2.0)

    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        grid = app.grid
        await app.wait(1.99)
        assert app.grid == grid
        await app.wait(0.01)
        assert app.grid != grid

    drive_game(deed, setup)


def test_a_key_comes_after_the_ticks_that_were_due_before_it() -> None:
    """A machine that was busy for long wakes the app too late; the key does not jump the queue."""
    setup = setup_of("quintris:reach=fall")

    async def deed(app: Driven) -> None:
        twin = setup.live(app.clock)
        twin.advance(app.clock.time)
        await app.wait(0.0)
        app.clock.time += 3.2
        await app.press("space")
        twin.advance(app.clock.time)
        twin.act(Action.DROP, app.clock.time)
        assert app.grid == play_grid(setup, twin)

    drive_game(deed, setup)


def test_the_other_player_of_ijk_answers_after_a_moment() -> None:
    setup = setup_of("ijk", against="greedy")

    async def deed(app: Driven) -> None:
        await app.press("right")
        assert "greedy is thinking" in app.text
        grid = app.grid
        await app.press("left", "u", "D")  # keys meant for a board that is not there yet
        await app.wait(0.29)
        assert app.grid == grid
        await app.wait(0.02)
        assert "you are to slide" in app.text
        assert "turn 2" in app.words

    drive_game(deed, setup)


def test_the_second_player_waits_for_the_first() -> None:
    setup = setup_of("ijk", against="greedy", is_second=True)

    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        assert "greedy is thinking" in app.text
        await app.wait(0.4)
        await app.wait(0.0)
        assert "you are to slide" in app.text

    drive_game(deed, setup)


def test_a_thought_that_never_ends_holds_up_nobody() -> None:
    clock = HandClock(is_quick=False)
    setup = setup_of("ijk", against="greedy")

    async def deed(app: Driven) -> None:
        await app.press("right")
        await app.wait(1000.0)
        assert "greedy is thinking" in app.text
        await app.press("?")
        assert "slide all tiles" in app.text
        await app.press("space", "space", "p")
        assert "Go on" in app.text
        await app.press("q")
        assert app.theatre.is_over

    drive_game(deed, setup, clock=clock)
    assert len(clock.waiting) == 1


@pytest.mark.parametrize(
    "look", [Look(), Look(Depth.INDEXED), Look(Depth.BASIC), Look(Depth.NONE, is_ascii=True)]
)
def test_textual_composes_what_the_grid_says(look: Look) -> None:
    setup = setup_of("quintris")

    async def deed(app: Driven) -> None:
        assert await app.drawn() == app.text.split("\n")
        for key in ("space", "M", "space", "p", "p", "n", "?"):
            await app.press(key)
            assert await app.drawn() == app.text.split("\n"), key

    drive_game(deed, setup, look=look)
