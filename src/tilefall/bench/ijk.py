"""IJK bench: slides a second, and how deep searches look in a given time."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from tilefall.agents.agent import Limit, Thinker
from tilefall.agents.catalog import agent
from tilefall.bench.engine import ijk_leaves_per_s
from tilefall.bench.ijk_positions import CHANCE, CHANCE_POSITIONS, POSITIONS
from tilefall.bench.timing import per_second
from tilefall.engines.native import Native
from tilefall.rules.ijk import Ijk, IjkState
from tilefall.search.expectiminimax import FRACTION
from tilefall.search.ijk_evaluation import BY_POWER
from tilefall.search.minimax import PlainMinimax, is_decided

BUDGETS = {"10ms": 0.01, "100ms": 0.1, "1s": 1.0}
# What each agent's figures begin with, and its parameters beside table and threads.
SEARCHES = {
    "": ("alphabeta", "evaluation=tiles"),
    "learned_": ("alphabeta", ""),
    "chance_": ("expectiminimax", "evaluation=tiles"),
    "chance_sample_": ("expectiminimax", "evaluation=tiles,sample=3"),
    "chance_learned_": ("expectiminimax", ""),
}
PLAIN_DEPTH = 3


@dataclass(frozen=True)
class SearchDepth:
    """How far one agent looks."""

    agent: str
    nodes_per_s: float  # with the longest time a move
    depths: Mapping[str, float | None]  # by time, the mean over games that are still open
    decided: int  # positions whose end the longest search saw: it stops there


@dataclass(frozen=True)
class IjkSpeed:
    """What one core does with the best instruction set, or more if agents have threads."""

    isa: str
    table: int  # bits
    threads: int
    positions: int
    chance_positions: int
    slides_per_s: float
    plain_nodes_per_s: float
    searches: Mapping[str, SearchDepth]  # by what their figures begin with
    peak_memory_mib: float

    def figures(self) -> dict[str, object]:
        """All of it under names of their own; None for what was not measured."""
        found: dict[str, object] = {
            name: getattr(self, name)
            for name in ("isa", "table", "threads", "positions", "chance_positions", "slides_per_s")
        }
        for prefix in SEARCHES:
            search = self.searches[prefix]
            found[f"{prefix}nodes_per_s"] = search.nodes_per_s
            found |= {f"{prefix}depth_{name}": search.depths[name] for name in BUDGETS}
            found[f"{prefix}decided"] = search.decided
        return found | {
            "plain_nodes_per_s": self.plain_nodes_per_s,
            "nodes_ratio_to_python": self.searches[""].nodes_per_s / self.plain_nodes_per_s,
            "peak_memory_mib": self.peak_memory_mib,
        }


def has_chance(prefix: str) -> bool:
    """True for figures of the nondeterministic game."""
    return prefix.startswith("chance")


def agent_text(name: str, more: str, table: int, threads: int) -> str:
    """An agent with its parameters.

    >>> agent_text("alphabeta", "", table=20, threads=1)
    'alphabeta:table=20'
    """
    words = [f"table={table}", *([f"threads={threads}"] if threads > 1 else ()), more]
    return f"{name}:{','.join(filter(None, words))}"


def search_depth(
    text: str, states: Sequence[IjkState], budgets: Mapping[str, float] = BUDGETS
) -> SearchDepth:
    """How far an agent looks in each of the times."""
    thinker = agent(text, states[0].game)
    assert isinstance(thinker, Thinker), f"{text} does not tell what it saw"
    unit = FRACTION if states[0].game.mode == "nondeterministic" else 1
    thinker.think(states[0], Limit(seconds=min(budgets.values())))  # warm the table
    depths: dict[str, float | None] = {}
    for name, seconds in budgets.items():
        start = time.perf_counter()
        seen = [thinker.think(state, Limit(seconds=seconds)) for state in states]
        spent = time.perf_counter() - start
        still_open = [each.depth for each in seen if not is_decided(each.value / unit)]
        depths[name] = fmean(still_open) if still_open else None
    nodes = sum(each.nodes for each in seen)
    return SearchDepth(text, nodes / spent, depths, len(states) - len(still_open))


def plain_nodes_per_s(states: Sequence[IjkState], seconds: float) -> float:
    """Positions that the plain search values in a second."""
    plain, turn = PlainMinimax(BY_POWER), 0

    def work() -> int:
        nonlocal turn
        turn += 1
        return plain.of(states[turn % len(states)], PLAIN_DEPTH).nodes

    return per_second(work, seconds)


def measure(
    seconds: float,
    table: int,
    threads: int = 1,
    most_positions: int = len(POSITIONS),
    tell: Callable[[str], None] = lambda what: None,
) -> IjkSpeed:
    """Everything, parts without a time of their own for about this long; `tell` hears of it."""
    native = Native()
    states = [Ijk().parse(text) for text in POSITIONS[:most_positions]]
    chance_states = [CHANCE.parse(text) for text in CHANCE_POSITIONS[:most_positions]]
    texts = {
        prefix: agent_text(name, more, table, threads) for prefix, (name, more) in SEARCHES.items()
    }
    for prefix, text in texts.items():
        agent(
            text, CHANCE if has_chance(prefix) else Ijk()
        )  # what it has not is an error now, not later
    tell("slides")
    slides = ijk_leaves_per_s(states, native, seconds)
    tell("the plain search")
    plain = plain_nodes_per_s(states, seconds)
    searches = {}
    for prefix, text in texts.items():
        tell(text)
        searches[prefix] = search_depth(text, chance_states if has_chance(prefix) else states)
    return IjkSpeed(
        isa=native.isa,
        table=table,
        threads=threads,
        positions=len(states),
        chance_positions=len(chance_states),
        slides_per_s=slides,
        plain_nodes_per_s=plain,
        searches=searches,
        peak_memory_mib=peak_memory_mib(),
    )


def peak_memory_mib() -> float:
    """The most memory that this process has held."""
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, KiB elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20
