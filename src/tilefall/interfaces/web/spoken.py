"""Spoken: what has just happened in a live game, in words for those who listen."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.interfaces.screen.live_view import ijk_news, seat_names, with_verb
from tilefall.interfaces.screen.views import PlayView, WellView
from tilefall.play.live.ijk import LiveIjk
from tilefall.play.live.live import Live
from tilefall.play.live.marathon import LiveMarathon
from tilefall.play.live.quintris import LiveQuintris
from tilefall.play.live.tetris import LiveTetris
from tilefall.rules.marathon import MarathonState

SLIDES = {"U": "up", "D": "down", "L": "left", "R": "right"}


@dataclass(frozen=True)
class News:
    """The last lock or slide."""

    count: int  # pieces or slides so far: the same words may be said of the next one too
    words: str
    rows: tuple[int, ...] = ()  # of the board that are gone, as they were before


def happened(live: Live) -> int:
    """How many pieces have locked, or slides were made."""
    state = live.state
    return state.pieces if isinstance(state, MarathonState) else state.turn


def news(live: Live, view: PlayView) -> News:
    """What the last piece or slide did, and what comes now."""
    count = happened(live)
    if isinstance(live, LiveIjk):
        return News(count, _slide_words(live))
    assert isinstance(live, LiveQuintris | LiveTetris | LiveMarathon)
    landed = live.landing
    if landed is None or count == 0:
        return News(count, coming(view, "first"))
    words = [f"{landed.letter} in column {landed.column}"]
    if landed.rows:
        words.append(f"{len(landed.rows)} line{'s' * (len(landed.rows) != 1)}")
    if isinstance(live, LiveMarathon) and live.news:
        words.append(live.news)
    if not live.is_over:
        words.append(coming(view, "next"))
    return News(count, ", ".join(words), landed.rows)


def coming(view: PlayView, word: str) -> str:
    """The piece that falls, and the one after it if it is in sight: `next T, then I`."""
    board = view.board
    letters = [board.piece.letter] if isinstance(board, WellView) and board.piece else []
    letters += [piece.letter for piece in view.following[:1]]
    return ", then ".join([f"{word} {letters[0]}", *letters[1:]]) if letters else ""


def _slide_words(live: LiveIjk) -> str:
    """Who slid where, and who is to slide: `greedy slides up; you are to slide`."""
    names = seat_names(live)
    now = ijk_news(live, names)
    if not live.last:
        return now
    mover = names[1 - live.state.player]
    return f"{with_verb(mover, 'slide', 'slides')} {SLIDES[live.last]}; {now}"
