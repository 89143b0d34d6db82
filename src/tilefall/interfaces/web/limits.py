"""Limits: how much the server gives to those who are connected to it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from tilefall.agents.agent import Limit


@dataclass(frozen=True)
class Limits:
    """What one client, and all of them together, may take."""

    connections: int = 128  # sockets that are open at a time
    connections_of_one: int = 16  # of one other machine
    requests: int = 256  # connections of any sort
    request_seconds: float = 20.0  # until a request is there, headers and body
    answer_seconds: float = 60.0  # until an answer is taken
    header_bytes: int = 32 * 1024  # of a request: browsers bring the cookies of all local servers
    wrong_token_seconds: float = 0.5  # after which a wrong token is answered
    wrong_tokens: int = 16  # that are answered at a time
    first_seconds: float = 20.0  # until a client says what it wants
    message_bytes: int = 16 * 1024  # of one message to the server
    messages_a_second: float = 120.0  # of one client, on average: two keys that repeat every 20 ms
    burst: int = 240  # messages that may come at once
    imports: int = 4  # files that come at a time
    import_bytes: int = 4 * 1024 * 1024  # of one file of records, unpacked
    import_records: int = 500  # of one file
    import_seconds: float = 20.0  # that checking one file may take
    search_seconds: float = 1.0  # of one move
    search_nodes: int = 20_000_000  # of one move
    # at a time, of all sessions together: more than there are cores only get into each other's way
    thoughts: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    turns: int = 20_000  # of one game that is watched
    frames_waiting: int = 64  # of one client, who is dropped when there are more
    send_bytes: int = 128 * 1024  # of one client that wait on their way
    send_seconds: float = 10.0  # that one frame may take to be sent

    @property
    def search(self) -> Limit:
        """How much an agent may think about one move."""
        return Limit(seconds=self.search_seconds, nodes=self.search_nodes, is_cap=True)
