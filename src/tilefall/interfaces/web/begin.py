"""Begin: the session that a message asks for."""

from __future__ import annotations

import secrets

from tilefall.agents.capped import Capped
from tilefall.agents.catalog import agent, catalog, default_agent
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.app.stages import MARATHON_FOR_AGENTS
from tilefall.interfaces.web.agents import best_agent
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.links import gone_on, link_beginning
from tilefall.interfaces.web.messages import Message
from tilefall.interfaces.web.playing import PlaySession
from tilefall.interfaces.web.session import Session, Trouble
from tilefall.interfaces.web.watching import WatchSession
from tilefall.play.animated import PERIOD
from tilefall.play.files import read_records
from tilefall.play.kept import kept_games
from tilefall.play.links import Linked, linked
from tilefall.play.record import Record
from tilefall.play.watching.begin import watched_match, watched_record
from tilefall.rules.catalog import parse_game
from tilefall.rules.marathon import Marathon
from tilefall.rules.notation import parse_game_text


def begun(message: Message, house: House) -> Session:
    """A new session; Trouble says why there is none."""
    return {"play": _play, "watch": _watch, "replay": _replay}[message.do](message, house)


def _play(message: Message, house: House) -> Session:
    here = link_beginning(message)
    game = parse_game(message.get("game") or "quintris:reach=fall") if here is None else here.game
    against = None
    if game.players == 2:
        against = message.get("against") or default_agent(game, is_quick=True)
        _check_ours(against)
    setup = Setup(
        game,
        _seed(message),
        against,
        is_second=bool(message.get("second")),
        period=float(message.get("period") or PERIOD),
        is_practice=bool(message.get("practice")),
        engine=house.engine,
    )
    return PlaySession(setup if here is None else gone_on(setup, here), house)


def _watch(message: Message, house: House) -> Session:
    game, seed = parse_game(message.get("game") or "quintris"), _seed(message)
    if isinstance(game, Marathon):
        game = MARATHON_FOR_AGENTS
    names = message.get("agents") or [best_agent(game)]
    if len(names) < game.players:
        names = [names[0]] * game.players
    for name in names:
        _check_ours(name)
    watching = watched_match(
        game,
        [Capped(agent(name, game, seed, house.engine)) for name in names],
        seed,
        house.clock,
        names=names,
        limit=house.limits.search,
        max_turns=house.limits.turns,
        explainer=message.get("explainer"),
        explaining=house.limits.search,
        engine_name=house.engine,
    )
    watching.play()
    return WatchSession(watching)


def _replay(message: Message, house: House) -> Session:
    link = message.get("link")
    shown = Linked(_record(message)) if link is None else linked(link)
    watching = watched_record(
        shown.record, house.clock, explaining=house.limits.search, engine_name=house.engine
    )
    watching.seek(message.get("at") or shown.at or 0)
    return WatchSession(watching)


def _record(message: Message) -> Record:
    if (wanted := message.get("id")) is not None:
        for kept in kept_games():
            if kept.id == wanted:
                return next(iter(read_records(kept.path)))
        raise Trouble(f"There is no game {wanted}.")
    raise Trouble("replay needs an id or a link")


def _seed(message: Message) -> int:
    seed: int | None = message.get("seed")
    return secrets.randbits(32) if seed is None else seed


def _check_ours(name: str) -> None:
    """Trouble for whatever is no agent of the catalog: programs and files are not for the web."""
    base, parameters = parse_game_text(name)
    if base not in catalog() or "weights" in parameters or "network" in parameters:
        raise Trouble(f'No agent "{base}" here. There are {", ".join(catalog())}.')
