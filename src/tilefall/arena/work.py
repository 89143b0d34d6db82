"""Work: games of an arena as they are handed to whoever plays them, and what comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tilefall.agents.agent import Agent, Limit, close
from tilefall.agents.catalog import agent
from tilefall.agents.foreign.limits import Limits
from tilefall.agents.foreign.program import ProgramAgent
from tilefall.agents.searching import SearchAgent
from tilefall.arena.plan import Plan
from tilefall.arena.played import Done, Played
from tilefall.arena.referee import Refereed, Seat, referee
from tilefall.engines.native import Native
from tilefall.play.openings import Plies, opening
from tilefall.play.whole_games import is_native, line_of, whole_games
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import Game
from tilefall.rules.ijk import Ijk
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris


@dataclass(frozen=True)
class Setting:
    """What all games of an arena share."""

    game: str
    agents: tuple[str, ...]
    max_turns: int
    plies: Plies
    seconds_a_move: float | None
    has_records: bool
    start_seconds: float
    limits: Limits  # of foreign programs


def setting_of(plan: Plan) -> Setting:
    """What the games of a plan share."""
    return Setting(
        game=plan.game,
        agents=plan.agents,
        max_turns=plan.max_turns,
        plies=plan.plies,
        seconds_a_move=plan.seconds_a_move,
        has_records=plan.has_records,
        start_seconds=plan.start_seconds,
        limits=Limits(memory=plan.memory_mb << 20, cpu_seconds=plan.cpu_seconds),
    )


class Bout(NamedTuple):
    """Common dice, and for two players a common opening."""

    number: int
    seed: int


@dataclass(frozen=True)
class Work:
    """Bouts of the same players; two of them play each bout twice, with colours swapped."""

    setting: Setting
    players: tuple[int, ...]
    bouts: tuple[Bout, ...]


def play_all(work: Iterable[Work]) -> list[list[Done]]:
    """The games of each work."""
    return [play(each) for each in work]


def play(work: Work) -> list[Done]:
    """The games of all bouts, in their order."""
    game = parse_game(work.setting.game)
    if is_batch(work.setting, work.players):
        assert isinstance(game, Quintris | Tetris)
        return _native_games(game, work)
    return [done for bout in work.bouts for done in _refereed_games(game, work, bout)]


def is_batch(setting: Setting, players: tuple[int, ...]) -> bool:
    """Whether native code plays these whole games, many in one call."""
    if len(players) != 1:
        return False
    made = agent(setting.agents[players[0]], parse_game(setting.game))
    # a search that must stop by the clock is asked move by move
    is_timed = setting.seconds_a_move is not None and isinstance(made, SearchAgent)
    return is_native(made) and not is_timed


def _native_games(game: Quintris | Tetris, work: Work) -> list[Done]:
    setting, (place,) = work.setting, work.players
    name, keep = setting.agents[place], setting.has_records
    seeds = [bout.seed for bout in work.bouts]
    results = whole_games(name, game, seeds, setting.max_turns, threads=1, keep_moves=keep)
    found = []
    for bout, result in zip(work.bouts, results, strict=True):
        played = Played(
            bout=bout.number,
            seed=bout.seed,
            players=work.players,
            score=result.score,
            turns=result.turns,
            is_over=result.is_over,
            moves=(result.turns,),
            seconds=(result.seconds,),
            digest=result.digest,
        )
        found.append(Done(played, line_of(game, name, bout.seed, result) if keep else None))
    return found


def _refereed_games(game: Game, work: Work, bout: Bout) -> Iterator[Done]:
    """The game of a bout; of two players the one in which the first is + comes first."""
    setting = work.setting
    begun = opening(game, bout.seed, setting.plies) if isinstance(game, Ijk) else None
    limit = Limit(seconds=setting.seconds_a_move)
    for players in dict.fromkeys((work.players, work.players[::-1])):
        names = [setting.agents[place] for place in players]
        # new agents for every game: no game knows of another
        agents = [_limited(agent(name, game, bout.seed), setting) for name in names]
        seats = [Seat(*seat, limit) for seat in zip(names, agents, strict=True)]
        try:
            found = referee(game, seats, bout.seed, setting.max_turns, Native(), begun)
        finally:
            close(agents)
        line = f"{found.record.line()}\n".encode() if setting.has_records else None
        yield Done(_played(bout, players, found), line)


def _limited(made: Agent, setting: Setting) -> Agent:
    """The agent, which may take what the setting allows if it is a foreign program."""
    if isinstance(made, ProgramAgent):
        made.start_seconds, made.limits = setting.start_seconds, setting.limits
    return made


def _played(bout: Bout, players: tuple[int, ...], found: Refereed) -> Played:
    score = found.last.score
    if found.forfeiter is not None and len(players) == 2:
        score = -1 if found.forfeiter == 0 else 1
    return Played(
        bout=bout.number,
        seed=bout.seed,
        players=players,
        score=score,
        turns=found.last.turn,
        is_over=found.is_over,
        moves=found.moves,
        seconds=found.seconds,
        digest=found.record.digest,
        forfeiter=found.forfeiter,
        cause=found.forfeit.cause if found.forfeit else "",
        detail=found.forfeit.detail if found.forfeit else "",
    )
