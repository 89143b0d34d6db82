"""The end of a game in the app: what can be done next, what is kept and what is the best."""

from __future__ import annotations

import pytest

from tests.interfaces.app.pilot import Driven, drive_game, kept_records, setup_of
from tests.play.live.lives import Quiet
from tests.play.watching.watched import HandClock
from tilefall.agents.agent import Limit
from tilefall.interfaces.app.results import result_words
from tilefall.play.live.ijk import LiveIjk
from tilefall.play.scores import best_score, tally
from tilefall.play.scores_file import Tally
from tilefall.play.verify import verify
from tilefall.rules.game import State
from tilefall.rules.ijk import Ijk

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
