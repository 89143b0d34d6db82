"""Playing in the app: pauses, help, practice, sizes, games that are left, and ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from tests.interfaces.app.pilot import (
    Driven,
    all_stages,
    drive,
    drive_game,
    kept_records,
    key_event,
    setup_of,
)
from tests.play.live.lives import Quiet
from tests.play.watching.watched import HandClock
from tilefall.agents.agent import Limit
from tilefall.interfaces.app.results import result_words
from tilefall.play import read_records, verify
from tilefall.play.live.ijk import LiveIjk
from tilefall.play.scores import Tally, best_score, tally
from tilefall.rules.game import State
from tilefall.rules.ijk import Ijk

FALL = "quintris:reach=fall"


@pytest.mark.parametrize("key", ["p", "P", "escape", "q", "Q"])
@pytest.mark.parametrize("game", [FALL, "quintris", "tetris", "marathon", "ijk"])
def test_keys_that_pause(game: str, key: str) -> None:
    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        playing = app.grid
        await app.press(key)
        paused = app.grid
        assert "Paused" in app.text
        assert "Go on" in app.text
        await app.wait(1000.0)
        await app.press("b", "n", "left", "right")  # of no game, and there and back in the menu
        assert app.grid == paused
        await app.press("p")
        assert app.grid == playing

    drive_game(deed, setup_of(game))


@pytest.mark.parametrize(
    "keys", [("p",), ("P",), ("escape",), ("enter",), ("space",), ("up", "tab", "enter")]
)
def test_keys_that_go_on(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        await app.wait(0.3)
        grid = app.grid
        await app.press("p")
        await app.wait(50.0)
        await app.press(*keys)
        assert app.grid == grid
        await app.wait(0.19)
        assert app.grid == grid, "the time before the pause counts"
        await app.wait(0.02)
        assert app.grid != grid

    drive_game(deed, setup_of(FALL))


def test_the_cover_of_a_pause_hides_the_board() -> None:
    async def deed(app: Driven) -> None:
        await app.press("space", "space", "space")
        assert "N N" in app.text or "U U" in app.text
        await app.press("p")
        assert "N N" not in app.text
        assert "U U" not in app.text

    drive_game(deed, setup_of("quintris"))


@pytest.mark.parametrize("keys", [("r",), ("down", "enter")])
def test_the_same_game_again(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        first = app.grid
        await app.press("space", "space")
        assert app.grid != first
        await app.press("p", *keys)
        assert app.grid == first

    stages = drive_game(deed, setup_of("quintris"))
    assert [len(kept.record.moves) for kept in stages.keeper.games] == [2]


@pytest.mark.parametrize("keys", [("g",), ("down", "down", "space")])
def test_a_new_game_has_another_seed(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.press("space", "p", *keys)
        assert "seed 1 " not in app.said
        assert "pieces 0" in app.said

    drive_game(deed, setup_of("quintris"))
    assert [record.seed for record in kept_records()] == [1]


@pytest.mark.parametrize("keys", [("q", "q"), ("p", "q"), ("p", "up", "enter")])
def test_a_game_that_is_left_is_kept(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.press("space", "space", *keys)
        assert app.theatre.is_over

    drive_game(deed, setup_of("quintris"))
    (record,) = kept_records()
    assert (record.game, record.seed, record.agents) == ("quintris", 1, ("person",))
    assert len(record.moves) == 2
    assert verify(record) is None


def test_keys_after_the_last_one_are_lost_without_harm() -> None:
    """Somebody who hits q until the terminal is back."""

    async def deed(app: Driven) -> None:
        app.shell.post_message(key_event("q"))
        app.shell.post_message(key_event("q"))
        app.shell.post_message(events.AppBlur())
        app.shell.call_later(app.shell.wake)
        await app.press("q", "q", "space")
        assert app.theatre.is_over

    drive_game(deed, setup_of("quintris"))


def test_a_game_without_a_move_is_not_kept() -> None:
    async def deed(app: Driven) -> None:
        await app.press("b", "n", "q", "q")

    stages = drive_game(deed, setup_of("quintris"))
    assert kept_records() == []
    assert stages.keeper.games == []


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (FALL, "one row down"),
        ("tetris", "turn back"),
        ("marathon", "hold, or take the held piece"),
        ("ijk", "slide all tiles"),
    ],
)
def test_help_names_the_keys_and_any_key_takes_it_away(game: str, line: str) -> None:
    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        playing = app.grid
        await app.press("?")
        assert line in app.text
        for common in ("explain: what an agent would do", "take back a move", "this help"):
            assert common in app.text
        await app.wait(100.0)
        await app.press("space")
        assert "paused" in app.text
        assert line not in app.text
        await app.press("b")  # the key that ends a pause does nothing else
        assert app.grid == playing

    drive_game(deed, setup_of(game))


def test_help_over_a_menu_leads_back_to_the_menu() -> None:
    async def deed(app: Driven) -> None:
        await app.press("p", "down")
        menu = app.grid
        await app.press("?")
        assert "this help" in app.text
        await app.press("?")
        assert app.grid == menu
        await app.press("p", "?", "p")
        assert "paused" in app.text

    drive_game(deed, setup_of("quintris"))


@pytest.mark.parametrize("game", [FALL, "marathon"])
def test_a_game_in_which_something_falls_pauses_when_the_keyboard_is_lost(game: str) -> None:
    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        app.shell.post_message(events.AppBlur())
        await app.heard()
        assert "Go on" in app.text
        assert await app.drawn() == app.text.split("\n")
        menu = app.grid
        await app.wait(100.0)
        assert app.grid == menu
        await app.press("p")
        assert "Go on" not in app.text

    drive_game(deed, setup_of(game))


@pytest.mark.parametrize("game", ["quintris", "tetris", "ijk"])
def test_where_nothing_falls_the_keyboard_may_be_elsewhere(game: str) -> None:
    async def deed(app: Driven) -> None:
        grid = app.grid
        app.shell.post_message(events.AppBlur())
        await app.heard()
        assert app.grid == grid

    drive_game(deed, setup_of(game))


def test_another_size_is_another_picture() -> None:
    async def deed(app: Driven) -> None:
        small = app.text
        assert await app.drawn() == small.split("\n")
        for size in ((160, 60), (40, 16), (100, 32)):
            await app.resize(*size)
            assert (app.grid.width, app.grid.height) == size
            assert await app.drawn() == app.text.split("\n")
        assert app.text == small

    drive_game(deed, setup_of("quintris"))


def test_a_terminal_that_is_too_small_says_what_is_needed() -> None:
    async def deed(app: Driven) -> None:
        assert "This terminal is 20 x 6. At least 36 x 15 is needed." in app.words
        await app.press("space")
        await app.resize(100, 32)
        assert "pieces 1" in app.said

    drive_game(deed, setup_of("quintris"), size=(20, 6))


def test_a_file_of_records_is_added_to(tmp_path: Path) -> None:
    clock = HandClock()
    stages = all_stages(clock, tmp_path / "games.jsonl")

    async def deed(app: Driven) -> None:
        await app.press("space", "p", "r", "space", "space", "p", "q")

    drive(deed, stages.playing(setup_of("quintris")), clock)
    assert [len(record.moves) for record in read_records(tmp_path / "games.jsonl")] == [1, 2]


def test_taking_back_is_asked_twice_and_makes_the_game_practice() -> None:
    async def deed(app: Driven) -> None:
        first = app.grid
        await app.press("space")
        second = app.grid
        await app.press("backspace")
        assert "backspace again" in app.said
        await app.press("b", "m")  # no: the question is gone
        assert app.grid == second
        await app.press("backspace", "backspace")
        assert app.grid != first
        assert "practice: assisted" in app.text
        assert "pieces 0" in app.said
        await app.press("space", "space", "backspace")
        assert "pieces 1" in app.said
        await app.press("ctrl+h")
        assert "pieces 0" in app.said
        await app.press("ctrl+h")  # there is nothing left to take back
        assert "pieces 0" in app.said
        await app.press("space", "q", "q")

    drive_game(deed, setup_of("quintris"))
    (record,) = kept_records()
    assert record.agents == ("person-assisted",)
    assert len(record.moves) == 1


def test_one_question_is_no_answer_to_the_other() -> None:
    async def deed(app: Driven) -> None:
        await app.press("space", "backspace", "e")
        assert "e again to see it" in app.said
        assert "practice: assisted" not in app.said
        await app.press("backspace")
        assert "backspace again" in app.said

    drive_game(deed, setup_of("quintris"))


@pytest.mark.parametrize("key", ["e", "E"])
@pytest.mark.parametrize("game", ["quintris", FALL, "tetris", "marathon", "ijk"])
def test_advice_is_asked_twice_and_then_shown_on_the_board(game: str, key: str) -> None:
    async def deed(app: Driven) -> None:
        await app.wait(0.0)
        await app.press(key)
        assert "e again to see it" in app.said
        await app.press(key)
        assert "is thinking ..." in app.said
        await app.wait(1.0)
        grid = app.grid
        assert "is thinking ..." not in app.said
        assert "1 " in app.said
        await app.wait(100.0)
        assert app.grid == grid, "nothing falls while somebody reads"
        await app.press("f1")
        assert "practice: assisted" in app.text
        assert app.grid != grid

    drive_game(deed, setup_of(game))


def test_in_practice_nobody_asks_twice() -> None:
    async def deed(app: Driven) -> None:
        assert "practice: assisted" in app.text
        await app.press("space", "backspace")
        assert "pieces 0" in app.said
        await app.press("e")
        assert "is thinking ..." in app.said
        await app.press("space", "q", "q")

    drive_game(deed, setup_of("quintris", is_practice=True))
    assert [record.agents for record in kept_records()] == [("person-assisted",)]


def test_keys_act_while_the_adviser_thinks_and_late_answers_are_not_heard() -> None:
    clock = HandClock(is_quick=False)

    async def deed(app: Driven) -> None:
        await app.press("e")
        await app.wait(50.0)
        assert "is thinking ..." in app.said
        await app.press("b")
        assert "is thinking ..." not in app.said
        grid = app.grid
        app.clock.think()
        await app.wait(1.0)
        assert app.grid == grid
        await app.press("space")
        assert "pieces 1" in app.said

    drive_game(deed, setup_of("quintris", is_practice=True), clock=clock)


def test_advice_that_fails_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise RuntimeError("the weights are gone")

    monkeypatch.setattr("tilefall.interfaces.app.advisor.considered", failing)

    async def deed(app: Driven) -> None:
        await app.press("e")
        await app.wait(1.0)
        assert "No advice: the weights are gone" in app.said
        await app.press("space")
        assert "pieces 1" in app.said

    drive_game(deed, setup_of("quintris", is_practice=True))


SMALL = "tetris:width=4,height=4,pieces=O"
TWO_LINES = ("B", "space", "M", "space")
TO_THE_END = (*TWO_LINES, "space", "space", "space")
DEAF = 0.6


def test_the_end_of_a_game_is_deaf_for_a_moment() -> None:
    async def deed(app: Driven) -> None:
        await app.press(*TO_THE_END)
        over = app.grid
        assert "Game over" in app.text
        assert "2 lines, 5 pieces" in app.text
        await app.press("space", "enter", "q", "r", "g", "v", "w", "down", "p", "escape")
        await app.wait(DEAF - 0.01)
        await app.press("space", "q")
        assert app.grid == over
        await app.wait(0.02)
        await app.press("down")
        assert app.grid != over
        await app.press("p", "escape")  # nothing goes on from here
        assert "Game over" in app.text

    drive_game(deed, setup_of(SMALL))
    assert len(kept_records()) == 1


@pytest.mark.parametrize("game", ["quintris:width=6,height=6", "quintris:height=31"])
def test_quintris_of_another_size_is_played_to_its_end(game: str) -> None:
    async def deed(app: Driven) -> None:
        for _ in range(40):
            if "Game over" in app.text:
                return
            await app.press("space")
        raise AssertionError(app.text)

    drive_game(deed, setup_of(game))
    (record,) = kept_records()
    assert (record.game, verify(record)) == (game, None)


def test_the_space_bar_chooses_nothing_at_the_end() -> None:
    """Somebody may still hammer on it to drop pieces."""

    async def deed(app: Driven) -> None:
        await app.press(*TO_THE_END)
        await app.wait(DEAF)
        over = app.grid
        await app.press("space", "space")
        assert app.grid == over

    drive_game(deed, setup_of(SMALL))


@pytest.mark.parametrize("keys", [("v",), ("enter",)])
def test_review_shows_the_game_that_was_played(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.press(*TO_THE_END)
        await app.wait(DEAF)
        over = app.grid
        await app.press(*keys)
        await app.settle()
        assert "person, seed 1" in app.words
        assert "move 0 of 5" in app.words
        await app.press("end")
        await app.settle()
        assert "score 2 move 5 of 5" in app.words
        assert "the game is over" in app.words
        await app.press("q")
        assert app.grid == over

    drive_game(deed, setup_of(SMALL))
    assert len(kept_records()) == 1, "a review is not another game"


@pytest.mark.parametrize("keys", [("r",), ("down", "enter")])
def test_the_same_seed_again_after_the_end(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.press(*TO_THE_END)
        await app.wait(DEAF)
        await app.press(*keys)
        assert "pieces 0 best 2 O O seed 1" in app.said

    drive_game(deed, setup_of(SMALL))


@pytest.mark.parametrize("keys", [("w",), ("down", "down", "enter")])
def test_the_best_agent_plays_the_same_seed(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.press(*["space"] * 40)
        await app.wait(DEAF)
        await app.press(*keys[:-1])
        over = app.grid
        assert "Game over" in app.text
        await app.press(keys[-1])
        assert "seed 1" in app.words
        assert "Game over" not in app.text
        await app.press("q")
        assert app.grid == over

    drive_game(deed, setup_of("marathon"))


@pytest.mark.parametrize("keys", [("g",), ("up", "up", "enter")])
def test_a_new_game_after_the_end(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.press(*TO_THE_END)
        await app.wait(DEAF)
        await app.press(*keys)
        assert "pieces 0 best 2" in app.said
        assert "seed 1 " not in app.said

    drive_game(deed, setup_of(SMALL))


@pytest.mark.parametrize("keys", [("q",), ("up", "enter")])
def test_leaving_after_the_end(keys: tuple[str, ...]) -> None:
    async def deed(app: Driven) -> None:
        await app.press(*TO_THE_END)
        await app.wait(DEAF)
        await app.press(*keys)
        assert app.theatre.is_over

    drive_game(deed, setup_of(SMALL))
    (record,) = kept_records()
    assert (record.score, len(record.moves)) == (2, 5)


def test_a_new_best_is_said_once_and_shown_from_then_on() -> None:
    async def first(app: Driven) -> None:
        assert "best" not in app.text
        await app.press(*TO_THE_END)
        assert "A new best!" in app.text

    async def second(app: Driven) -> None:
        assert "best 2" in app.said
        await app.press(*TO_THE_END)
        assert "A new best!" not in app.text

    drive_game(first, setup_of(SMALL))
    drive_game(second, setup_of(SMALL))
    best = best_score(SMALL)
    assert best is not None
    assert (best.score, best.seed) == (2, 1)


def test_a_game_that_is_begun_again_knows_the_best_of_the_one_before() -> None:
    async def deed(app: Driven) -> None:
        await app.press(*TWO_LINES, "p", "r")
        assert "best 2" in app.said
        await app.press(*TWO_LINES, *TWO_LINES, "p", "g")
        assert "best 4" in app.said

    drive_game(deed, setup_of(SMALL))


def test_help_of_any_kind_does_not_count_for_the_best() -> None:
    async def deed(app: Driven) -> None:
        await app.press("space", "backspace", *TO_THE_END)
        assert "it does not count for the best score" in app.words
        assert "A new best!" not in app.text

    drive_game(deed, setup_of(SMALL, is_practice=True))
    assert best_score(SMALL) is None
    assert [record.score for record in kept_records()] == [2]


def test_games_of_ijk_are_counted() -> None:
    setup = setup_of("ijk:size=3,winning=C", against="first-fit")

    async def deed(app: Driven) -> None:
        assert "so far" not in app.text
        for _ in range(200):
            await app.press("left", "up", "right", "down")
            await app.wait(0.5)
            if "Game over" in app.text:
                break
        assert "You have won" in app.text or "first-fit has won" in app.text or "A tie" in app.text

    drive_game(deed, setup)
    counted = tally(setup.game.text(), "first-fit")
    assert counted.wins + counted.losses + counted.ties == 1

    async def next_game(app: Driven) -> None:
        assert str(counted) in app.words

    drive_game(next_game, setup, size=(120, 40))


def ended(text: str, against: bool, person_is: int = 0) -> str:
    """How a game of IJK ended, in words."""
    game, agent = Ijk(), Quiet() if against else None
    live = LiveIjk(game, 1, agent, person_is, start=game.parse(text), clock=HandClock())
    assert live.is_over
    return result_words(live)[0]


PLUS_HAS_WON = "ijk K5/6/6/6/6/6 + 8"
MINUS_HAS_WON = "ijk k5/6/6/6/6/6 + 8"
TIED = "ijk Kk4/6/6/6/6/6 + 8"


def test_who_has_won() -> None:
    assert ended(PLUS_HAS_WON, True) == "You have won after 8 slides"
    assert ended(MINUS_HAS_WON, True) == "quiet has won after 8 slides"
    assert ended(PLUS_HAS_WON, True, 1) == "quiet has won after 8 slides"
    assert ended(MINUS_HAS_WON, True, 1) == "You have won after 8 slides"
    assert ended(PLUS_HAS_WON, False) == "+ has won after 8 slides"
    assert ended(MINUS_HAS_WON, False) == "- has won after 8 slides"
    for against in (True, False):
        assert ended(TIED, against) == "A tie after 8 slides"


def test_a_game_that_an_agent_could_not_go_on_with_is_nobodys_tie(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Failing:
        name = "failing"

        def choose(self, state: State, limit: Limit) -> int:
            raise RuntimeError("out of order")

    monkeypatch.setattr("tilefall.interfaces.app.setup.agent", lambda *words: Failing())

    async def deed(app: Driven) -> None:
        await app.press("left")
        await app.wait(1.0)
        await app.settle()
        assert "failing failed" in app.words

    drive_game(deed, setup_of("ijk", against="failing"))
    (record,) = kept_records()
    assert (record.agents, len(record.moves)) == (("person", "failing"), 1)
    assert tally("ijk", "failing") == Tally()
