"""Visits: what the server answers to somebody who came in by the address with the token."""

from __future__ import annotations

import json
from dataclasses import dataclass
from email.message import Message
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

from tests.interfaces.web.sites import Site

PATIENCE = 20.0  # seconds for one answer


@dataclass(frozen=True)
class Visit:
    """An answer."""

    status: int
    headers: Message
    text: str

    @property
    def json(self) -> Any:
        """Its content; numbers that JSON does not know are an error."""
        return json.loads(self.text, parse_constant=_refused)


class Visitor:
    """Keeps the cookie that the token was exchanged for."""

    def __init__(self, site: Site) -> None:
        self._base = site.base
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()), ProxyHandler({}))
        self._opener.open(site.entry("/arena"), timeout=PATIENCE).close()

    def get(self, path: str) -> Visit:
        """The answer to a question, whatever its status."""
        try:
            with self._opener.open(f"{self._base}{path}", timeout=PATIENCE) as found:
                return Visit(found.status, found.headers, found.read().decode())
        except HTTPError as error:
            with error:
                return Visit(error.code, error.headers, error.read().decode())


def _refused(word: str) -> Any:
    raise AssertionError(f"{word} is no JSON")
