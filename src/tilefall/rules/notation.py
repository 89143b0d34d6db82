"""Notation: the pieces that position and game texts are made of (N1 to N5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tilefall.rules.game import BadText

T = TypeVar("T")
Rows = tuple[str, ...]  # a board drawn as text: top row first, "." for an empty cell

EMPTY = "."
NO_ROWS = "-"


def board_text(rows: Rows) -> str:
    """A board in one word: numbers count empty cells, empty rows on top are left out (N2).

    >>> board_text(("....", "....", "x..x", ".xxx"))
    'x2x/1xxx'
    """
    first = next((i for i, row in enumerate(rows) if row.strip(EMPTY)), len(rows))
    words = [re.sub(r"\.+", lambda run: str(len(run.group())), row) for row in rows[first:]]
    return "/".join(words) or NO_ROWS


def parse_board(text: str, width: int, height: int, cells: str) -> Rows:
    """The inverse of board_text for a board of this size whose filled cells are among `cells`.

    >>> parse_board("x2x/1xxx", width=4, height=4, cells="x")
    ('....', '....', 'x..x', '.xxx')
    """
    words = [] if text == NO_ROWS else text.split("/")
    if len(words) > height:
        raise BadText(f"the board has {len(words)} rows, at most {height} are allowed")
    rows = []
    for number, word in enumerate(words, 1):
        where = f"row {number} of the board, {word!r}"
        if bad := re.search(rf"[^0-9{re.escape(cells)}]", word):
            raise BadText(
                f"{where}: {bad.group()!r} at character {bad.start() + 1}, "
                f"expected one of {cells} or a count of empty cells"
            )
        # a count longer than any board would otherwise be written out in full
        if any(len(count) > 2 for count in re.findall(r"\d+", word)):
            raise BadText(f"{where}: it is wider than {width} cells")
        row = re.sub(r"\d+", lambda count: EMPTY * int(count.group()), word)
        if len(row) != width:
            raise BadText(f"{where}: it has {len(row)} cells, expected {width}")
        rows.append(row)
    return (EMPTY * width,) * (height - len(rows)) + tuple(rows)


def parse_fields(text: str, game: str, names: Sequence[str]) -> dict[str, str]:
    """The words of a position text by name, after its game (N1).

    >>> parse_fields("ijk A5 + 0", "ijk", ["board", "player", "turn"])
    {'board': 'A5', 'player': '+', 'turn': '0'}
    """
    words = text.split(" ")
    if words[0] != game:
        raise BadText(f"the position is of {words[0]!r}, expected one of {game!r}")
    if len(words) != len(names) + 1:
        raise BadText(
            f"{len(words) - 1} fields after {game!r}, expected {len(names)}: {' '.join(names)}"
        )
    return dict(zip(names, words[1:], strict=True))


def parse_number(text: str, what: str, low: int = 0, high: int = (1 << 63) - 1) -> int:
    """A whole number in a range, or an error that names it.

    >>> parse_number("12", "turn")
    12
    """
    if not re.fullmatch(r"[0-9]{1,20}", text) or not low <= int(text) <= high:
        raise BadText(f"{what} {text!r}, expected a whole number from {low} to {high}")
    return int(text)


def parse_counts(text: str, what: str, length: int) -> tuple[int, ...]:
    """Whole numbers with dashes between them.

    >>> parse_counts("1-0-2", "seen", 3)
    (1, 0, 2)
    """
    words = text.split("-")
    if len(words) != length:
        raise BadText(f"{what} {text!r}, expected {length} whole numbers with dashes between them")
    return tuple(parse_number(word, what) for word in words)


def checked(text: str, state: T, written: Callable[[], str]) -> T:
    """The state, if its text is the one given; texts and states are one to one (N5)."""
    if written() != text:
        raise BadText(f"{text!r} is not how this position is written, expected {written()!r}")
    return state


def game_text(name: str, parameters: Mapping[str, object], defaults: Mapping[str, object]) -> str:
    """A game in one word, without the parameters that have their default (N4).

    >>> game_text("tetris", {"width": 10, "height": 10}, {"width": 10, "height": 20})
    'tetris:height=10'
    """
    words = [f"{key}={value}" for key, value in parameters.items() if value != defaults[key]]
    return f"{name}:{','.join(words)}" if words else name


def all_parameters(
    name: str, given: Mapping[str, str], defaults: Mapping[str, object]
) -> dict[str, str]:
    """The parameters given, and the defaults of the others.

    >>> all_parameters("tetris", {"width": "6"}, {"width": 10, "height": 20})
    {'width': '6', 'height': '20'}
    """
    if unknown := [key for key in given if key not in defaults]:
        raise BadText(f"{name} has no parameter {unknown[0]!r}, it has {', '.join(defaults)}")
    return {key: given.get(key, str(value)) for key, value in defaults.items()}


def parse_game_text(text: str) -> tuple[str, dict[str, str]]:
    """A game's name and the parameters given with it, all still words.

    >>> parse_game_text("tetris:width=6,pieces=bag")
    ('tetris', {'width': '6', 'pieces': 'bag'})
    """
    name, colon, rest = text.partition(":")
    parameters: dict[str, str] = {}
    for word in rest.split(",") if colon else []:
        key, equals, value = word.partition("=")
        if not (key and equals and value) or key in parameters:
            raise BadText(f"{word!r} in {text!r}, expected each parameter once as key=value")
        parameters[key] = value
    return name, parameters
