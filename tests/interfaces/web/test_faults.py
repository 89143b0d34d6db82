"""Faults of our own: the client is told a number, the log the rest, and neither a secret."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus as Status
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.web.sites import PATIENCE, Site, house_in, running
from tests.interfaces.web.test_limits import WATCH, end_of, heard, say
from tilefall.interfaces.web import begin_watching
from tilefall.interfaces.web.logs import Redacted, log_to, printable
from tilefall.interfaces.web.watching import WatchSession

DETAIL = "the detail of a fault that nobody outside needs"
LOGGERS = ("tilefall.web", "uvicorn")


@pytest.fixture
def told(tmp_path: Path) -> Iterator[tuple[Site, StringIO]]:
    """A server, and what it logs when it tells all."""
    kept = {name: logging.getLogger(name) for name in LOGGERS}
    before = {name: (each.handlers, each.propagate, each.level) for name, each in kept.items()}
    stream = StringIO()
    with running(house_in(tmp_path)) as site:
        log_to(stream, [site.gate.token, site.gate.secret], is_verbose=True)
        yield site, stream
    for name, (handlers, propagate, level) in before.items():
        kept[name].handlers, kept[name].propagate = handlers, propagate
        kept[name].setLevel(level)


def failing(*words: Any, **more: Any) -> Any:
    raise RuntimeError(DETAIL)


def check(found: dict[str, Any], log: str) -> None:
    assert found["is"] == "trouble"
    assert re.fullmatch("[0-9a-f]{8}", found["id"])
    assert found["words"] == f"Something went wrong (id {found['id']})."
    assert f"fault {found['id']}" in log
    assert DETAIL in log
    assert "Traceback" in log


def test_a_fault_at_the_beginning_is_told_by_number(
    told: tuple[Site, StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    site, stream = told
    monkeypatch.setattr(begin_watching, "watched_match", failing)
    with site.socket() as client:
        say(client, **WATCH)
        check(heard(client), stream.getvalue())
        say(client, do="play", game="quintris", seed=1)  # and it goes on
        assert heard(client)["is"] == "view"


@pytest.mark.parametrize("part", ["advance", "shown", "hear", "due"])
def test_a_fault_in_a_session_is_told_by_number(
    told: tuple[Site, StringIO], monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    site, stream = told
    monkeypatch.setattr(WatchSession, part, failing)
    with site.socket() as client:
        say(client, **WATCH)
        say(client, do="toggle")
        found: dict[str, Any] = {}
        while found.get("is") != "trouble":
            found = heard(client)
        check(found, stream.getvalue())
        if part != "hear":
            assert end_of(client)[1] == 1011


def test_a_fault_of_a_page_is_told_by_number(
    told: tuple[Site, StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    site, stream = told
    monkeypatch.setattr("tilefall.interfaces.web.app.page", failing)
    found = site.get("/play?token-like=secret")
    assert found.status == Status.INTERNAL_SERVER_ERROR
    number = re.search("id ([0-9a-f]{8})", found.text)
    assert number is not None
    assert DETAIL not in found.text
    assert "Content-Security-Policy" in found.headers
    log = stream.getvalue()
    assert f"fault {number[1]}" in log
    assert DETAIL in log
    assert "token-like" not in log


def test_the_log_has_no_token_no_cookie_and_no_query(
    told: tuple[Site, StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    site, stream = told
    site.ask("GET", f"/play?token={site.gate.token}&more=private", {})
    site.ask("GET", "/?token=wrong-guess", {})
    site.get("/watch?private=1")
    with site.socket() as client:
        say(client, **WATCH)
        heard(client)
    monkeypatch.setattr(begin_watching, "parse_game", lambda text: failing(site.gate.token))
    with site.socket() as client:
        say(client, **WATCH)
        heard(client)
    log = stream.getvalue()
    assert "GET /play 303" in log
    for secret in (site.gate.token, site.gate.secret, "wrong-guess", "private", "tilefall-"):
        assert secret not in log


def test_what_comes_from_outside_is_one_printable_line(told: tuple[Site, StringIO]) -> None:
    site, stream = told
    site.get("/%0aFAKE%1b%5b31m")
    log = stream.getvalue()
    assert len(log.splitlines()) == 1
    assert log.strip().replace("\n", "").isprintable()
    assert printable("a\nb\u2028c\x1b\x7f" + "x" * 500).isprintable()
    assert len(printable("x" * 500)) < 300


def test_a_secret_is_not_told_even_in_a_traceback() -> None:
    record = logging.LogRecord("x", logging.ERROR, "x", 1, "a %s\nb\x1b[0m", ("s3cret",), None)
    line = Redacted(["s3cret"]).format(record)
    assert "s3cret" not in line
    assert "\x1b" not in line
    assert line.endswith("a ...\n  b\\x1b[0m")


def test_a_quiet_server_tells_nothing_of_requests(tmp_path: Path) -> None:
    stream = StringIO()
    before = {name: logging.getLogger(name).level for name in LOGGERS}
    try:
        with running(replace(house_in(tmp_path))) as site:
            log_to(stream, [site.gate.token], is_verbose=False)
            site.get("/")
            site.get("/nowhere")
            with site.socket() as client:
                client.send(json.dumps({"do": "nothing"}))
                client.recv(PATIENCE)
        assert stream.getvalue() == ""
    finally:
        for name, level in before.items():
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = [], True
            logger.setLevel(level)
