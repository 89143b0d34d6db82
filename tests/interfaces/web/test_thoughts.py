"""Thoughts of the web: every session has its turn, and nothing outlives the one who asked."""

from __future__ import annotations

from threading import Event, Lock
from time import monotonic
from typing import Any

import pytest

from tilefall.agents import Limit, agent
from tilefall.agents.agent import Agent
from tilefall.agents.considering import Considered, considered
from tilefall.engines.stopping import Stop, Stopped, carrying
from tilefall.interfaces.web import shared_opinions
from tilefall.interfaces.web.limits import Limits
from tilefall.interfaces.web.shared_opinions import SharedOpinions
from tilefall.interfaces.web.thoughts import Desk, Pool
from tilefall.play.clock import Clock, Thought
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.game import State

PATIENCE = 20.0
QUINTRIS = parse_game("quintris")
START = QUINTRIS.start(Dice(1))


def answer(thought: Thought[Any]) -> Any:
    thought.wait(monotonic() + PATIENCE)
    assert thought.is_done
    return thought.answer()


def test_a_desk_is_a_clock_whose_thoughts_wake_the_session() -> None:
    woken = Event()
    desk: Clock = Pool(2).desk(woken.set)
    assert answer(desk.begin(lambda: 7)) == 7
    assert woken.wait(PATIENCE)
    failed = answer(desk.begin(lambda: 1 // 0))
    assert isinstance(failed, ZeroDivisionError)


def test_there_are_never_more_thoughts_than_threads() -> None:
    pool, lock, gate = Pool(3), Lock(), Event()
    now, most = 0, 0

    def question() -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        gate.wait(0.01)
        with lock:
            now -= 1

    thoughts = [pool.desk().begin(question) for _ in range(40)]
    for thought in thoughts:
        answer(thought)
    assert 1 < most <= 3


def test_a_session_that_asks_much_does_not_keep_others_waiting() -> None:
    """Round after round: the one question of another session comes after one of the first's."""
    pool, gate, order = Pool(1), Event(), list[str]()
    greedy, modest = pool.desk(), pool.desk()
    first = greedy.begin(gate.wait)
    thoughts: list[Thought[Any]] = [greedy.begin(lambda: order.append("greedy")) for _ in range(10)]
    thoughts.append(modest.begin(lambda: order.append("modest")))
    gate.set()
    for thought in [*thoughts, first]:
        answer(thought)
    assert order.index("modest") <= 1
    assert len(order) == 11


def test_nobody_has_all_threads() -> None:
    pool, gate = Pool(4), Event()
    greedy = pool.desk()
    thoughts = [greedy.begin(gate.wait) for _ in range(8)]
    assert answer(pool.desk().begin(lambda: 7)) == 7  # though none of the eight is done
    gate.set()
    for thought in thoughts:
        answer(thought)


def test_a_desk_that_is_closed_drops_what_waits_and_ends_what_is_searched() -> None:
    pool, has_begun, ran = Pool(1), Event(), list[int]()
    desk, other = pool.desk(), pool.desk()
    deep = agent("expectimax", QUINTRIS)

    def endless() -> int:
        has_begun.set()
        return deep.choose(START, Limit(depth=9))

    searching = desk.begin(endless)
    waiting = [desk.begin(lambda: ran.append(1)) for _ in range(5)]
    theirs = other.begin(lambda: 7)
    assert has_begun.wait(PATIENCE)
    desk.close()
    thoughts: list[Thought[Any]] = [searching, *waiting, desk.begin(lambda: ran.append(2))]
    for thought in thoughts:
        assert isinstance(answer(thought), Stopped)
    assert answer(theirs) == 7
    assert not ran


def test_the_end_of_the_pool_is_the_end_of_all_searches() -> None:
    pool, has_begun = Pool(1), Event()

    def endless() -> int:
        has_begun.set()
        return agent("expectimax", QUINTRIS).choose(START, Limit(depth=9))

    thought = pool.desk().begin(endless)
    assert has_begun.wait(PATIENCE)
    pool.close()
    assert isinstance(answer(thought), Stopped)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The positions that were really thought about."""
    found: list[State] = []

    def counted(state: State, made: Agent, name: str, limit: Limit) -> Considered:
        found.append(state)
        return considered(state, made, name, limit)

    monkeypatch.setattr(shared_opinions, "considered", counted)
    return found


def opinions_asked(desks: list[Desk], opinions: SharedOpinions, name: str) -> list[Considered]:
    thoughts = [
        desk.begin(lambda: opinions.considered(START, agent(name, QUINTRIS), name))
        for desk in desks
    ]
    return [answer(thought) for thought in thoughts]


def test_who_looks_at_the_same_position_thinks_about_it_once(asked: list[State]) -> None:
    pool, opinions = Pool(4), SharedOpinions(Limits().search)
    found = opinions_asked([pool.desk() for _ in range(12)], opinions, "expectimax")
    assert len(asked) == 1
    assert all(each is found[0] for each in found)
    opinions_asked([pool.desk()], opinions, "greedy")
    assert len(asked) == 2


def test_what_is_remembered_has_a_bound(asked: list[State]) -> None:
    opinions, greedy = SharedOpinions(Limits().search, most=3), agent("greedy", QUINTRIS)
    states = [QUINTRIS.start(Dice(seed)) for seed in range(1, 9)]
    for state in states:
        opinions.considered(state, greedy, "greedy")
    assert len(opinions) == 3
    opinions.considered(states[-1], greedy, "greedy")
    assert len(asked) == 8


def test_a_thought_that_was_cut_short_is_nobody_s_opinion() -> None:
    opinions, thinker = SharedOpinions(Limit()), agent("expectimax", QUINTRIS)
    alone = considered(START, thinker, "expectimax")
    stop = Stop()
    stop.set()
    with pytest.raises(Stopped), carrying(stop):
        opinions.considered(START, thinker, "expectimax")
    assert len(opinions) == 0
    assert opinions.considered(START, thinker, "expectimax") == alone


def test_a_cap_cuts_a_search_short_and_makes_none_deeper() -> None:
    """Agents deepen as long as a limit of seconds lasts; those of a server must not."""
    for text, name in (("quintris", "expectimax"), ("ijk", "alphabeta:depth=4")):
        game = parse_game(text)
        state, thinker = game.start(Dice(2)), agent(name, game)
        begun = monotonic()
        assert considered(state, thinker, name, Limits(search_seconds=600).search).depth == (
            considered(state, thinker, name).depth
        )
        assert monotonic() - begun < PATIENCE
    deep = agent("expectimax:depth=9", QUINTRIS)
    begun = monotonic()
    deep.choose(START, Limits(search_seconds=0.1).search)
    assert monotonic() - begun < PATIENCE
