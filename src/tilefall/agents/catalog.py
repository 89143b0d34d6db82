"""Catalog: the agents by name, and which games each of them plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from tilefall.agents.agent import Agent, UnknownName
from tilefall.agents.course import ABOUT, CourseAgent
from tilefall.agents.foreign.names import foreign_agent, installed, is_foreign
from tilefall.agents.ijk_makers import alphabeta, expectiminimax, letters
from tilefall.agents.linear import LinearAgent
from tilefall.agents.searching import DEEPEST, MOST_MOVES, SearchAgent
from tilefall.agents.simple import FirstFit, RandomAgent
from tilefall.agents.tiles import TileGreedy
from tilefall.engines import engine
from tilefall.rules.catalog import AGENT_GAMES, check_agents_play
from tilefall.rules.dice import Dice
from tilefall.rules.game import BadText, Game
from tilefall.rules.ijk import Ijk
from tilefall.rules.notation import parse_game_text, parse_number
from tilefall.rules.quintris import COURSE_GAME, Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.course_values import GENETIC, PUBLISHED_GENES, SEARCHES, Program
from tilefall.search.expectimax import BELIEFS
from tilefall.search.genes import named_genes
from tilefall.search.linear import (
    PUBLISHED,
    QUINTRIS_TABLES,
    QUINTRIS_TABLES_DEEP,
    TETRIS_TABLES,
    LinearWeights,
    for_game,
    named_weights,
    shipped,
)

Parameters = Mapping[str, str]
Maker = Callable[[Game, int, str, Parameters], Agent]  # seed, engine's name and parameters last

# Who plays when nobody is asked for.
CHANCE_IJK = "ijk:mode=nondeterministic"
DEFAULT_AGENTS = {
    "quintris": "expectimax",
    "tetris": "greedy",
    "ijk": "alphabeta",
    CHANCE_IJK: "expectiminimax",
}
# Where a search would take too long, or play too well.
QUICK_AGENTS = {**DEFAULT_AGENTS, "quintris": "greedy", "ijk": "greedy", CHANCE_IJK: "greedy"}


@dataclass(frozen=True)
class Entry:
    """One name of the catalog: what it is, and how it is made for each game it plays."""

    name: str
    about: str
    makers: Mapping[str, Maker]
    parameters: tuple[str, ...] = ()  # what may follow the name, as in expectimax:depth=2
    ijk_mode: str = ""  # the only mode of IJK that it plays, if not all
    has_one_size: bool = False  # plays Quintris in the course's well only (Q1)

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games it plays."""
        return tuple(self.makers)

    def plays_size(self, game: Game) -> bool:
        """Whether it plays on a board of this game's size."""
        is_other = isinstance(game, Quintris) and not game.has_course_size
        return not (self.has_one_size and is_other)


@cache
def catalog() -> dict[str, Entry]:
    """Every agent there is, by name."""
    tetris_tables = shipped(TETRIS_TABLES)[TETRIS_TABLES]
    quintris_tables = shipped(QUINTRIS_TABLES)[QUINTRIS_TABLES]
    entries = [
        Entry("random", "any legal move, by its seed", dict.fromkeys(AGENT_GAMES, _random)),
        Entry("first-fit", "the first legal move", dict.fromkeys(AGENT_GAMES, _first_fit)),
        Entry(
            "greedy",
            "trained weights, one piece at a time; IJK: most tiles after its move",
            {
                "quintris": _linear("greedy", quintris_tables),
                "tetris": _linear("greedy", tetris_tables),
                "ijk": _tile_greedy,
            },
            ("weights",),
        ),
    ]
    quintris_deep = shipped(QUINTRIS_TABLES_DEEP)[QUINTRIS_TABLES_DEEP]
    for name, depth, about in (
        ("lookahead", 2, "the current piece and the next one, or an unknown one in its place"),
        ("expectimax", 3, "three pieces deep, those it cannot see weighed by a belief"),
    ):
        makers = {
            "quintris": _searching(name, quintris_deep, depth),
            "tetris": _searching(name, tetris_tables, depth),
        }
        entries.append(
            Entry(name, about, makers, ("depth", "belief", "threads", "beam", "weights"))
        )
    for name, weights in shipped(PUBLISHED).items():
        makers = dict.fromkeys(("tetris", "quintris"), _linear(name, weights))
        entries.append(Entry(name, weights.about, makers))
    for kind, (about, parameters) in ABOUT.items():
        makers = {"tetris" if kind == GENETIC else "quintris": _course(kind)}
        entries.append(Entry(f"course-{kind}", about, makers, parameters, has_one_size=True))
    entries += [
        Entry(
            "course-letters",
            "IJK: a course program, six slides deep, letters counted",
            {"ijk": letters},
            ("depth", "table", "threads"),
            "deterministic",
        ),
        Entry(
            "alphabeta",
            "IJK: ten slides deep, positions valued by a learned network",
            {"ijk": alphabeta},
            ("depth", "table", "threads", "evaluation", "network"),
            "deterministic",
        ),
        Entry(
            "expectiminimax",
            "IJK: every tile that may appear weighed, positions valued by a learned network",
            {"ijk": expectiminimax},
            ("depth", "table", "threads", "sample", "evaluation", "network"),
            "nondeterministic",
        ),
    ]
    return {entry.name: entry for entry in entries}


