"""Positions to test with: random boards of any kind, also ones that no game reaches."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from tilefall.engines.protocol import FallingState
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import LETTERS, WINNING, Ijk, IjkState
from tilefall.rules.notation import Rows
from tilefall.rules.quintris import HEIGHTS, WIDTHS, Quintris, QuintrisState
from tilefall.rules.quintris import PIECES as PENTOMINOES
from tilefall.rules.tetris import PIECES as TETROMINOES
from tilefall.rules.tetris import Tetris, TetrisState

SEEDS = st.integers(0, 2**64 - 1)
COUNTS = st.integers(0, 10**6)
Sizes = st.SearchStrategy[tuple[int, int]]
COURSE_SIZE: Sizes = st.just((15, 25))
SMALLEST: Sizes = st.just((WIDTHS[0], HEIGHTS[0]))
ANY_SIZE: Sizes = st.one_of(
    COURSE_SIZE, SMALLEST, st.tuples(st.sampled_from(WIDTHS), st.sampled_from(HEIGHTS))
)


@st.composite
def boards(draw: st.DrawFn, width: int, height: int) -> Rows:
    """A board filled up to a random row, at a random density, often with rows almost full."""
    free = draw(st.integers(0, height))
    generator = draw(st.randoms(use_true_random=False))
    density = draw(st.sampled_from([0.1, 0.5, 0.8, 0.95, 1.0]))
    rows = []
    for row in range(height):
        cells = ["x" if row >= free and generator.random() < density else "." for _ in range(width)]
        rows.append("".join(cells))
    return tuple(rows)


@st.composite
def clean_boards(draw: st.DrawFn, width: int, height: int) -> Rows:
    """A board without full rows: the only kind that a turn begins with."""
    board = draw(boards(width, height))
    return tuple(row if "." in row else "." + row[1:] for row in board)


@st.composite
def stacks(draw: st.DrawFn, width: int, height: int) -> Rows:
    """A board as games have it: uneven columns with few holes, and no full row."""
    generator = draw(st.randoms(use_true_random=False))
    level = generator.randint(min(2, height - 6), max(2, height - 8))
    columns = []
    for _ in range(width):
        level = min(max(level + generator.randint(-2, 2), 0), height - 1)
        columns.append(["." if row < height - level else "x" for row in range(height)])
    for _ in range(generator.randint(0, 6)):
        generator.choice(columns)[generator.randrange(height // 2, height)] = "."
    rows = ["".join(cells) for cells in zip(*columns, strict=True)]
    return tuple(row if "." in row else "." + row[1:] for row in rows)


@st.composite
def quintris_games(draw: st.DrawFn, sizes: Sizes = ANY_SIZE) -> Quintris:
    pieces = st.one_of(
        st.sampled_from(["hidden", "uniform", "bag", "3-0-1-2-4-5", "0-0-0-0-0-1"]),
        st.text(PENTOMINOES.letters, min_size=1, max_size=9),
    )
    width, height = draw(sizes)
    return Quintris(draw(pieces), draw(st.sampled_from(["drop", "fall"])), width, height)


@st.composite
def quintris_states(draw: st.DrawFn, sizes: Sizes = ANY_SIZE) -> QuintrisState:
    game = draw(quintris_games(sizes))
    size = game.width, game.height
    current = draw(st.integers(0, len(PENTOMINOES.shapes) - 1))
    return QuintrisState(
        game=game,
        board=draw(st.one_of(boards(*size), clean_boards(*size), stacks(*size))),
        current=current,
        column=draw(st.integers(0, game.width - PENTOMINOES.shapes[current].width)),
        next=draw(st.integers(0, len(PENTOMINOES.shapes) - 1)),
        seen=tuple(draw(st.lists(COUNTS, min_size=6, max_size=6))),
        score=draw(COUNTS),
        turn=draw(COUNTS),
    )


@st.composite
def tetris_games(draw: st.DrawFn) -> Tetris:
    pieces = st.one_of(
        st.sampled_from(["uniform", "bag", "hidden", "1-2-3-4-5-6-7"]),
        st.text(TETROMINOES.letters, min_size=1, max_size=9),
    )
    return Tetris(
        width=draw(st.integers(4, 15)),
        height=draw(st.integers(4, 31)),
        rules=draw(st.sampled_from(["research", "preview"])),
        pieces=draw(pieces),
    )


@st.composite
def tetris_states(draw: st.DrawFn) -> TetrisState:
    game = draw(tetris_games())
    is_over = draw(st.integers(0, 19)) == 0
    piece = st.integers(0, len(TETROMINOES.letters) - 1)
    return TetrisState(
        game=game,
        board=draw(boards(game.width, game.height)),
        current=None if is_over else draw(piece),
        next=draw(piece) if game.preview and not is_over else None,
        seen=tuple(draw(st.lists(COUNTS, min_size=7, max_size=7))),
        score=draw(COUNTS),
        turn=draw(COUNTS),
    )


@st.composite
def ijk_states(draw: st.DrawFn) -> IjkState:
    game = Ijk(
        size=draw(st.integers(2, 8)),
        mode=draw(st.sampled_from(["deterministic", "nondeterministic"])),
        end=draw(st.sampled_from(["ply", "round"])),
        winning=draw(st.sampled_from(WINNING)),
    )
    most = len(LETTERS) if game.end == "round" else LETTERS.index(game.winning) + 1
    letters = draw(st.integers(1, most))
    tiles = (
        "." * draw(st.sampled_from([0, 1, 4, 20])) + LETTERS[:letters] + LETTERS[:letters].lower()
    )
    row = st.text(tiles, min_size=game.size, max_size=game.size)
    board = tuple(draw(st.lists(row, min_size=game.size, max_size=game.size)))
    return IjkState(game, board, draw(st.integers(0, 1)), draw(COUNTS))


@st.composite
def open_ijk_states(draw: st.DrawFn) -> IjkState:
    """Positions of the deterministic game that are not over, of all sizes and both referees."""
    state = draw(ijk_states().filter(lambda state: not state.is_over))
    state = replace(state, game=replace(state.game, mode="deterministic"))
    return state if not state.is_over else Ijk().start(Dice(1))


falling_states: st.SearchStrategy[FallingState] = st.one_of(quintris_states(), tetris_states())
