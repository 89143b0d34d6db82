"""Playing: a session in which a person plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tilefall.interfaces.app.advisor import Advisor
from tilefall.interfaces.app.playing import ASKING
from tilefall.interfaces.app.results import result_words
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.web.encode import Encoded, encoded
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.links import link_answer
from tilefall.interfaces.web.messages import Message
from tilefall.interfaces.web.play_parts import fixed_parts
from tilefall.interfaces.web.session import Trouble
from tilefall.interfaces.web.spoken import News, coming, happened, news
from tilefall.play.live.live import Action
from tilefall.play.turning import is_over


class PlaySession:
    """A live game, with the advice of an agent and a keeper of what was played."""

    def __init__(self, setup: Setup, house: House) -> None:
        self._setup = replace(setup, limit=house.limits.search)
        self._live = self._setup.live(house.clock)
        self._advisor = Advisor(house.clock, setup.engine, house.limits.search)
        # its own list of games: that of a server which runs for weeks would only grow
        self._keeper = replace(house.keeper, games=[])
        self._best = self._keeper.best(setup.game.text(), setup.against)
        self._asked = ""  # what is to be wished for twice, as it makes the game an assisted one
        self._undone_at = -1  # how many pieces or slides there were after the last undo
        self._begun_at = happened(self._live)  # 0 but in the middle of a game
        self._resumed = 0  # how often the game was told to go on: a page waits for it
        self._is_kept = False
        self._kept = ""  # the id of the game as it was kept
        self._result: tuple[str, ...] = ()  # how the game ended, and what became of it
        if setup.is_practice:
            self._live.assist()
        self._fixed = fixed_parts(self._setup, self._live)
        self._wishes: Mapping[str, Callable[[Message, float], object]] = {
            "act": self._act,
            "pause": lambda message, now: self._pause(now),
            "resume": lambda message, now: self._resume(now),
            "forget": lambda message, now: self._resume(now),
            "undo": lambda message, now: self._assisted("undo", now),
            "explain": lambda message, now: self._assisted("explain", now),
        }

    def hear(self, message: Message, now: float) -> Encoded | None:
        """A key, a pause, a wish for help or for a link."""
        if message.do == "link":
            return link_answer(self._live.record())
        if message.do not in self._wishes:
            raise Trouble(f"{message.do}: not while a game is played")
        self._resumed += message.do == "resume"
        if not self._live.is_over:
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
        live = self._live
        plain = self._setup.view(live, self._best)
        found: Encoded = encoded(self._advisor.shown(plain))
        said = news(live, plain)
        if said.count == self._undone_at:
            said = News(said.count, f"taken back, {coming(plain, 'again')}".rstrip(", "))
        return found | {
            **self._fixed,
            "is_over": live.is_over,
            "is_paused": live.is_paused,
            "resumed": self._resumed,
            "is_assisted": live.is_assisted,
            "candidates": encoded(self._advisor.candidates),
            "asked": self._asked,
            "asking": ASKING.get(self._asked, ""),
            "news": encoded(said),
            "result": list(self._result),
            "kept": self._kept,
        }

    def close(self, now: float) -> None:
        """Keep the game, also one that was cut short."""
        self._keep()
        self._live.close()

    def _act(self, message: Message, now: float) -> None:
        if self._asked or self._advisor.is_asked:
            self._resume(now)  # who steers again wants no more help
        self._live.act(Action(message.get("action")), now)

    def _pause(self, now: float) -> None:
        self._resume(now)
        self._live.pause(now)

    def _resume(self, now: float) -> None:
        self._asked = ""
        self._advisor.forget()
        self._live.resume(now)

    def _assisted(self, what: str, now: float) -> None:
        """Undo or advice: in practice at once, else when it is wished for a second time."""
        asked = self._asked
        self._resume(now)
        if not self._live.is_assisted and asked != what:
            self._asked = what
            self._live.pause(now)
        elif what == "undo":
            if self._live.undo(now):
                self._undone_at = happened(self._live)
        else:
            self._live.assist()
            self._live.pause(now)
            self._advisor.ask(self._setup.explainable(self._live), self._setup.seed)

    def _keep_if_over(self) -> None:
        if self._live.is_over and not self._is_kept:
            self._result = (*result_words(self._live), *self._keep())

    def _keep(self) -> tuple[str, ...]:
        """Keep the game, once, if anything has locked or slid; what there is to say of it."""
        if self._is_kept or happened(self._live) == self._begun_at:
            return ()
        self._is_kept = True
        # a game that an agent could not go on with is not over, and nobody's tie
        kept = self._keeper.keep(self._live.record(), is_over(self._live.state))
        self._kept = kept.game.id if kept.game else ""
        return kept.words
