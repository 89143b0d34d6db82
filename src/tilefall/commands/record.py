"""Record: a recorded game as a picture, still or moving, or as a page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click

from tilefall.commands import options
from tilefall.commands import record_html as html
from tilefall.commands.progress import progress_bar, teller
from tilefall.commands.recorded import game_in
from tilefall.errors import UsageError, extra
from tilefall.interfaces.pictures.cast import cast_lines
from tilefall.interfaces.pictures.games import Style, game_frames, still
from tilefall.interfaces.pictures.gif import gif_parts
from tilefall.interfaces.pictures.moments import Span, moments
from tilefall.interfaces.pictures.png import png
from tilefall.interfaces.pictures.positions import least_size_of, size_of
from tilefall.interfaces.pictures.svg import svg
from tilefall.interfaces.screen.board import Size
from tilefall.interfaces.screen.look import Look
from tilefall.interfaces.terminal.plain import drawing, result_line
from tilefall.play.files import replacing
from tilefall.play.record import Record

STILL, MOVING = (".svg", ".png"), (".gif", ".cast")
PIXELS = (".png", ".gif")
MOST_POSITIONS = 10_000  # of a moving picture: all of them are held in memory
LARGEST_SIDE = 500  # columns or lines

Item = TypeVar("Item")


@dataclass(frozen=True)
class Written:
    """What was made."""

    file: Path
    positions: int
    seconds: float  # 0 for a still picture
    size: Size
    bytes: int


@click.command()
@click.argument("file")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="The picture: .svg or .png of a position, .gif or .cast (asciicast) of the game; "
    "or a page, .html.",
)
@click.option("--html", "is_html", is_flag=True, help=html.HELP)
@click.option(
    "--game-number",
    "number",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Which game of the file.",
)
@click.option(
    "--move",
    type=click.IntRange(0),
    help="The position after this many moves (.svg, .png; the first that .html shows).",
)
@click.option("--from", "first", type=click.IntRange(0), help="The first position (.gif, .cast).")
@click.option("--to", "last", type=click.IntRange(0), help="The last position (.gif, .cast).")
@click.option("--every", type=click.IntRange(1), help="Show every n-th position only.")
@click.option(
    "--speed",
    type=click.FloatRange(0.01, 50),
    help=f"Positions a second (.gif, .cast)  [default: {Style.speed:g}]",
)
@click.option("--columns", type=click.IntRange(1, LARGEST_SIDE), help="Characters in a line.")
@click.option("--lines", type=click.IntRange(1, LARGEST_SIDE), help="Lines of characters.")
@click.option("--bare", is_flag=True, help="No bar with a title on top (.svg, .png).")
@click.option("--ascii", "is_ascii", is_flag=True, help="No characters beyond ASCII.")
@click.option("--no-letters", is_flag=True, help="No letters on the cells of pieces.")
@click.option("--no-explain", is_flag=True, help="Without what agents think of moves (.html).")
@click.option("--no-mistakes", is_flag=True, help="Without a search for mistakes (.html).")
@options.json_option
def record(
    file: str,
    out: Path | None,
    is_html: bool,
    number: int,
    move: int | None,
    first: int | None,
    last: int | None,
    every: int | None,
    speed: float | None,
    columns: int | None,
    lines: int | None,
    bare: bool,
    is_ascii: bool,
    no_letters: bool,
    no_explain: bool,
    no_mistakes: bool,
    as_json: bool,
) -> None:
    """Make a picture of a recorded game of FILE, as `--record` and arenas keep them.

    With --html it becomes a page: one file that shows the game, position by position, in any
    browser. FILE may also be a link to a game, in quotes.
    """
    moving: dict[str, object] = {"--from": first, "--to": last, "--every": every, "--speed": speed}
    shape = {"--columns": columns, "--lines": lines}
    look = {"--bare": bare, "--ascii": is_ascii, "--no-letters": no_letters}
    thinking = {"--no-explain": no_explain, "--no-mistakes": no_mistakes}
    if is_html or (out is not None and out.suffix.lower() == html.ENDING):
        _refuse(html.ENDING, moving | shape | look, "pictures")
        page = html.Page(out, number, move, not no_explain, not (no_explain or no_mistakes))
        html.write_page(file, page, as_json)
        return
    ending = _ending(out)
    is_still = ending in STILL
    _refuse(ending, thinking, html.ENDING)
    if is_still:
        _refuse(ending, moving, " and ".join(MOVING))
    else:
        _refuse(ending, {"--move": move, "--bare": bare}, " and ".join(STILL))
    if ending in PIXELS:
        extra("PIL", "pictures", f"a {ending} file")
    assert out is not None
    game = game_in(file, number)
    length = len(game.moves)
    span = _still_span(move, length) if is_still else _span(first, last, every, length)
    drawn = Look(is_ascii=is_ascii, has_letters=not no_letters)
    style = Style(_size(game, columns, lines), drawn, speed or Style.speed)
    with replacing(out) as stream:
        if is_still:
            grid = still(game, span.last, style)
            title = "" if bare else _title(game)
            about = _description(game, span.last)
            text = svg(grid, title=title, description=about) if ending == ".svg" else None
            stream.write(png(grid, title=title) if text is None else text.encode())
            seconds = 0.0
        else:
            seconds = _write_moving(stream.write, ending, game, span, style)
        written = Written(out, len(span), seconds, style.size, stream.tell())
    _say(written, as_json)


def _ending(out: Path | None) -> str:
    allowed = ", ".join(STILL + MOVING)
    if out is None:
        raise UsageError(f"Missing option '-o': a picture that ends in {allowed}, or --html.")
    ending = out.suffix.lower()
    if ending not in STILL + MOVING:
        raise UsageError(f"--out {out}: pictures end in {allowed}. A page ends in {html.ENDING}.")
    return ending


def _refuse(ending: str, given: Mapping[str, object], kinds: str) -> None:
    """Options that mean nothing for this kind of file are a mistake."""
    for name, value in given.items():
        if value is not None and value is not False:
            raise UsageError(f"{name} is for {kinds}, not for {ending}.")


def _still_span(move: int | None, length: int) -> Span:
    if move is not None and move > length:
        raise UsageError(f"--move {move}: the game has {length} moves.")
    last = length if move is None else move
    return Span(last, last)


def _span(first: int | None, last: int | None, every: int | None, length: int) -> Span:
    for name, value in (("--from", first), ("--to", last)):
        if value is not None and value > length:
            raise UsageError(f"{name} {value}: the game has {length} moves.")
    span = Span(first or 0, length if last is None else last, every or 1)
    if span.first > span.last:
        raise UsageError(f"--from {span.first} is after --to {span.last}.")
    if len(span) > MOST_POSITIONS:
        raise UsageError(
            f"{len(span)} positions, at most {MOST_POSITIONS} fit: "
            "choose fewer with --from, --to or --every."
        )
    return span


def _size(game: Record, columns: int | None, lines: int | None) -> Size:
    """The size that was asked for, if it has room for the game."""
    (moment,) = moments(game, Span(0, 0))
    usual, least = size_of(moment, game.agents), least_size_of(moment, game.agents)
    for name, value, needed in (
        ("--columns", columns, least.width),
        ("--lines", lines, least.height),
    ):
        if value is not None and value < needed:
            raise UsageError(f"{name} {value}: {game.game} needs at least {needed}.")
    return Size(columns or usual.width, lines or usual.height)


def _title(game: Record) -> str:
    return f"tilefall: {game.game}, {' against '.join(game.agents)}"


def _description(game: Record, number: int) -> str:
    """The position in words and plain characters, for those who cannot see it."""
    (moment,) = moments(game, Span(number, number))
    return f"{result_line(moment.state, game.agents)}\n{drawing(moment.state)}"


def _write_moving(
    write: Callable[[bytes], object], ending: str, game: Record, span: Span, style: Style
) -> float:
    """Write the game; how many seconds it takes."""
    size = style.size
    with progress_bar() as progress:
        told = teller(progress, "replaying", len(span))
        frames = list(_telling(game_frames(game, span, style), told))
        if ending == ".cast":
            for line in cast_lines(frames, size.width, size.height, _title(game)):
                write(line.encode())
        else:
            for part in gif_parts(frames, told=teller(progress, "drawing", len(frames))):
                write(part)
    return sum(frame.seconds for frame in frames)


def _telling(items: Iterable[Item], told: Callable[[int], None]) -> Iterator[Item]:
    for item in items:
        told(1)
        yield item


def _say(written: Written, as_json: bool) -> None:
    if as_json:
        entry = {
            "file": str(written.file),
            "positions": written.positions,
            "seconds": round(written.seconds, 3),
            "columns": written.size.width,
            "lines": written.size.height,
            "bytes": written.bytes,
        }
        click.echo(json.dumps(entry))
        return
    shown = f"{written.positions} positions in {written.seconds:.1f} s, " * (written.seconds > 0)
    size = f"{written.size} characters"
    click.echo(f"{written.file}: {shown}{size}, {written.bytes / 1000:.1f} kB")
