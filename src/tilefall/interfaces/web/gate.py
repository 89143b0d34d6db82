"""Gate: who may come in: the token, and the names by which this server is known."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Gate:
    """What a request must bring."""

    token: str
    hosts: frozenset[str]  # with their ports, as the header Host gives them

    @property
    def origins(self) -> frozenset[str]:
        """Where pages may come from that open a socket or change something."""
        return frozenset(f"http://{host}" for host in self.hosts)


def gate_of(token: str, host: str, port: int) -> Gate:
    """The gate of a server at this address; one of this machine alone has all its names.

    >>> sorted(gate_of("secret", "127.0.0.1", 80).hosts)
    ['127.0.0.1:80', '[::1]:80', 'localhost:80']
    """
    names = ("127.0.0.1", "localhost", "[::1]")
    own = f"[{host}]" if ":" in host else host
    known = names if own in names else (own,)
    return Gate(token, frozenset(f"{name}:{port}" for name in known))
