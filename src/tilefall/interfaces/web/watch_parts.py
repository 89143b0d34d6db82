"""Watch parts: what a watched game sends to its clients, encoded once for all who see the same.

The parts are those of the terminal's view (`screen/watch_view.py`), less what a browser does not
need: a frame for every position that is shown must be small and quick.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from tilefall.agents.considering import Considered
from tilefall.interfaces.screen.boards import following_views
from tilefall.interfaces.screen.opinion_views import candidate_views, reason_views
from tilefall.interfaces.screen.views import CandidateView, PieceView, ReasonView
from tilefall.interfaces.screen.watch_view import board_of, figures_of, title_of
from tilefall.interfaces.web.encode import Encoded, Grown, encoded
from tilefall.interfaces.web.watch_keys import help_lines, keys
from tilefall.play.watching.watching import Watching
from tilefall.rules.marathon import Marathon

KEYS, HELP = keys(), help_lines()
NO_VALUES: Encoded = {"valued": Grown((), 0), "value_range": None, "has_odds": False}
NO_THOUGHTS: Encoded = {"candidates": [], "reasons": [], "why": ""}
MOST_KEPT = 256  # positions whose thoughts stay encoded


class Lately:
    """Answers about objects, remembered for those that were asked about last.

    Objects are told apart by who they are: comparing what agents think would take longer than
    encoding it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[tuple[int, object], tuple[object, Encoded]] = OrderedDict()

    def of(self, about: object, detail: object, made: Callable[[], Encoded]) -> Encoded:
        """What is known of an object and a detail, made now if it is not."""
        key = (id(about), detail)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = (about, made())  # held, so that no other gets its number
            if len(self._found) > self._most:
                self._found.popitem(last=False)
        return found[1]


_thoughts = Lately(MOST_KEPT)


def still_parts(watching: Watching) -> Encoded:
    """What stays the same for the whole game."""
    return {
        "session": "watch",
        "title": title_of(watching),
        "game": watching.game.text(),
        "seed": watching.seed,
        "names": watching.names,
        "is_match": watching.source.length is None,
        "is_explained": watching.thinking is not None,
        "has_keys": isinstance(watching.game, Marathon),
        "keys": KEYS,
        "help": HELP,
    }


def moving_parts(watching: Watching) -> Encoded:
    """What may be another with every position or thought."""
    seen, is_over = watching.considered, watching.is_over
    return {
        "board": encoded(board_of(watching, seen)),
        "figures": figures_of(watching, seen),
        **_thoughts_parts(seen, watching.played),
        "position": watching.position,
        "length": watching.length,
        "status": watching.status,
        "following": [_piece(piece) for piece in following_views(watching.state)],
        "mistakes": watching.mistakes,
        "nothing": "the game is over" if is_over else "",
        "is_playing": watching.is_playing,
        "is_over": is_over,
        "speed": watching.leafing.pace.name,
        "news": watching.news,
        "error": watching.error,
        **_values_parts(watching),
    }


def _thoughts_parts(seen: Considered | None, played: int | None) -> Encoded:
    if seen is None:
        return NO_THOUGHTS
    return _thoughts.of(seen, played, lambda: _encoded_thoughts(seen, played))


def _encoded_thoughts(seen: Considered, played: int | None) -> Encoded:
    return {
        "candidates": [_candidate(each) for each in candidate_views(seen, played, None)],
        "reasons": [_reason(each) for each in reason_views(seen)],
        "why": seen.why,
    }


def _candidate(view: CandidateView) -> Encoded:
    found: Encoded = {
        "rank": view.rank,
        "name": view.name,
        "value": view.value,
        "gap": view.gap,
        "places": view.places,
    }
    if view.is_played:
        found["is_played"] = True
    if view.board:
        found["board"] = view.board
    return found


def _reason(view: ReasonView) -> tuple[Any, ...]:
    """The feature, and what it adds to the first and to the second."""
    return view.feature, _short(view.first), _short(view.second)


def _short(value: float) -> float:
    """As many digits as people read; no point where nothing follows it."""
    return int(value) if value == int(value) else round(value, 3)


def _piece(view: PieceView) -> Encoded:
    return {"letter": view.letter, "places": view.places}


def _values_parts(watching: Watching) -> Encoded:
    """The values of positions as far as they are known, of which a client is sent the new ones."""
    if watching.thinking is None:
        return NO_VALUES
    opinions = watching.thinking.opinions
    added = opinions.values.added
    return {
        "valued": Grown(added, len(added)),
        "value_range": tuple(map(_short, opinions.values.bounds())) if added else None,
        "has_odds": opinions.has_odds,
    }
