"""The native module; its functions check their arguments and raise ValueError."""

from collections.abc import Sequence

def isas() -> list[str]: ...
def end_searches() -> None: ...

class FallingRules:
    def __init__(
        self,
        width: int,
        height: int,
        is_quintris: bool,
        can_slide: bool,
        has_preview: bool,
        draw: str,
        told: Sequence[int],
        pieces: Sequence[int],
    ) -> None: ...

class FallingState:
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

def falling_state(
    rules: FallingRules,
    columns: Sequence[int],
    seen: Sequence[int],
    score: int,
    turn: int,
    current: int,
    column: int,
    next: int,
    row: int = 0,
) -> FallingState: ...

class Locked:
    def __init__(self, state: FallingState, reward: int, is_over: bool) -> None: ...
    @property
    def state(self) -> FallingState: ...
    @property
    def reward(self) -> int: ...
    @property
    def is_over(self) -> bool: ...

class Perft:
    @property
    def leaves(self) -> int: ...
    @property
    def digest(self) -> int: ...

class PlayoutResult:
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

class FallingEngine:
    def __init__(self, isa: str) -> None: ...
    def start(self, rules: FallingRules, seed: int) -> FallingState: ...
    def moves(self, rules: FallingRules, state: FallingState) -> list[int]: ...
    def keys(self, rules: FallingRules, state: FallingState) -> list[tuple[int, str]]: ...
    def lock(self, rules: FallingRules, state: FallingState, move: int) -> Locked: ...
    def draw(self, rules: FallingRules, after: Locked, seed: int) -> FallingState: ...
    def digest(self, rules: FallingRules, state: FallingState) -> int: ...
    def features(self, rules: FallingRules, state: FallingState) -> list[tuple[int, list[int]]]: ...
    def choose(self, rules: FallingRules, state: FallingState, weights: Sequence[int]) -> int: ...
    def perft(self, rules: FallingRules, state: FallingState, depth: int, seed: int) -> Perft: ...
    def playout(
        self,
        rules: FallingRules,
        weights: Sequence[int],
        seeds: Sequence[int],
        max_turns: int,
        threads: int,
    ) -> list[PlayoutResult]: ...
    def choose_all(
        self,
        rules: FallingRules,
        states: Sequence[FallingState],
        weights: Sequence[int],
        repeats: int,
    ) -> tuple[int, int]: ...

class IjkRules: ...

def ijk_rules(size: int, random_tile: bool, end_by_round: bool) -> IjkRules: ...

class IjkState:
    @property
    def rows(self) -> list[int]: ...
    @property
    def player(self) -> int: ...
    @property
    def turn(self) -> int: ...

def ijk_state(rules: IjkRules, rows: Sequence[int], player: int, turn: int) -> IjkState: ...

class IjkThought:
    @property
    def value(self) -> int: ...
    @property
    def move(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...

class IjkTable:
    def __init__(self, bits: int) -> None: ...

class IjkEngine:
    def __init__(self, isa: str) -> None: ...
    def is_over(self, rules: IjkRules, state: IjkState) -> bool: ...
    def slide(self, rules: IjkRules, state: IjkState, move: int) -> tuple[IjkState, int]: ...
    def draw(self, rules: IjkRules, after: IjkState, seed: int) -> IjkState: ...
    def digest(self, rules: IjkRules, state: IjkState) -> int: ...
    def perft(
        self,
        rules: IjkRules,
        state: IjkState,
        depth: int,
        seed: int,
        with_digest: bool = True,
    ) -> Perft: ...
    def think(
        self,
        rules: IjkRules,
        state: IjkState,
        values: Sequence[int],
        depth: int,
        most_nodes: int,
        seconds: float,
        table: IjkTable,
    ) -> tuple[IjkThought, bool]: ...
    def playout(self, rules: IjkRules, seed: int, max_turns: int) -> IjkState: ...

class IjkChanceThought:
    @property
    def values(self) -> list[int]: ...
    @property
    def exact(self) -> list[bool]: ...
    @property
    def move(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...

class IjkChanceTable:
    def __init__(self, bits: int) -> None: ...

class IjkChanceOptions: ...

def ijk_chance_options(
    sample: int = 0,
    every_move: bool = False,
    use_table: bool = True,
    use_symmetry: bool = False,
    use_star1: bool = True,
    use_star2: bool = True,
    use_groups: bool = True,
    use_lines: bool = True,
) -> IjkChanceOptions: ...

class IjkChanceEngine:
    def __init__(self, isa: str) -> None: ...
    def think(
        self,
        rules: IjkRules,
        state: IjkState,
        values: Sequence[int],
        depth: int,
        options: IjkChanceOptions,
        threads: int,
        most_nodes: int,
        seconds: float,
        table: IjkChanceTable,
    ) -> tuple[IjkChanceThought, bool]: ...

class SearchResult:
    @property
    def moves(self) -> list[int]: ...
    @property
    def values(self) -> list[int]: ...
    @property
    def placements(self) -> int: ...
    @property
    def is_complete(self) -> bool: ...

class SearchOptions:
    def __init__(
        self, depth: int, beam: int = 0, use_bounds: bool = True, use_table: bool = True
    ) -> None: ...

class SearchEngine:
    def __init__(self, isa: str) -> None: ...
    def search(
        self,
        rules: FallingRules,
        state: FallingState,
        weights: Sequence[int],
        belief: Sequence[int],
        options: SearchOptions,
        threads: int,
        seconds: float,
        only_best: bool,
    ) -> SearchResult: ...
    def playout(
        self,
        rules: FallingRules,
        weights: Sequence[int],
        options: SearchOptions,
        belief: str,
        seeds: Sequence[int],
        max_turns: int,
        threads: int,
    ) -> list[tuple[PlayoutResult, float]]: ...
    def posterior(self, seen: Sequence[int]) -> list[int]: ...

class CourseResult:
    @property
    def moves(self) -> list[int]: ...
    @property
    def values(self) -> list[int]: ...
    @property
    def chosen(self) -> int: ...
    @property
    def placements(self) -> int: ...

class CourseEngine:
    def __init__(self, isa: str) -> None: ...
    def features(
        self, rules: FallingRules, state: FallingState, removed: bool
    ) -> list[tuple[int, list[int]]]: ...
    def think(
        self,
        rules: FallingRules,
        state: FallingState,
        kind: str,
        depth: int,
        published: bool,
        threads: int,
    ) -> CourseResult: ...
    def playout(
        self,
        rules: FallingRules,
        kind: str,
        depth: int,
        published: bool,
        seeds: Sequence[int],
        max_turns: int,
        threads: int,
    ) -> list[tuple[PlayoutResult, float]]: ...
