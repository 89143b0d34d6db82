"""Pages for pictures: the web app in a real browser, on a folder that is always the same."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from tools.matches import Match

from tilefall.play.links import link_of

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 30_000  # milliseconds
WIDE, PHONE = (1280, 860), (390, 844)
COLOURS = 256  # of a picture: pages have few, and the files are a third as large
THOUGHT = 6000  # milliseconds until all positions of a watched game have been thought about
GAP = 24  # pixels between the phones of one picture

QUINTRIS = Match("quintris", ("expectimax",), seed=3, moves=112)
GREEDY = Match("quintris", ("greedy",), seed=11, moves=60)
IJK = Match("ijk", ("alphabeta:depth=6", "greedy"), seed=2, moves=60)
# What the arenas, the runs and the kept games of the pictures are made by.
COMMANDS = (
    "arena quintris greedy lookahead course-sum --games 60 --max-turns 300",
    "arena ijk alphabeta:depth=3 alphabeta:depth=4 alphabeta:depth=5 alphabeta:depth=6 --games 60",
    "train quintris --method cma --generations 30 --games 10 --max-pieces 1000 --seed 1",
    "train quintris --method genetic --generations 30 --games 10 --max-pieces 1000 --seed 2",
)


@dataclass(frozen=True)
class Shot:
    """A page at a moment: where it is, how large, and what must be there."""

    path: str
    ready: str  # a selector
    size: tuple[int, int] = WIDE
    theme: str = "light"
    painted: int = 400  # milliseconds until what arrives after that has been painted


@dataclass(frozen=True)
class PagePicture:
    """A file of the documents with one page, or with some phones side by side."""

    name: str
    about: str
    shots: tuple[Shot, ...]


def _watched(match: Match, at: int) -> str:
    return f"/watch#{link_of(match.record(), at)}"


def pages() -> tuple[PagePicture, ...]:
    """All pictures of the web app."""
    watching = _watched(QUINTRIS, 38)
    thought = '.candidates[aria-busy="false"] .rank'
    play = f"/play#{link_of(GREEDY.record(), 44)}"
    home = Shot("/", ".card canvas[width]")
    return (
        PagePicture("web-home.png", "The first page: three games to play and to watch.", (home,)),
        PagePicture(
            "web-play.png",
            "A game of Quintris in the browser, dark: the well, a piece and its ghost, the next.",
            (Shot(play, "canvas:visible", theme="dark"),),
        ),
        PagePicture(
            "web-watch.png",
            "A watched game: candidates outlined on the board, their values, the first against "
            "the second, and the value over the game.",
            (Shot(watching, thought, painted=THOUGHT),),
        ),
        PagePicture(
            "web-ijk.png",
            "A watched game of IJK, dark: what each slide is worth around the board.",
            (Shot(_watched(IJK, 40), thought, theme="dark", painted=THOUGHT),),
        ),
        PagePicture(
            "web-arena.png",
            "A tournament of IJK: ranks, Elo with intervals as bars, who beat whom.",
            (Shot("/arena#id=ijk-1", "table", (1280, 1000)),),
        ),
        PagePicture(
            "web-training.png",
            "Two trainings side by side: mean lines, bands from worst to best, validation.",
            (Shot("/training#id=quintris-cma-1&id=quintris-genetic-1", ".uplot canvas"),),
        ),
        PagePicture(
            "web-replays.png",
            "Kept games: filters, and for each game watch, link, file and bin.",
            (Shot("/replays", "table tbody tr", (1280, 620)),),
        ),
        PagePicture(
            "web-phone.png",
            "On a phone: the first page, a game with its buttons, a watched game.",
            (
                Shot("/", ".card canvas[width]", PHONE),
                Shot(play, "canvas:visible", PHONE, "dark"),
                Shot(watching, thought, PHONE),
            ),
        ),
    )


def find_chromium(playwright: Playwright) -> str | None:
    """The system's Chromium, else Playwright's own, else None."""
    own = playwright.chromium.executable_path
    return next(filter(None, map(shutil.which, (*BROWSERS, own))), None)


def make_pages(wanted: Sequence[PagePicture]) -> Iterator[tuple[PagePicture, bytes]]:
    """The pictures, one after the other, from one server and one browser."""
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        found = find_chromium(playwright)
        if found is None:
            sys.exit("Pictures of the web app need Chromium: `make test` installs it.")
        folder = Path(place)
        with _served(folder) as address:
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
            for picture in wanted:
                taken = [_taken(browser, address, shot) for shot in picture.shots]
                yield picture, _packed(_side_by_side(taken))
            browser.close()


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """The address of a server on a folder with arenas, runs and kept games."""
    environment = {**os.environ, "TILEFALL_DATA": str(folder / "data")}
    for command in COMMANDS:
        words = [sys.executable, "-m", "tilefall", *command.split()]
        subprocess.run(words, cwd=folder, env=environment, check=True, capture_output=True)
    _keep_games(folder / "data")
    words = [sys.executable, "-m", "tilefall", "serve", "--no-open", "--json", "--port", "0"]
    with subprocess.Popen(
        words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    ) as serving:
        assert serving.stdout is not None
        try:
            yield str(json.loads(serving.stdout.readline())["address"])
        finally:
            serving.send_signal(signal.SIGTERM)


def _keep_games(folder: Path) -> None:
    """Some games that a person might have played, on days of the past."""
    from datetime import datetime, timedelta

    from tilefall.play.kept import keep_game

    folder.mkdir()
    for number, match in enumerate((GREEDY, IJK, QUINTRIS, GREEDY)):
        when = datetime(2026, 1, 5, 19, 30) + timedelta(days=number, minutes=17 * number)
        keep_game(match.record(), when, folder)


def _taken(browser: Browser, address: str, shot: Shot) -> Image.Image:
    width, height = shot.size
    is_phone = shot.size == PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shot.theme == "dark" else "light",
        has_touch=is_phone,
        is_mobile=is_phone,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)  # for the cookie
    base = address.partition("/?")[0]
    page.goto("about:blank")
    page.goto(f"{base}{shot.path}")
    _ready(page, shot)
    content = page.screenshot()
    context.close()
    return Image.open(BytesIO(content)).convert("RGB")


def _ready(page: Page, shot: Shot) -> None:
    page.locator(shot.ready).first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(shot.painted)


def _side_by_side(images: Sequence[Image.Image]) -> Image.Image:
    if len(images) == 1:
        return images[0]
    width = sum(each.width for each in images) + GAP * (len(images) - 1)
    whole = Image.new("RGB", (width, max(each.height for each in images)), "#7d8594")
    left = 0
    for each in images:
        whole.paste(each, (left, 0))
        left += each.width + GAP
    return whole


def _packed(image: Image.Image) -> bytes:
    few = image.quantize(COLOURS, dither=Image.Dither.NONE)
    content = BytesIO()
    few.save(content, "PNG", optimize=True)
    return content.getvalue()
