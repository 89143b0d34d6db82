"""Plan: what an arena plays. With the store's games it is all that any table is made of."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields

from tilefall.errors import NotFound, TilefallError, UsageError
from tilefall.play.openings import Plies
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import Game
from tilefall.rules.ijk import Ijk
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris


class BadArena(TilefallError, ValueError):
    """An arena that cannot be resumed or looked at; says why."""


class ArenaTaken(UsageError, BadArena):
    """A folder for a new arena that has something in it."""


class NoArena(NotFound, BadArena):
    """A folder that holds no arena."""


@dataclass(frozen=True)
class Plan:
    """Who plays what, how often, and when it is enough."""

    game: str  # its text
    agents: tuple[str, ...]  # as they were named
    games: int  # of each agent, or of each pairing and then even; the most if until sure
    is_until_sure: bool
    first_seed: int
    max_turns: int  # pieces or plies; a game that is not over by then ends there
    plies: Plies  # random ones before two players begin
    seconds_a_move: float | None  # None: ours as they like, foreign ones FOREIGN_SECONDS
    alpha: float  # how often, at most, something may be called proven that is not so
    elo: float  # until sure, two players: a smaller lead than this need not be found
    margin: float  # until sure, one player: so many lines apart is as good as equal; 0 never is
    start_seconds: float = 10.0  # more, for the first answer of a foreign program
    memory_mb: int = 2048  # of a foreign program, with all that it starts
    cpu_seconds: int = 600  # of it in a game
    has_records: bool = True
    prints: tuple[str, ...] = ()  # of the files behind each agent, to see if they change

    @property
    def rules(self) -> Game:
        """The game itself."""
        return parse_game(self.game)

    @property
    def players(self) -> int:
        """One or two."""
        return self.rules.players

    @property
    def bouts(self) -> int:
        """How often common dice are thrown; two players play each bout twice."""
        return self.games // self.players

    @property
    def comparisons(self) -> tuple[tuple[int, int], ...]:
        """Who is compared with whom: all with the first, or two players all with all."""
        places = range(len(self.agents))
        if self.players == 1:
            return tuple((place, 0) for place in places[1:])
        return tuple((first, second) for first in places for second in places[first + 1 :])

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Who plays together: everybody alone, or all pairings."""
        if self.players == 1:
            return tuple((place,) for place in range(len(self.agents)))
        return self.comparisons

    @property
    def most_lines(self) -> int:
        """The most lines of one player's game, 1 at least: no more cells fall within the cap."""
        game = self.rules
        assert isinstance(game, Quintris | Tetris)
        cells = 5 if isinstance(game, Quintris) else 4
        return max(self.max_turns * cells // game.width, 1)

    def text(self) -> str:
        """The plan as the store keeps it."""
        return json.dumps(asdict(self))


def plan_of(text: str) -> Plan:
    """The inverse of `text`; BadArena says what is wrong."""
    try:
        found = json.loads(text)
        names = {field.name for field in fields(Plan)}
        if not isinstance(found, dict) or set(found) != names:
            raise ValueError(f"expected {', '.join(sorted(names))}")
        found |= {name: tuple(found[name]) for name in ("agents", "prints")}
        plan = Plan(**found | {"plies": Plies(**found["plies"])})
        assert plan.players == (2 if isinstance(plan.rules, Ijk) else 1)
    except (ValueError, TypeError) as error:
        raise BadArena(f"the plan of the arena cannot be read: {error}") from error
    return plan