def default_agent(game: Game, is_quick: bool = False) -> str:
    """Who plays a game when nobody is asked for.

    >>> default_agent(Ijk(size=4, mode="nondeterministic"))
    'expectiminimax'
    """
    check_agents_play(game)
    has_chance = isinstance(game, Ijk) and game.mode == "nondeterministic"
    return (QUICK_AGENTS if is_quick else DEFAULT_AGENTS)[CHANCE_IJK if has_chance else game.name]


def agent(text: str, game: Game, seed: int = 0, engine_name: str = "native") -> Agent:
    """The agent of this name for a game, with parameters after a colon: `expectimax:depth=2`.

    The seed is the game's, for those that play by chance or are told the mix. A file, a command
    or an entry point names a foreign agent (docs/protocol.md); names of the catalog come first.
    """
    check_agents_play(game)
    if is_foreign(text):
        return foreign_agent(text, game, seed, engine_name)
    name, parameters = parse_game_text(text)
    names = [entry.name for entry in catalog().values() if game.name in entry.games]
    if name in names:
        entry = catalog()[name]
        if unknown := [key for key in parameters if key not in entry.parameters]:
            allowed = ", ".join(entry.parameters) or "none"
            raise BadText(f"agent {name} has no parameter {unknown[0]!r}, it has {allowed}")
        if isinstance(game, Ijk) and entry.ijk_mode not in ("", game.mode):
            raise BadText(f"agent {name} plays {entry.ijk_mode} ijk, not {game.text()}")
        if not entry.plays_size(game):
            raise BadText(f"agent {name} plays {COURSE_GAME}, not {game.text()}")
        return entry.makers[game.name](game, seed, engine_name, parameters)
    if name not in catalog() and name in installed():
        if parameters:
            raise BadText(f"agent {name} of another package has no parameters, not {text!r}")
        return foreign_agent(text, game, seed, engine_name)
    names += installed()
    close = get_close_matches(name, names, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    if name in catalog():
        hint = f" It plays {' and '.join(catalog()[name].games)}."
    raise UnknownName(f'No agent "{name}" for {game.name}.{hint} There are {", ".join(names)}.')


def _random(game: Game, seed: int, engine_name: str, parameters: Parameters) -> Agent:
    return RandomAgent(seed)


def _first_fit(game: Game, seed: int, engine_name: str, parameters: Parameters) -> Agent:
    return FirstFit()


def _tile_greedy(game: Game, seed: int, engine_name: str, parameters: Parameters) -> Agent:
    if parameters:
        raise BadText(f"agent greedy has no parameter {next(iter(parameters))!r} in ijk")
    return TileGreedy()


def _chosen(weights: LinearWeights, game: Game, parameters: Parameters) -> LinearWeights:
    """The weights that the parameters ask for by name or file; otherwise these."""
    assert isinstance(game, Quintris | Tetris)
    return for_game(
        named_weights(parameters["weights"]) if "weights" in parameters else weights, game
    )


def _linear(name: str, weights: LinearWeights) -> Maker:
    def made(game: Game, seed: int, engine_name: str, parameters: Parameters) -> Agent:
        return LinearAgent(name, _chosen(weights, game, parameters), engine(engine_name))

    return made


def _searching(name: str, weights: LinearWeights, depth: int) -> Maker:
    def made(game: Game, seed: int, engine_name: str, parameters: Parameters) -> Agent:
        belief = parameters.get("belief", "posterior")
        if belief not in BELIEFS:
            raise BadText(f"belief {belief!r} of {name}, allowed are {', '.join(BELIEFS)}")
        return SearchAgent(
            name=name,
            weights=_chosen(weights, game, parameters),
            engine=engine(engine_name),
            depth=parse_number(parameters.get("depth", str(depth)), "depth", 1, DEEPEST),
            belief=belief,
            dice=Dice(seed),
            threads=parse_number(parameters.get("threads", "1"), "threads", 1, 1024),
            beam=parse_number(parameters.get("beam", "0"), "beam", 0, MOST_MOVES),
        )

    return made


def _course(kind: str) -> Maker:
    def made(game: Game, seed: int, engine_name: str, parameters: Parameters) -> Agent:
        search = parameters.get("search", SEARCHES[kind][0])
        genes = named_genes(parameters["weights"]).genes if "weights" in parameters else None
        try:
            program = Program(
                kind, search, parameters.get("variant", "program"), genes or PUBLISHED_GENES
            )
        except ValueError as error:
            raise BadText(f"agent course-{kind}: {error}") from error
        threads = parse_number(parameters.get("threads", "1"), "threads", 1, 1024)
        return CourseAgent(f"course-{kind}", program, engine(engine_name), threads)

    return made
