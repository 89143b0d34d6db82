"""Links over the socket: a game goes out as a text and comes back, without any file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.play.watching.watched import HandClock, recorded
from tilefall.interfaces.web.begin import begun
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.messages import Message
from tilefall.interfaces.web.session import Session, Trouble
from tilefall.play.clock import LOOK
from tilefall.play.kept import kept_games
from tilefall.play.links import BadLink, link_of, record_of
from tilefall.play.verify import replayed

RECORDS = (
    recorded("quintris", ("greedy",)),
    recorded("tetris:width=6,height=8", ("greedy",)),
    recorded("ijk", ("greedy", "random"), turns=12),
    recorded("quintris:width=8,height=12", ("greedy",)),
)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, clock=HandClock())


def begin(house: House, do: str, **fields: Any) -> Session:
    session = begun(Message(do, fields), house)
    settle(session)
    return session


def settle(session: Session) -> None:
    for _ in range(1000):
        due = session.due(100.0)
        if due is None or due > 100.0 + LOOK:
            return
        session.advance(100.0)


def told(session: Session) -> dict[str, Any]:
    found = session.hear(Message("link", {}), 100.0)
    assert found is not None
    return found


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game)
def test_a_link_is_watched_and_gives_itself_back(house: House, record: Any) -> None:
    session = begin(house, "replay", link=link_of(record, 4))
    shown = session.shown()
    assert (shown["session"], shown["position"]) == ("watch", 4)
    assert shown["length"] == len(record.moves) + 1
    session.hear(Message("seek", {"to": 7}), 100.0)
    settle(session)
    assert told(session) == {"is": "link", "link": link_of(record, 7), "at": 7}
    assert begin(house, "replay", link=link_of(record, 4), at=6).shown()["position"] == 6
    assert not kept_games()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game)
def test_a_person_plays_on_from_a_link(house: House, record: Any) -> None:
    session = begin(house, "play", link=link_of(record), at=5)
    answer = told(session)
    found = record_of(answer["link"])
    assert found.start == list(replayed(record))[5].text()
    assert (found.game, found.seed, answer["at"]) == (record.game, record.seed, len(found.moves))
    # greedy has the sixth move of IJK: the person takes its side
    assert found.agents[5 % len(found.agents)].startswith("person")


def test_what_is_played_on_from_a_link_keeps_its_letters_and_is_kept_once_it_goes_on(
    house: House,
) -> None:
    record = RECORDS[0]
    session = begin(house, "play", link=link_of(record), at=5)
    cells = session.shown()["board"]["cells"]
    assert {letter for row in cells for letter in row} - {".", "x"}
    assert not any("x" in row for row in cells)
    session.close(100.0)
    assert kept_games() == ()  # nothing has happened in it
    session = begin(house, "play", link=link_of(record), at=5)
    session.hear(Message("act", {"action": "drop"}), 100.0)
    session.close(100.0)
    assert len(kept_games()) == 1


def test_a_link_of_a_game_that_is_being_played_grows_with_it(house: House) -> None:
    session = begin(house, "play", game="quintris", seed=7)
    assert told(session)["link"].endswith("&moves=")
    session.hear(Message("act", {"action": "drop"}), 100.0)
    answer = told(session)
    assert answer["at"] == 1
    assert len(record_of(answer["link"]).moves) == 1


def test_what_cannot_be_linked_or_played_on_is_said(house: House) -> None:
    over = recorded("ijk:size=2", ("greedy", "random"), turns=200)
    with pytest.raises(Trouble, match="over here; step back"):
        begin(house, "play", link=link_of(over))
    with pytest.raises(BadLink, match="no field game"):
        begin(house, "replay", link="v=1")
    with pytest.raises(Trouble, match="an id, a link, or an arena"):
        begin(house, "replay")
    with pytest.raises(Trouble, match="No agent 'nobody'"):
        begin(house, "play", link=link_of(RECORDS[2]), at=3, against="nobody")
    long = replace(RECORDS[0], moves=RECORDS[0].moves * 200)
    session = begin(house, "replay", link=link_of(RECORDS[0]))
    session._watching.source._record = long  # type: ignore[attr-defined]
    with pytest.raises(Trouble, match=r"There is no link: a game of 8,000 moves .* as a file"):
        told(session)


def test_a_shared_link_is_seen_again_in_a_browser(opened: Any) -> None:
    record = replace(RECORDS[2], agents=("a&b, #1 100 %", "<i>ä</i>")).sealed()
    page = opened(f"/watch#{link_of(record, 5)}")
    expect(page.locator(".place")).to_have_text(f"5 of {len(record.moves)}")
    expect(page.locator("h1")).to_have_text("IJK: a&b, #1 100 % against <i>ä</i>")
    expect(page.locator(".heading .about")).to_have_text("ijk, seed 3")
    assert not kept_games()
    page = opened("/watch#v=1&game=ijk&moves=AB")
    expect(page.get_by_role("alert")).to_have_text(
        "the link has no field rules, it needs v, game, rules, seed, agents, moves"
    )
