"""Frames: every position of a recorded game as the page shows it, told by what has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tilefall.interfaces.viewer.at_once import ClockAtOnce
from tilefall.interfaces.web.encode import Encoded, changes
from tilefall.interfaces.web.watching import WatchSession, record_answer
from tilefall.play.animated import AgentFailed
from tilefall.play.links import LinkTooLong, link_of
from tilefall.play.record import BadRecord, Record
from tilefall.play.turning import is_over
from tilefall.play.watching.begin import watched_record
from tilefall.play.watching.pace import SPEEDS, USUAL, Pace
from tilefall.play.watching.pieces import by_pieces
from tilefall.play.watching.thinking import Thinking
from tilefall.play.watching.watching import Watching
from tilefall.play.watching.wording import mistake_news
from tilefall.rules.marathon import Marathon

# Parts of a view that are not of a position: the page makes them, or all positions share them.
MADE = ("position", "status", "news", "speed", "is_playing", "error", "valued", "keys", "help")
SHARED = ("value_range", "has_odds", "mistakes")
PLAY_KEY = "p"  # to play on from a position takes rules, and rules take a server
LINK_KEY = "c"

Tell = Callable[[int], None]  # hears of positions that are done


@dataclass(frozen=True)
class Looks:
    """How much is thought about a game."""

    is_explained: bool = True  # candidates, reasons and values
    is_judged: bool = True  # mistakes


@dataclass(frozen=True)
class Tellers:
    """Who hears how far it is: positions judged, positions shown."""

    judged: Tell
    shown: Tell


def told(record: Record, looks: Looks, tellers: Tellers, at: int = 0) -> Encoded:
    """All that a page needs to show a game; BadRecord if the record does not hold."""
    watching = watched_record(record, ClockAtOnce())
    if not looks.is_explained:
        watching.thinking = None
    verified = _verified(watching)
    thinking = watching.thinking
    mistakes: dict[str, str] = {}
    judge = ""
    if thinking is not None and looks.is_judged:
        mistakes, judge = _mistakes(thinking, tellers.judged), thinking.judge.name
    frames, values = _frames(watching, tellers.shown)
    last = WatchSession(watching).shown()
    link = _link(record)
    return {
        "frames": frames,
        "values": values,
        "shared": {name: last[name] for name in SHARED if name in last},
        "mistakes": mistakes,
        "judge": judge,
        "verified": verified,
        "speeds": [[speed, Pace(speed).name] for speed in SPEEDS],
        "speed": SPEEDS.index(USUAL),
        "stops": _stops(watching, record),
        "link": link,
        "record": record_answer(watching),
        "at": at,
    } | _keys(last, has_link=link is not None)


def _verified(watching: Watching) -> str:
    """What there is to say of a record that was played again and holds."""
    watching.verify()
    while watching.is_verifying:
        watching.advance(0.0)
    if watching.error:
        raise BadRecord(watching.error)
    return watching.news


def _mistakes(thinking: Thinking, tell: Tell) -> dict[str, str]:
    """What is said of every mistake, by its position."""
    found: dict[str, str] = {}
    first, done = 0, 0
    while True:
        thinking.begin_hunt(first, 1)
        while (mistake := thinking.hunted(can_grow=False)) is None:
            thinking.judge.hear()
            tell(len(thinking.judge.known) - done)
            done = len(thinking.judge.known)
        if thinking.judge.error:
            raise AgentFailed(thinking.judge.error)
        if isinstance(mistake, str):
            return found
        found[str(mistake.number)] = mistake_news(mistake)
        first = mistake.number + 1


def _frames(watching: Watching, tell: Tell) -> tuple[list[Encoded], list[float | None]]:
    frames: list[Encoded] = []
    before: Encoded = {}
    for shown in _positions(watching):
        frames.append(changes(before, shown))
        before = shown
        tell(1)
    values: list[float | None] = [None] * len(frames)
    if watching.thinking is not None:
        for position, value in watching.thinking.opinions.values.added:
            values[position] = value
    return frames, values


def _positions(watching: Watching) -> Iterator[Encoded]:
    """What there is to see of each position, as soon as it was thought about."""
    session = WatchSession(watching)
    for number in range(watching.length):
        watching.seek(number)
        watching.advance(0.0)
        while not _is_known(watching):
            watching.advance(0.0)
            if watching.error:
                raise AgentFailed(watching.error)
        shown = session.shown()
        yield {name: part for name, part in shown.items() if name not in MADE + SHARED}


def _is_known(watching: Watching) -> bool:
    thinking = watching.thinking
    return thinking is None or is_over(watching.state) or thinking.opinions.knows(watching.position)


def _stops(watching: Watching, record: Record) -> list[int] | None:
    """Where pieces of a marathon appear, which take several keys; None for other games."""
    if not isinstance(watching.game, Marathon):
        return None
    stops = [0]
    while (by := by_pieces(record.moves, stops[-1], 1)) > 0:
        stops.append(stops[-1] + by)
    return stops


def _link(record: Record) -> str | None:
    """A link to the game, if it has room in one."""
    try:
        return link_of(record)
    except LinkTooLong:
        return None


def _keys(shown: Encoded, has_link: bool) -> Encoded:
    """The keys without those of which there is nothing here."""
    left_out = (PLAY_KEY,) if has_link else (PLAY_KEY, LINK_KEY)
    return {
        "keys": {key: said for key, said in shown["keys"].items() if key not in left_out},
        "help": [line for line in shown["help"] if line[0] not in left_out],
    }
