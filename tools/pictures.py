"""Pictures: makes every picture of the documents again, from fixed seeds.

python -m tools.pictures                  all of them, into docs/pictures/
python -m tools.pictures ijk.svg --to /tmp
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tools.environments import framed, placed_tetris, steered_quintris
from tools.matches import Match
from tools.screens import played_marathon, played_quintris, screen, stages, watched

from tilefall.interfaces.app.play_keys import COMMON_SHORT, MARATHON, QUINTRIS
from tilefall.interfaces.pictures.games import Style, game_frames
from tilefall.interfaces.pictures.gif import gif
from tilefall.interfaces.pictures.moments import Span, moments
from tilefall.interfaces.pictures.positions import size_of
from tilefall.interfaces.pictures.svg import svg
from tilefall.interfaces.screen.grid import Grid
from tilefall.interfaces.screen.look import Look
from tilefall.play.files import write_whole
from tilefall.play.record import Record

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


MATCH = Match("quintris", ("expectimax",), seed=3, moves=112)


@dataclass(frozen=True)
class Picture:
    """A file of the documents, and what makes it."""

    name: str
    about: str  # one sentence, for those who cannot see it
    made: Callable[[str], bytes]


def style_of(record: Record) -> Style:
    """As small as it can be, at the usual speed."""
    (moment,) = moments(record, Span(0, 0))
    return Style(size_of(moment, record.agents))


def shown(grid: Grid, title: str, about: str) -> bytes:
    """A screen of the app as SVG."""
    return svg(grid, title=title, description=about).encode()


def playing(about: str) -> bytes:
    """Quintris, played by a person."""
    view = played_quintris(seed=11, pieces=46)
    view = replace(view, title="Quintris", keys=(*QUINTRIS.short, *COMMON_SHORT))
    return shown(screen(view, 92, 29), "tilefall play quintris", about)


def marathon(about: str) -> bytes:
    """Tetris by the standard rules."""
    view = played_marathon(seed=4, pieces=36)
    view = replace(view, title="Tetris", keys=(*MARATHON.short, *COMMON_SHORT))
    return shown(screen(view, 80, 25), "tilefall play tetris", about)


def watching(about: str) -> bytes:
    """An agent plays Quintris, and says why."""
    stage = watched("quintris", seed=3, position=38, keys="2")
    return shown(stage.grid(112, 36, Look()), "tilefall watch quintris", about)


def watching_ijk(about: str) -> bytes:
    """An agent plays IJK against itself."""
    stage = watched("ijk", seed=2, position=46)
    return shown(stage.grid(112, 27, Look()), "tilefall watch ijk", about)


def menu(about: str) -> bytes:
    """What the program shows when nothing else is asked for."""
    return shown(stages().menu().grid(80, 18, Look()), "tilefall", about)


def whole_match(about: str) -> bytes:
    """A whole match as GIF."""
    record = MATCH.record()
    return gif(game_frames(record, Span(0, len(record.moves)), style_of(record)))


def environment_tetris(about: str) -> bytes:
    """An environment of Tetris."""
    return framed(placed_tetris(seed=4, pieces=31))


def environment_quintris(about: str) -> bytes:
    """An environment of Quintris."""
    return framed(steered_quintris(seed=7, pieces=36))


PICTURES = (
    Picture("quintris.gif", "The agent expectimax plays Quintris for half a minute.", whole_match),
    Picture(
        "play.svg",
        "A game of Quintris: the well, a piece on its way down, its ghost, the next piece.",
        playing,
    ),
    Picture(
        "marathon.svg",
        "A game of Tetris: the well, the piece on hold, five pieces to come.",
        marathon,
    ),
    Picture(
        "watch.svg",
        "The agent expectimax plays Quintris; beside the board its candidates with their values, "
        "the first against the second feature by feature, and the value over the game.",
        watching,
    ),
    Picture(
        "ijk.svg",
        "A game of IJK: blue square tiles in upper case, orange round tiles in lower case, "
        "and what each of the four slides is worth.",
        watching_ijk,
    ),
    Picture("menu.svg", "The menu: games to play, games to watch, games that were played.", menu),
    Picture(
        "environment-tetris.png",
        "A frame of tilefall/Tetris-v0: the piece above the well, score, turn, next piece.",
        environment_tetris,
    ),
    Picture(
        "environment-quintris.png",
        "A frame of tilefall/Quintris-v0 with keys: a piece on its way down, and its ghost.",
        environment_quintris,
    ),
)
# Those of the web app, which take a browser: tools/pages.py.
PAGES = (
    *("web-home.png", "web-play.png", "web-watch.png", "web-ijk.png"),
    *("web-arena.png", "web-training.png", "web-replays.png", "web-phone.png"),
)


def main(words: Sequence[str]) -> None:
    """Make the pictures of these names, or all."""
    names = [*(picture.name for picture in PICTURES), *PAGES]
    parser = argparse.ArgumentParser(description="Make the pictures of the documents again.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(names)}")
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER")
    given = parser.parse_args(words)
    if unknown := [name for name in given.names if name not in names]:
        parser.error(f"no picture {unknown[0]!r}, there are {', '.join(names)}")
    for picture in PICTURES:
        if not given.names or picture.name in given.names:
            _write(given.to / picture.name, picture.made(picture.about))
    if wanted := [name for name in PAGES if not given.names or name in given.names]:
        from tools.pages import make_pages, pages

        chosen = [page for page in pages() if page.name in wanted]
        for page, content in make_pages(chosen):
            _write(given.to / page.name, content)


def _write(path: Path, content: bytes) -> None:
    write_whole(path, content)
    print(f"{path}: {len(content) / 1000:.1f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
