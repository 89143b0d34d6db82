"""Record as a page: `tilefall record FILE --html` writes one file that shows a game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import click

from tilefall.commands.progress import progress_bar, teller
from tilefall.commands.recorded import game_in, link_in
from tilefall.errors import TilefallError, UsageError
from tilefall.play.files import replacing
from tilefall.play.record import Record

ENDING = ".html"
HELP = "A page that shows the game in any browser, without a server  [default: NAME.html]"
MOST_POSITIONS = 20_000  # a browser holds all of them in memory


@dataclass(frozen=True)
class Page:
    """The page that is asked for."""

    out: Path | None
    number: int  # of the game
    move: int | None  # the position that is shown first
    is_explained: bool = True
    is_judged: bool = True


def write_page(file: str, page: Page, as_json: bool) -> None:
    """Write the page of a game, whole or not at all, and say so."""
    # the page's scripts and agents take a while to load, which pictures need not wait for
    from tilefall.interfaces.viewer.build import viewer_page
    from tilefall.interfaces.viewer.frames import Looks, Tellers, told

    out = _checked(page.out) if page.out is not None else _default(file, page.number)
    game = game_in(file, page.number)
    first = _first(file, page.move, game)
    length = len(game.moves)
    with replacing(out) as stream, progress_bar() as progress:
        judged = teller(progress if page.is_judged else None, "looking for mistakes", length)
        shown = teller(progress, "replaying", length + 1)
        looks = Looks(page.is_explained, page.is_judged)
        stream.write(viewer_page(told(game, looks, Tellers(judged, shown), first)).encode())
        size = stream.tell()
    if as_json:
        click.echo(json.dumps({"file": str(out), "positions": length + 1, "bytes": size}))
    else:
        click.echo(f"{out}: {length + 1:,} positions, {size / 1000:.1f} kB")


def _checked(out: Path) -> Path:
    if out.suffix.lower() != ENDING:
        raise UsageError(f"--html --out {out}: pages end in {ENDING}.")
    return out


def _default(file: str, number: int) -> Path:
    """A page in this folder, named like the file; no file that somebody has is overwritten."""
    if link_in(file) is not None:
        name = "game"
    else:
        name = Path(file).name.removesuffix(".gz").removesuffix(".jsonl")
    out = Path(f"{name}-{number}{ENDING}" if number > 1 else f"{name}{ENDING}")
    if out.exists():
        raise TilefallError(
            f"{out}: there is one already; give its name with -o to write it again."
        )
    return out


def _first(file: str, move: int | None, game: Record) -> int:
    length = len(game.moves)
    if length >= MOST_POSITIONS:
        raise UsageError(
            f"{length + 1:,} positions, at most {MOST_POSITIONS:,} fit into a page: "
            "a .gif of some of them can be made with --from and --to."
        )
    if move is not None and move > length:
        raise UsageError(f"--move {move}: the game has {length} moves.")
    link = link_in(file)
    return move if move is not None else (link.at if link else None) or 0
