"""Arena games: the games of a cell of the crosstable or of an agent, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence

from tilefall.arena.counting import ordered
from tilefall.arena.findings import Findings
from tilefall.arena.page.games import outcome
from tilefall.arena.pairs import result
from tilefall.arena.played import Played
from tilefall.arena.solo import Solo
from tilefall.arena.summary import summary
from tilefall.arena.wording import plain
from tilefall.interfaces.web.arena_figures import called
from tilefall.interfaces.web.encode import Encoded

PAGE = 25  # games
ORDERS = ("seed", "best", "worst")


def games_page(found: Findings, first: int, second: int | None, order: str, number: int) -> Encoded:
    """Some of the games of an agent, or of two against each other; pages are counted from 1."""
    players = {first} if second is None else {first, second}
    wanted = [game for game in ordered(found.counted) if players <= set(game.players)]
    wanted = _sorted(wanted, first, order)
    left_out = _left_out(found)
    pages = max((len(wanted) + PAGE - 1) // PAGE, 1)
    number = min(number, pages)
    return {
        "first": first,
        "second": second,
        "order": order,
        "games": len(wanted),
        "page": number,
        "pages": pages,
        "rows": [
            _row(found, game, game in left_out)
            for game in wanted[(number - 1) * PAGE : number * PAGE]
        ],
    }


def _sorted(games: Sequence[Played], first: int, order: str) -> list[Played]:
    """In the order of their seeds, or by how they went for the first agent."""
    if order == "seed":
        return list(games)
    sign = -1 if order == "best" else 1
    return sorted(games, key=lambda game: sign * _points(game, first))


def _points(game: Played, agent: int) -> int:
    return game.score if len(game.players) == 1 else result(game, agent)


def _left_out(found: Findings) -> set[Played]:
    """The games that no table counts: of two players those that tell nothing new, or are alone."""
    seen = summary(found.plan, found.counted)
    if isinstance(seen, Solo):
        return set()
    return set(found.counted) - {game for pairing in seen.pairings for game in pairing.games}


def _row(found: Findings, game: Played, is_left_out: bool) -> Encoded:
    return {
        "number": game.record,  # null if it was not recorded
        "seed": str(game.seed),  # may be larger than the numbers of browsers
        "players": [called(found.plan)[place] for place in game.players],
        "score": game.score,
        "turns": game.turns,
        "end": plain(outcome(found.plan, game)),
        "is_forfeit": game.forfeiter is not None,
        "is_left_out": is_left_out,
    }
