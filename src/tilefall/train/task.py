"""Task: what candidates play, from their numbers to whole games and their fitness."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, median
from typing import NamedTuple

from tilefall import stats
from tilefall.agents.catalog import agent, catalog
from tilefall.agents.course import CourseAgent
from tilefall.agents.linear import LinearAgent
from tilefall.agents.searching import SearchAgent
from tilefall.engines import packing
from tilefall.engines.native import Native
from tilefall.engines.packing import packed_weights
from tilefall.engines.protocol import WEIGHED
from tilefall.rules.catalog import parse_game
from tilefall.rules.features import SURFACE, Features, in_words, surface_of, unknown_feature
from tilefall.rules.game import BadText
from tilefall.rules.ijk import Ijk
from tilefall.rules.notation import parse_game_text
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.course_values import GENES, Program
from tilefall.search.genes import named_genes, scaled_genes
from tilefall.search.linear import for_game, named_weights, scaled
from tilefall.search.provenance import Validation

Vector = tuple[float, ...]
# Without wells_fast, which is the other way to count wells, and without rows_removed, which
# eroded_cells tells better.
USUAL_FEATURES = tuple(
    name for name in Features._fields if name not in ("wells_fast", "rows_removed")
)
MAX_PIECES = {"quintris": 2000, "tetris": 10_000}  # of a game if nobody says


class Game(NamedTuple):
    """How one game went."""

    lines: int
    pieces: int
    is_alive: bool  # at the cap


@dataclass(frozen=True)
class Games:
    """How each of many games went, by columns: objects for all of them would take long to make."""

    lines: list[int]
    pieces: list[int]
    alive: list[bool]

    def __post_init__(self) -> None:
        if not len(self.lines) == len(self.pieces) == len(self.alive):
            raise ValueError("played, expected lines, pieces and an end for each game")

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Game]:
        return map(Game, self.lines, self.pieces, self.alive)

    @property
    def deaths(self) -> int:
        """How many ended before the cap."""
        return len(self.alive) - sum(self.alive)

    @classmethod
    def of(cls, games: Iterable[Game]) -> Games:
        """The columns of games.

        >>> Games.of([Game(3, 10, True), Game(1, 4, False)])
        Games(lines=[3, 1], pieces=[10, 4], alive=[True, False])
        """
        if isinstance(games, Games):
            return games
        lines, pieces, alive = (list(column) for column in zip(*games, strict=True))
        return cls(lines, pieces, alive)

    def parts(self, length: int) -> list[Games]:
        """So many games a part, in their order."""
        ends = [(first, first + length) for first in range(0, len(self), length)]
        return [Games(self.lines[i:end], self.pieces[i:end], self.alive[i:end]) for i, end in ends]


class Player(NamedTuple):
    """How an agent plays a game with any weights: searched to a depth, or a course program."""

    game: Quintris | Tetris
    depth: int = 1
    beam: int = 0
    belief: str = "uniform"
    program: Program | None = None


@dataclass(frozen=True)
class Task:
    """A game, an agent whose weights are sought, and which features they weigh."""

    game: str
    agent: str
    features: tuple[str, ...]
    max_pieces: int

    @property
    def player(self) -> Player:
        """Who plays; BadText if it cannot be trained."""
        return _player(self.game, self.agent)

    def check(self) -> None:
        """Raises BadText for an agent or features that cannot be trained."""
        known = features_of(self.player)
        for name in self.features:
            if name not in known:
                raise BadText(unknown_feature(name, known))
        if len(set(self.features)) != len(self.features) or not self.features:
            raise BadText(f"features {','.join(self.features)!r}, expected each once")
        if self.player.program is not None and self.features != GENES:
            raise BadText(f"agent {self.agent} has the features {','.join(GENES)} and no others")

    @property
    def units(self) -> Vector:
        """How large a step is in each feature, beside those of the others.

        A case of the surface occurs once or not at all where a count goes up by some.
        """
        has_cases = any(name in SURFACE for name in self.features)
        return tuple(0.5 if has_cases and name not in SURFACE else 1.0 for name in self.features)

    @property
    def features_text(self) -> str:
        """The features as a command names them."""
        groups = {} if self.player.program is not None else groups_of(self.player.game)
        for group in ("tables", "all"):
            names = groups.get(group, ())
            if names and self.features[: len(names)] == names:
                return ",".join((group, *self.features[len(names) :]))
        return ",".join(self.features)

    def whole(self, candidate: Vector) -> tuple[int, ...]:
        """A candidate as the whole numbers that engines play with."""
        named = dict(zip(self.features, candidate, strict=True))
        return scaled(named) if self.player.program is None else scaled_genes(named)

    def start(self, text: str) -> Vector:
        """The numbers of weights that are there already: a name, a file, or the numbers."""
        if "," in text:
            return self._numbers(text)
        if self.player.program is not None:
            found = dict(zip(GENES, map(float, named_genes(text).genes), strict=True))
        else:
            weights = for_game(named_weights(text), self.player.game).weights
            found = dict.fromkeys(WEIGHED, 0.0)
            found.update(zip(WEIGHED, map(float, weights), strict=False))
            found["landing_height"] *= 2  # counted in half rows, trained in rows
        weighed = {name for name, weight in found.items() if weight}
        if left_out := [name for name in found if name in weighed - set(self.features)]:
            raise BadText(
                f"{text} weighs {in_words(left_out)} too: name all that it weighs with --features "
                "(all stands for the usual ones and tables)"
            )
        return normalised(tuple(found[name] for name in self.features))

    def _numbers(self, text: str) -> Vector:
        try:
            found = tuple(map(float, text.split(",")))
        except ValueError as error:
            raise BadText(f"start {text!r}, expected a name, a file or numbers") from error
        if len(found) != len(self.features):
            raise BadText(f"start {text!r}, expected {len(self.features)} numbers")
        return found


def features_of(player: Player) -> tuple[str, ...]:
    """What the weights of a player may weigh."""
    if player.program is not None:
        return GENES
    return (*Features._fields, *surface_of(player.game.moves.pieces))


def usual_features(player: Player) -> tuple[str, ...]:
    """What they weigh if nobody says."""
    return USUAL_FEATURES if player.program is None else GENES


def named_features(text: str, game: Quintris | Tetris) -> tuple[str, ...]:
    """The features that names separated by commas stand for; some are names of groups.

    >>> len(named_features("linear,rows_removed", Tetris()))
    10
    """
    groups = groups_of(game)
    return tuple(name for word in text.split(",") for name in groups.get(word, (word,)))


def groups_of(game: Quintris | Tetris) -> dict[str, tuple[str, ...]]:
    """The names that stand for many features: the usual ones, those of tables, or both."""
    tables = tuple(name for name in surface_of(game.moves.pieces) if has_room(name, game.height))
    return {"linear": USUAL_FEATURES, "tables": tables, "all": (*USUAL_FEATURES, *tables)}


def has_room(case: str, height: int) -> bool:
    """Whether a board of this height is high enough for a case of the surface.

    >>> has_room("room_5", 5), has_room("column_room_edge_6", 5), has_room("step_edge_7", 4)
    (True, False, True)
    """
    stem, _, number = case.rpartition("_")
    return not stem.startswith(("room", "column_room")) or int(number) <= height


def normalised(vector: Vector) -> Vector:
    """The vector of length 1 in the same direction; zero stays as it is.

    >>> normalised((3.0, -4.0))
    (0.6, -0.8)
    """
    # exact sums and roots are the same in every version of Python
    length = math.sqrt(math.fsum(value * value for value in vector))
    return tuple(value / length for value in vector) if length else vector


def games(
    task: Task, population: Sequence[tuple[int, ...]], seeds: Sequence[int], threads: int
) -> list[Games]:
    """The games of every member of a population on the same seeds, in one native call."""
    player = task.player
    Native().set_isa()
    rules = packing.packed_rules(player.game)
    if player.program is not None:
        is_published = player.program.variant == "published"
        found = packing.falling.population_genetic(
            rules, population, is_published, seeds, task.max_pieces, threads
        )
    else:
        found = packing.falling.population_linear(
            rules,
            [packed_weights(player.game, weights) for weights in population],
            packing.falling.SearchOptions(player.depth, player.beam),
            player.belief,
            seeds,
            task.max_pieces,
            threads,
        )
    played = Games(
        [game.score for game in found],
        [game.turns for game in found],
        [not game.is_over for game in found],
    )
    return played.parts(len(seeds))


def validated(games: Iterable[Game], first_seed: int, max_pieces: int) -> Validation:
    """How good games on these seeds and the following ones were."""
    played = Games.of(games)
    lines, deaths = played.lines, played.deaths
    return Validation(
        first_seed=first_seed,
        games=len(lines),
        max_pieces=max_pieces,
        mean=stats.mean(lines),
        median=stats.middle(lines),
        alive_percent=stats.share(len(lines) - deaths, len(lines)),
        deaths=deaths,
        lines_per_death=stats.per_death(sum(lines), deaths) if deaths else None,
    )


@lru_cache(maxsize=64)
def _player(game_text: str, agent_text: str) -> Player:
    game = parse_game(game_text)
    if isinstance(game, Ijk):
        raise BadText(f"{game_text} is trained by the method td, not by evolution")
    assert isinstance(game, Quintris | Tetris)
    made = agent(agent_text, game)
    name, parameters = parse_game_text(agent_text)
    if "weights" in parameters:
        raise BadText(f"agent {agent_text}: its weights are trained; give a start with --start")
    if "weights" not in catalog()[name].parameters:
        trained = ", ".join(
            entry.name
            for entry in catalog().values()
            if "weights" in entry.parameters and game.name in entry.games
        )
        raise BadText(f"agent {agent_text} has no weights to train, {game.name} has {trained}")
    if isinstance(made, LinearAgent):
        return Player(game)
    if isinstance(made, SearchAgent):
        return Player(game, made.depth, made.beam, made.belief)
    assert isinstance(made, CourseAgent)
    return Player(game, program=made.program)


def mean(games: Games, max_pieces: int) -> float:
    """Lines a game. A few lucky games decide it: take many."""
    return fmean(games.lines)


def middle(games: Games, max_pieces: int) -> float:
    """The lines that half of the games reach."""
    return float(median(games.lines))


def mean_log(games: Games, max_pieces: int) -> float:
    """The mean logarithm of lines + 1: twice the lines count as much anywhere."""
    return fmean(math.log(lines + 1) for lines in games.lines)


def survival(games: Games, max_pieces: int) -> float:
    """The share of the cap on pieces that games lived through."""
    return fmean(games.pieces) / max_pieces


def rate(games: Games, max_pieces: int) -> float:
    """Lines a death: those of all games over the games that ended.

    A cap on pieces only cuts games short, so it may be low without any bias. Without a death half
    a one is counted.
    """
    return sum(games.lines) / max(games.deaths, 0.5)


FITNESS: dict[str, Callable[[Games, int], float]] = {
    "mean": mean,
    "median": middle,
    "log": mean_log,
    "survival": survival,
    "rate": rate,
}
