"""Agents: who may be watched at which games, for whoever chooses."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tilefall.agents.catalog import Entry, catalog
from tilefall.interfaces.app.stages import MARATHON_FOR_AGENTS, best_agent
from tilefall.interfaces.web.encode import Encoded
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import Game
from tilefall.rules.ijk import Ijk

WATCHED = (
    ("quintris", "Quintris", "Pentominoes fall, of a mix that nobody sees."),
    ("quintris:reach=fall", "Quintris, sliding under", "Pieces may slide and turn on their way."),
    (MARATHON_FOR_AGENTS.text(), "Tetris", "The pieces of a marathon, the next one in sight."),
    ("tetris", "Tetris of research", "Any piece at any time, and no sight of the next."),
    ("ijk", "IJK", "Two players slide and merge letters; each tile's place is certain."),
    ("ijk:mode=nondeterministic", "IJK with chance", "New tiles appear anywhere."),
)


def watchable() -> Encoded:
    """The games, each with the agents that play it and the one that is usual."""
    return {"games": [_listed(*words) for words in WATCHED]}


async def agents(request: Request) -> Response:
    """GET /data/agents."""
    return JSONResponse(watchable())


def _listed(text: str, name: str, about: str) -> Encoded:
    game = parse_game(text)
    return {
        "game": text,
        "name": name,
        "about": about,
        "players": game.players,
        "usual": best_agent(game),
        "agents": [
            {"name": entry.name, "about": entry.about}
            for entry in catalog().values()
            if _plays(entry, game)
        ],
    }


def _plays(entry: Entry, game: Game) -> bool:
    if game.name not in entry.games:
        return False
    return entry.plays_size(game) and (
        not isinstance(game, Ijk) or entry.ijk_mode in ("", game.mode)
    )
