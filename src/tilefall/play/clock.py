"""Clock: time as it passes, and thoughts that go on beside it; tests bring a clock of their own."""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, Protocol, TypeVar
from weakref import WeakSet

LOOK = 0.02  # seconds between two looks at a thought
GRACE = 0.5  # seconds that a thought has to end when Python does


Answer = TypeVar("Answer")
Heard = TypeVar("Heard", covariant=True)


class Thought(Protocol[Heard]):
    """A question that is being answered while the one who asked goes on."""

    @property
    def is_done(self) -> bool:
        """Whether the answer is there."""
        ...

    def wait(self, until: float) -> None:
        """Wait for the answer, but not longer than to this time."""
        ...

    def answer(self) -> Heard | BaseException:
        """What came of a thought that is done: its answer, or the error that it ended with."""
        ...


class Clock(Protocol):
    """Tells the time in seconds, waits, and begins thoughts."""

    @property
    def look(self) -> float:
        """Seconds after which to look again whether a thought is done."""
        ...

    def now(self) -> float:
        """The time."""
        ...

    def sleep(self, until: float) -> None:
        """Wait until this time; not at all if it has passed."""
        ...

    def begin(self, question: Callable[[], Answer], is_urgent: bool = True) -> Thought[Answer]:
        """Begin to answer a question, and come back at once.

        Where there are more questions than threads, those that nobody waits for come last.
        """
        ...


class RealClock:
    """The time of the machine; every thought has a thread."""

    look = LOOK

    def now(self) -> float:
        """Seconds since some moment in the past."""
        return time.monotonic()

    def sleep(self, until: float) -> None:
        """Wait until this time; Ctrl-C ends it."""
        time.sleep(max(0.0, until - self.now()))

    def begin(self, question: Callable[[], Answer], is_urgent: bool = True) -> Pending[Answer]:
        """Answer a question in a thread that ends with Python, whatever the question does."""
        thought = Pending(question)
        thread = Thread(target=thought.think, name="tilefall thought", daemon=True)
        _threads.add(thread)
        thread.start()
        return thought


class Pending(Generic[Answer]):
    """A question that some thread answers."""

    def __init__(self, question: Callable[[], Answer]) -> None:
        self._question: Callable[[], Answer] | None = question
        self._done = Event()
        self._answers: list[Answer | BaseException] = []  # one, when it is done

    @property
    def is_done(self) -> bool:
        """Whether the answer is there."""
        return self._done.is_set()

    def wait(self, until: float) -> None:
        """Wait for the answer, but not longer than to this time; Ctrl-C ends it."""
        self._done.wait(max(0.0, until - time.monotonic()))

    def answer(self) -> Answer | BaseException:
        """The answer, or the error that the question ended with."""
        return self._answers[0]

    def think(self) -> None:
        """Answer the question in this thread."""
        assert self._question is not None
        try:
            self.settle(self._question())
        except BaseException as error:
            self.settle(error)  # for whoever asked

    def settle(self, answer: Answer | BaseException) -> None:
        """Let this be the answer."""
        self._answers.append(answer)
        self._question = None  # what it holds is not needed any more
        self._done.set()


_threads: WeakSet[Thread] = WeakSet()


@atexit.register
def _end_thoughts() -> None:
    """No thread may be inside native code when Python ends: searches are asked to end now."""
    busy = [thread for thread in _threads if thread.is_alive()]
    if busy:
        from tilefall.engines.native import end_searches

        end_searches()
    for thread in busy:
        thread.join(GRACE)
