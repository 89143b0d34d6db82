"""Playing: a session in which a person plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilefall.interfaces.app.advisor import Advisor
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.web.encode import Encoded, encoded
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.links import link_answer
from tilefall.interfaces.web.messages import Message
from tilefall.interfaces.web.session import Trouble
from tilefall.play.live.live import Action
from tilefall.play.record import Record
from tilefall.play.turning import is_over


class PlaySession:
    """A live game, with the advice of an agent and a keeper of what was played."""

    def __init__(self, setup: Setup, house: House) -> None:
        self._setup, self._house = setup, house
        self._live = setup.live(house.clock)
        self._advisor = Advisor(house.clock, setup.engine)
        self._best = house.keeper.best(setup.game.name, setup.against)
        self._record: Record | None = None  # of the game as it was kept
        self._words: tuple[str, ...] = ()  # what there is to say of the game that was kept
        if setup.is_practice:
            self._live.assist()
        self._wishes: Mapping[str, Callable[[Message, float], object]] = {
            "act": self._act,
            "pause": lambda message, now: self._live.pause(now),
            "resume": lambda message, now: self._resume(now),
            "undo": lambda message, now: self._live.undo(now),
            "explain": lambda message, now: self._explain(now),
            "forget": lambda message, now: self._resume(now),
        }

    def hear(self, message: Message, now: float) -> Encoded | None:
        """A key, a pause, a wish for help or for a link."""
        if message.do == "link":
            return link_answer(self._live.record())
        if message.do not in self._wishes:
            raise Trouble(f"{message.do}: not while a game is played")
        self._wishes[message.do](message, now)
        self._keep_if_over()
        return None

    def advance(self, now: float) -> bool:
        """Gravity, the other player, and what the advisor has found."""
        is_new = self._live.advance(now) | self._advisor.advance(now)
        self._keep_if_over()
        return is_new

    def due(self, now: float) -> float | None:
        """When the game or the advisor has something to do."""
        times = (self._live.due(now), self._advisor.due(now))
        return min((time for time in times if time is not None), default=None)

    def shown(self) -> Encoded:
        """The game, and how it stands."""
        view = self._advisor.shown(self._setup.view(self._live, self._best))
        found: Encoded = encoded(view)
        return found | {
            "session": "play",
            "title": self._setup.title,
            "game": self._setup.game.text(),
            "seed": self._setup.seed,
            "is_over": self._live.is_over,
            "is_paused": self._live.is_paused,
            "is_assisted": self._live.is_assisted,
            "words": list(self._words),
            "actions": dict(_browser_keys(self._setup.keys.actions)),
            "help": encoded(self._setup.keys.game),
        }

    def close(self, now: float) -> None:
        """Keep the game, also one that was cut short."""
        self._keep()
        self._live.close()

    def _act(self, message: Message, now: float) -> None:
        self._live.act(Action(message.get("action")), now)

    def _resume(self, now: float) -> None:
        self._advisor.forget()
        self._live.resume(now)

    def _explain(self, now: float) -> None:
        self._live.assist()
        self._live.pause(now)
        self._advisor.ask(self._setup.explainable(self._live), self._setup.seed)

    def _keep_if_over(self) -> None:
        if self._live.is_over:
            self._keep()

    def _keep(self) -> None:
        record = self._live.record()
        if not record.moves or record == self._record:
            return
        self._record = record
        self._words = self._house.keeper.keep(record, is_over(self._live.state)).words


BROWSER = {
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "space": " ",
}


def _browser_keys(keys: Mapping[str, Action]) -> list[tuple[str, str]]:
    """The keys by the names that browsers give them: b, ArrowLeft, Shift+ArrowLeft."""
    found = []
    for key, action in keys.items():
        shift, _, name = key.rpartition("+")
        name = BROWSER.get(name, name)
        found.append((f"Shift+{name}" if shift else name, action.value))
    return found
