"""Pictures: makes every picture of the documents again, from fixed seeds.

python tools/pictures.py                  all of them, into docs/pictures/
python tools/pictures.py ijk.svg --to /tmp
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tilefall.agents.catalog import agent
from tilefall.interfaces.pictures.games import Style, game_frames, still
from tilefall.interfaces.pictures.gif import gif
from tilefall.interfaces.pictures.moments import Span, moments
from tilefall.interfaces.pictures.positions import size_of
from tilefall.interfaces.pictures.svg import svg
from tilefall.play.files import write_whole
from tilefall.play.match import play_match
from tilefall.play.record import Record
from tilefall.rules.catalog import parse_game

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


@dataclass(frozen=True)
class Match:
    """A game that is always the same: who plays, by which seed, and for how many moves."""

    game: str
    agents: tuple[str, ...]
    seed: int
    moves: int

    def record(self) -> Record:
        """The game."""
        game = parse_game(self.game)
        agents = [agent(name, game, self.seed, "native") for name in self.agents]
        return play_match(game, agents, self.seed, max_turns=self.moves)


@dataclass(frozen=True)
class Picture:
    """A file of the documents, and what makes it."""

    name: str
    about: str  # one sentence, for those who cannot see it
    made: Callable[[Picture], bytes]
    match: Match


def last_position(picture: Picture) -> bytes:
    """The last position of the match as SVG."""
    record = picture.match.record()
    grid = still(record, len(record.moves), style_of(record))
    title = f"tilefall: {record.game}"
    return svg(grid, title=title, description=picture.about).encode()


def whole_match(picture: Picture) -> bytes:
    """The whole match as GIF."""
    record = picture.match.record()
    return gif(game_frames(record, Span(0, len(record.moves)), style_of(record)))


def style_of(record: Record) -> Style:
    """As small as it can be, at the usual speed."""
    (moment,) = moments(record, Span(0, 0))
    return Style(size_of(moment, record.agents))


PICTURES = (
    Picture(
        "quintris.gif",
        "The agent expectimax plays Quintris for half a minute.",
        whole_match,
        Match("quintris", ("expectimax",), seed=3, moves=112),
    ),
    Picture(
        "tetris.svg",
        "A game of Tetris that the agent dt-20 plays: a low stack, a piece above it.",
        last_position,
        Match("tetris", ("dt-20",), seed=5, moves=120),
    ),
    Picture(
        "ijk.svg",
        "A game of IJK: blue tiles in upper case, orange tiles in lower case.",
        last_position,
        Match("ijk", ("alphabeta:depth=3", "alphabeta:depth=2"), seed=2, moves=130),
    ),
)


def main(words: Sequence[str]) -> None:
    """Make the pictures of these names, or all."""
    names = [picture.name for picture in PICTURES]
    parser = argparse.ArgumentParser(description="Make the pictures of the documents again.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(names)}")
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER")
    given = parser.parse_args(words)
    if unknown := [name for name in given.names if name not in names]:
        parser.error(f"no picture {unknown[0]!r}, there are {', '.join(names)}")
    for picture in PICTURES:
        if not given.names or picture.name in given.names:
            content = picture.made(picture)
            write_whole(given.to / picture.name, content)
            print(f"{given.to / picture.name}: {len(content) / 1000:.1f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
