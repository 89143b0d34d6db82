"""Gate: who may come in: the token, and the names by which this server is known."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import ip_address

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
ANY_ADDRESS = ("0.0.0.0", "[::]")
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,256}")
NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,62})(\.[A-Za-z0-9]([A-Za-z0-9-]{0,62}))*")
COOKIE = b"what the cookie of tilefall holds"  # so that it tells nothing of the token
HTTP_PORT = 80  # browsers leave it out


@dataclass(frozen=True)
class Gate:
    """What a request must bring."""

    token: str = field(repr=False)
    hosts: frozenset[str]  # with their ports, as the header Host gives them
    port: int = 0

    @cached_property
    def secret(self) -> str:
        """What the token is exchanged for: the same when a server begins again with its token."""
        return hmac.new(self.token.encode(), COOKIE, "sha256").hexdigest()

    @property
    def origins(self) -> frozenset[str]:
        """Where pages may come from that open a socket or change something."""
        return frozenset(f"http://{host}" for host in self.hosts)

    @property
    def cookie(self) -> str:
        """The name of the cookie: cookies know no ports, so that the name has to."""
        return f"tilefall-{self.port}"

    def is_token(self, given: str) -> bool:
        """Whether this is the token; takes as long for one that is nearly right."""
        return hmac.compare_digest(given.encode(), self.token.encode())

    def knows(self, cookies: Iterable[str]) -> bool:
        """Whether a header Cookie among these brings what the token was exchanged for."""
        words = (word for header in cookies for word in header.split(";"))
        pairs = (word.strip().partition("=") for word in words)
        ours = [value for name, _, value in pairs if name == self.cookie]
        return any(hmac.compare_digest(each.encode(), self.secret.encode()) for each in ours)


def gate_of(token: str, host: str, port: int, allowed: Sequence[str] = ()) -> Gate:
    """The gate of a server at this address; one of this machine alone has all its names.

    >>> sorted(gate_of("secret", "127.0.0.1", 8765).hosts)
    ['127.0.0.1:8765', '[::1]:8765', 'localhost:8765']
    >>> sorted(gate_of("secret", "192.0.2.7", 80, ["games.example"]).hosts)
    ['192.0.2.7', '192.0.2.7:80', 'games.example', 'games.example:80']
    """
    own = bracketed(host)
    names = {bracketed(name.lower()) for name in allowed}
    names |= set(LOOPBACK) if is_loopback(host) or own in ANY_ADDRESS else set()
    names |= {own} - set(ANY_ADDRESS)
    hosts = {f"{name}:{port}" for name in names}
    return Gate(token, frozenset(hosts | (names if port == HTTP_PORT else set())), port)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server at this address.

    >>> is_loopback("127.0.0.2"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_name(text: str) -> bool:
    """Whether this is a name or an address of a machine, and nothing more.

    >>> is_name("games.example"), is_name("::1"), is_name("games.example:80"), is_name("*")
    (True, True, False, False)
    """
    try:
        ip_address(text.strip("[]"))
    except ValueError:
        return len(text) <= 253 and NAME.fullmatch(text) is not None
    return True


def bracketed(host: str) -> str:
    """A host as addresses of pages write it.

    >>> bracketed("::1")
    '[::1]'
    """
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
