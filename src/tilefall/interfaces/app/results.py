"""Results: how a game ended, in a line or two."""

from __future__ import annotations

from tilefall.play.live.ijk import LiveIjk
from tilefall.play.live.live import Live
from tilefall.rules.ijk import PLAYERS
from tilefall.rules.marathon import MarathonState


def result_words(live: Live) -> list[str]:
    """What the player has reached, or who has won."""
    state = live.state
    if isinstance(live, LiveIjk):
        return _ijk_words(live)
    if isinstance(state, MarathonState):
        return [f"{state.score:,} points, {_counted(state.lines, 'line')}, level {state.level}"]
    return [f"{_counted(state.score, 'line')}, {_counted(state.turn, 'piece')}"]


def _ijk_words(live: LiveIjk) -> list[str]:
    turns = f"after {_counted(live.state.turn, 'slide')}"
    if live.failure:
        return [live.failure]
    if live.state.score == 0:
        return [f"A tie {turns}"]
    winner = 0 if live.state.score > 0 else 1
    if live.against is None:
        return [f"{PLAYERS[winner]} has won {turns}"]
    who = "You have won" if winner == live.person_is else f"{live.against.name} has won"
    return [f"{who} {turns}"]


def _counted(count: int, what: str) -> str:
    """A number with its word.

    >>> _counted(1, "line"), _counted(1200, "piece")
    ('1 line', '1,200 pieces')
    """
    return f"{count:,} {what}{'s' * (count != 1)}"
