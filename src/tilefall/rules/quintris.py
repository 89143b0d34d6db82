"""Quintris: pentominoes fall into a well, from a mix that nobody sees (Q1 to Q8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from tilefall.rules.dice import Dice, digest
from tilefall.rules.falling import KEYS, TICK, Spot, Well, cleared, columns_of, locked
from tilefall.rules.game import BadText, Chance, IllegalMove
from tilefall.rules.notation import (
    Rows,
    all_parameters,
    board_text,
    checked,
    game_text,
    parse_board,
    parse_counts,
    parse_fields,
    parse_number,
)
from tilefall.rules.pieces import (
    COLUMN_LANE,
    FILLED,
    ROTATION_LANE,
    Draws,
    PieceSet,
    Placements,
    check_size,
    counted,
    empty_board,
    piece_set,
)

PIECES: PieceSet = piece_set(
    [
        ("X", (".x.", "xxx", ".x.")),
        ("I", ("xxxxx",)),
        ("L", ("xxxx", "...x")),
        ("Y", ("xxxx", "..x.")),
        ("U", ("xxx", "x.x")),
        ("N", ("xxx.", "..xx")),
    ],
    flips=True,
)
# A flat bar, five wide, needs a spawn column, and the last that it fits in is never drawn (Q4).
WIDTHS, HEIGHTS = range(6, 16), range(6, 32)
DEFAULTS = {"width": 15, "height": 25, "pieces": "hidden", "reach": "drop"}
COURSE_GAME = f"quintris on {DEFAULTS['width']} x {DEFAULTS['height']} cells"
FIELDS = ("board", "current@column", "next", "seen", "score", "turn")


@dataclass(frozen=True)
class Quintris:
    """The rules: the draws (F10), which places a piece reaches (F9), the size of the well (Q1)."""

    pieces: str = "hidden"
    reach: str = "drop"
    width: int = 15
    height: int = 25

    name: ClassVar[str] = "quintris"
    players: ClassVar[int] = 1

    def __post_init__(self) -> None:
        check_size("width", self.width, WIDTHS)
        check_size("height", self.height, HEIGHTS)
        if self.reach not in ("drop", "fall"):
            raise ValueError(f"reach {self.reach!r}, allowed are drop and fall")
        Draws(PIECES.letters, self.pieces)  # checks the word

    @property
    def moves(self) -> Placements:
        """What each move number means (F2)."""
        return Placements(PIECES, self.width, self.height)

    @property
    def has_course_size(self) -> bool:
        """Whether the well is the one that programs of the course know (Q1)."""
        return (self.width, self.height) == (DEFAULTS["width"], DEFAULTS["height"])

    @property
    def draws(self) -> Draws:
        """Where the pieces come from."""
        return Draws(PIECES.letters, self.pieces)

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, str]) -> Quintris:
        """The game that the words of a game text ask for (N4)."""
        words = all_parameters(cls.name, parameters, DEFAULTS)
        width = parse_number(words.pop("width"), "width", WIDTHS[0], WIDTHS[-1])
        height = parse_number(words.pop("height"), "height", HEIGHTS[0], HEIGHTS[-1])
        return cls(**words, width=width, height=height)

    def start(self, dice: Dice) -> QuintrisState:
        """The first state: an empty board, two pieces drawn, the first at its spawn column (Q3)."""
        nothing = (0,) * len(PIECES.letters)
        first, seen = _drawn(self.draws, 0, nothing, dice)
        board = empty_board(self.width, self.height)
        return QuintrisAfterstate(self, board, first, seen, 0, 0, 0).draw(dice)

    def parse(self, text: str) -> QuintrisState:
        """The state of a position text (N1, N3)."""
        fields = parse_fields(text, self.text(), FIELDS)
        name, at, column = fields["current@column"].partition("@")
        if not at:
            raise BadText(f"current {name!r}, expected a shape and its column such as L0@7")
        current = _parse_shape(name)
        state = QuintrisState(
            game=self,
            board=parse_board(fields["board"], self.width, self.height, FILLED),
            current=current,
            column=parse_number(column, "column", high=self.width - PIECES.shapes[current].width),
            next=_parse_shape(fields["next"]),
            seen=parse_counts(fields["seen"], "seen", len(PIECES.letters)),
            score=parse_number(fields["score"], "score"),
            turn=parse_number(fields["turn"], "turn"),
        )
        return checked(text, state, state.text)

    def text(self) -> str:
        """The game in one word: `quintris`, `quintris:height=20,reach=fall`."""
        return game_text(self.name, {key: getattr(self, key) for key in DEFAULTS}, DEFAULTS)


@dataclass(frozen=True)
class QuintrisState:
    """A piece at the top of the well, the next one in sight, and all that was seen so far."""

    game: Quintris
    board: Rows
    current: int  # number of a shape in PIECES
    column: int
    next: int
    seen: tuple[int, ...]  # how often each piece has been drawn, current and next included
    score: int
    turn: int

    player: ClassVar[int] = 0

    @property
    def well(self) -> Well:
        """The board as the pieces feel it."""
        return Well(self.board, PIECES)

    @property
    def spawn(self) -> Spot:
        """Where the current piece is."""
        return Spot(self.current, 0, self.column)

    @cached_property
    def keys(self) -> dict[int, str]:
        """Every legal move with the shortest keys that lead to it (F9)."""
        return self.keys_from(self.spawn)

    def keys_from(self, spot: Spot) -> dict[int, str]:
        """Every move in reach of the piece at a spot, with the shortest keys from there (F12)."""
        if not self.well.fits(spot):
            return {}  # Q5: if that is so for a new piece, the game is over
        places = self.well.places(spot, self.game.reach)
        number = self.game.moves.number
        keys = {number(spot.shape, spot.row, spot.column): keys for spot, keys in places.items()}
        return dict(sorted(keys.items()))

    @property
    def is_over(self) -> bool:
        """Whether the current piece has no room (Q5)."""
        return not self.well.fits(self.spawn)

    def legal_moves(self) -> tuple[int, ...]:
        """Every placement in reach, ascending."""
        return tuple(self.keys)

    def keys_to(self, move: int) -> str:
        """The shortest keys that lead to a move, then the piece drops (F9)."""
        self._check(move)
        return self.keys[move]

    def move_by_keys(self, keys: str) -> int:
        """The move that these keys lead to."""
        allowed = KEYS + (TICK if self.game.reach == "fall" else "")
        if bad := [key for key in keys if key not in allowed]:
            raise IllegalMove(f"key {bad[0]!r}, allowed are {' '.join(allowed)}")
        return self.game.moves.number(*self.well.landing(self.spawn, keys))

    def play(self, move: int) -> QuintrisAfterstate:
        """The piece locked where the move says, full rows removed and counted (F6, F7, Q6)."""
        self._check(move)
        place = self.game.moves[move]
        board, lines = cleared(locked(self.board, place.shape, place.row, place.column))
        return QuintrisAfterstate(
            self.game, board, self.next, self.seen, self.score + lines, self.turn + 1, lines
        )

    def text(self) -> str:
        """The position in one line (N1, N3)."""
        current, following = PIECES.shapes[self.current].name, PIECES.shapes[self.next].name
        seen = "-".join(map(str, self.seen))
        return (
            f"{self.game.text()} {board_text(self.board)} {current}@{self.column} "
            f"{following} {seen} {self.score} {self.turn}"
        )

    def digest(self) -> int:
        """64 bits that stand for this state (D5)."""
        piece = [self.current + 1, self.column, self.next + 1]
        return digest([*columns_of(self.board), *piece, *self.seen, self.score, self.turn])

    def _check(self, move: int) -> None:
        if move not in self.keys:
            raise IllegalMove(f"move {move}, legal are {self.legal_moves()}, in:\n{self}")

    def __str__(self) -> str:
        return "\n".join(self.board)


@dataclass(frozen=True)
class QuintrisAfterstate:
    """The piece has locked; what comes next and where it appears is still open."""

    game: Quintris
    board: Rows
    current: int
    seen: tuple[int, ...]
    score: int
    turn: int
    reward: int

    @property
    def columns(self) -> int:
        """How many spawn columns there are: the last possible one is never drawn (Q4)."""
        return self.game.width - PIECES.shapes[self.current].width

    def chances(self) -> tuple[Chance, ...]:
        """Every next shape and spawn column with its chance, as a player knows it (F11)."""
        pieces = self.game.draws.chances(self.turn + 1, self.seen)
        shapes: dict[int, Fraction] = {}
        for piece, chance in enumerate(pieces):
            for quarters in range(4):
                shape = PIECES.turned(piece, quarters)
                shapes[shape] = shapes.get(shape, Fraction(0)) + chance / 4
        return tuple(
            Chance(chance / self.columns, self.with_draw(shape, column))
            for shape, chance in shapes.items()
            if chance
            for column in range(self.columns)
        )

    def draw(self, dice: Dice) -> QuintrisState:
        """The state that the dice give (Q3, Q4)."""
        following, _ = _drawn(self.game.draws, self.turn + 1, self.seen, dice)
        column = dice.roll(turn=self.turn, sides=self.columns, lane=COLUMN_LANE)
        return self.with_draw(following, column)

    def with_draw(self, following: int, column: int) -> QuintrisState:
        """The state after this next shape and spawn column were drawn."""
        seen = counted(self.seen, PIECES.shapes[following].piece)
        return QuintrisState(
            self.game, self.board, self.current, column, following, seen, self.score, self.turn
        )


def _drawn(
    draws: Draws, number: int, seen: tuple[int, ...], dice: Dice
) -> tuple[int, tuple[int, ...]]:
    """The shape of a draw, and what has been seen with it (Q3)."""
    quarters = dice.roll(turn=number, sides=4, lane=ROTATION_LANE)
    shape = PIECES.turned(draws.piece(number, seen, dice), quarters)
    return shape, counted(seen, PIECES.shapes[shape].piece)


def _parse_shape(name: str) -> int:
    number = PIECES.named(name)
    if number is None:
        names = " ".join(shape.name for shape in PIECES.shapes)
        raise BadText(f"shape {name!r}, expected one of {names}")
    return number
