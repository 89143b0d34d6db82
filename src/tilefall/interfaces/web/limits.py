"""Limits: how much the server gives to those who are connected to it."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.agents.agent import Limit


@dataclass(frozen=True)
class Limits:
    """What one client, and all of them together, may take."""

    connections: int = 128  # open at a time
    message_bytes: int = 16 * 1024  # of one message to the server
    messages_a_second: float = 120.0  # of one client, on average: two keys that repeat every 20 ms
    burst: int = 240  # messages that may come at once
    import_bytes: int = 4 * 1024 * 1024  # of one file of records
    search_seconds: float = 1.0  # of one move
    turns: int = 20_000  # of one game that is watched
    frames_waiting: int = 64  # of one client, who is dropped when there are more
    send_seconds: float = 10.0  # that one frame may take to be sent

    @property
    def search(self) -> Limit:
        """How much an agent may think about one move."""
        return Limit(seconds=self.search_seconds)
