"""Links: a game as the fragment of a link, and back.

A link is only a claim: whatever it says is played again by the rules, which alone make its record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, digits
from urllib.parse import quote, unquote

from tilefall.engines import Engine, engine
from tilefall.play.match import Recorder
from tilefall.play.record import BadRecord, Record
from tilefall.play.turning import following_state
from tilefall.play.watching.position import Beginning, Position, first_position, turned
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import SEEDS, Dice
from tilefall.rules.game import RULES_VERSION, BadText, Game, IllegalMove, State
from tilefall.rules.notation import parse_number
from tilefall.rules.quintris import Quintris

FORMAT = 1
LONGEST = 15_000  # characters: messages to a server are no longer, nor what chats take
DIGITS = ascii_uppercase + ascii_lowercase + digits + "-_"
VALUES = {digit: value for value, digit in enumerate(DIGITS)}
NEEDED = ("v", "game", "rules", "seed", "agents", "moves")
FIELDS = (*NEEDED, "start", "at")
PLAIN = ":=/"  # characters that stand for themselves, so that links can be read
LONGEST_REASON = 160  # letters of what an error says


class BadLink(BadText):
    """A text that is no link to a game; says what is wrong, in one line."""


class LinkTooLong(BadRecord):
    """A game with more moves than a link can hold; says what to do instead."""


@dataclass(frozen=True)
class Linked:
    """What a link leads to."""

    record: Record
    at: int | None = None  # the position to be shown first, if it names one


def link_of(record: Record, at: int | None = None) -> str:
    """The fragment of a link to a game, at one of its positions.

    >>> game = parse_game("ijk:size=2,end=round")
    >>> link_of(Recorder(game, ["greedy", "you"], seed=7).record(), at=0)
    'v=1&game=ijk:size=2%2Cend=round&rules=1&seed=7&agents=greedy,you&moves=&at=0'
    """
    game = parse_game(record.game)
    if at is not None and not 0 <= at <= len(record.moves):
        raise ValueError(f"position {at}, the game has 0 to {len(record.moves)}")
    fields = {
        "v": str(FORMAT),
        "game": _quoted(record.game),
        "rules": str(record.rules),
        "seed": str(record.seed),
        "agents": ",".join(map(_quoted, record.agents)),
        "start": None if record.start is None else _quoted(record.start),
        "moves": _moves_text(record.moves, game),
        "at": None if at is None else str(at),
    }
    text = "&".join(f"{name}={value}" for name, value in fields.items() if value is not None)
    if len(text) > LONGEST:
        raise LinkTooLong(
            f"a game of {len(record.moves):,} moves makes a link of {len(text):,} characters, "
            f"at most {LONGEST:,} are allowed: save it as a file instead"
        )
    return text


def record_of(text: str) -> Record:
    """The record of the game that a link tells; BadLink says what is wrong with it."""
    return linked(text).record


def linked(text: str) -> Linked:
    """What a link leads to, after every move was played again; BadLink if the rules forbid one."""
    claim = _parsed(text)
    return Linked(_played(claim, len(claim.moves)).recorder.record(), claim.at)


def beginning_of(text: str, at: int | None = None) -> Beginning:
    """Where another game may go on from: a position of a link, else the one that it names.

    It is the last one if none is named, or if there are not so many.
    """
    claim = _parsed(text)
    wanted = claim.at if at is None else at
    length = len(claim.moves) if wanted is None else wanted
    last = _played(claim, length, is_painted=True).last
    return Beginning(claim.game, claim.seed, last.state, last.cells)


def fragment_of(text: str) -> str | None:
    """The part of an address that tells a game; None if the text is no link.

    >>> fragment_of("http://127.0.0.1:8765/watch#v=1&game=ijk"), fragment_of("games/v=1.jsonl")
    ('v=1&game=ijk', None)
    """
    found = re.fullmatch(r"((?:[a-z][a-z0-9+.-]*:[^#]*)?#)?(v=.*)", text.strip(), re.DOTALL)
    is_link = found is not None and (found[1] or "&" in found[2])
    return found[2] if found and is_link else None


@dataclass(frozen=True)
class _Claim:
    """A game as a link tells it, before anybody has played it again."""

    game: Game
    seed: int
    agents: tuple[str, ...]
    start: State | None
    moves: tuple[int, ...]
    at: int | None = None


@dataclass(frozen=True)
class _Played:
    """A game that was played again."""

    recorder: Recorder
    last: Position


def _played(claim: _Claim, length: int, is_painted: bool = False) -> _Played:
    """The first moves of a game, played by the rules; BadLink where they forbid one."""
    dice, player = Dice(claim.seed), _engine_for(claim.game)
    recorder = Recorder(claim.game, claim.agents, claim.seed, claim.start)
    last = first_position(recorder.first)
    for number, move in enumerate(claim.moves[:length], 1):
        try:
            state = following_state(last.state, move, dice, player)
        except IllegalMove as error:
            reason = str(error).splitlines()[0].removesuffix(", in:")
            raise BadLink(f"the link at move {number:,}: illegal {_short(reason)}") from error
        recorder.add(move, state)
        last = turned(last, move, state) if is_painted else Position(state)
    return _Played(recorder, last)


def _engine_for(game: Game) -> Engine | None:
    """Who plays a game again soonest: only for Quintris is native code quicker by the turn."""
    return engine("native") if isinstance(game, Quintris) else None


def _parsed(text: str) -> _Claim:
    if len(text) > LONGEST:
        raise BadLink(f"the link has {len(text):,} characters, at most {LONGEST:,} are allowed")
    fields = _fields(text)
    try:
        return _claim(fields)
    except BadLink:
        raise
    except BadText as error:
        raise BadLink(f"the link: {_short(str(error).splitlines()[0])}") from error


def _claim(fields: Mapping[str, str]) -> _Claim:
    _check_versions(fields)
    game = parse_game(_unquoted("game", fields["game"]))
    agents = tuple(_unquoted("agents", name) for name in fields["agents"].split(","))
    if len(agents) != game.players:
        raise BadLink(f"the link has {len(agents)} agents, {game.name} has {game.players}")
    moves = tuple(_moves(fields["moves"], game))
    start = game.parse(_unquoted("start", fields["start"])) if "start" in fields else None
    at = parse_number(fields["at"], "at", 0, len(moves)) if "at" in fields else None
    seed = parse_number(fields["seed"], "seed", 0, SEEDS - 1)
    return _Claim(game, seed, agents, start, moves, at)


def _fields(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in text.split("&"):
        name, equals, value = word.partition("=")
        if not equals or name not in FIELDS:
            allowed = ", ".join(FIELDS)
            raise BadLink(f"the link has a field {_shown(name)}, allowed are {allowed}")
        if name in found:
            raise BadLink(f"the link has the field {name} twice")
        found[name] = value
    if missing := [name for name in NEEDED if name not in found]:
        raise BadLink(f"the link has no field {missing[0]}, it needs {', '.join(NEEDED)}")
    return found


def _check_versions(fields: Mapping[str, str]) -> None:
    if fields["v"] != str(FORMAT):
        raise BadLink(f"the link is of kind v={_shown(fields['v'])}, this tilefall reads {FORMAT}")
    if fields["rules"] != str(RULES_VERSION):
        raise BadLink(
            f"the link was made under rules {_shown(fields['rules'])}, these are rules "
            f"{RULES_VERSION}: its moves mean other things here"
        )


def _width(game: Game) -> int:
    """How many digits the number of any move fits into."""
    width = 1
    while len(DIGITS) ** width < len(game.moves):
        width += 1
    return width


def _moves_text(moves: Sequence[int], game: Game) -> str:
    width, count = _width(game), len(game.moves)
    for number, move in enumerate(moves, 1):
        if not 0 <= move < count:
            raise BadRecord(f"move {number} is {move}, {game.name} has moves 0 to {count - 1}")
    places = [len(DIGITS) ** place for place in reversed(range(width))]
    return "".join(DIGITS[move // place % len(DIGITS)] for move in moves for place in places)


def _moves(text: str, game: Game) -> Iterator[int]:
    width, count = _width(game), len(game.moves)
    if len(text) % width:
        raise BadLink(
            f"the link's moves have {len(text):,} digits, expected {width} for each: it is cut off"
        )
    for first in range(0, len(text), width):
        where = f"the link at move {first // width + 1:,}"
        move = 0
        for digit in text[first : first + width]:
            if digit not in VALUES:
                raise BadLink(f"{where}: {_shown(digit)} is no digit, allowed are A-Z a-z 0-9 - _")
            move = move * len(DIGITS) + VALUES[digit]
        if move >= count:
            raise BadLink(f"{where}: number {move}, {game.name} has moves 0 to {count - 1}")
        yield move


def _quoted(text: str) -> str:
    try:
        return quote(text, safe=PLAIN)
    except UnicodeEncodeError as error:
        raise BadRecord(f"{text!a} cannot be part of a link") from error


def _unquoted(name: str, text: str) -> str:
    """What a field says; only what records may hold too."""
    try:
        found = unquote(text, errors="strict")
    except UnicodeDecodeError as error:
        raise BadLink(f"the link's {name}: {_shown(text)} is not UTF-8") from error
    if re.search(r"%(?![0-9A-Fa-f]{2})", text) or not found or not found.isprintable():
        raise BadLink(f"the link's {name}: {_shown(text)} is no text that can be shown")
    return found


def _shown(text: str) -> str:
    """A text of the link as part of an error."""
    return _short(ascii(text), 40)


def _short(text: str, most: int = LONGEST_REASON) -> str:
    return text if len(text) <= most else f"{text[:most]}..."
