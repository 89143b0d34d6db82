"""Catalog: the agents by name, and which games each of them plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from tilefall.agents.agent import Agent
from tilefall.agents.linear import LinearAgent
from tilefall.agents.simple import FirstFit, RandomAgent
from tilefall.agents.tiles import TileGreedy
from tilefall.engines import engine
from tilefall.rules.catalog import GAMES
from tilefall.rules.game import Game
from tilefall.search.linear import PUBLISHED, QUINTRIS_GREEDY, LinearWeights, shipped

Maker = Callable[[int, str], Agent]  # from a seed and the name of an engine

# Who plays when nobody is asked for.
DEFAULT_AGENTS = {"quintris": "greedy", "tetris": "dt-20", "ijk": "greedy"}


class UnknownName(ValueError):
    """No agent has this name for this game; says which there are."""


@dataclass(frozen=True)
class Entry:
    """One name of the catalog: what it is, and how it is made for each game it plays."""

    name: str
    about: str
    makers: Mapping[str, Maker]

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games it plays."""
        return tuple(self.makers)


@cache
def catalog() -> dict[str, Entry]:
    """Every agent there is, by name."""
    quintris_greedy = shipped(QUINTRIS_GREEDY)[QUINTRIS_GREEDY]
    entries = [
        Entry("random", "any legal move, by its seed", dict.fromkeys(GAMES, _random)),
        Entry("first-fit", "the first legal move", dict.fromkeys(GAMES, _first_fit)),
        Entry(
            "greedy",
            "Quintris: tuned weights, one piece at a time; IJK: most tiles after its move",
            {"quintris": _linear("greedy", quintris_greedy), "ijk": _tile_greedy},
        ),
    ]
    for name, weights in shipped(PUBLISHED).items():
        makers = dict.fromkeys(("tetris", "quintris"), _linear(name, weights))
        entries.append(Entry(name, weights.about, makers))
    return {entry.name: entry for entry in entries}


def agent(name: str, game: Game, seed: int = 0, engine_name: str = "native") -> Agent:
    """The agent of this name for a game; the seed is for those that play by chance."""
    names = [entry.name for entry in catalog().values() if game.name in entry.games]
    if name in names:
        return catalog()[name].makers[game.name](seed, engine_name)
    close = get_close_matches(name, names, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    if name in catalog():
        hint = f" It plays {' and '.join(catalog()[name].games)}."
    raise UnknownName(f'No agent "{name}" for {game.name}.{hint} There are {", ".join(names)}.')


def _random(seed: int, engine_name: str) -> Agent:
    return RandomAgent(seed)


def _first_fit(seed: int, engine_name: str) -> Agent:
    return FirstFit()


def _tile_greedy(seed: int, engine_name: str) -> Agent:
    return TileGreedy()


def _linear(name: str, weights: LinearWeights) -> Maker:
    def made(seed: int, engine_name: str) -> Agent:
        return LinearAgent(name, weights, engine(engine_name))

    return made
