"""Record: one game in one line of JSON, with all that is needed to play it again and check it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache

from tilefall.errors import TilefallError
from tilefall.rules.dice import SEEDS

FORMAT = 1  # changes whenever a field does
CHECK_DIGITS = 4
MOVE_NUMBERS = 1 << 14  # no game has more


class BadRecord(TilefallError, ValueError):
    """A record that cannot be used; says what is wrong and what was expected."""


@dataclass(frozen=True)
class Record:
    """A game as it was played; the fields are in the order of the line."""

    version: int  # of this format
    tilefall: str  # the version that wrote it
    game: str
    rules: int  # RULES_VERSION
    agents: tuple[str, ...]
    seed: int
    start: str | None  # position text; None where game and seed tell
    score: int
    digest: str  # of the final state
    moves: tuple[int, ...]
    checks: str  # after every move the last four digits of the state's digest
    seal: str = ""  # of all other fields; finds changes that lead to the same states

    def line(self) -> str:
        """The record as one line of JSON, without the line's end."""
        return f"{self._opened()}{_quoted(self.seal)}}}"

    def sealed(self) -> Record:
        """The record with the seal that belongs to its other fields."""
        content = vars(self) | {"seal": self.expected_seal()}
        return Record(**content)

    def expected_seal(self) -> str:
        """The first 16 digits of the SHA-256 of the line with an empty seal."""
        return seal_of(self._opened().encode())

    # Written field by field: the encoder of JSON takes twice as long for the numbers.
    def _opened(self) -> str:
        head = line_head(self.version, self.tilefall, self.game, self.rules, self.agents)
        moves, checks = ",".join(map(_number_text, self.moves)), _quoted(self.checks)
        return open_line(head, self.seed, self.start, self.score, self.digest, moves, checks)


@lru_cache(maxsize=64)
def line_head(version: int, tilefall: str, game: str, rules: int, agents: tuple[str, ...]) -> str:
    """The fields that most records of a file share, as the line of a record begins with them."""
    names = ",".join(map(_quoted, agents))
    return (
        f'{{"version":{version},"tilefall":{_quoted(tilefall)},"game":{_quoted(game)},'
        f'"rules":{rules},"agents":[{names}],'
    )


def open_line(
    head: str, seed: int, start: str | None, score: int, digest: str, moves: str, checks: str
) -> str:
    """The line of a record as far as its seal; `moves` and `checks` as they are in the line."""
    started = "null" if start is None else _quoted(start)
    return (
        f'{head}"seed":{seed},"start":{started},"score":{score},"digest":{_quoted(digest)},'
        f'"moves":[{moves}],"checks":{checks},"seal":'
    )


def seal_of(opened: bytes) -> str:
    """The seal of a record whose line begins like this."""
    digest = hashlib.sha256(opened)
    digest.update(b'""}')
    return digest.hexdigest()[:16]


class _NumberTexts(dict[int, str]):
    """Numbers as text; those that moves have are made once."""

    def __missing__(self, number: int) -> str:
        text = str(number)
        if 0 <= number < MOVE_NUMBERS:
            self[number] = text
        return text


_quoted = json.encoder.encode_basestring_ascii
_number_text = _NumberTexts().__getitem__


def digest_text(digest: int) -> str:
    """A digest as records write it: 16 hexadecimal digits."""
    return f"{digest:016x}"


def check_text(digest: int) -> str:
    """What a record keeps of the digest after each move: its last four digits.

    >>> check_text(0x0123456789ABCDEF)
    'cdef'
    """
    return digest_text(digest)[-CHECK_DIGITS:]


def parse_record(line: str) -> Record:
    """The inverse of `line`; BadRecord names the field that is wrong."""
    try:
        found = json.loads(line, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        raise BadRecord(f"no JSON at character {error.pos + 1}: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"no usable JSON: {error}") from error
    if not isinstance(found, dict):
        raise BadRecord(f"a {type(found).__name__}, expected an object with fields")
    version = found.get("version")
    if version is not None and version != FORMAT:
        raise BadRecord(f"record format {version!r}, this tilefall reads {FORMAT}")
    names = [field.name for field in fields(Record)]
    if missing := [name for name in names if name not in found]:
        raise BadRecord(f"no field {missing[0]!r}, expected {', '.join(names)}")
    if unknown := [name for name in found if name not in names]:
        raise BadRecord(f"unknown field {unknown[0]!r}, expected {', '.join(names)}")
    for name, rule in RULES.items():
        if not rule.holds(found[name]):
            raise BadRecord(f"field {name!r} is {_short(found[name])}, expected {rule.expected}")
    return Record(**found | {"agents": tuple(found["agents"]), "moves": tuple(found["moves"])})


@dataclass(frozen=True)
class _Rule:
    """What a field must be, as a test and in words."""

    holds: Callable[[object], bool]
    expected: str


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_word(value: object) -> bool:
    return isinstance(value, str) and value != "" and value.isprintable()


def _is_hex(value: object, digits: str) -> bool:
    return isinstance(value, str) and re.fullmatch(rf"([0-9a-f]{{{digits}}})*", value) is not None


def _is_seed(value: object) -> bool:
    return isinstance(value, int) and _is_whole(value) and 0 <= value < SEEDS


RULES: Mapping[str, _Rule] = {
    "version": _Rule(_is_whole, "a whole number"),
    "tilefall": _Rule(_is_word, "a text"),
    "game": _Rule(_is_word, "a text"),
    "rules": _Rule(_is_whole, "a whole number"),
    "agents": _Rule(
        lambda value: isinstance(value, list) and bool(value) and all(map(_is_word, value)),
        "a list of names",
    ),
    "seed": _Rule(_is_seed, f"a whole number from 0 to {SEEDS - 1}"),
    "start": _Rule(lambda value: value is None or _is_word(value), "a position text or null"),
    "score": _Rule(_is_whole, "a whole number"),
    "digest": _Rule(lambda value: _is_hex(value, "16") and value != "", "16 hexadecimal digits"),
    "moves": _Rule(
        lambda value: isinstance(value, list) and all(map(_is_whole, value)),
        "a list of whole numbers",
    ),
    "checks": _Rule(lambda value: _is_hex(value, "4"), "4 hexadecimal digits for each move"),
    "seal": _Rule(lambda value: _is_hex(value, "16") and value != "", "16 hexadecimal digits"),
}


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a field is there twice")
    return found


def _short(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
