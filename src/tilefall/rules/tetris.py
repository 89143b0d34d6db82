"""Tetris: the research rules, and the preview rules that show the next piece (T1 to T8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from tilefall.rules.dice import Dice, digest
from tilefall.rules.falling import cleared, columns_of, locked
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
    FILLED,
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
        ("I", ("xxxx",)),
        ("O", ("xx", "xx")),
        ("T", (".x.", "xxx")),
        ("Z", ("xx.", ".xx")),
        ("S", (".xx", "xx.")),
        ("J", ("x..", "xxx")),
        ("L", ("..x", "xxx")),
    ],
    flips=False,
)
WIDTHS, HEIGHTS = range(4, 16), range(4, 32)
DEFAULTS = {"width": 10, "height": 20, "rules": "research", "pieces": "uniform"}
FIELDS = ("board", "current", "next", "seen", "score", "turn")
NO_PIECE = "-"


@dataclass(frozen=True)
class Tetris:
    """The rules: the size of the well (T1), whether the next piece shows (T6), the draws (F10)."""

    width: int = 10
    height: int = 20
    rules: str = "research"
    pieces: str = "uniform"

    name: ClassVar[str] = "tetris"
    players: ClassVar[int] = 1

    def __post_init__(self) -> None:
        check_size("width", self.width, WIDTHS)
        check_size("height", self.height, HEIGHTS)
        if self.rules not in ("research", "preview"):
            raise ValueError(f"rules {self.rules!r}, allowed are research and preview")
        Draws(PIECES.letters, self.pieces)  # checks the word

    @property
    def moves(self) -> Placements:
        """What each move number means (F2)."""
        return Placements(PIECES, self.width, self.height)

    @property
    def preview(self) -> bool:
        """Whether the next piece is shown (T6)."""
        return self.rules == "preview"

    @property
    def draws(self) -> Draws:
        """Where the pieces come from."""
        return Draws(PIECES.letters, self.pieces)

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, str]) -> Tetris:
        """The game that the words of a game text ask for (N4)."""
        words = all_parameters(cls.name, parameters, DEFAULTS)
        width = parse_number(words.pop("width"), "width", WIDTHS[0], WIDTHS[-1])
        height = parse_number(words.pop("height"), "height", HEIGHTS[0], HEIGHTS[-1])
        return cls(width, height, **words)

    def start(self, dice: Dice) -> TetrisState:
        """The first state: an empty board and the first piece, with preview the second too (T2)."""
        board, seen = empty_board(self.width, self.height), (0,) * len(PIECES.letters)
        current = None
        if self.preview:
            current = self.draws.piece(0, seen, dice)
            seen = counted(seen, current)
        return TetrisAfterstate(self, board, current, seen, 0, 0, 0, False).draw(dice)

    def parse(self, text: str) -> TetrisState:
        """The state of a position text (N1, N3)."""
        fields = parse_fields(text, self.text(), FIELDS)
        current, following = _parse_piece(fields["current"]), _parse_piece(fields["next"])
        if (following is not None) != (self.preview and current is not None):
            raise BadText(
                f"next {fields['next']!r}, expected a piece with preview rules and {NO_PIECE!r} "
                "with research rules or when the game is over"
            )
        state = TetrisState(
            game=self,
            board=parse_board(fields["board"], self.width, self.height, FILLED),
            current=current,
            next=following,
            seen=parse_counts(fields["seen"], "seen", len(PIECES.letters)),
            score=parse_number(fields["score"], "score"),
            turn=parse_number(fields["turn"], "turn"),
        )
        return checked(text, state, state.text)

    def text(self) -> str:
        """The game in one word: `tetris`, `tetris:height=10,rules=preview`."""
        return game_text(self.name, {key: getattr(self, key) for key in DEFAULTS}, DEFAULTS)


@dataclass(frozen=True)
class TetrisState:
    """A piece to be placed, or none when the game is over (T4)."""

    game: Tetris
    board: Rows
    current: int | None  # number of a piece
    next: int | None
    seen: tuple[int, ...]  # how often each piece has been drawn, current and next included
    score: int
    turn: int

    player: ClassVar[int] = 0

    @property
    def is_over(self) -> bool:
        """Whether the last piece reached above the board (T4)."""
        return self.current is None

    @cached_property
    def bottoms(self) -> dict[int, int]:
        """Every legal move with the empty rows that it leaves below its piece's box (T3)."""
        if self.current is None:
            return {}
        heights = [column.bit_length() for column in columns_of(self.board)]
        bottoms = {}
        for number in PIECES.of_piece[self.current]:
            shape = PIECES.shapes[number]
            lows = [column.index(FILLED) for column in zip(*reversed(shape.rows), strict=True)]
            for column in range(self.game.width - shape.width + 1):
                bottom = max(heights[column + i] - low for i, low in enumerate(lows))
                row = self.game.height - bottom - shape.height
                bottoms[self.game.moves.number(number, row, column)] = bottom
        return bottoms

    def legal_moves(self) -> tuple[int, ...]:
        """Every orientation and column, ascending, also those that end the game (T3)."""
        return tuple(self.bottoms)

    def ends_game(self, move: int) -> bool:
        """Whether a legal move leaves a cell at or above the board's height (T4)."""
        return self.game.moves[move].row < 0

    def play(self, move: int) -> TetrisAfterstate:
        """The piece locked; full rows removed and counted unless it reached above (T4, T5)."""
        if move not in self.bottoms:
            raise IllegalMove(f"move {move}, legal are {self.legal_moves()}, in:\n{self}")
        place = self.game.moves[move]
        board, lines, over = locked(self.board, place.shape, place.row, place.column), 0, True
        if not self.ends_game(move):
            (board, lines), over = cleared(board), False
        score, turn = self.score + lines, self.turn + 1
        return TetrisAfterstate(self.game, board, self.next, self.seen, score, turn, lines, over)

    def text(self) -> str:
        """The position in one line (N1, N3)."""
        current, following = _piece_text(self.current), _piece_text(self.next)
        seen = "-".join(map(str, self.seen))
        return (
            f"{self.game.text()} {board_text(self.board)} {current} {following} "
            f"{seen} {self.score} {self.turn}"
        )

    def digest(self) -> int:
        """64 bits that stand for this state (D5)."""
        pieces = [_first_shape(self.current) + 1, 0, _first_shape(self.next) + 1]
        return digest([*columns_of(self.board), *pieces, *self.seen, self.score, self.turn])

    def __str__(self) -> str:
        return "\n".join(self.board)


