"""Scores: a person's best game of each kind, and how games of IJK against each agent ended."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from tilefall.errors import TilefallError
from tilefall.play.files import write_whole
from tilefall.play.kept import NotKept, data_folder, writing
from tilefall.play.live.live import PERSON
from tilefall.play.record import Record

FAILURE = "this score is not kept"


@dataclass(frozen=True)
class Known:
    """The scores that are known, and why they may be too few, in one line."""

    scores: Scores
    problem: str = ""


@dataclass(frozen=True)
class Noted:
    """What came of noting a game: whether it is the best so far, and what a person should know."""

    is_best: bool = False
    problem: str = ""


def known_scores(folder: Path | None = None) -> Known:
    """All scores. A file that cannot be read is a problem and no error: a game can go on."""
    place = data_folder() if folder is None else folder
    try:
        return Known(read_scores(place))
    except Damaged as error:
        problem = f"is damaged, the next score begins it again: {error}"
    except OtherFormat as error:
        problem = f"is of another tilefall: {error}"
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"
    return Known(Scores(), f"{place / FILE} {problem}")


def best_score(game: str, folder: Path | None = None) -> Best | None:
    """The best game of this text, such as `quintris:reach=fall`; None before the first one."""
    return known_scores(folder).scores.best.get(game)


def tally(game: str, agent: str, folder: Path | None = None) -> Tally:
    """How games of this text against an agent ended so far."""
    return known_scores(folder).scores.results.get(game, {}).get(agent, Tally())


def note_game(
    record: Record, is_over: bool, when: datetime, id: str = "", folder: Path | None = None
) -> Noted:
    """Note what counts of a game: nothing where help was taken or it began in the middle.

    A score counts as soon as it is reached, a game of IJK when it is over.
    """
    if record.start is not None or PERSON not in record.agents:
        return Noted()
    if len(record.agents) == 1:
        return note_score(record.game, record.score, record.seed, id, when, folder)
    agents = [name for name in record.agents if name != PERSON]
    if not is_over or not agents:
        return Noted()
    result = record.score if record.agents[0] == PERSON else -record.score
    return note_result(record.game, agents[0], result, folder)


def note_score(
    game: str, score: int, seed: int, id: str, when: datetime, folder: Path | None = None
) -> Noted:
    """Whether a score is a new best, which is kept then; NotKept if that cannot be."""

    def changed(scores: Scores) -> Scores:
        former = scores.best.get(game)
        if score <= (former.score if former else 0):
            return scores
        best = Best(score, seed, id, when.isoformat(timespec="seconds"))
        return replace(scores, best={**scores.best, game: best})

    return _noted(changed, folder)


def note_result(game: str, agent: str, result: int, folder: Path | None = None) -> Noted:
    """Count a game against an agent: 1 the person has won, -1 the agent, 0 nobody."""

    def changed(scores: Scores) -> Scores:
        agents = scores.results.get(game, {})
        old = agents.get(agent, Tally())
        new = Tally(old.wins + (result > 0), old.losses + (result < 0), old.ties + (result == 0))
        return replace(scores, results={**scores.results, game: {**agents, agent: new}})

    return replace(_noted(changed, folder), is_best=False)


def _noted(changed: Callable[[Scores], Scores], folder: Path | None) -> Noted:
    """The scores changed and written; nobody else writes meanwhile, so that nothing is lost."""
    problem = ""
    with writing(folder, FAILURE) as place:
        try:
            scores = read_scores(place)
        except Damaged as error:
            aside = put_aside(place)
            problem = f"{FILE} was damaged ({error}); it is kept as {aside}, scores begin again"
            scores = Scores()
        except OtherFormat as error:
            raise NotKept(f"{FAILURE}: {place / FILE} is of another tilefall: {error}") from error
        new = changed(scores)
        if new != scores:
            write_scores(place, new)
    return Noted(new != scores, problem)


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
