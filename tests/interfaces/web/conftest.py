"""A browser for the tests of the web app: the system's Chromium, watched for anything wrong."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from tests.interfaces.web.sites import Site, house_in, running

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
PATIENCE = 15_000  # milliseconds that a page may take for anything, on a busy machine


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A server of its own for each test."""
    with running(house_in(tmp_path)) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a file."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@dataclass
class Watched:
    """What went on in a browser that must not."""

    base: str
    wrong: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        """Hear errors of scripts, what the policy forbids, and requests to other hosts."""
        context.on("console", lambda line: self._console(line.type, line.text))
        context.on("weberror", lambda error: self.wrong.append(f"error: {error.error}"))
        context.on("request", self._request)

    def _console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.wrong.append(f"console: {text}")

    def _request(self, request: Request) -> None:
        asked = urlsplit(request.url)
        if (
            asked.scheme in ("http", "https", "ws", "wss")
            and asked.netloc != urlsplit(self.base).netloc
        ):
            self.wrong.append(f"request to {request.url}")


@pytest.fixture
def opened(browser: Browser, site: Site) -> Iterator[Any]:
    """Opens pages: `opened("/play#game=ijk", width=390)`; nothing may go wrong in them."""
    watched = Watched(site.base)
    contexts: list[BrowserContext] = []

    def open_page(path: str = "/", width: int = 1280, height: int = 900, **options: Any) -> Page:
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        watched.watch(context)
        contexts.append(context)
        page = context.new_page()
        page.goto(site.entry(path))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not watched.wrong, watched.wrong
