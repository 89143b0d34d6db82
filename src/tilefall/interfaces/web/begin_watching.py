"""Begin watching: a match, the weights of a training, or a record, as a session."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from tilefall.agents.agent import Agent
from tilefall.agents.catalog import agent
from tilefall.interfaces.app.stages import MARATHON_FOR_AGENTS, best_agent
from tilefall.interfaces.web.allowed import check_agent, consulted
from tilefall.interfaces.web.arenas import arena_record
from tilefall.interfaces.web.checkpoints import trained
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.messages import Message
from tilefall.interfaces.web.session import Session, Trouble
from tilefall.interfaces.web.watching import WatchSession
from tilefall.play.files import read_records
from tilefall.play.kept import kept_games
from tilefall.play.links import Linked, linked
from tilefall.play.record import Record
from tilefall.play.watching.begin import watched_match, watched_record
from tilefall.play.watching.thinking import Asking
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import Game
from tilefall.rules.marathon import Marathon


def watch_session(message: Message, house: House) -> Session:
    """A match of agents of ours, or of the weights of a training."""
    seed, explainer = seed_of(message), message.get("explainer")
    if explainer is not None:
        check_agent(explainer)
    if message.get("run") is not None:
        found = trained(house, message.get("run"), message.get("checkpoint"), seed)
        names = [found.name] * len(found.agents)
        explainer = explainer or found.explainer
        return _match(house, found.game, found.agents, names, seed, explainer)
    game = parse_game(message.get("game") or "quintris")
    if isinstance(game, Marathon):
        game = MARATHON_FOR_AGENTS
    names = message.get("agents") or [best_agent(game)]
    if len(names) < game.players:
        names = [names[0]] * game.players
    for name in names:
        check_agent(name)
    agents = [agent(name, game, seed, house.engine) for name in names]
    return _match(house, game, agents, names, seed, explainer)


def _match(
    house: House,
    game: Game,
    agents: Sequence[Agent],
    names: Sequence[str],
    seed: int,
    explainer: str | None,
) -> Session:
    watching = watched_match(
        game,
        agents,
        seed,
        house.clock,
        names=names,
        limit=house.limits.search,
        max_turns=house.limits.turns,
        explainer=explainer,
        engine_name=house.engine,
        asking=Asking(house.opinions.considered),
    )
    watching.play()
    return WatchSession(watching)


def replay_session(message: Message, house: House) -> Session:
    """A game that was played before, at one of its positions."""
    link = message.get("link")
    shown = Linked(_record(message, house)) if link is None else linked(link)
    watching = watched_record(
        shown.record,
        house.clock,
        engine_name=house.engine,
        asking=Asking(house.opinions.considered, consulted(shown.record.agents)),
    )
    watching.seek(message.get("at") or shown.at or 0)
    return WatchSession(watching)


def _record(message: Message, house: House) -> Record:
    if (wanted := message.get("id")) is not None:
        for kept in kept_games():
            if kept.id == wanted:
                return next(iter(read_records(kept.path)))
        raise Trouble(f"There is no game {wanted}.")
    if (arena := message.get("arena")) is not None:
        return arena_record(house, arena, message.get("number") or 1)
    raise Trouble("replay needs an id, a link, or an arena and a number")


def seed_of(message: Message) -> int:
    """The seed that a message names, or one that nobody has chosen."""
    seed: int | str | None = message.get("seed")
    return secrets.randbits(32) if seed is None else int(seed)
