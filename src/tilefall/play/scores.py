"""Scores: a person's best game of each kind, and how games of IJK against each agent ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from tilefall.play.kept import NotKept, data_folder, writing
from tilefall.play.live.live import PERSON
from tilefall.play.record import Record
from tilefall.play.scores_file import (
    FILE,
    Best,
    Damaged,
    OtherFormat,
    Scores,
    Tally,
    put_aside,
    read_scores,
    write_scores,
)

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
