"""Course values: what each course program adds up for a board (docs/course.md)."""

from __future__ import annotations

from dataclasses import dataclass

from tilefall.rules.course import (
    HEIGHT_LIMITS,
    bumpiness,
    complete_rows,
    covered_holes,
    empty_columns,
    enclosed_holes,
    heights_above,
    short_column_holes,
    sided_holes,
    summed_heights,
    voids,
)
from tilefall.rules.falling import cleared
from tilefall.rules.notation import Rows

SUM, WAVY, VOIDS, GENETIC = "sum", "wavy", "voids", "genetic"
DEPTHS = {"one": 1, "small": 2, "full": 3}  # pieces that a search places
VARIANTS = ("program", "published")
# What a program may be asked for; the first is what its author ran.
SEARCHES = {SUM: ("one",), WAVY: ("small", "one", "full"), VOIDS: ("small",), GENETIC: ("one",)}

MILLION, BILLIARD = 10**6, 10**15  # weights are given to so many parts
NO_ROOM = -(10**12)  # where a later piece of the wavy program has no room; below any value
MOST_VOIDS = 10**7  # the void program tells no board from another that costs more
# What the genetic program adds up, and what its author's algorithm found.
GENES = ("summed_heights", "complete_rows", "covered_holes", "bumpiness")
PUBLISHED_GENES = (
    -798_752_914_564_018,
    522_287_506_868_767,
    -249_214_080_238_780,
    -164_626_498_034_284,
)
UNKNOWN_PIECES = 6  # that the full search adds up, each as likely as any other


@dataclass(frozen=True)
class Program:
    """A course program: what it adds up, how many pieces it places, and which version it is."""

    kind: str
    search: str
    variant: str = "program"
    genes: tuple[int, ...] = PUBLISHED_GENES  # of the genetic program, in the order of GENES

    def __post_init__(self) -> None:
        if self.kind not in SEARCHES:
            raise ValueError(f"program {self.kind!r}, allowed are {', '.join(SEARCHES)}")
        if self.search not in SEARCHES[self.kind]:
            allowed = ", ".join(SEARCHES[self.kind])
            raise ValueError(f"search {self.search!r}, allowed are {allowed}")
        if self.variant not in VARIANTS:
            raise ValueError(f"variant {self.variant!r}, allowed are {', '.join(VARIANTS)}")
        if len(self.genes) != len(GENES) or not all(abs(gene) <= BILLIARD for gene in self.genes):
            raise ValueError(f"genes {self.genes}, expected {len(GENES)} of at most 10^15")

    @property
    def depth(self) -> int:
        """How many pieces it places."""
        return DEPTHS[self.search]

    @property
    def unit(self) -> int:
        """How many parts of its weights are one of its author's."""
        return {SUM: MILLION, GENETIC: BILLIARD}.get(self.kind, 1)

    @property
    def scale(self) -> int:
        """How many parts of its values are one of its author's."""
        return self.unit * (UNKNOWN_PIECES if self.search == "full" else 1)


@dataclass(frozen=True)
class Term:
    """What one feature adds to a value: how much there is of it, times a weight."""

    feature: str
    count: int
    weight: int


def terms(program: Program, board: Rows) -> tuple[Term, ...]:
    """All that a program adds up for a board whose full rows are still there."""
    return {SUM: _sum_terms, WAVY: _wavy_terms, VOIDS: _void_terms, GENETIC: _genetic_terms}[
        program.kind
    ](program, board)


def value(program: Program, board: Rows) -> int:
    """What a board with its full rows still there is worth; more is better."""
    return sum(term.count * term.weight for term in terms(program, board))


def _sum_terms(program: Program, board: Rows) -> tuple[Term, ...]:
    rows = complete_rows(board)
    # -(200 + m) * rows + m, turned round: a complete row cancels what high columns cost
    bands = [
        Term(f"heights_above_{limit}", heights_above(board, limit), (rows - 1) * cost * MILLION)
        for limit, cost in zip(HEIGHT_LIMITS, (100, 1000, 100_000), strict=True)
    ]
    return (
        Term("complete_rows", rows, 200 * MILLION),
        Term("summed_heights", summed_heights(board), -21_510_066),
        Term("sided_holes", sided_holes(board), -1_600_000),
        Term("bumpiness", bumpiness(board), -884_483),
        *bands,
    )


def _wavy_terms(program: Program, board: Rows) -> tuple[Term, ...]:
    if program.variant == "program":
        holes = Term("short_column_holes", short_column_holes(board), -50)
    else:
        holes = Term("enclosed_holes", enclosed_holes(board), -50)
    return (
        Term("complete_rows", complete_rows(board), 500),
        Term("bumpiness", bumpiness(board), -20),
        holes,
        Term("empty_columns", empty_columns(board), -10),
        Term("summed_heights", summed_heights(board), -100),
    )


def _void_terms(program: Program, board: Rows) -> tuple[Term, ...]:
    after, _ = cleared(board)
    return (Term("voids", voids(after), -1),)


def _genetic_terms(program: Program, board: Rows) -> tuple[Term, ...]:
    height, row, hole, step = program.genes
    after, rows = cleared(board)
    if program.variant == "program":  # it lowers the heights of the board that it sees
        after, row = board, row - len(board[0]) * height
    return (
        Term("summed_heights", summed_heights(after), height),
        Term("complete_rows", rows, row),
        Term("covered_holes", covered_holes(after), hole),
        Term("bumpiness", bumpiness(after), step),
    )
