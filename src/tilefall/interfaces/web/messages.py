"""Messages: what clients may say, checked word by word before anything else sees it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tilefall.errors import UsageError
from tilefall.play.kept import ID
from tilefall.play.live.live import Action
from tilefall.rules.dice import SEEDS

LONGEST_NAME = 200  # letters of the text of a game or an agent
FARTHEST = 1_000_000  # positions


class BadMessage(UsageError, ValueError):
    """A message that the server does not take; says what was expected."""


@dataclass(frozen=True)
class Message:
    """What a client wants, with what belongs to it; all of it is of the right sort."""

    do: str
    told: Mapping[str, Any]

    def get(self, name: str) -> Any:
        """One of its fields; None if it was left out."""
        return self.told.get(name)


@dataclass(frozen=True)
class Field:
    """What a field must be, as a test and in words."""

    holds: Callable[[object], bool]
    expected: str
    is_needed: bool = False


def _is_whole(low: int, high: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _is_seed(value: object) -> bool:
    """Scripts count no further than 53 bits, so that larger seeds come as texts."""
    if isinstance(value, str) and len(value) <= len(str(SEEDS)) and value.isascii():
        return value.isdigit() and int(value) < SEEDS
    return _is_whole(0, SEEDS - 1)(value)


def _is_text(longest: int) -> Callable[[object], bool]:
    def holds(value: object) -> bool:
        return isinstance(value, str) and 0 < len(value) <= longest and value.isprintable()

    return holds


def _are_names(value: object) -> bool:
    is_name = _is_text(LONGEST_NAME)
    return isinstance(value, list) and 1 <= len(value) <= 2 and all(map(is_name, value))


def _is_id(value: object) -> bool:
    return isinstance(value, str) and ID.fullmatch(value) is not None


NAME = Field(_is_text(LONGEST_NAME), f"a text of 1 to {LONGEST_NAME} letters")
GAME = Field(NAME.holds, NAME.expected, is_needed=True)
NAMES = Field(_are_names, "a list of one or two names")
SEED = Field(_is_seed, f"a whole number from 0 to {SEEDS - 1}, or its digits as a text")
YES = Field(lambda value: isinstance(value, bool), "true or false")
PLACE = Field(_is_whole(0, FARTHEST), f"a whole number from 0 to {FARTHEST:,}")
TO = Field(PLACE.holds, PLACE.expected, is_needed=True)
BY = Field(_is_whole(-FARTHEST, FARTHEST), "a whole number", is_needed=True)
IDENTITY = Field(_is_id, "small letters, digits and hyphens, at most 64")
LINK = Field(_is_text(16_000), "the text of a link")
PERIOD = Field(
    lambda value: type(value) in (int, float) and 0.05 <= float(str(value)) <= 10.0,
    "seconds from 0.05 to 10",
)
ACTION = Field(
    lambda value: value in [action.value for action in Action],
    f"one of {', '.join(action.value for action in Action)}",
    is_needed=True,
)

# What begins something: a game to play, a game to watch, a record to see again.
BEGINNINGS: Mapping[str, Mapping[str, Field]] = {
    "play": {
        "game": NAME,
        "seed": SEED,
        "against": NAME,
        "second": YES,
        "two": YES,
        "practice": YES,
        "period": PERIOD,
        "link": LINK,
        "at": PLACE,
    },
    "watch": {
        "game": NAME,
        "agents": NAMES,
        "seed": SEED,
        "explainer": NAME,
        "run": IDENTITY,
        "checkpoint": IDENTITY,
    },
    "replay": {
        "id": IDENTITY,
        "link": LINK,
        "arena": IDENTITY,
        "number": Field(_is_whole(1, 10**9), "the number of a game"),
        "at": PLACE,
    },
}
# What is said while a game is played or watched.
WISHES: Mapping[str, Mapping[str, Field]] = {
    "act": {"action": ACTION},
    "pause": {},
    "resume": {},
    "undo": {},
    "explain": {},
    "forget": {},
    "toggle": {},
    "faster": {},
    "slower": {},
    "step": {"by": BY},
    "step_pieces": {"by": BY},
    "seek": {"to": TO},
    "next_mistake": {},
    "previous_mistake": {},
    "verify": {},
    "link": {},
    "record": {},
}
SAID = {**BEGINNINGS, **WISHES}


def parse_message(text: str) -> Message:
    """The message of a text; BadMessage says what is wrong with it."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMessage("expected JSON") from error
    if not isinstance(found, dict):
        raise BadMessage("expected an object")
    do = found.pop("do", None)
    if not isinstance(do, str) or do not in SAID:
        raise BadMessage(f"expected a field do, one of {', '.join(SAID)}")
    known = SAID[do]
    if unknown := [name for name in found if name not in known]:
        raise BadMessage(f"{do} has no field {ascii(unknown[0])[:40]}")
    for name, field in known.items():
        value = found.get(name)
        if value is None:
            if field.is_needed:
                raise BadMessage(f"{do} needs a field {name}: {field.expected}")
        elif not field.holds(value):
            raise BadMessage(f"field {name} of {do}: expected {field.expected}")
    return Message(do, found)
