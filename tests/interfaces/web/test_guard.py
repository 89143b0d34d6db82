"""The guard: each rule, and an attempt to get around it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus as Status
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest
from websockets.exceptions import InvalidStatus

from tests.interfaces.web.sites import PATIENCE, TOKEN, Site, house_in, running
from tilefall.interfaces.web.gate import Gate, gate_of
from tilefall.interfaces.web.limits import Limits

NOT_OURS = [
    "elsewhere.example",
    "127.0.0.1",
    "127.0.0.1:1",
    "LOCALHOST:{port}",
    "localhost.:{port}",
    "127.0.0.1:{port}.elsewhere.example",
    "127.0.0.1:{port}@elsewhere.example",
    "[::2]:{port}",
]
FOREIGN = [
    "null",
    "",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1:1",
    "HTTP://127.0.0.1:{port}",
    "http://127.0.0.1:{port}/",
    "http://127.0.0.1:{port}.elsewhere.example",
    "http://elsewhere.example",
    "http://LOCALHOST:{port}",
    "http://127.0.0.1",
    "file://",
]
ADDRESSES = ("/", "/play", "/socket", "/static/js/socket.js", "/data/nothing", "/nowhere")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all rules: none of them changes it."""
    limits = Limits(wrong_token_seconds=0.3, wrong_tokens=4)
    house = replace(house_in(tmp_path_factory.mktemp("house")), limits=limits)
    with running(house) as found:
        yield found


def raw(site: Site, text: str) -> bytes:
    """What a server says to bytes that no client of Python would send."""
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as connection:
        connection.sendall(text.replace("\n", "\r\n").encode("latin-1"))
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(4096), b""))


@pytest.mark.parametrize("path", ADDRESSES)
def test_nothing_is_served_without_the_cookie(site: Site, path: str) -> None:
    for cookie in ("", "tilefall=1", f"{site.gate.cookie}=", f"{site.gate.cookie}={'A' * 43}"):
        found = site.ask("GET", path, {"Cookie": cookie} if cookie else {})
        assert found.status == Status.UNAUTHORIZED
        assert "tilefall serve printed" in found.text


def test_the_token_is_exchanged_for_a_cookie_that_scripts_cannot_read(site: Site) -> None:
    found = site.ask("GET", f"/play?a=1&token={site.gate.token}&b=2", {})
    assert found.status == Status.SEE_OTHER
    assert found.headers["Location"] == "/play?a=1&b=2"
    cookie, *rest = found.headers["Set-Cookie"].split("; ")
    assert cookie == site.cookie
    assert set(rest) == {"HttpOnly", "SameSite=Strict", "Path=/"}
    assert str(site.port) in cookie.partition("=")[0]
    assert site.gate.token not in cookie
    assert site.ask("GET", "/play", {"Cookie": f"other=1; {cookie}"}).status == Status.OK


def test_no_token_leads_to_another_server(site: Site) -> None:
    for path in ("//elsewhere.example/", "/\\elsewhere.example/", "//\\/elsewhere.example"):
        found = site.ask("GET", f"{path}?token={site.gate.token}", {})
        assert found.headers["Location"].startswith("/elsewhere.example")


def test_the_token_opens_nothing_but_the_door(site: Site) -> None:
    """It is no cookie, and no way into a socket or a change."""
    stolen = {"Cookie": f"{site.gate.cookie}={site.gate.token}", "Origin": site.base}
    assert site.ask("GET", "/", stolen).status == Status.UNAUTHORIZED
    assert site.ask("POST", f"/?token={site.gate.token}", {"Origin": site.base}, b"").status == (
        Status.UNAUTHORIZED
    )


