"""Home: what the first page shows: a short game of each kind, and what there is of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tilefall.engines import engine
from tilefall.interfaces.screen.boards import tiles_view, well_view
from tilefall.interfaces.screen.views import Board
from tilefall.interfaces.web.encode import Encoded, encoded
from tilefall.interfaces.web.shelf import TITLES, Shelf, Wanted
from tilefall.play.files import parse_line
from tilefall.play.record import Record
from tilefall.play.scores import Scores, known_scores
from tilefall.play.verify import replayed
from tilefall.play.watching.position import Position, first_position, turned
from tilefall.rules.ijk import IjkState
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.tetris import TetrisState

DEMOS = "demos.jsonl"  # games of the best agents, as `tilefall watch --record` keeps them
SHOWN = 60  # the last positions of them
LAST = 6  # replays


def home_routes(engine_name: str, shelf: Shelf) -> list[Route]:
    """The addresses of the first page."""

    async def demos(request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(demo_boards, engine_name))

    async def own(request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(owned, shelf))

    return [Route("/data/demos", demos), Route("/data/home", own)]


@cache
def demo_boards(engine_name: str) -> Encoded:
    """The boards of a short game of each kind, by the name of the game."""
    return {
        record.game.partition(":")[0]: [encoded(board) for board in _boards(record, engine_name)]
        for record in demo_records()
    }


def demo_records() -> list[Record]:
    """The games that are shown."""
    lines = files(__package__).joinpath(DEMOS).read_bytes().splitlines()
    return [parse_line(line, f"{DEMOS}, line {number}") for number, line in enumerate(lines, 1)]


def _boards(record: Record, engine_name: str) -> Iterator[Board]:
    states = replayed(record, engine(engine_name))
    position = first_position(next(states))
    for number, (move, state) in enumerate(zip(record.moves, states, strict=True), 1):
        following = turned(position, move, state)
        if number > len(record.moves) - SHOWN:
            yield _board(position, move, following)
        position = following


def _board(position: Position, move: int, following: Position) -> Board:
    """Where a piece falls to, or what a slide has led to."""
    before, after = position.state, following.state
    if isinstance(before, QuintrisState | TetrisState):
        return well_view(before, position.cells, played=move)
    assert isinstance(before, IjkState)
    assert isinstance(after, IjkState)
    return tiles_view(after, before, move, {})


def owned(shelf: Shelf) -> dict[str, Any]:
    """The last replays, and the best scores of those who play here."""
    known = known_scores()
    listed = shelf.listed(Wanted())
    return {
        "replays": encoded(listed.rows[:LAST]),
        "total": listed.total,
        "best": _best(known.scores),
        "results": _results(known.scores),
        "problem": known.problem,
    }


def _best(scores: Scores) -> list[Encoded]:
    return [
        {"title": _title(game), "game": game, "score": best.score, "id": best.id, "date": best.date}
        for game, best in sorted(scores.best.items())
    ]


def _results(scores: Scores) -> list[Encoded]:
    return [
        {"title": _title(game), "game": game, "agent": agent, **encoded(tally)}
        for game, agents in sorted(scores.results.items())
        for agent, tally in sorted(agents.items())
    ]


def _title(game: str) -> str:
    return TITLES.get(game.partition(":")[0], game)
