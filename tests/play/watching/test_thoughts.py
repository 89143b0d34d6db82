"""What is thought of watched games: opinions, values, mistakes, and threads that end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as threads

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.agents.foreign.programs import PRELUDE
from tests.conftest import examples
from tests.play.watching.watched import (
    HandClock,
    Stubborn,
    match_watching,
    record_watching,
    recorded,
    settle,
)
from tilefall.agents import agent
from tilefall.agents.agent import Limit
from tilefall.agents.considering import Considered, SlidesSeen, considered
from tilefall.play import Record, replayed
from tilefall.play.clock import RealClock
from tilefall.play.watching import Watching, watched_match
from tilefall.play.watching.judges import explainer_of, judge_of
from tilefall.play.watching.mistakes import POINTS, SHARE, judged
from tilefall.play.watching.opinions import MINDS, value_of
from tilefall.play.watching.thinking import Asking
from tilefall.play.watching.values import Values
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import State
from tilefall.rules.ijk import Ijk
from tilefall.search.minimax import WIN
from tilefall.search.slide_explain import Slide, points

QUINTRIS = recorded("quintris", ("greedy",), turns=60)
TETRIS = recorded("tetris:height=10", ("dt-10",), turns=60)
IJK = recorded("ijk", ("greedy", "first-fit"), turns=40)


@pytest.mark.parametrize("record", [QUINTRIS, TETRIS, IJK])
def test_the_shown_position_has_the_explainers_opinion(record: Record) -> None:
    watching = record_watching(record)
    watching.seek(30)
    settle(watching)
    assert watching.thinking is not None
    name = watching.thinking.opinions.name
    made = agent(name, watching.game, record.seed)
    seen = watching.considered
    assert seen is not None
    expected = considered(watching.state, made, name)
    assert (seen.candidates, seen.why) == (expected.candidates, expected.why)
    states = list(replayed(record))
    for number, value in enumerate(watching.values[: len(record.moves)]):
        assert value == value_of(considered(states[number], made, name))


def test_what_is_shown_is_thought_about_first_and_what_is_not_needed_is_given_up() -> None:
    clock = HandClock(is_quick=False)
    watching = record_watching(QUINTRIS, clock)
    watching.advance(100.0)
    clock.waiting[0].think()  # the replay
    clock.waiting.clear()
    watching = record_watching(QUINTRIS, clock)
    watching.advance(100.0)
    replay, first = clock.waiting
    replay.think()
    clock.waiting.clear()
    watching.advance(100.0)
    (around,) = clock.waiting
    watching.seek(50)
    watching.advance(100.0)
    shown = clock.waiting[-1]
    shown.think()
    watching.advance(100.0)
    assert watching.considered is not None
    around.think()  # nobody needs any of it now
    first.think()
    watching.advance(100.0)
    assert all(value is None for value in watching.values[:40])


def test_never_more_thoughts_than_minds() -> None:
    clock = HandClock(is_quick=False)
    watching = record_watching(QUINTRIS, clock)
    watching.advance(100.0)
    clock.think()
    for number in range(60):
        watching.seek(number)
        watching.advance(100.0)
    assert len(clock.waiting) <= MINDS + 1


@pytest.mark.parametrize(
    ("game", "names", "explainer", "judge"),
    [
        ("quintris", ["greedy"], "greedy", "expectimax"),
        ("quintris", ["person"], "expectimax", "expectimax"),
        ("quintris", ["random"], "expectimax", "expectimax"),
        ("quintris", ["exec:nothing"], "expectimax", "expectimax"),
        ("quintris", ["expectimax"], "expectimax", "expectimax:depth=4,beam=16"),
        ("tetris", ["lookahead:depth=3"], "lookahead:depth=3", "expectimax:depth=4,beam=16"),
        ("ijk", ["greedy", "greedy"], "greedy", "alphabeta"),
        ("ijk", ["greedy", "alphabeta"], "alphabeta", "alphabeta:depth=12"),
        (
            "ijk",
            ["alphabeta:evaluation=tiles,depth=10", "random"],
            "alphabeta",
            "alphabeta:evaluation=tiles,depth=12",
        ),
        ("ijk:mode=nondeterministic", ["greedy", "random"], "expectiminimax", "expectiminimax"),
    ],
)
def test_who_explains_and_who_judges(
    game: str, names: list[str], explainer: str, judge: str
) -> None:
    rules = parse_game(game)
    assert explainer_of(rules, names, 3, "native") == explainer
    assert judge_of(rules, names, 3, "native") == judge
    agent(judge, rules)


def found_by_a_plain_loop(record: Record) -> list[int]:
    game = parse_game(record.game)
    name = judge_of(game, record.agents, record.seed, "native")
    judge = agent(name, game, record.seed)
    found = []
    for number, (state, move) in enumerate(zip(replayed(record), record.moves, strict=False)):
        verdict = judged(number, considered(state, judge, name), move)
        if verdict is not None and verdict.is_mistake:
            found.append(number)
    return found


@pytest.mark.parametrize("record", [QUINTRIS, TETRIS, IJK])
def test_the_mistakes_are_those_of_a_plain_loop(record: Record) -> None:
    expected = found_by_a_plain_loop(record)
    assert 0 < len(expected) < len(record.moves)
    watching = record_watching(record)
    found = []
    while True:
        watching.next_mistake()
        settle(watching)
        if "no mistake after this" in watching.status:
            break
        assert watching.status.startswith(f"paused; mistake: move {watching.position + 1} ")
        assert watching.considered is not None
        assert watching.considered.candidates[0].move != watching.played
        found.append(watching.position)
    assert found == expected
    assert watching.mistakes == tuple(expected)
    back = record_watching(record)
    back.to_end()
    settle(back)
    found = []
    while True:
        back.previous_mistake()
        settle(back)
        if "no mistake before this" in back.status:
            break
        found.append(back.position)
    assert found[::-1] == expected


def test_a_hunt_tells_how_far_it_is_and_any_wish_ends_it() -> None:
    clock = HandClock()
    watching = record_watching(QUINTRIS, clock)
    settle(watching)
    clock.is_quick = False
    watching.next_mistake()
    watching.advance(100.0)
    assert watching.status == "looking for mistakes with expectimax, at move 1"
    watching.pause()
    assert watching.status == "paused"
    clock.think()
    watching.advance(100.0)
    assert watching.position == 0
    assert watching.mistakes == (), "a hunt that was given up judges nothing"


def slides_seen(*values: float, has_odds: bool = True) -> SlidesSeen:
    state = Ijk().parse("ijk A5/6/6/6/6/6 + 0")
    ranked = sorted(enumerate(values), key=lambda each: -each[1])
    found = tuple(Slide(move, value, state.board) for move, value in ranked)
    return SlidesSeen(state, "made up", 1, found, has_odds=has_odds)


@pytest.mark.parametrize(
    ("seen", "is_mistake"),
    [
        (slides_seen(0, 190), False),  # 4.7 points
        (slides_seen(0, 210), True),  # 5.2 points
        (slides_seen(WIN - 5, WIN - 3), False),  # a longer way to win
        (slides_seen(50_000, WIN - 3), True),  # no points, but the win was certain
        (slides_seen(-(WIN - 5), -50_000), True),
        (slides_seen(-(WIN - 5), -(WIN - 9)), False),  # it was lost before
        (slides_seen(79, 100, 0, -100, has_odds=False), True),  # the middle is 60 behind
        (slides_seen(90, 100, 0, -100, has_odds=False), False),
        (slides_seen(90, 100, 50, 0, 0, has_odds=False), False),  # just what is allowed
    ],
)
def test_what_a_mistake_is(seen: SlidesSeen, is_mistake: bool) -> None:
    verdict = judged(7, seen, 0)
    assert verdict is not None
    assert verdict.is_mistake == is_mistake
    assert judged(7, seen, 99) is None
    assert (POINTS, SHARE) == (5.0, 0.2)


def test_values_are_always_those_of_player_0() -> None:
    seen = slides_seen(0, 1000)
    state = Ijk().parse("ijk A5/6/6/6/6/6 - 1")
    assert value_of(seen) == points(1000)
    assert value_of(replace(seen, state=state)) == points(-1000)
    assert value_of(replace(seen, state=state, has_odds=False)) == -1000
    assert value_of(replace(slides_seen(0, WIN - 3, has_odds=False), state=state)) == float("-inf")


def test_points_know_no_overflow() -> None:
    assert [round(points(value)) for value in (-WIN * 0.9, -1000, 0, 1000, WIN)] == [
        0,
        27,
        50,
        73,
        100,
    ]


def test_a_candidate_is_marked_until_another_position_is_shown() -> None:
    watching = record_watching(QUINTRIS)
    assert not watching.preview(1), "nothing is known yet"
    settle(watching)
    assert watching.preview(2)
    assert not watching.preview(2)
    assert not watching.preview(999)
    assert watching.leafing.preview == 2
    assert watching.preview(None)
    watching.preview(1)
    watching.step(1)
    assert watching.leafing.preview is None


def test_an_explainer_that_fails_is_told_and_asked_no_more() -> None:
    def failing(*words: object) -> Considered:
        raise OSError("no such\nthing")

    watching = record_watching(QUINTRIS, asking=Asking(failing))
    settle(watching)
    assert watching.status == "paused; greedy failed, OSError: no such"
    watching.next_mistake()
    settle(watching)
    assert "expectimax failed, OSError: no such" in watching.status


def test_extremes_hide_nothing_of_the_graph() -> None:
    values = Values()
    for number in range(100):
        values.put(number, float(number % 10))
    values.put(100, -1e9)
    values.put(101, float("-inf"))
    shown = values.shown(103)
    assert shown[:100] == tuple(float(number % 10) for number in range(100))
    assert -40 < (shown[100] or 0.0) < 0
    assert shown[101] == shown[100]
    assert shown[102] is None
    assert values.shown(103) is shown
    lost = Values()  # a game whose last moves were worth hardly anything
    for number in range(16):
        lost.put(number, float(-number))
    for number in range(16, 20):
        lost.put(number, -1e6 * number)
    assert lost.bounds()[0] > -60
    same = Values()
    for number in range(20):
        same.put(number, 5.0 if number else 1.0)
    assert same.bounds() == (1.0, 5.0)
    few = Values()
    few.put(0, 3.0)
    few.put(1, float("inf"))
    assert few.shown(2) == (3.0, 3.0)


WISHES: list[Callable[[Watching, int], object]] = [
    lambda w, n: w.play(),
    lambda w, n: w.pause(),
    lambda w, n: w.toggle(),
    lambda w, n: w.faster(),
    lambda w, n: w.slower(),
    lambda w, n: w.step(n - 20),
    lambda w, n: w.seek(n * 3),
    lambda w, n: w.to_start(),
    lambda w, n: w.to_end(),
    lambda w, n: w.preview(n % 5 or None),
    lambda w, n: w.next_mistake(),
    lambda w, n: w.previous_mistake(),
    lambda w, n: w.verify(),
    lambda w, n: w.play_from_here(),
    lambda w, n: w.record(),
]


@given(
    st.booleans(),
    st.lists(st.tuples(st.integers(0, len(WISHES) + 5), st.integers(0, 40)), min_size=200),
)
@examples(30)
def test_whatever_is_wished_nothing_fails_or_waits(
    is_match: bool, wishes: list[tuple[int, int]]
) -> None:
    """About 6,000 wishes; thoughts are answered in any order, early, late or never."""
    from tilefall.interfaces.screen.watch_view import watch_view

    clock = HandClock(is_quick=False)
    game = Ijk(size=3)
    greedy = agent("greedy", game)
    if is_match:
        watching = match_watching([greedy, greedy], clock)
    else:
        watching = record_watching(recorded("ijk:size=3", ("greedy", "greedy")), clock)
    assert watching.thinking is not None
    watching.thinking.judge._make = lambda: greedy  # a quick one
    for wish, number in wishes:
        if wish < len(WISHES):
            WISHES[wish](watching, number)
        elif wish % 2:
            clock.think(number)
        else:
            clock.time += number / 10
        due = watching.due(clock.time)
        if due is not None and due <= clock.time + 0.02:
            watching.advance(clock.time)
        assert 0 <= watching.position < watching.length
        assert watching.state.turn == watching.position
        assert len(clock.waiting) <= MINDS + 2
        view = watch_view(watching)
        assert len(view.values) == view.length
    watching.close()


class Silent(Stubborn):
    """Thinks until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.is_let_go = Event()

    def choose(self, state: State, limit: Limit) -> int:
        self.is_let_go.wait(120)
        return super().choose(state, limit)


