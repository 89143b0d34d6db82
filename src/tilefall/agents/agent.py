"""Agent: the protocol of whoever chooses a move, and how much it may think."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tilefall.errors import NotFound, TilefallError
from tilefall.rules.game import State


@dataclass(frozen=True)
class Limit:
    """How much an agent may think about one move; None is without limit.

    Agents that deepen go on as long as a limit allows. With a cap they look as deep as without a
    limit, and are only cut short by it; what an agent cannot count is then not counted.

    >>> Limit(seconds=0.1)
    Limit(nodes=None, depth=None, seconds=0.1, is_cap=False)
    """

    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    is_cap: bool = False

    def __post_init__(self) -> None:
        for what in ("nodes", "depth", "seconds"):
            value = getattr(self, what)
            if value is not None and not value > 0:
                raise ValueError(f"limit of {value} {what}, expected more than 0 or None")


UNLIMITED = Limit()


class Agent(Protocol):
    """Chooses a move of a state that is not over."""

    @property
    def name(self) -> str:
        """What records and tables call it."""
        ...

    def choose(self, state: State, limit: Limit) -> int:
        """A legal move of the state."""
        ...


class UnknownName(NotFound, ValueError):
    """No agent has this name for this game; says which there are."""


class Forfeit(TilefallError, RuntimeError):
    """An agent cannot go on and so ends its game; says why."""

    def __init__(self, cause: str, detail: str, by: str = "") -> None:
        super().__init__(f"{by} forfeits, {cause}: {detail}" if by else f"{cause}: {detail}")
        self.cause = cause  # one of CAUSES
        self.detail = detail  # one line for people
        self.by = by  # the agent's name, if it is known

    def __reduce__(self) -> tuple[type[Forfeit], tuple[str, str, str]]:
        return Forfeit, (self.cause, self.detail, self.by)


# Why a game may be forfeited: its program did not start, ended by itself, thought too long, said
# what is no answer, chose what is no move, wrote, took or started too much.
CAUSES = ("start", "crash", "time", "garbage", "illegal", "output", "memory", "cpu", "processes")


@runtime_checkable
class Closing(Agent, Protocol):
    """An agent that starts something for its game, which ends with it."""

    def begin(self, state: State, limit: Limit) -> None:
        """Be ready to be asked for the move of this state; nothing if it is."""
        ...

    def tell_over(self, state: State) -> None:
        """Tell it how the game ended, by its rules or at a cap; then it closes."""
        ...

    def close(self) -> None:
        """End at once what it has started, if anything still runs."""
        ...


def tell_over(agents: Sequence[Agent], state: State) -> None:
    """Tell those of the agents that want to know how their game ended."""
    for agent in agents:
        if isinstance(agent, Closing):
            agent.tell_over(state)


def close(agents: Sequence[Agent]) -> None:
    """End whatever the agents have started."""
    for agent in agents:
        if isinstance(agent, Closing):
            agent.close()


class Seen(Protocol):
    """What a search of IJK tells of itself."""

    @property
    def value(self) -> int:
        """Of its best move, for the player to move; with chance in 256ths (J6)."""
        ...

    @property
    def depth(self) -> int:
        """How deep the deepest search was that ended."""
        ...

    @property
    def nodes(self) -> int:
        """How many positions it valued."""
        ...


@runtime_checkable
class SeenAll(Seen, Protocol):
    """What a search of IJK with chance tells of every move."""

    @property
    def values(self) -> tuple[int, ...]:
        """What each move is worth to the player to move, in 256ths (J6)."""
        ...


@runtime_checkable
class Thinker(Agent, Protocol):
    """An agent of IJK that tells what it saw."""

    @property
    def depth(self) -> int:
        """How deep it looks without a limit."""
        ...

    def think(self, state: State, limit: Limit) -> Seen:
        """What the search saw."""
        ...


def open_moves(state: State) -> tuple[int, ...]:
    """The legal moves of a state at which an agent may be asked."""
    moves = state.legal_moves()
    if not moves:
        raise ValueError(f"nothing to choose, the game is over: {state.text()}")
    return moves
