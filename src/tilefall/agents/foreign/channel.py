"""Channel: a program's end of the conversation with the referee, for hosts written in Python."""

from __future__ import annotations

import json
import os

from tilefall.agents.foreign.messages import Message


class Channel:
    """Standard input and output, kept for the referee alone.

    What the program reads itself is empty, and what it prints goes where its errors go.
    """

    def __init__(self) -> None:
        self._requests = os.fdopen(os.dup(0), "rb")
        self._answers = os.fdopen(os.dup(1), "wb", buffering=0)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)

    def request(self) -> Message | None:
        """The referee's next message; None when there are no more."""
        line = self._requests.readline()
        if not line:
            return None
        message = json.loads(line)
        assert isinstance(message, dict)
        return message

    def answer(self, message: Message) -> None:
        """Say something to the referee."""
        self._answers.write(json.dumps(message).encode() + b"\n")
