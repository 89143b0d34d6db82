"""Arena games: the games of a cell of the crosstable or of an agent, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Wanted:
    """Which games, in which order, and which page of them, counted from 1."""

    first: int
    second: int | None  # None: against everybody, or nobody
    order: str
    page: int


def games_page(found: Findings, wanted: Wanted, left_out: AbstractSet[Played]) -> Encoded:
    """A page of games; the last one if there are fewer."""
    players = {wanted.first} if wanted.second is None else {wanted.first, wanted.second}
    games = [game for game in ordered(found.counted) if players <= set(game.players)]
    pages = max((len(games) + PAGE - 1) // PAGE, 1)
    page = min(wanted.page, pages)
    shown = _sorted(games, wanted)[(page - 1) * PAGE : page * PAGE]
    return {
        "games": len(games),
        "page": page,
        "pages": pages,
        "rows": [_row(found, game, game in left_out) for game in shown],
    }


def left_out(found: Findings) -> frozenset[Played]:
    """The games that no table counts: of two players those that tell nothing new, or are alone."""
    seen = summary(found.plan, found.counted)
    if isinstance(seen, Solo):
        return frozenset()
    told = {game for pairing in seen.pairings for game in pairing.games}
    return frozenset(found.counted) - told


def _sorted(games: Sequence[Played], wanted: Wanted) -> list[Played]:
    """In the order of their seeds, or by how they went for the first agent."""
    if wanted.order == "seed":
        return list(games)
    sign = -1 if wanted.order == "best" else 1
    return sorted(games, key=lambda game: sign * _points(game, wanted.first))


def _points(game: Played, agent: int) -> int:
    return game.score if len(game.players) == 1 else result(game, agent)


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