def test_a_wrong_token_is_answered_late_and_only_a_few_at_a_time(site: Site) -> None:
    begun = monotonic()
    wrong = site.gate.token[:-1]
    assert site.ask("GET", f"/?token={wrong}", {}).status == Status.UNAUTHORIZED
    assert monotonic() - begun >= site.house.limits.wrong_token_seconds
    found: list[int] = []
    threads = [
        Thread(target=lambda i=i: found.append(site.ask("GET", f"/?token=guess{i}", {}).status))
        for i in range(24)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found.count(Status.TOO_MANY_REQUESTS) > 0
    assert set(found) == {Status.UNAUTHORIZED, Status.TOO_MANY_REQUESTS}
    assert site.get("/").status == Status.OK  # those who are in notice nothing


@pytest.mark.parametrize("host", NOT_OURS)
def test_another_name_is_not_this_server(site: Site, host: str) -> None:
    """A name of somebody else's that leads to this machine gets nothing (DNS rebinding)."""
    name = host.format(port=site.port)
    headers = {"Host": name, "Cookie": site.cookie}
    assert site.ask("GET", "/", headers).status == Status.MISDIRECTED_REQUEST
    assert site.ask("GET", f"/?token={site.gate.token}", headers).status == (
        Status.MISDIRECTED_REQUEST
    )
    upgrade = (
        f"GET /socket HTTP/1.1\nHost: {name}\nCookie: {site.cookie}\nOrigin: {site.base}\n"
        "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\n\n"
    )
    assert b" 421 " in raw(site, upgrade).partition(b"\r\n")[0]


def test_own_names_are_this_server(site: Site) -> None:
    for name in ("127.0.0.1", "localhost", "[::1]"):
        assert site.get("/", Host=f"{name}:{site.port}").status == Status.OK


@pytest.mark.parametrize(
    "lines",
    [
        "GET / HTTP/1.0\nCookie: {cookie}\n\n",
        "GET / HTTP/1.1\nCookie: {cookie}\n\n",
        "GET / HTTP/1.1\nHost: {host}\nHost: {host}\nCookie: {cookie}\n\n",
        "GET / HTTP/1.1\nHost: {host}, {host}\nCookie: {cookie}\n\n",
        "GET http://elsewhere.example/ HTTP/1.1\nHost: {host}\nCookie: {cookie}\n\n",
    ],
)
def test_a_host_is_named_once_and_no_other_way(site: Site, lines: str) -> None:
    host = f"127.0.0.1:{site.port}"
    answer = raw(site, lines.format(host=host, cookie=site.cookie))
    assert answer.split(b" ")[1] in (b"400", b"421")
    assert b"<script" not in answer


@pytest.mark.parametrize("origin", FOREIGN)
def test_pages_of_others_are_refused(site: Site, origin: str) -> None:
    name = origin.format(port=site.port)
    assert site.get("/", Origin=name).status == Status.FORBIDDEN
    assert site.post("/data/anything", b"", Origin=name).status == Status.FORBIDDEN
    with pytest.raises(InvalidStatus) as error:
        site.socket(origin=None, additional_headers={"Cookie": site.cookie, "Origin": name})
    assert error.value.response.status_code == Status.FORBIDDEN


def test_what_changes_something_or_opens_a_socket_says_where_it_comes_from(site: Site) -> None:
    missing = site.ask("POST", "/data/anything", {"Cookie": site.cookie}, b"")
    assert missing.status == Status.FORBIDDEN
    with pytest.raises(InvalidStatus) as error:
        site.socket(origin=None)
    assert error.value.response.status_code == Status.FORBIDDEN
    twice = f"Origin: {site.base}\nOrigin: {site.base}"
    lines = f"POST / HTTP/1.1\nHost: 127.0.0.1:{site.port}\nCookie: {site.cookie}\n{twice}\n\n"
    assert raw(site, lines).split(b" ")[1] == b"403"


def test_a_socket_needs_the_cookie(site: Site) -> None:
    for headers in ({}, {"Cookie": f"{site.gate.cookie}={site.gate.token}"}):
        with pytest.raises(InvalidStatus) as error:
            site.socket(additional_headers=headers)
        assert error.value.response.status_code == Status.UNAUTHORIZED
    with site.socket():
        pass


@pytest.mark.parametrize("place", ["cross-site", "same-site", "elsewhere"])
def test_a_browser_that_comes_from_another_site_is_refused(site: Site, place: str) -> None:
    assert site.get("/", sec_fetch_site=place).status == Status.FORBIDDEN
    assert site.get("/", sec_fetch_site="same-origin").status == Status.OK
    assert site.get("/", sec_fetch_site="none").status == Status.OK


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get"])
def test_other_methods_are_refused(site: Site, method: str) -> None:
    found = site.ask(method, "/", {"Cookie": site.cookie, "Origin": site.base})
    assert found.status in (Status.METHOD_NOT_ALLOWED, Status.BAD_REQUEST)
    assert not [name for name in found.headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize("path", ADDRESSES)
def test_every_answer_has_the_headers_that_keep_others_out(site: Site, path: str) -> None:
    token = f"{path}?token={site.gate.token}"
    answers = [site.get(path), site.ask("GET", path, {}), site.ask("GET", token, {})]
    answers += [site.get(path, Host="elsewhere"), site.get(path, Origin="null")]
    answers.append(site.post(path, b"{}"))
    for found in answers:
        headers = {name.lower(): value for name, value in found.headers.items()}
        policy = headers["content-security-policy"]
        for part in ("default-src 'none'", "script-src 'self'", "style-src 'self'"):
            assert part in policy.split("; ")
        assert "unsafe" not in policy
        for part in ("base-uri", "form-action", "frame-ancestors"):
            assert f"{part} 'none'" in policy.split("; ")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]
        is_static = path.startswith("/static/")
        assert headers["cache-control"] == ("no-cache" if is_static else "no-store")
        assert "server" not in headers
        assert not [name for name in headers if name.startswith("access-control")]


def test_scripts_are_fetched_again_only_if_they_have_changed(site: Site) -> None:
    path = "/static/js/socket.js"
    mark = site.get(path).headers["ETag"]
    assert site.get(path, if_none_match=mark).status == Status.NOT_MODIFIED


@pytest.mark.parametrize(
    "path", ["/static/../pages.py", "/static/%2e%2e/pages.py", "/static/js/..%2f..%2fpages.py"]
)
def test_static_files_are_those_of_their_folder(site: Site, path: str) -> None:
    assert site.get(path).status == Status.NOT_FOUND


def test_the_secrets_are_not_in_what_a_gate_says_of_itself(tmp_path: Path) -> None:
    gate = Gate("the-token-itself", frozenset({"localhost:1"}), 1)
    assert "the-token-itself" not in repr(gate)
    assert gate.secret not in repr(gate)


def test_a_server_that_begins_again_with_its_token_knows_its_guests() -> None:
    before, after = gate_of(TOKEN, "127.0.0.1", 8765), gate_of(TOKEN, "127.0.0.1", 8765)
    cookie = f"{before.cookie}={before.secret}"
    assert after.knows([cookie])
    assert not gate_of(f"{TOKEN}-another", "127.0.0.1", 8765).knows([cookie])
    assert TOKEN not in before.secret


def test_where_there_is_no_page_there_is_a_way_on(site: Site) -> None:
    found = site.get("/nowhere")
    assert found.status == 404
    assert 'href="/play"' in found.text
    assert "nowhere" not in found.text
