"""Live views: what there is to see of a game that a person plays, at a moment."""

from __future__ import annotations

from tilefall.interfaces.screen.views import (
    Figures,
    PieceView,
    PlayView,
    TilesView,
    WellView,
    placed,
)
from tilefall.play.live.ijk import LiveIjk
from tilefall.play.live.quintris import LiveQuintris
from tilefall.play.live.tetris import ABOVE, LiveTetris
from tilefall.rules.ijk import PLAYERS, highest_letters
from tilefall.rules.pieces import PieceSet, Placement
from tilefall.rules.quintris import PIECES as PENTOMINOES
from tilefall.rules.tetris import PIECES as TETROMINOES

PERSON_NAME = "you"
PAUSED = "paused"
PRACTICE = "practice: assisted"


def piece_view(placement: Placement | None) -> PieceView | None:
    """A piece that is somewhere in a well."""
    if placement is None:
        return None
    return PieceView(placement.shape.name[0], placed(placement))


def quintris_view(live: LiveQuintris, best: str = "") -> PlayView:
    """A game of Quintris; `best` is the best score so far, if there is one."""
    well = WellView(
        game=live.game.name,
        cells=live.cells,
        piece=piece_view(live.piece),
        ghost=piece_view(live.ghost),
    )
    return _well_play(live, well, PENTOMINOES, best)


def tetris_view(live: LiveTetris, best: str = "") -> PlayView:
    """A game of Tetris, with room above the well for the piece that waits."""
    # A piece that ended the game is shown whole, since it is what stands above the top (T4).
    waiting = live.piece if live.piece is not None else live.last
    well = WellView(
        game=live.game.name,
        cells=live.cells,
        above=ABOVE,
        piece=piece_view(waiting),
        ghost=piece_view(live.ghost),
    )
    return _well_play(live, well, TETROMINOES, best)


def _well_play(
    live: LiveQuintris | LiveTetris, board: WellView, pieces: PieceSet, best: str
) -> PlayView:
    figures: Figures = (
        ("lines", str(live.state.score)),
        ("pieces", str(live.state.turn)),
        *((("best", best),) if best else ()),
        ("seed", str(live.seed)),
    )
    shapes = {shape.name: shape for shape in pieces.shapes}
    following = tuple(PieceView(name[0], shapes[name].cells) for name in live.following)
    lines = f"{live.state.score} line{'s' * (live.state.score != 1)}"
    return PlayView(
        title=live.game.text(),
        board=board,
        figures=figures,
        following=following,
        notice=_notice(live, f"game over: {lines}" if live.is_over else ""),
        hidden=live.is_paused,
    )


def ijk_view(live: LiveIjk, best: str = "", names: tuple[str, str] | None = None) -> PlayView:
    """A game of IJK; `best` says how games against this agent went, `names` who plays + and -."""
    names = seat_names(live) if names is None else names
    letters = highest_letters(live.cells)
    seats = tuple(
        (f"{sign} {name}", letter)
        for sign, name, letter in zip(PLAYERS, names, letters, strict=True)
    )
    figures: Figures = (
        *seats,
        ("turn", str(live.state.turn)),
        *((("won-lost-tied", best),) if best else ()),
        ("seed", str(live.seed)),
    )
    return PlayView(
        title=live.game.text(),
        board=TilesView(board=live.cells, last=live.last, new=live.new),
        figures=figures,
        notice=_notice(live, ijk_news(live, names)),
        hidden=live.is_paused,
    )


def seat_names(live: LiveIjk) -> tuple[str, str]:
    """Who plays + and who plays -."""
    if live.against is None:
        return "first", "second"
    seats = (PERSON_NAME, live.against.name)
    return seats if live.person_is == 0 else seats[::-1]


def ijk_news(live: LiveIjk, names: tuple[str, str]) -> str:
    """Who is to slide, or how the game ended."""
    if live.failure:
        return f"game over: {live.failure}"
    if live.state.is_over:
        if live.state.score == 0:
            return "game over: a tie"
        winner = 0 if live.state.score > 0 else 1
        return f"game over: {with_verb(names[winner], 'have won', 'has won')}"
    if live.is_thinking:
        assert live.against is not None
        return f"{live.against.name} is thinking"
    return f"{with_verb(names[live.state.player], 'are', 'is')} to slide"


def with_verb(name: str, plural: str, singular: str) -> str:
    """A name and a verb that goes with it.

    >>> with_verb("you", "have won", "has won"), with_verb("greedy", "have won", "has won")
    ('you have won', 'greedy has won')
    """
    return f"{name} {plural if name == PERSON_NAME else singular}"


def _notice(live: LiveQuintris | LiveTetris | LiveIjk, news: str) -> str:
    """What goes on and that help was taken, in one line."""
    words = [PAUSED if live.is_paused else news, PRACTICE if live.is_assisted else ""]
    return "; ".join(filter(None, words))