@dataclass(frozen=True)
class TetrisAfterstate:
    """The piece has locked; with preview the next one is known, the one after it is not."""

    game: Tetris
    board: Rows
    current: int | None
    seen: tuple[int, ...]
    score: int
    turn: int
    reward: int
    over: bool

    @property
    def number(self) -> int:
        """The number of the draw that is due."""
        return self.turn + self.game.preview

    def chances(self) -> tuple[Chance, ...]:
        """Every piece that may be drawn with its chance (T2); one outcome when it is over."""
        if self.over:
            return (Chance(Fraction(1), self.with_draw(None)),)
        pieces = self.game.draws.chances(self.number, self.seen)
        return tuple(
            Chance(chance, self.with_draw(piece)) for piece, chance in enumerate(pieces) if chance
        )

    def draw(self, dice: Dice) -> TetrisState:
        """The state that the dice give (T2)."""
        drawn = None if self.over else self.game.draws.piece(self.number, self.seen, dice)
        return self.with_draw(drawn)

    def with_draw(self, drawn: int | None) -> TetrisState:
        """The state after this piece was drawn; None exactly when the game is over."""
        assert (drawn is None) == self.over
        current, following = (self.current, drawn) if self.game.preview else (drawn, None)
        if drawn is None:
            current = None
        seen = self.seen if drawn is None else counted(self.seen, drawn)
        return TetrisState(self.game, self.board, current, following, seen, self.score, self.turn)


def _first_shape(piece: int | None) -> int:
    return -1 if piece is None else PIECES.of_piece[piece][0]


def _piece_text(piece: int | None) -> str:
    return NO_PIECE if piece is None else PIECES.letters[piece]


def _parse_piece(text: str) -> int | None:
    if text == NO_PIECE:
        return None
    if len(text) != 1 or text not in PIECES.letters:
        raise BadText(f"piece {text!r}, expected one of {' '.join(PIECES.letters)} or {NO_PIECE}")
    return PIECES.letters.index(text)
