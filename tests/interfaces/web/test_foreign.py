"""Pages of others in the same browser: they reach nothing; names of others stay names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.interfaces.web.sites import Site

PATIENCE = 15_000
ATTEMPTS = """async base => {
  const told = {};
  const asked = async (name, wish) => {
    try { told[name] = await wish(); } catch (error) { told[name] = "refused"; }
  };
  const socket = () => new Promise((resolve) => {
    const opened = new WebSocket(base.replace("http", "ws") + "/socket");
    opened.onopen = () => resolve("opened");
    opened.onerror = () => resolve("refused");
  });
  const element = (name, attribute, path) => new Promise((resolve) => {
    const made = document.createElement(name);
    made.onload = () => resolve("loaded");
    made.onerror = () => resolve("refused");
    if (name === "script") made.type = "module";
    made[attribute] = base + path;
    document.body.append(made);
  });
  await asked("socket", socket);
  const credentials = "include", method = "POST";
  await asked("page", async () => (await fetch(base + "/")).text());
  await asked("page with cookies", async () => (await fetch(base + "/", { credentials })).text());
  await asked("change", async () => (await fetch(base + "/data/x", { method })).status);
  await asked("blind change", async () =>
    (await fetch(base + "/data/x", { method, mode: "no-cors", credentials })).type);
  await asked("script", () => element("script", "src", "/static/js/socket.js"));
  await asked("picture", () => element("img", "src", "/static/icon.svg"));
  return told;
}"""


@contextmanager
def elsewhere(folder: Path) -> Iterator[str]:
    """A page of another origin on the same machine."""
    (folder / "index.html").write_text("<!DOCTYPE html><title>elsewhere</title><body></body>")
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *words: None})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def let_in(browser: Browser, site: Site) -> Iterator[Page]:
    """A browser that has the cookie."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(site.entry("/play"))
    assert page.url == f"{site.base}/play"
    yield page
    context.close()


def test_a_page_of_another_origin_reaches_nothing(let_in: Page, site: Site, tmp_path: Path) -> None:
    """Though it is the same site to cookies, and the cookie is there."""
    with elsewhere(tmp_path) as address:
        page = let_in.context.new_page()
        page.goto(address)
        told: dict[str, Any] = page.evaluate(ATTEMPTS, site.base)
        # an answer that cannot be read, to a request that was refused, is no harm
        assert told.pop("blind change") in ("opaque", "refused")
        assert set(told.values()) == {"refused"}, told
        page.evaluate(
            "base => { const frame = document.createElement('iframe'); frame.src = base; "
            "document.body.append(frame); }",
            site.base,
        )
        page.wait_for_function("() => document.querySelector('iframe').contentDocument === null")


def test_our_own_page_reaches_what_it_needs_and_its_cookie_is_hidden(
    let_in: Page, site: Site
) -> None:
    assert let_in.evaluate("document.cookie") == ""
    socket = """() => new Promise((resolve) => {
      const opened = new WebSocket(`ws://${location.host}/socket`);
      opened.onopen = () => { opened.close(); resolve("opened"); };
      opened.onerror = () => resolve("refused");
    })"""
    assert let_in.evaluate(socket) == "opened"
    cookies = let_in.context.cookies()
    assert [(each["httpOnly"], each["sameSite"]) for each in cookies] == [(True, "Strict")]
    assert site.gate.token not in let_in.url


def test_inline_code_does_not_run_in_our_pages(let_in: Page) -> None:
    let_in.evaluate("""() => {
      window.ran = [];
      const script = document.createElement("script");
      script.textContent = "window.ran.push('script')";
      document.body.append(script);
      const image = document.createElement("img");
      image.setAttribute("onerror", "window.ran.push('handler')");
      image.addEventListener("error", () => { window.failed = true; });
      image.src = "/nowhere.png";
      document.body.append(image);
      const link = document.createElement("a");
      link.href = "javascript:window.ran.push('link')";
      document.body.append(link);
      link.click();
      const styled = document.createElement("p");
      styled.setAttribute("style", "position: fixed");
      document.body.append(styled);
      window.styled = getComputedStyle(styled).position;
    }""")
    let_in.wait_for_function("() => window.failed")
    assert let_in.evaluate("[window.ran, window.styled]") == [[], "static"]


def test_texts_become_text_nodes(let_in: Page) -> None:
    """What js/dom.js makes of a name that is markup is the name."""
    name = "<img src=x onerror=alert(1)><b>bold</b>&amp;"
    found = let_in.evaluate(
        """async name => {
          const { element, say } = await import("/static/js/dom.js");
          const made = element("p", {}, name);
          say(name);
          const spoken = document.getElementById("spoken");
          return [made.textContent, made.children.length, spoken.children.length];
        }""",
        name,
    )
    assert found == [name, 0, 0]
