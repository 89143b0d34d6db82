"""Begin: the session that a message asks for."""

from __future__ import annotations

import secrets

from tilefall.agents.catalog import agent, default_agent
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.app.stages import MARATHON_FOR_AGENTS, WITH_PREVIEW
from tilefall.interfaces.web.allowed import check_agent, consulted
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.messages import Message
from tilefall.interfaces.web.playing import PlaySession
from tilefall.interfaces.web.session import Session, Trouble
from tilefall.interfaces.web.watching import WatchSession
from tilefall.play.animated import PERIOD
from tilefall.play.files import read_records
from tilefall.play.kept import kept_games
from tilefall.play.record import Record
from tilefall.play.watching.begin import watched_match, watched_record
from tilefall.play.watching.thinking import Asking
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import Game
from tilefall.rules.marathon import Marathon
from tilefall.rules.tetris import Tetris


def begun(message: Message, house: House) -> Session:
    """A new session; Trouble says why there is none."""
    return {"play": _play, "watch": _watch, "replay": _replay}[message.do](message, house)


def _play(message: Message, house: House) -> Session:
    game = parse_game(message.get("game") or "quintris:reach=fall")
    against = None
    if game.players == 2:
        against = message.get("against") or default_agent(game, is_quick=True)
        check_agent(against)
    setup = Setup(
        game,
        _seed(message),
        against,
        is_second=bool(message.get("second")),
        period=float(message.get("period") or PERIOD),
        is_practice=bool(message.get("practice")),
        engine=house.engine,
    )
    return PlaySession(setup, house)


def _watch(message: Message, house: House) -> Session:
    game, seed = parse_game(message.get("game") or "quintris"), _seed(message)
    if isinstance(game, Marathon):
        game = MARATHON_FOR_AGENTS
    names = message.get("agents") or [_best(game)]
    if len(names) < game.players:
        names = [names[0]] * game.players
    for name in (*names, *filter(None, [message.get("explainer")])):
        check_agent(name)
    watching = watched_match(
        game,
        [agent(name, game, seed, house.engine) for name in names],
        seed,
        house.clock,
        names=names,
        limit=house.limits.search,
        max_turns=house.limits.turns,
        explainer=message.get("explainer"),
        engine_name=house.engine,
        asking=Asking(house.opinions.considered),
    )
    watching.play()
    return WatchSession(watching)


def _replay(message: Message, house: House) -> Session:
    record = _record(message)
    watching = watched_record(
        record,
        house.clock,
        engine_name=house.engine,
        asking=Asking(house.opinions.considered, consulted(record.agents)),
    )
    watching.seek(message.get("at") or 0)
    return WatchSession(watching)


def _record(message: Message) -> Record:
    if (wanted := message.get("id")) is not None:
        for kept in kept_games():
            if kept.id == wanted:
                return next(iter(read_records(kept.path)))
        raise Trouble(f"There is no game {wanted}.")
    raise Trouble("replay needs an id")


def _seed(message: Message) -> int:
    seed: int | None = message.get("seed")
    return secrets.randbits(32) if seed is None else seed


def _best(game: Game) -> str:
    is_previewed = isinstance(game, Tetris) and game.preview
    return WITH_PREVIEW if is_previewed else default_agent(game)
