"""A browser for the tests of the web app: the system's Chromium, watched for anything wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright
from tools.pages import find_chromium

from tests.interfaces.web.sites import Site, house_in, running

PATIENCE = 15_000  # milliseconds that a page may take for anything, on a busy machine


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A server of its own for each test."""
    with running(house_in(tmp_path)) as found:
        yield found


class SharedBrowser:
    """One Chromium for the tests of a process, ended before the first test that asks for none.

    Playwright keeps an event loop in this thread, which tests that have their own cannot use.
    """

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: Browser | None = None

    def get(self) -> Browser:
        """The browser, launched when it is first asked for."""
        if self._browser is None:
            playwright = self._open.enter_context(sync_playwright())
            executable = find_chromium(playwright)
            if executable is None:
                self._open.close()
                pytest.skip("there is no Chromium here: `make test` installs one where it can")
            arguments = ["--no-sandbox"]
            self._browser = playwright.chromium.launch(executable_path=executable, args=arguments)
            self._open.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        """End the browser, if there is one."""
        self._browser = None
        self._open.close()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if "browser" not in getattr(item, "fixturenames", ()):
            self.close()

    def pytest_sessionfinish(self) -> None:
        self.close()


@pytest.fixture
def browser(pytestconfig: pytest.Config) -> Browser:
    """A Chromium that all tests share: they run in one process (tests/conftest.py)."""
    plugins = pytestconfig.pluginmanager
    if not plugins.has_plugin(SharedBrowser.__name__):
        plugins.register(SharedBrowser(), SharedBrowser.__name__)
    shared = plugins.get_plugin(SharedBrowser.__name__)
    assert isinstance(shared, SharedBrowser)
    return shared.get()


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
