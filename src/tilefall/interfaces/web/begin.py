"""Begin: the session that a message asks for."""

from __future__ import annotations

import secrets

from tilefall.agents.catalog import agent, catalog, default_agent
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.app.stages import MARATHON_FOR_AGENTS, WITH_PREVIEW
from tilefall.interfaces.web.arenas import arena_record
from tilefall.interfaces.web.checkpoints import trained
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
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import Game
from tilefall.rules.marathon import Marathon
from tilefall.rules.notation import parse_game_text
from tilefall.rules.tetris import Tetris


def begun(message: Message, house: House) -> Session:
    """A new session; Trouble says why there is none."""
    return {"play": _play, "watch": _watch, "replay": _replay}[message.do](message, house)


def _play(message: Message, house: House) -> Session:
    game = parse_game(message.get("game") or "quintris:reach=fall")
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
    return PlaySession(setup, house)


def _watch(message: Message, house: House) -> Session:
    if message.get("run") is not None:
        return _watch_trained(message, house)
    game, seed = parse_game(message.get("game") or "quintris"), _seed(message)
    if isinstance(game, Marathon):
        game = MARATHON_FOR_AGENTS
    names = message.get("agents") or [_best(game)]
    if len(names) < game.players:
        names = [names[0]] * game.players
    for name in names:
        _check_ours(name)
    watching = watched_match(
        game,
        [agent(name, game, seed, house.engine) for name in names],
        seed,
        house.clock,
        names=names,
        limit=house.limits.search,
        max_turns=house.limits.turns,
        explainer=_explainer(message),
        engine_name=house.engine,
    )
    watching.play()
    return WatchSession(watching)


def _watch_trained(message: Message, house: House) -> Session:
    """A game of the weights of a run, in a game of two against themselves."""
    seed = _seed(message)
    found = trained(house, message.get("run"), message.get("checkpoint"), seed)
    watching = watched_match(
        found.game,
        found.agents,
        seed,
        house.clock,
        names=[found.name] * len(found.agents),
        limit=house.limits.search,
        max_turns=house.limits.turns,
        explainer=_explainer(message) or found.explainer,
        engine_name=house.engine,
    )
    watching.play()
    return WatchSession(watching)


def _replay(message: Message, house: House) -> Session:
    watching = watched_record(_record(message, house), house.clock, engine_name=house.engine)
    watching.seek(message.get("at") or 0)
    return WatchSession(watching)


def _record(message: Message, house: House) -> Record:
    if (wanted := message.get("id")) is not None:
        for kept in kept_games():
            if kept.id == wanted:
                return next(iter(read_records(kept.path)))
        raise Trouble(f"There is no game {wanted}.")
    if (arena := message.get("arena")) is not None:
        return arena_record(house, arena, message.get("number") or 1)
    raise Trouble("replay needs an id")


def _seed(message: Message) -> int:
    seed: int | None = message.get("seed")
    return secrets.randbits(32) if seed is None else seed


def _explainer(message: Message) -> str | None:
    name: str | None = message.get("explainer")
    if name is not None:
        _check_ours(name)
    return name


def _best(game: Game) -> str:
    is_previewed = isinstance(game, Tetris) and game.preview
    return WITH_PREVIEW if is_previewed else default_agent(game)


def _check_ours(name: str) -> None:
    """Trouble for whatever is no agent of the catalog: programs and files are not for the web."""
    base, parameters = parse_game_text(name)
    if base not in catalog() or "weights" in parameters or "network" in parameters:
        raise Trouble(f'No agent "{base}" here. There are {", ".join(catalog())}.')
