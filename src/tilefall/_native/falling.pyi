"""Quintris and Tetris: rules, choices, searches, whole games."""

from collections.abc import Sequence

import tilefall._native


class Rules:
    def __init__(self, width: int, height: int, is_quintris: bool, can_slide: bool, has_preview: bool, draw: str, told: Sequence[int], pieces: Sequence[int]) -> None:
        """
        `told` has the weights of pieces for the draw "told", `pieces` the list for the draw "list".
        """

class State:
    """
    Columns have a bit for each cell from the floor up; shapes are -1 for none.
    """

    def __init__(self, rules: Rules, columns: Sequence[int], seen: Sequence[int], score: int, turn: int, current: int, column: int, next: int, row: int = 0) -> None: ...

    @property
    def columns(self) -> list[int]: ...

    @property
    def seen(self) -> list[int]: ...

    @property
    def score(self) -> int: ...

    @property
    def turn(self) -> int: ...

    @property
    def current(self) -> int: ...

    @property
    def column(self) -> int: ...

    @property
    def next(self) -> int: ...

    @property
    def row(self) -> int: ...

class Locked:
    """The certain half of a turn: `next` of the state is still to come."""

    def __init__(self, state: State, reward: int, is_over: bool) -> None: ...

    @property
    def state(self) -> State: ...

    @property
    def reward(self) -> int: ...

    @property
    def is_over(self) -> bool: ...

def start(rules: Rules, seed: int) -> State: ...

def moves(rules: Rules, state: State) -> list[int]:
    """The legal moves, ascending."""

def keys(rules: Rules, state: State) -> list[tuple[int, str]]:
    """Every move with the shortest keys to it."""

def lock(rules: Rules, state: State, move: int) -> Locked: ...

def draw(rules: Rules, after: Locked, seed: int) -> State: ...

def digest(rules: Rules, state: State) -> int: ...

def features(rules: Rules, state: State) -> list[tuple[int, list[int]]]:
    """
    Every legal move with its features; none for a move that ends the game.
    """

def tables(rules: Rules, state: State) -> list[tuple[int, list[int]]]:
    """
    Every legal move with how often each entry of the tables counts after it; nothing for a move that ends the game.
    """

def weight_names(rules: Rules) -> list[str]:
    """
    What each weight is of, in the order of weights with those of tables; empty where nothing is counted.
    """

def wanted(weights: Sequence[int]) -> int:
    """
    What must be made for these weights, one bit for each kind of costly feature.
    """

WITH_TABLES: int = 8

def choose(rules: Rules, state: State, weights: Sequence[int]) -> int: ...

def choose_all(rules: Rules, states: Sequence[State], weights: Sequence[int], repeats: int) -> tuple[int, int]:
    """
    Placements made and valued when choosing in all these states so many times, and the sum of the values.
    """

def perft(rules: Rules, state: State, depth: int, seed: int) -> tilefall._native.Perft: ...

def posterior(seen: Sequence[int]) -> list[int]:
    """What to expect of a hidden mix after so many of each piece."""

class SearchOptions:
    def __init__(self, depth: int, beam: int = 0, use_bounds: bool = True, use_table: bool = True) -> None: ...

class SearchResult:
    """Values mean nothing where time ran out."""

    @property
    def moves(self) -> list[int]: ...

    @property
    def values(self) -> list[int]: ...

    @property
    def placements(self) -> int: ...

    @property
    def is_complete(self) -> bool: ...

def search(rules: Rules, state: State, weights: Sequence[int], belief: Sequence[int], options: SearchOptions, threads: int, seconds: float, only_best: bool) -> SearchResult:
    """
    Every legal move with its value, or only the best one, which takes less.
    """

class CourseResult:
    """The places that a program tried, in the order of the first try."""

    @property
    def moves(self) -> list[int]: ...

    @property
    def values(self) -> list[int]: ...

    @property
    def chosen(self) -> int: ...

    @property
    def placements(self) -> int: ...

def course_features(rules: Rules, state: State, removed: bool) -> list[tuple[int, list[int]]]:
    """
    Every legal move with its course features; none for a move that ends the game.
    """

def course_search(rules: Rules, state: State, kind: str, depth: int, published: bool, genes: Sequence[int], threads: int) -> CourseResult: ...

class WholeGame:
    @property
    def score(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def digest(self) -> int: ...

    @property
    def placements(self) -> int: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def seconds(self) -> float: ...

    @property
    def moves(self) -> bytes: ...

    @property
    def checks(self) -> str: ...

def whole_linear(rules: Rules, weights: Sequence[int], seeds: Sequence[int], max_turns: int, threads: int, keep_moves: bool = False) -> list[WholeGame]:
    """Whole games, one a seed, in which `choose` makes every move."""

def whole_searched(rules: Rules, weights: Sequence[int], options: SearchOptions, belief: str, seeds: Sequence[int], max_turns: int, threads: int, keep_moves: bool = False) -> list[WholeGame]:
    """Whole games, one a seed, every move searched."""

def whole_course(rules: Rules, kind: str, depth: int, published: bool, genes: Sequence[int], seeds: Sequence[int], max_turns: int, threads: int, keep_moves: bool = False) -> list[WholeGame]:
    """Whole games of a program, one a seed."""

def population_linear(rules: Rules, population: Sequence[Sequence[int]], options: SearchOptions, belief: str, seeds: Sequence[int], max_turns: int, threads: int) -> list[WholeGame]:
    """All games of the first weights, then those of the second, and so on."""

def population_genetic(rules: Rules, population: Sequence[Sequence[int]], published: bool, seeds: Sequence[int], max_turns: int, threads: int) -> list[WholeGame]:
    """The same for genes of the course's genetic program."""

def moves_text(moves: bytes) -> str:
    """Moves of two bytes each as records write them."""
