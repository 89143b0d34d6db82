"""Begin: a match or a record as a game that is watched."""

from __future__ import annotations

from collections.abc import Sequence

from tilefall.agents.agent import UNLIMITED, Agent, Limit
from tilefall.engines import engine
from tilefall.play.clock import Clock
from tilefall.play.record import Record
from tilefall.play.watching.sources import MatchSource, RecordSource
from tilefall.play.watching.watching import Watching
from tilefall.rules.game import Game, State


def watched_match(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    clock: Clock,
    *,
    names: Sequence[str] | None = None,
    start: State | None = None,
    limit: Limit = UNLIMITED,
    max_turns: int | None = None,
    explainer: str | None = None,
    explaining: Limit = UNLIMITED,
    engine_name: str = "native",
) -> Watching:
    """A match that these agents play; the names are how they were asked for.

    `explaining` is for what is thought of a position beside the game.
    """
    source = MatchSource(
        game,
        agents,
        names or [agent.name for agent in agents],
        seed,
        clock=clock,
        engine=engine(engine_name),
        start=start,
        limit=limit,
        max_turns=max_turns,
    )
    return Watching(
        source, clock, explainer=explainer, engine_name=engine_name, explaining=explaining
    )


def watched_record(
    record: Record,
    clock: Clock,
    *,
    explainer: str | None = None,
    explaining: Limit = UNLIMITED,
    engine_name: str = "native",
) -> Watching:
    """A game that was played before; BadRecord if it does not even begin."""
    source = RecordSource(record, clock=clock, engine=engine(engine_name))
    return Watching(
        source, clock, explainer=explainer, engine_name=engine_name, explaining=explaining
    )
