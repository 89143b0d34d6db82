"""A search that nobody waits for ends soon; those of other threads go on."""

from __future__ import annotations

import subprocess
import sys
from threading import Event, Thread
from time import monotonic

import pytest

from tilefall.agents import Limit, agent
from tilefall.engines.stopping import Stop, Stopped, carrying
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice

PATIENCE = 20.0
SEARCHES = [
    ("quintris", "expectimax", Limit(depth=9)),
    ("quintris", "expectimax:threads=2", Limit(depth=9)),
    ("ijk", "alphabeta", Limit(depth=60)),
    ("ijk:mode=nondeterministic", "expectiminimax", Limit(depth=20)),
    ("ijk:mode=nondeterministic", "expectiminimax:threads=2", Limit(depth=20)),
]


class Asked(Thread):
    """A thread that carries a flag while an agent thinks for longer than any test."""

    def __init__(self, game: str, name: str, limit: Limit) -> None:
        super().__init__(daemon=True)
        rules = parse_game(game)
        self.stop, self.begun, self.ends = Stop(), Event(), ""
        self._state, self._agent, self._limit = rules.start(Dice(1)), agent(name, rules), limit

    def run(self) -> None:
        try:
            with carrying(self.stop):
                self.begun.set()
                self._agent.choose(self._state, self._limit)
            self.ends = "answered"
        except Stopped:
            self.ends = "stopped"


@pytest.mark.parametrize(("game", "name", "limit"), SEARCHES)
def test_a_stop_ends_the_search_of_its_own_thread_alone(game: str, name: str, limit: Limit) -> None:
    one, other = Asked(game, name, limit), Asked("quintris", "expectimax", Limit(depth=9))
    for each in (one, other):
        each.start()
        assert each.begun.wait(PATIENCE)
    one.join(0.1)
    begun = monotonic()
    one.stop.set()
    one.join(PATIENCE)
    assert one.ends == "stopped"
    assert monotonic() - begun < PATIENCE / 2
    assert other.is_alive()
    other.stop.set()
    other.join(PATIENCE)
    assert other.ends == "stopped"


def test_what_was_not_stopped_is_an_answer_and_the_thread_carries_nothing_after_it() -> None:
    game = parse_game("quintris")
    state, thinker, stop = game.start(Dice(1)), agent("expectimax", game), Stop()
    alone = thinker.choose(state, Limit())
    with carrying(stop):
        assert thinker.choose(state, Limit()) == alone
    stop.set()
    assert thinker.choose(state, Limit()) == alone


def test_a_stop_that_came_before_the_question_ends_it_at_once() -> None:
    asked = Asked("quintris", "expectimax", Limit(depth=9))
    asked.stop.set()
    asked.run()
    assert asked.ends == "stopped"


HOLDING = """
from threading import Event, Thread
from tilefall.agents import agent
from tilefall.rules.catalog import parse_game

def hold(agent, begun):
    begun.set()
    Event().wait()

begun = Event()
thinker = agent("alphabeta", parse_game("ijk"))
Thread(target=hold, args=(thinker, begun), daemon=True).start()
begun.wait()
"""


def test_what_a_waiting_thread_holds_when_python_ends_is_no_leak() -> None:
    done = subprocess.run([sys.executable, "-c", HOLDING], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
