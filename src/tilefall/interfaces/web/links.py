"""Links of the web app: games that a message brings in a link, and links that are asked for."""

from __future__ import annotations

from dataclasses import replace

from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.web.encode import Encoded
from tilefall.interfaces.web.messages import Message
from tilefall.interfaces.web.session import Trouble
from tilefall.play.links import LinkTooLong, beginning_of, link_of
from tilefall.play.record import Record
from tilefall.play.turning import is_over
from tilefall.play.watching.position import Beginning

NOTHING_LEFT = "The game is over here; step back to play on from a position."


def link_answer(record: Record, at: int | None = None) -> Encoded:
    """What a client hears that asked for a link; Trouble for a game that no link can hold.

    Without a position the link leads to the start, and `at` says where the game stands.
    """
    try:
        link = link_of(record, at)
    except LinkTooLong as error:
        raise Trouble(f"There is no link: {error}.") from error
    return {"is": "link", "link": link, "at": len(record.moves) if at is None else at}


def link_beginning(message: Message) -> Beginning | None:
    """Where a game goes on from, if the message has a link; Trouble if it is over there."""
    link = message.get("link")
    if link is None:
        return None
    here = beginning_of(link, message.get("at"))
    if is_over(here.start):
        raise Trouble(NOTHING_LEFT)
    return here


def gone_on(setup: Setup, here: Beginning) -> Setup:
    """The setup of a game that goes on from a position; a person has the next move."""
    is_second = here.start.player == 1
    return replace(setup, seed=here.seed, start=here.start, cells=here.cells, is_second=is_second)
