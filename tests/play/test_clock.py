"""The real clock: thoughts go on beside the one who asked, and never keep Python from ending."""

from __future__ import annotations

import subprocess
import sys
import time
from threading import Event
from weakref import ref

import pytest

from tests.play.clocks import NATIVE
from tilefall.agents import agent
from tilefall.play import Recorder, verify
from tilefall.play.animated import falls
from tilefall.play.clock import Pending, RealClock
from tilefall.rules.quintris import Quintris

FALL = Quintris(reach="fall")


def test_a_thought_goes_on_while_others_wait_for_it() -> None:
    clock, gate = RealClock(), Event()

    def question() -> int:
        gate.wait()
        return 7

    thought = clock.begin(question)
    thought.wait(clock.now() + 0.01)
    assert not thought.is_done
    gate.set()
    thought.wait(clock.now() + 10)
    assert thought.is_done
    assert thought.answer() == 7


def test_an_error_is_an_answer_too() -> None:
    clock = RealClock()

    def question() -> int:
        raise SystemExit(3)

    thought = clock.begin(question)
    thought.wait(clock.now() + 10)
    answer = thought.answer()
    assert isinstance(answer, SystemExit)
    assert answer.code == 3


def test_waiting_for_the_past_is_no_waiting() -> None:
    clock = RealClock()
    before = clock.now()
    clock.sleep(before - 100)
    clock.begin(lambda: Event().wait(60) and 1).wait(before - 100)
    assert clock.now() - before < 5


@pytest.mark.parametrize("name", ["greedy", "lookahead", "expectimax"])
def test_agents_play_in_real_time_and_their_records_hold(name: str) -> None:
    """Ticks so fast that the game is short; every piece is decided by someone, in its time."""
    recorder = Recorder(FALL, [name], 5)
    found = falls(
        FALL,
        agent(name, FALL, 5),
        5,
        clock=RealClock(),
        engine=NATIVE,
        period=0.02,
        max_turns=4,
    )
    for fall in found:
        recorder.add(fall.move, fall.next)
    assert len(recorder.record().moves) == 4
    assert verify(recorder.record()) is None


ENDS_EARLY = """
from tilefall.agents import Limit, agent
from tilefall.play.clock import RealClock
from tilefall.rules.dice import Dice
from tilefall.rules.quintris import Quintris
game = Quintris(reach="fall")
state = game.start(Dice(1))
state.legal_moves()
thinker = agent("expectimax", game)
clock = RealClock()
thought = clock.begin(lambda: {question})
thought.wait(clock.now() + 0.2)
assert not thought.is_done
print("bye")
"""


@pytest.mark.parametrize(
    "question",
    [
        "thinker.choose(state, Limit(seconds=60))",
        "thinker.choose(state, Limit(depth=9))",
        "__import__('time').sleep(60)",
    ],
)
def test_python_ends_though_a_thought_does_not(question: str) -> None:
    """A search deep in native code is told to end: its thread must not find Python gone."""
    begun = time.perf_counter()
    program = ENDS_EARLY.format(question=question)
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr) == (0, "bye\n", "")
    assert time.perf_counter() - begun < 20


class Board:
    """What a question may hold."""

    def is_here(self) -> bool:
        return True


def test_a_thought_that_is_kept_keeps_nothing_of_its_question() -> None:
    board = Board()
    seen, thought = ref(board), Pending(board.is_here)
    del board
    assert seen() is not None  # the question needs it
    thought.think()
    assert thought.answer() is True
    assert seen() is None
