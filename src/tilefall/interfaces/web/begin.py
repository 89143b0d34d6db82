"""Begin: the session that a message asks for."""

from __future__ import annotations

from tilefall.agents.catalog import default_agent
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.web.allowed import check_agent
from tilefall.interfaces.web.begin_watching import replay_session, seed_of, watch_session
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.links import gone_on, link_beginning
from tilefall.interfaces.web.messages import Message
from tilefall.interfaces.web.playing import PlaySession
from tilefall.interfaces.web.session import Session
from tilefall.play.animated import PERIOD
from tilefall.rules.catalog import parse_game
from tilefall.rules.marathon import Marathon
from tilefall.rules.tetris import Tetris


def begun(message: Message, house: House) -> Session:
    """A new session; Trouble says why there is none."""
    beginnings = {"play": play_session, "watch": watch_session, "replay": replay_session}
    return beginnings[message.do](message, house)


def play_session(message: Message, house: House) -> Session:
    """A person plays, from the start or on from a position of a link."""
    here = link_beginning(message)
    game = parse_game(message.get("game") or "quintris:reach=fall") if here is None else here.game
    against = None
    if here is None and game == Tetris():
        game = Marathon()  # by the rules that people know
    if game.players == 2 and not message.get("two"):
        against = message.get("against") or default_agent(game, is_quick=True)
        check_agent(against)
    setup = Setup(
        game,
        seed_of(message),
        against,
        is_second=bool(message.get("second")),
        period=float(message.get("period") or PERIOD),
        is_practice=bool(message.get("practice")),
        engine=house.engine,
    )
    return PlaySession(setup if here is None else gone_on(setup, here), house)