def own_threads() -> list[Thread]:
    return [thread for thread in threads() if thread.name == "tilefall thought"]


def use(watching: Watching, clock: RealClock) -> None:
    for wish in WISHES:
        wish(watching, 3)
        watching.advance(clock.now())
        watching.due(clock.now())


def test_nothing_waits_for_an_agent_and_its_thread_ends_when_it_is_closed() -> None:
    silent, clock = Silent(), RealClock()
    watching = watched_match(Ijk(size=3), [silent, silent], 3, clock)
    before = set(own_threads())
    user = Thread(target=use, args=(watching, clock), daemon=True)
    user.start()
    user.join(60)
    assert not user.is_alive(), "something waited for an agent that never answers"
    watching.advance(clock.now())
    assert watching.length == 1
    watching.close()
    silent.is_let_go.set()
    for thread in own_threads():
        thread.join(60)
    assert set(own_threads()) <= before


@pytest.mark.skipif(sys.platform != "linux", reason="programs of others are contained on Linux")
def test_a_program_that_never_answers_ends_when_nobody_watches(tmp_path: Path) -> None:
    path = tmp_path / "silent.py"
    path.write_text(f"{PRELUDE}\nready()\nopen('asked', 'w').close()\ntime.sleep(1000)\n")
    game, clock = Ijk(), RealClock()
    program = agent(f"exec:{sys.executable} -I -S {path}", game)
    hours = Limit(seconds=10_000)
    watching = watched_match(game, [program, agent("greedy", game)], 3, clock, limit=hours)
    watching.advance(clock.now())
    (thread,) = [each for each in own_threads() if watching.unfolding.is_busy][:1]
    watching.close()
    thread.join(30)
    assert not thread.is_alive()
    for each in own_threads():
        each.join(30)
    assert program._sandbox is None  # type: ignore[attr-defined]
