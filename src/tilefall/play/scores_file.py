"""The file of scores: what is in best.json, read with care and written whole."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tilefall.errors import TilefallError
from tilefall.play.files import write_whole

FILE, FORMAT = "best.json", 1
ASIDE = ".damaged"
BEST = {"score": int, "seed": int, "id": str, "date": str}
TALLY = {"wins": int, "losses": int, "ties": int}


@dataclass(frozen=True)
class Best:
    """The best game of a kind so far."""

    score: int
    seed: int
    id: str  # of the kept game; empty if that could not be kept
    date: str  # 2026-11-15T14:25:30


@dataclass(frozen=True)
class Tally:
    """How games against an agent ended; as text won-lost-tied, such as 3-2-1."""

    wins: int = 0
    losses: int = 0
    ties: int = 0

    def __str__(self) -> str:
        return f"{self.wins}-{self.losses}-{self.ties}"


@dataclass(frozen=True)
class Scores:
    """Best scores by the game's text, and results of IJK by the game's text and the agent."""

    best: Mapping[str, Best] = field(default_factory=dict)
    results: Mapping[str, Mapping[str, Tally]] = field(default_factory=dict)


class Damaged(TilefallError, ValueError):
    """A file of scores that is none; says how."""


class OtherFormat(TilefallError, ValueError):
    """A file of scores that another version of tilefall wrote."""


def parse_scores(content: bytes) -> Scores:
    """The scores of a file; Damaged says what is wrong with it.

    >>> parse_scores(scores_text(Scores(results={"ijk": {"greedy": Tally(wins=2)}}))).results
    {'ijk': {'greedy': Tally(wins=2, losses=0, ties=0)}}
    """
    try:
        found = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Damaged(f"no usable JSON: {error}") from error
    if not isinstance(found, dict):
        raise Damaged(f"a {type(found).__name__}, expected an object with fields")
    version = found.get("version")
    if type(version) is not int:
        raise Damaged(f"version {ascii(version)[:20]}, expected a whole number")
    if version != FORMAT:
        raise OtherFormat(f"format {version}, this tilefall knows {FORMAT}")
    if set(found) != {"version", "best", "results"}:
        raise Damaged(f"fields {', '.join(sorted(found))}, expected best, results, version")
    best = _table(found["best"], "best")
    results = _table(found["results"], "results")
    return Scores(
        {game: Best(**_checked(entry, f"best of {game}", BEST)) for game, entry in best.items()},
        {
            game: {
                agent: Tally(**_checked(entry, f"results against {agent}", TALLY))
                for agent, entry in _table(table, f"results of {game}").items()
            }
            for game, table in results.items()
        },
    )


def scores_text(scores: Scores) -> bytes:
    """The inverse of parse_scores: a person can read it, and the same scores are the same bytes."""
    content = {"version": FORMAT} | asdict(scores)
    return f"{json.dumps(content, indent=1, sort_keys=True)}\n".encode()


def _table(found: object, what: str) -> dict[str, object]:
    if not isinstance(found, dict):
        raise Damaged(f"{what} is a {type(found).__name__}, expected an object")
    return found


def _checked(found: object, what: str, kinds: Mapping[str, type]) -> dict[str, Any]:
    entry = _table(found, what)
    if {name: type(value) for name, value in entry.items()} != kinds:
        expected = ", ".join(f"{name} ({kind.__name__})" for name, kind in kinds.items())
        raise Damaged(f"{what} is {ascii(entry)[:60]}, expected {expected}")
    return entry


def read_scores(folder: Path) -> Scores:
    """The scores of a folder, none if there is no file yet."""
    try:
        return parse_scores((folder / FILE).read_bytes())
    except FileNotFoundError:
        return Scores()


def write_scores(folder: Path, scores: Scores) -> None:
    """Put a file of these scores there; the folder must be held."""
    for left in folder.glob(f".{FILE}.*.part"):
        left.unlink(missing_ok=True)  # of a process that was killed; another may have its number
    write_whole(folder / FILE, scores_text(scores))


def put_aside(folder: Path) -> Path:
    """Where a damaged file is kept: under a name that none had before."""
    number, aside = 1, folder / f"{FILE}{ASIDE}"
    while os.path.lexists(aside):
        number += 1
        aside = folder / f"{FILE}{ASIDE}-{number}"
    (folder / FILE).rename(aside)
    return aside
