"""Thoughts: a few threads that think for all sessions, each session in its turn."""

from __future__ import annotations

import atexit
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Thread, current_thread
from typing import Any, TypeVar
from weakref import WeakSet

from tilefall.engines.stopping import UNWANTED, Stop, Stopped, carrying
from tilefall.play.clock import Pending

IDLE = 10.0  # seconds after which a thread with nothing to do ends
GRACE = 0.5  # seconds that thoughts have to end when Python does
LOOK = 1.0  # seconds between two looks at a thought: sessions are woken when it is done

Answer = TypeVar("Answer")
Waiting = deque[Pending[Any]]


class Desk:
    """The clock of one session: its questions wait here for a thread of the pool."""

    look = LOOK

    def __init__(self, pool: Pool, wake: Callable[[], None]) -> None:
        self._pool, self.wake = pool, wake
        self.stop = Stop()
        # those that somebody waits for, and the others
        self.waiting: tuple[Waiting, Waiting] = (deque(), deque())
        self.running = 0
        self.is_closed = False

    def now(self) -> float:
        """Seconds since some moment in the past."""
        return time.monotonic()

    def sleep(self, until: float) -> None:
        """Wait until this time."""
        time.sleep(max(0.0, until - self.now()))

    def begin(self, question: Callable[[], Answer], is_urgent: bool = True) -> Pending[Answer]:
        """Answer a question when it is this desk's turn; not at all once it is closed."""

        def carried() -> Answer:
            with carrying(self.stop):
                return question()

        thought = Pending(carried)
        self._pool.take(self, thought, is_urgent)
        return thought

    def close(self) -> None:
        """End the searches of this desk, and forget the questions that wait."""
        self._pool.clear(self)


class Pool:
    """Threads that are there while there is something to think about."""

    def __init__(self, threads: int) -> None:
        if threads < 1:
            raise ValueError(f"{threads} threads, expected at least 1")
        self._most = threads
        # nobody has all of them, nor do questions that nobody waits for
        self._most_of_one, self._most_patient = max(1, threads // 2), max(1, threads // 4)
        self._patient = 0  # of these, at this moment
        self._changed = Condition()
        # those with questions that may begin, in turn: urgent ones, and the others
        self._desks: tuple[deque[Desk], deque[Desk]] = (deque(), deque())
        self._threads: set[Thread] = set()
        self._idle = 0
        self._all: WeakSet[Desk] = WeakSet()
        _pools.add(self)

    def desk(self, wake: Callable[[], None] = lambda: None) -> Desk:
        """A clock for one session; it calls `wake`, from any thread, when a thought is done."""
        found = Desk(self, wake)
        with self._changed:
            self._all.add(found)
        return found

    def take(self, desk: Desk, thought: Pending[Any], is_urgent: bool) -> None:
        """Let a question wait for its turn."""
        with self._changed:
            if desk.is_closed:
                thought.settle(Stopped(UNWANTED))
                return
            desk.waiting[not is_urgent].append(thought)
            self._line_up(desk)
            if self._ready() > self._idle and len(self._threads) < self._most:
                thread = Thread(target=self._work, name="tilefall thoughts", daemon=True)
                self._threads.add(thread)
                thread.start()
            self._changed.notify()

    def clear(self, desk: Desk) -> None:
        """Drop what waits at a desk, and end what is being searched for it."""
        desk.stop.set()
        with self._changed:
            desk.is_closed = True
            dropped = [*desk.waiting[0], *desk.waiting[1]]
            desk.waiting = (deque(), deque())
            self._step_back(desk)
        for thought in dropped:
            thought.settle(Stopped(UNWANTED))

    def close(self) -> None:
        """End everything that is being thought about; comes back when it has, or after a while."""
        for desk in list(self._all):
            self.clear(desk)
        end = time.monotonic() + GRACE
        for desk in list(self._all):
            while desk.running and time.monotonic() < end:
                time.sleep(0.005)

    def _line_up(self, desk: Desk) -> None:
        if desk.running < self._most_of_one:
            for line, waiting in zip(self._desks, desk.waiting, strict=True):
                if waiting and desk not in line:
                    line.append(desk)

    def _ready(self) -> int:
        """How many questions may begin."""
        patient = min(len(self._desks[1]), self._most_patient - self._patient)
        return len(self._desks[0]) + patient

    def _work(self) -> None:
        while self._has_worked():
            pass

    def _has_worked(self) -> bool:
        """Think about one question; False if there was none for long, and the thread may end.

        A function of its own: a thread that waits holds on to nobody's desk.
        """
        turn = self._next_turn()
        if turn is None:
            return False
        turn.thought.think()
        with self._changed:
            turn.desk.running -= 1
            self._patient -= turn.is_patient
            self._line_up(turn.desk)
            self._changed.notify()
        turn.desk.wake()
        return True

    def _next_turn(self) -> Turn | None:
        """Whose turn it is; None if there was nothing to do for long."""
        with self._changed:
            self._idle += 1
            has_work = self._changed.wait_for(lambda: self._ready() > 0, IDLE)
            self._idle -= 1
            if not has_work:
                self._threads.discard(current_thread())
                return None
            kind = 0 if self._desks[0] else 1
            self._patient += kind
            desk = self._desks[kind].popleft()
            thought = desk.waiting[kind].popleft()
            desk.running += 1
            if desk.running >= self._most_of_one:
                self._step_back(desk)
            self._line_up(desk)
            return Turn(desk, thought, bool(kind))

    def _step_back(self, desk: Desk) -> None:
        """Out of the lines, until one of its thoughts is done."""
        for line in self._desks:
            if desk in line:
                line.remove(desk)


@dataclass(frozen=True)
class Turn:
    """A question, and who asked it."""

    desk: Desk
    thought: Pending[Any]
    is_patient: bool  # nobody waits for it


_pools: WeakSet[Pool] = WeakSet()


@atexit.register
def _end_thoughts() -> None:
    """No thread may be inside native code when Python ends."""
    for pool in list(_pools):
        pool.close()
