"""Sessions in which a game is watched, led by hand: parts, patches, sizes and refusals."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.play.watching.watched import HandClock, match_watching, record_watching, recorded, settle
from tests.rules.marathon import START
from tests.rules.marathon import begun as marathon
from tilefall.agents import agent
from tilefall.agents.agent import Limit
from tilefall.interfaces.app import watch_keys as terminal
from tilefall.interfaces.screen.views import WatchView
from tilefall.interfaces.screen.watch_view import watch_view
from tilefall.interfaces.web.agents import watchable
from tilefall.interfaces.web.begin import begun
from tilefall.interfaces.web.browser_keys import BROWSER_KEYS
from tilefall.interfaces.web.encode import Encoded, changes
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.messages import parse_message
from tilefall.interfaces.web.session import Trouble
from tilefall.interfaces.web.watch_keys import keys
from tilefall.interfaces.web.watching import FRAME, WISHES, WatchSession
from tilefall.play.live.live import Action
from tilefall.play.record import Record, parse_record
from tilefall.play.verify import verify
from tilefall.play.watching import Watching
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice

QUINTRIS = ("quintris", ("greedy",))
MOST_BYTES = 2500


def session(record: Record, **more: Any) -> tuple[WatchSession, Watching]:
    watching = record_watching(record, **more)
    settle(watching)
    return WatchSession(watching), watching


def frame(parts: Encoded) -> str:
    return json.dumps({"is": "view", **parts}, separators=(",", ":"), allow_nan=False)


def played_marathon() -> Record:
    """Six pieces, each moved and dropped."""
    live = marathon()
    for action in (Action.LEFT, Action.LEFT, Action.DROP, Action.RIGHT, Action.DROP) * 3:
        live.act(action, START)
    return live.record()


def heard(session: WatchSession, **said: Any) -> Encoded | None:
    return session.hear(parse_message(json.dumps(said)), 100.0)


@pytest.mark.parametrize("game", ["quintris", "tetris", "ijk:size=4"])
def test_parts_are_those_of_the_terminal(game: str) -> None:
    names = ("greedy", "greedy") if game.startswith("ijk") else ("greedy",)
    shown, watching = session(recorded(game, names))
    watching.seek(5)
    settle(watching)
    parts, view = json.loads(frame(changes({}, shown.shown()))), watch_view(watching)
    for name in ("title", "position", "length", "status", "why", "nothing", "is_explained"):
        assert parts[name] == getattr(view, name), name
    assert parts["figures"] == [list(pair) for pair in view.figures]
    assert [tuple(each[:1]) for each in parts["reasons"]] == [
        (reason.feature,) for reason in view.reasons
    ]
    for sent, reason in zip(parts["reasons"], view.reasons, strict=True):
        assert sent[1:] == pytest.approx([reason.first, reason.second], abs=1e-3)
    for sent, candidate in zip(parts["candidates"], view.candidates, strict=True):
        assert [sent["rank"], sent["name"], sent["value"], sent["gap"]] == [
            candidate.rank,
            candidate.name,
            candidate.value,
            candidate.gap,
        ]
        assert sent.get("is_played", False) == candidate.is_played
        assert [tuple(place) for place in sent["places"]] == list(candidate.places)
        assert tuple(sent.get("board", ())) == candidate.board
    assert sum(each.get("is_played", False) for each in parts["candidates"]) == 1
    missing = {field.name for field in fields(WatchView)} - set(parts)
    assert missing == {"values"}  # they go out in patches


def test_values_go_out_once_and_add_up() -> None:
    record = recorded(*QUINTRIS, turns=60)
    clock = HandClock(is_quick=False)
    watching = record_watching(record, clock)
    shown = WatchSession(watching)
    known: dict[int, float] = {}
    sent: Encoded = {}
    patches = 0
    for _ in range(200):
        watching.advance(100.0)
        clock.think()
        parts = shown.shown()
        patch = changes(sent, parts).get("valued")
        sent = parts
        if patch is None:
            continue
        patches += bool(patch["more"])
        assert patch["from"] == len(known)
        for position, value in patch["more"]:
            assert position not in known
            known[position] = value
    assert patches > 3
    assert len(known) > 40
    low, high = sent["value_range"]
    clipped = {position: min(max(value, low), high) for position, value in known.items()}
    expected = {i: value for i, value in enumerate(watching.values) if value is not None}
    assert clipped == pytest.approx(expected, abs=1e-3)


def test_a_client_that_comes_anew_is_sent_all_values() -> None:
    shown, watching = session(recorded(*QUINTRIS))
    assert watching.thinking is not None
    patch = changes({}, shown.shown())["valued"]
    assert patch["from"] == 0
    assert len(patch["more"]) == len(watching.thinking.opinions.values.added) > 20
    other, _ = session(recorded("tetris", ("greedy",)))
    assert changes(shown.shown(), other.shown())["valued"]["from"] == 0


def test_certain_ends_are_numbers_that_json_has() -> None:
    record = recorded("ijk:size=3,winning=C", ("alphabeta:depth=4", "random"))
    shown, watching = session(record)
    assert watching.thinking is not None
    watching.thinking.opinions.values.put(1_000, float("inf"))
    assert json.loads(frame(changes({}, shown.shown())))["valued"]["more"][-1] == [1_000, 1e300]


def test_a_frame_of_quintris_is_small_and_has_what_has_changed() -> None:
    shown, watching = session(recorded(*QUINTRIS, turns=60))
    watching.seek(0)
    settle(watching)
    sent = shown.shown()
    for position in range(1, 60):
        watching.seek(position)
        settle(watching)
        parts = shown.shown()
        changed = changes(sent, parts)
        sent = parts
        assert {"board", "candidates", "position"} <= set(changed)
        assert not {"title", "keys", "help", "names", "session"} & set(changed)
        assert len(frame(changed)) < MOST_BYTES
    assert changes(sent, shown.shown()) == {}


def test_what_is_thought_is_encoded_once_for_all_who_see_it() -> None:
    shown, watching = session(recorded(*QUINTRIS))
    other = WatchSession(watching)
    assert shown.shown()["candidates"] is other.shown()["candidates"]
    before = shown.shown()["candidates"]
    watching.seek(3)
    settle(watching)
    assert shown.shown()["candidates"] is not before


def test_keys_are_those_of_the_terminal() -> None:
    found = keys()
    theirs = {*terminal.STEPS, *terminal.KEY_STEPS, *terminal.DIGITS, *terminal.WISHES, "p", "?"}
    assert {BROWSER_KEYS.get(key, key) for key in theirs} <= set(found)
    assert found["PageUp"] == {"do": "step_pieces", "by": -10}
    assert found["N"] == {"do": "previous_mistake"}
    assert found["Escape"] == found["0"] == {"do": "preview", "rank": 0}
    of_the_page = {"preview", "play_from_here", "outlines", "copy_link", "save", "help"}
    for key, said in found.items():
        if said["do"] not in of_the_page:
            assert parse_message(json.dumps(said)).do in WISHES, key


@pytest.mark.parametrize(
    ("said", "position"),
    [
        ({"do": "seek", "to": 7}, 7),
        ({"do": "seek", "to": 1_000_000}, 40),
        ({"do": "step", "by": 3}, 3),
        ({"do": "step_pieces", "by": 10}, 10),
    ],
)
def test_wishes_lead_through_the_game(said: dict[str, Any], position: int) -> None:
    shown, watching = session(recorded(*QUINTRIS))
    assert heard(shown, **said) is None
    settle(watching)
    assert shown.shown()["position"] == position


def test_wishes_of_players_are_refused_in_words() -> None:
    shown, _ = session(recorded(*QUINTRIS))
    for said in ({"do": "act", "action": "drop"}, {"do": "undo"}, {"do": "resume"}):
        with pytest.raises(Trouble, match="not while a game is watched"):
            heard(shown, **said)


def test_speed_and_play_are_told() -> None:
    shown, watching = session(recorded(*QUINTRIS))
    assert shown.shown()["speed"] == "4 a second"
    heard(shown, do="faster")
    heard(shown, do="toggle")
    assert (shown.shown()["speed"], shown.shown()["is_playing"]) == ("8 a second", True)
    heard(shown, do="verify")
    heard(shown, do="pause")
    heard(shown, do="verify")
    settle(watching)
    assert shown.shown()["news"] == "verified: 40 moves hold"


def test_however_fast_a_game_goes_frames_are_those_of_a_screen() -> None:
    shown, watching = session(recorded(*QUINTRIS, turns=60))
    for _ in range(9):
        heard(shown, do="faster")
    heard(shown, do="toggle")
    now, positions = 100.0, []
    while shown.shown()["is_playing"]:
        shown.advance(now)
        positions.append(watching.position)
        due = shown.due(now)
        assert due is None or due >= now + FRAME - 1e-9 or not watching.is_playing
        now = now if due is None else due
    assert positions[-1] == 60
    assert len(positions) < 12  # ten positions a frame


def test_a_record_is_given_as_it_is_and_of_a_match_so_far() -> None:
    record = recorded(*QUINTRIS)
    shown, _ = session(record)
    answer = heard(shown, do="record")
    assert answer == {"is": "record", "name": "quintris-seed-3.jsonl", "line": record.line()}
    game = parse_game("quintris")
    watching = match_watching([agent("greedy", game, 3)], game_text="quintris", max_turns=6)
    settle(watching)
    answer = heard(WatchSession(watching), do="record")
    assert answer is not None
    found = parse_record(answer["line"])
    assert len(found.moves) == 6
    assert verify(found) is None


def test_a_slide_shows_the_board_it_leads_to() -> None:
    record = recorded("ijk", ("alphabeta:depth=2", "greedy"), turns=12)
    shown, _ = session(record, explainer="alphabeta:depth=2")
    candidates = shown.shown()["candidates"]
    assert len({tuple(each["board"]) for each in candidates}) > 1
    assert shown.shown()["has_odds"] is True


def test_a_marathon_goes_by_keys_and_by_pieces_and_nobody_explains_it() -> None:
    shown, watching = session(played_marathon())
    parts = shown.shown()
    assert (parts["has_keys"], parts["is_explained"]) == (True, False)
    assert parts["valued"].length == 0
    heard(shown, do="step", by=1)
    settle(watching)
    assert shown.shown()["position"] == 1
    heard(shown, do="step_pieces", by=1)
    settle(watching)
    assert shown.shown()["position"] > 2


def test_time_cuts_a_search_short_and_never_prolongs_it() -> None:
    game = parse_game("quintris")
    state = game.start(Dice(seed=3))
    made, while_free = agent("lookahead", game, 3), Limit(seconds=2.0, is_cap=True)
    assert made.choose(state, Limit()) == made.choose(state, while_free)
    begun_at = monotonic()
    for _ in range(20):
        made.choose(state, while_free)
    assert monotonic() - begun_at < 20.0  # with all of its time it would be forty seconds
    deep = agent("expectimax:depth=9", game, 3)
    assert deep.choose(state, Limit(seconds=0.01, is_cap=True)) in state.legal_moves()


def test_every_agent_that_is_offered_plays_its_game(tmp_path: Path) -> None:
    house = House(tmp_path, HandClock(is_quick=False))
    games = watchable()["games"]
    assert len(games) == 6
    for each in games:
        game = parse_game(each["game"])
        names = [entry["name"] for entry in each["agents"]]
        assert each["usual"] in names
        assert all(entry["about"] for entry in each["agents"])
        for name in names:
            agent(name, game, 3)
        said = {"do": "watch", "game": each["game"], "agents": [each["usual"]], "seed": 3}
        begun(parse_message(json.dumps(said)), house).close(100.0)
    said = {"do": "watch", "game": "quintris", "agents": ["nobody"]}
    with pytest.raises(Trouble, match="No agent 'nobody' here"):
        begun(parse_message(json.dumps(said)), house)
