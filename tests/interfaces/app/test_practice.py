"""Practice in the app: moves that are taken back, and the advice of an agent."""

from __future__ import annotations

import pytest

from tests.interfaces.app.pilot import Driven, drive_game, kept_records, setup_of
from tests.play.watching.watched import HandClock

FALL = "quintris:reach=fall"


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
