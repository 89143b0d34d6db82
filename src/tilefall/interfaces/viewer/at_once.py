"""At once: a clock that stands still, whose thoughts are answered before anybody waits for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Answered(Generic[Answer]):
    """A thought that is done."""

    found: Answer | BaseException

    @property
    def is_done(self) -> bool:
        """It is."""
        return True

    def wait(self, until: float) -> None:
        """There is nothing to wait for."""

    def answer(self) -> Answer | BaseException:
        """The answer, or the error that the question ended with."""
        return self.found


class ClockAtOnce:
    """Makes a watched game think in the order in which it asks, so that results never differ."""

    look = 0.0

    def now(self) -> float:
        """Always the same."""
        return 0.0

    def sleep(self, until: float) -> None:
        """No time passes."""

    def begin(self, question: Callable[[], Answer], is_urgent: bool = True) -> Answered[Answer]:
        """Answer a question; Ctrl-C is no answer."""
        try:
            return Answered(question())
        except Exception as error:
            return Answered(error)
