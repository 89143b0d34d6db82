"""Sessions in which a person plays, without a browser and with clocks that are moved by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.play.watching.watched import HandClock
from tests.rules.marathon import at
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.web.begin import begun
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.limits import Limits
from tilefall.interfaces.web.messages import BadMessage, Message, parse_message
from tilefall.interfaces.web.playing import PlaySession
from tilefall.interfaces.web.session import Trouble
from tilefall.play.files import read_records
from tilefall.play.kept import kept_games
from tilefall.play.record import Record
from tilefall.play.scores import best_score
from tilefall.play.verify import verify
from tilefall.rules.marathon import Marathon


class Player:
    """A client of one session, whose clock stands still until it waits."""

    def __init__(self, folder: Path, **wanted: Any) -> None:
        self.clock = HandClock()
        self.house = House(folder, clock=self.clock, limits=Limits(search_seconds=0.25))
        session = begun(Message("play", wanted), self.house)
        assert isinstance(session, PlaySession)
        self.session = session

    def wish(self, do: str, **told: Any) -> dict[str, Any]:
        self.session.hear(Message(do, told), self.clock.time)
        return self.seen()

    def act(self, *actions: str) -> dict[str, Any]:
        for action in actions:
            self.wish("act", action=action)
        return self.seen()

    def wait(self, seconds: float) -> dict[str, Any]:
        end = self.clock.time + seconds
        while (due := self.session.due(self.clock.time)) is not None and due <= end:
            self.clock.time = max(due, self.clock.time)
            self.session.advance(self.clock.time)
        self.clock.time = end
        self.session.advance(end)
        return self.seen()

    def drop_all(self) -> dict[str, Any]:
        while not (seen := self.act("drop"))["is_over"]:
            pass
        return seen

    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(json.dumps(self.session.shown()))
        return found


def only_record() -> Record:
    (kept,) = kept_games()
    return next(iter(read_records(kept.path)))


def columns(seen: dict[str, Any]) -> list[int]:
    return sorted(column for _, column in seen["board"]["piece"]["places"])


def test_an_action_moves_the_piece_and_time_lets_it_fall(tmp_path: Path) -> None:
    player = Player(tmp_path, game="quintris:reach=fall", seed=7, period=0.5)
    before = player.wait(0.0)
    after = player.act("right")
    assert columns(after) == [column + 1 for column in columns(before)]
    assert player.wait(0.4)["board"]["piece"] == after["board"]["piece"]
    fallen = player.wait(0.2)["board"]["piece"]["places"]
    assert fallen == [[row + 1, column] for row, column in after["board"]["piece"]["places"]]


def test_the_news_say_every_lock_and_what_comes(tmp_path: Path) -> None:
    player = Player(tmp_path, game="quintris", seed=7)
    first = player.seen()
    letter, after = first["board"]["piece"]["letter"], first["following"][0]["letter"]
    assert first["news"] == {"count": 0, "words": f"first {letter}, then {after}", "rows": []}
    second = player.act("to the left wall", "drop")
    following = second["following"][0]["letter"]
    assert second["news"]["count"] == 1
    assert second["news"]["words"] == f"{letter} in column 0, next {after}, then {following}"


def test_the_news_count_lines_and_say_which_rows_went(tmp_path: Path) -> None:
    player = Player(tmp_path, game="tetris:width=4,height=8,pieces=O", seed=1)
    player.act("to the left wall", "drop")
    seen = player.act("to the right wall", "drop")
    assert seen["news"]["words"].startswith("O in column 2, 2 lines, next O")
    assert seen["news"]["rows"] == [6, 7]
    assert all(set(row) == {"."} for row in seen["board"]["cells"])


@pytest.mark.parametrize("game", ["quintris:width=6,height=6", "quintris:height=31,reach=fall"])
def test_quintris_of_another_size_is_played_to_its_end_and_kept(tmp_path: Path, game: str) -> None:
    player = Player(tmp_path, game=game, seed=1)
    board = player.seen()["board"]["cells"]
    assert f"{len(board[0])} x {len(board)}" == ("6 x 6" if "width=6" in game else "15 x 31")
    player.drop_all()
    ((record,),) = [list(read_records(kept.path)) for kept in kept_games()]
    assert record.game == game
    assert verify(record) is None


def test_the_news_of_a_marathon_name_what_a_lock_is_called(tmp_path: Path) -> None:
    player = Player(tmp_path, game="tetris", seed=3)  # by the rules that people know
    assert player.seen()["game"] == "marathon"
    letter = player.seen()["board"]["piece"]["letter"]
    seen = player.act("to the left wall", "drop")
    assert seen["news"]["words"].startswith(f"{letter} in column 0, next ")
    assert seen["news"]["rows"] == []


def test_lines_of_a_marathon_are_counted_from_the_top_that_is_seen(tmp_path: Path) -> None:
    start = at("xxxxxxx...")  # a T has appeared, and an I follows
    session = PlaySession(Setup(Marathon(), 1, start=start), House(tmp_path, clock=HandClock()))
    for action in ("to the right wall", "drop"):
        session.hear(Message("act", {"action": action}), 100.0)
    said = session.shown()["news"]
    assert said["words"] == "T in column 7, 1 line, single, next I, then O"
    assert list(said["rows"]) == [19]


def test_ijk_says_who_slid_where_and_who_is_next(tmp_path: Path) -> None:
    player = Player(tmp_path, game="ijk", seed=3)
    assert player.seen()["news"]["words"] == "you are to slide"
    mine = player.act("up")["news"]["words"]
    assert mine == "you slide up; greedy is thinking"
    answer = player.wait(1.0)["news"]
    assert answer["count"] == 2
    assert answer["words"].startswith("greedy slides ")
    assert answer["words"].endswith("; you are to slide")


def test_two_people_play_ijk_at_one_keyboard(tmp_path: Path) -> None:
    player = Player(tmp_path, game="ijk", seed=3, two=True)
    assert player.act("up")["news"]["words"] == "first slides up; second is to slide"
    assert player.act("left")["news"]["words"] == "second slides left; first is to slide"


def test_help_asks_first_and_marks_the_game_as_assisted(tmp_path: Path) -> None:
    player = Player(tmp_path, game="quintris:reach=fall", seed=7)
    player.act("drop", "drop")
    asked = player.wish("undo")
    assert asked["asked"] == "undo"
    assert "marked as assisted" in asked["asking"]
    assert (asked["is_paused"], asked["is_assisted"]) == (True, False)
    refused = player.wish("resume")
    assert (asked["resumed"], refused["resumed"]) == (0, 1)  # what a page waits for
    assert (refused["asked"], refused["is_paused"], refused["is_assisted"]) == ("", False, False)
    player.wish("undo")
    other = player.wish("explain")  # another question is not the second key of the first
    assert (other["asked"], other["is_assisted"]) == ("explain", False)
    player.wish("undo")
    done = player.wish("undo")
    assert (done["asked"], done["is_paused"], done["is_assisted"]) == ("", False, True)
    assert dict(done["figures"])["pieces"] == "1"
    assert done["news"]["words"].startswith("taken back, again ")
    assert player.act("left")["news"] == done["news"]  # said once, until the next lock
    assert player.wish("undo")["asked"] == ""  # an assisted game asks no more


def test_a_key_instead_of_an_answer_steers_on(tmp_path: Path) -> None:
    player = Player(tmp_path, game="quintris:reach=fall", seed=7)
    before = columns(player.wish("undo"))
    after = player.act("right")
    assert (after["asked"], after["is_paused"], after["is_assisted"]) == ("", False, False)
    assert columns(after) == [column + 1 for column in before]


def test_advice_stops_the_time_and_marks_its_candidates(tmp_path: Path) -> None:
    player = Player(tmp_path, game="quintris:reach=fall", seed=7, practice=True)
    player.clock.is_quick = False
    thinking = player.wish("explain")
    assert thinking["is_paused"]
    assert not thinking["hidden"]
    assert thinking["advice"][0].endswith("is thinking ...")
    assert thinking["candidates"] == []
    player.clock.think()
    advised = player.wait(1.0)
    assert [each["rank"] for each in advised["candidates"]] == [1, 2, 3]
    assert all(len(each["places"]) == 5 for each in advised["candidates"])
    assert advised["board"]["outline_name"] == "1"
    on = player.act("left")
    assert (on["advice"], on["candidates"], on["is_paused"]) == ([], [], False)


def test_thinking_has_the_limit_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[Any] = []

    def noted(state: Any, made: Any, name: str, limit: Any) -> None:
        limits.append(limit)
        raise RuntimeError("enough")

    monkeypatch.setattr("tilefall.interfaces.app.advisor.considered", noted)
    player = Player(tmp_path, game="ijk", seed=3, practice=True)
    player.wish("explain")
    assert [limit.seconds for limit in limits] == [0.25]
    assert limits[0].is_cap  # otherwise a search takes all of its time
    mind = player.session._live._mind  # type: ignore[attr-defined]
    assert mind.limit.seconds == 0.25


def test_a_game_that_ends_is_kept_once_with_its_result(tmp_path: Path) -> None:
    player = Player(tmp_path, game="quintris", seed=7)
    seen = player.drop_all()
    record = only_record()
    assert verify(record) is None
    assert seen["kept"] == kept_games()[0].id
    assert seen["result"][0] == f"{record.score} lines, {len(record.moves)} pieces"
    player.act("drop")
    assert player.wish("undo")["asked"] == ""  # what has ended stays as it is
    player.session.close(player.clock.time)
    assert only_record() == record
    assert record.agents == ("person",)


def test_a_best_score_is_told_and_shown_in_the_next_game(tmp_path: Path) -> None:
    wide = {"game": "tetris:width=4,height=8,pieces=O", "seed": 1}
    player = Player(tmp_path, **wide)
    player.act("to the left wall", "drop", "to the right wall", "drop")
    assert "A new best!" in player.drop_all()["result"]
    best = best_score("tetris:width=4,height=8,pieces=O")
    assert best is not None
    assert best.score == 2
    assert dict(Player(tmp_path, **wide).seen()["figures"])["best"] == "2"


def test_a_game_that_is_cut_short_is_kept_and_one_without_a_move_is_not(tmp_path: Path) -> None:
    idle = Player(tmp_path, game="marathon", seed=7)
    idle.wait(2.0)  # the piece falls, and nothing locks
    idle.session.close(idle.clock.time)
    assert kept_games() == ()
    player = Player(tmp_path, game="marathon", seed=7)
    player.act("drop")
    player.session.close(player.clock.time)
    assert verify(only_record()) is None


def test_a_server_that_runs_for_long_remembers_no_games(tmp_path: Path) -> None:
    player = Player(tmp_path, game="quintris", seed=7)
    player.drop_all()
    assert player.house.keeper.games == []


def test_keys_are_those_of_the_terminal_in_the_words_of_browsers(tmp_path: Path) -> None:
    falling = Player(tmp_path, game="quintris:reach=fall", seed=7).seen()
    assert falling["actions"]["b"] == falling["actions"]["ArrowLeft"] == "left"
    assert falling["actions"]["Shift+ArrowRight"] == "to the right wall"
    assert falling["actions"][" "] == "drop"
    assert falling["wishes"]["Escape"] == falling["wishes"]["p"] == "pause"
    assert falling["wishes"]["Backspace"] == "undo"
    walls = {"left": "to the left wall", "right": "to the right wall", "down": ""}
    assert falling["repeated"] == walls
    assert falling["has_time"]
    waiting = Player(tmp_path, game="quintris", seed=7).seen()
    assert "ArrowDown" not in waiting["actions"]  # nothing sinks, so nothing can be sunk
    assert "down" not in waiting["repeated"]
    assert not waiting["has_time"]
    assert Player(tmp_path, game="ijk", seed=7).seen()["repeated"] == {}  # a slide for each press


def test_a_seed_of_64_bits_comes_and_goes_in_digits(tmp_path: Path) -> None:
    largest = str(2**64 - 1)
    message = parse_message(f'{{"do":"play","game":"quintris","seed":"{largest}"}}')
    player = Player(tmp_path, **message.told)
    assert player.seen()["seed"] == largest
    for seed in ('"18446744073709551616"', '"-1"', '"7.0"', '"\u0667"', '""', "-1", "7.5", "true"):
        with pytest.raises(BadMessage, match="field seed of play: expected a whole number"):
            parse_message(f'{{"do":"play","game":"quintris","seed":{seed}}}')


def test_what_belongs_to_watching_is_refused(tmp_path: Path) -> None:
    player = Player(tmp_path, game="quintris", seed=7)
    with pytest.raises(Trouble, match="verify: not while a game is played"):
        player.wish("verify")
