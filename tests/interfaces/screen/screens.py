"""Views for tests of screens: moments of all three games, written down by hand."""

from __future__ import annotations

from tilefall.interfaces.screen.views import (
    CandidateView,
    Choice,
    MenuView,
    PieceView,
    PlayView,
    ReasonView,
    TilesView,
    WatchView,
    WellView,
)

BLANK = "." * 15
QUINTRIS_CELLS = (
    *(BLANK,) * 16,
    "..............I",
    "..............I",
    "LL.......N....I",
    "L.X......NN...I",
    "LXXX.UU...N.YYI",
    "LUXU.U.LLLNX.Yx",
    "IUUUIUULNNXXXYx",
    "IYYYYNNLLLLXUUU",
    "I.YNNNXXXxLU.UU",
)
TETRIS_CELLS = (
    *("..........",) * 12,
    "........J.",
    "........J.",
    "..T....JJ.",
    ".TTT..OOS.",
    "ZZ.SSIOOSS",
    "LZZSSIZZ.S",
    "L.IIII.ZZJ",
    "LL.TTTxxJJ",
)


def piece(letter: str, *places: tuple[int, int]) -> PieceView:
    return PieceView(letter, places)


QUINTRIS_WELL = WellView(
    "quintris",
    QUINTRIS_CELLS,
    piece=piece("L", (7, 5), (8, 5), (9, 5), (10, 5), (10, 6)),
    ghost=piece("L", (16, 5), (17, 5), (18, 5), (19, 5), (19, 6)),
)
TETRIS_WELL = WellView(
    "tetris",
    TETRIS_CELLS,
    above=2,
    piece=piece("T", (-1, 4), (0, 3), (0, 4), (0, 5)),
    ghost=piece("T", (13, 4), (14, 3), (14, 4), (14, 5)),
)
TILES = TilesView(
    ("AbC...", "aBd..E", "..FfgA", "H.ij..", "a.....", "....Bc"),
    {"U": "+1.25", "D": "-0.75", "L": "won in 3", "R": "-12.5"},
    best="L",
    last="D",
    new=(0, 1),
)
NEXT = (
    piece("I", (0, 0), (0, 1), (0, 2), (0, 3)),
    piece("S", (0, 1), (0, 2), (1, 0), (1, 1)),
    piece("O", (0, 0), (0, 1), (1, 0), (1, 1)),
    piece("J", (0, 0), (1, 0), (1, 1), (1, 2)),
    piece("Z", (0, 0), (0, 1), (1, 1), (1, 2)),
)
FALLING_KEYS = (
    ("←→", "move"),
    ("↑", "turn"),
    ("f", "flip"),
    ("space", "drop"),
    ("h", "advice"),
    ("u", "take back"),
    ("p", "pause"),
    ("?", "help"),
    ("q", "quit"),
)
PLAY = {
    "quintris": PlayView(
        "Quintris, seed 7",
        QUINTRIS_WELL,
        (("score", "12"), ("turn", "31"), ("time", "1:04"), ("best", "417")),
        following=(piece("N", (0, 1), (1, 0), (1, 1), (2, 0), (3, 0)),),
        notice="practice: this game does not count",
        advice=("lookahead would play L0 at column 5, worth -40.250.", "Then N3 in column 9."),
        keys=FALLING_KEYS,
    ),
    "tetris": PlayView(
        "Tetris, seed 1234",
        TETRIS_WELL,
        (("score", "1,250"), ("lines", "40"), ("level", "5"), ("time", "2:31")),
        following=NEXT,
        held=piece("L", (0, 2), (1, 0), (1, 1), (1, 2)),
        has_hold=True,
        keys=FALLING_KEYS,
    ),
    "ijk": PlayView(
        "IJK against lookahead",
        TILES,
        (("turn", "14"), ("to move", "+ (you)"), ("highest", "H, j")),
        notice="lookahead thinks",
        keys=(("arrows", "slide"), ("h", "advice"), ("q", "quit")),
    ),
}
VALUES: tuple[float | None, ...] = tuple(
    None if 50 <= at < 60 else (at % 17) * 0.5 - at * 0.11 for at in range(120)
)
QUINTRIS_WATCH = WatchView(
    "lookahead plays Quintris, seed 7",
    WellView(
        "quintris",
        QUINTRIS_CELLS,
        piece=piece("L", (0, 7), (1, 7), (2, 7), (3, 7), (3, 8)),
        ghost=piece("L", (16, 5), (17, 5), (18, 5), (19, 5), (19, 6)),
        outline=piece("L", (16, 3), (17, 3), (18, 3), (19, 3), (19, 4)),
        outline_name="2",
    ),
    (("score", "12"), ("turn", "31"), ("time", "0.12 s"), ("nodes", "14,210")),
    (
        CandidateView(1, "L0 at row 16, column 5", "-40.250", "", is_played=True),
        CandidateView(2, "L0 at row 16, column 3", "-41.125", "0.875", is_previewed=True),
        CandidateView(3, "L3 at row 20, column 11", "-44.500", "4.250"),
        CandidateView(4, "L2 at row 14, column 9", "-52", "11.750"),
        CandidateView(5, "L1 at row 12, column 14", "-117.750", "77.500"),
    ),
    (
        ReasonView("landing height", -12.0, -13.5),
        ReasonView("eroded cells", 3.4, 0.0),
        ReasonView("row transitions", -9.6, -8.2),
        ReasonView("column transitions", -14.1, -16.9),
        ReasonView("holes", -7.9, -7.9),
        ReasonView("wells", -3.3, -4.0),
    ),
    "The first is worth 0.875 more, above all for column transitions (+2.800), "
    "in spite of row transitions (-1.400).",
    VALUES,
    position=31,
    length=120,
    status="playing at 4x, 31 of 120 positions searched",
    following=(piece("N", (0, 1), (1, 0), (1, 1), (2, 0), (3, 0)),),
    mistakes=(12, 77),
    keys=(("space", "pause"), ("←→", "step"), ("1-9", "preview"), ("+-", "speed"), ("q", "quit")),
)
MENU = MenuView(
    "tilefall",
    ("Games where tiles fall or slide, and agents that play them.",),
    (
        Choice("1", "Quintris", "pentominoes on 15 x 25, a hidden mix of pieces"),
        Choice("2", "Tetris", "ten wide, twenty high"),
        Choice("3", "IJK", "two players slide letters"),
        Choice("w", "Watch", "an agent plays, with what it thinks"),
        Choice("r", "Replay", "a game that was kept"),
        Choice("q", "Quit"),
    ),
    chosen=1,
    keys=(("↑↓", "choose"), ("enter", "go"), ("?", "help"), ("q", "quit")),
)
AFTER = MenuView(
    "Game over",
    ("12 points after 31 turns, 3 mistakes.", "Your best is 417."),
    (
        Choice("r", "Review", "go through the game with an agent"),
        Choice("s", "Same seed", "play it again"),
        Choice("w", "Watch", "how lookahead plays this seed"),
        Choice("n", "New game"),
        Choice("m", "Menu"),
    ),
)
TETRIS_WATCH = WatchView(
    "greedy plays Tetris, seed 1234",
    TETRIS_WELL,
    (("score", "40"), ("turn", "102"), ("next", "S")),
    (),
    (),
    "",
    (None,) * 103,
    position=102,
    length=103,
    status="paused, thinking",
    following=NEXT[1:2],
    keys=QUINTRIS_WATCH.keys,
)
IJK_WATCH = WatchView(
    "lookahead (+) against greedy (-), IJK",
    TILES,
    (("turn", "14"), ("to move", "+"), ("highest", "H, j")),
    (
        CandidateView(1, "L", "won in 3", "", is_played=True),
        CandidateView(2, "U", "+1.250", "a win"),
        CandidateView(3, "D", "-0.750", "a win"),
        CandidateView(4, "R", "-12.500", "a win"),
    ),
    (ReasonView("tiles", 2.5, 1.5), ReasonView("empty cells", 0.5, 0.75)),
    "L wins in 3 slides whatever the other does.",
    tuple((at * at) % 7 - 3.0 for at in range(15)),
    position=14,
    length=15,
    status="verified",
    mistakes=(9,),
    keys=QUINTRIS_WATCH.keys,
)
WATCH = {"quintris": QUINTRIS_WATCH, "tetris": TETRIS_WATCH, "ijk": IJK_WATCH}
