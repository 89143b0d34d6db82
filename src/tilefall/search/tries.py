"""Tries: which keys a course program tries for a piece, and in which order (docs/course.md).

A program presses its keys in the top row and lets the piece drop. A key that the rules refuse
changes nothing, so not every placement in reach is tried.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.rules.falling import Spot, Well

# How a piece is turned before or after it moves sideways.
TURNS = ("", "h", "hn", "hnn", "hnnn", "n", "nn", "nnn")


@dataclass(frozen=True)
class Try:
    """A string of keys and where a piece rests that falls after them."""

    keys: str
    rest: Spot


def sum_tries(well: Well, spawn: Spot) -> list[Try]:
    """Turned, then moved left and right, in the order of the alphabet."""
    found = []
    for turns in TURNS:
        spot = after_keys(well, spawn, turns)
        ways = [(turns, spot), *moves(well, spot, turns, "b"), *moves(well, spot, turns, "m")]
        found += [Try(keys, well.dropped(at)) for keys, at in ways]
    return sorted(found, key=lambda each: each.keys)


def wavy_tries(well: Well, spawn: Spot) -> list[Try]:
    """Turned, then moved right and left; a flip or a turn back to the first shape is left out."""
    found = []
    flips = after_keys(well, spawn, "h").shape != spawn.shape
    has_come_round = False
    for turns in TURNS:
        spot = after_keys(well, spawn, turns)
        if turns.startswith("h") and not flips:
            continue
        if turns.startswith("n"):
            has_come_round = has_come_round or spot.shape == spawn.shape
            if has_come_round:
                continue
        ways = [(turns, spot), *moves(well, spot, turns, "m"), *moves(well, spot, turns, "b")]
        found += [Try(keys, well.dropped(at)) for keys, at in ways]
    return found


def void_tries(well: Well, spawn: Spot) -> list[Try]:
    """Moved from the left wall to the right one, then turned once, twice, three times, not at all;
    each time as it is, then flipped."""
    lefts, rights = moves(well, spawn, "", "b"), moves(well, spawn, "", "m")
    found = []
    for way, at in [*reversed(lefts), ("", spawn), *rights]:
        for turns in ("n", "nn", "nnn", ""):
            turned = after_keys(well, at, turns)
            flipped = well.pressed(turned, "h")
            found.append(Try(way + turns, well.dropped(turned)))
            found.append(Try(way + turns + "h", well.dropped(flipped)))
    return found


def after_keys(well: Well, spot: Spot, keys: str) -> Spot:
    """Where a piece is after these keys, still in its row."""
    for key in keys:
        spot = well.pressed(spot, key)
    return spot


def moves(well: Well, spot: Spot, keys: str, key: str) -> list[tuple[str, Spot]]:
    """Every spot that pressing one key over and over leads to, with all keys so far."""
    found = []
    while (moved := well.pressed(spot, key)) != spot:
        spot, keys = moved, keys + key
        found.append((keys, spot))
    return found
