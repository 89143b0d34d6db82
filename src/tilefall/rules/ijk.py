"""IJK: two players slide and merge letters on one board; the numbers I1 to I12 are its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tilefall.rules import notation
from tilefall.rules.dice import Dice, digest
from tilefall.rules.game import BadText, Chance, IllegalMove
from tilefall.rules.notation import EMPTY, Rows

LETTERS = "ABCDEFGHIJKLM"
WINNING = "BCDEFGHIJK"  # not A: a new tile ends no game (I12)
MOVES = ("U", "D", "L", "R")
PLAYERS = "+-"
TILES = "Aa"  # what each player receives at the start of a turn
SIZES = (2, 8)
MODES = ("deterministic", "nondeterministic")
ENDS = ("ply", "round")
DEFAULTS: Mapping[str, object] = {"size": 6, "mode": MODES[0], "end": ENDS[0], "winning": "K"}


def are_pair(first: str, second: str) -> bool:
    """True if two neighbouring tiles merge: the same letter in any case, but not the last (I5)."""
    return first.upper() == second.upper() != LETTERS[-1]


def merged(first: str, second: str, player: int) -> str:
    """The tile that a pair becomes when this player moves (I7).

    >>> merged("A", "a", player=0), merged("A", "a", player=1), merged("a", "a", player=0)
    ('B', 'b', 'b')
    """
    letter = LETTERS[LETTERS.index(first.upper()) + 1]
    is_lower = first.islower() if first == second else player == 1
    return letter.lower() if is_lower else letter


def slid_line(line: str, player: int) -> str:
    """A line whose tiles went to its start, equal neighbours merged once (I4, I5, I6, I7).

    >>> slid_line("A..A.A", player=0)
    'BA....'
    >>> slid_line("Aa....", player=1)       # a mixed pair takes the mover's case
    'b.....'
    """
    tiles = line.replace(EMPTY, "")
    done = ""
    while tiles:
        if len(tiles) > 1 and are_pair(tiles[0], tiles[1]):
            done, tiles = done + merged(tiles[0], tiles[1], player), tiles[2:]
        else:
            done, tiles = done + tiles[0], tiles[1:]
    return done.ljust(len(line), EMPTY)


def transposed(board: Rows) -> Rows:
    """The board with rows and columns exchanged."""
    return tuple("".join(column) for column in zip(*board, strict=True))


def mirrored(board: Rows) -> Rows:
    """The board with left and right exchanged."""
    return tuple(row[::-1] for row in board)


def slid(board: Rows, move: int, player: int) -> Rows:
    """The board after a player's slide, before the new tile (I3 to I7).

    >>> slid(("Aa", ".B"), MOVES.index("L"), player=0)
    ('B.', 'B.')
    """
    name = MOVES[move]
    lines = transposed(board) if name in "UD" else board
    lines = mirrored(lines) if name in "DR" else lines
    lines = tuple(slid_line(line, player) for line in lines)
    lines = mirrored(lines) if name in "DR" else lines
    return transposed(lines) if name in "UD" else lines


def tile_codes() -> dict[str, int]:
    """Every cell as a byte: 0 empty, 1 on for the letters, 16 more for lower case (D5)."""
    upper = {letter: code for code, letter in enumerate(LETTERS, 1)}
    return {EMPTY: 0} | upper | {letter.lower(): code + 16 for letter, code in upper.items()}


def empty_cells(board: Rows) -> tuple[int, ...]:
    """The empty cells in reading order, counted from 0 in the top left corner."""
    return tuple(i for i, cell in enumerate("".join(board)) if cell == EMPTY)


def highest_letters(board: Rows) -> tuple[str, str]:
    """The highest letter of + and of -, both in upper case; A for a player without tiles (I11)."""
    tiles = "".join(board)
    upper = max(filter(str.isupper, tiles), default="A")
    return upper, max(filter(str.islower, tiles), default="a").upper()


def leader(board: Rows) -> int:
    """Whose letter is higher: 1 that of +, -1 that of -, 0 neither (I11)."""
    upper, lower = highest_letters(board)
    return (upper > lower) - (upper < lower)


def is_final(board: Rows, winning: str, new_tiles: int = 0) -> bool:
    """True if the winning letter or a higher one stands there, or so few cells are empty (I10)."""
    return max(highest_letters(board)) >= winning or len(empty_cells(board)) <= new_tiles


@dataclass(frozen=True)
class Ijk:
    """The rules of IJK: the size of the board, the kind of chance, when and how a game ends.

    >>> print(Ijk(size=3).start(Dice(seed=1)))
    A . .
    . . .
    . . .
    turn 0, + to move
    """

    size: int = 6
    mode: str = MODES[0]
    end: str = ENDS[0]
    winning: str = "K"

    name: ClassVar[str] = "ijk"
    players: ClassVar[int] = 2
    moves: ClassVar[tuple[str, ...]] = MOVES

    def __post_init__(self) -> None:
        low, high = SIZES
        if not low <= self.size <= high:
            raise ValueError(f"size {self.size}, allowed are {low} to {high}")
        for what, value, allowed in (("mode", self.mode, MODES), ("end", self.end, ENDS)):
            if value not in allowed:
                raise ValueError(f"{what} {value!r}, allowed are {' and '.join(allowed)}")
        if self.winning not in tuple(WINNING):
            raise ValueError(f"winning {self.winning!r}, allowed are {WINNING[0]} to {WINNING[-1]}")

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, str]) -> Ijk:
        """The game that parameter words describe; those left out keep their default (N4).

        >>> Ijk.from_parameters({"size": "4"})
        Ijk(size=4, mode='deterministic', end='ply', winning='K')
        """
        for key in parameters:
            if key not in DEFAULTS:
                raise BadText(f"parameter {key!r} of ijk, allowed are {', '.join(DEFAULTS)}")
        words = {key: str(default) for key, default in DEFAULTS.items()} | dict(parameters)
        size = notation.parse_number(words["size"], "size", *SIZES)
        try:
            return cls(size, words["mode"], words["end"], words["winning"])
        except ValueError as error:
            raise BadText(str(error)) from None

    def text(self) -> str:
        """Name and parameters, those with their default left out (N4).

        >>> Ijk(size=4, mode="nondeterministic", end="round").text()
        'ijk:size=4,mode=nondeterministic,end=round'
        """
        parameters = {key: getattr(self, key) for key in DEFAULTS}
        return notation.game_text(self.name, parameters, DEFAULTS)

    def start(self, dice: Dice) -> IjkState:
        """A single A in the top left corner, + to move, whatever the dice (I2)."""
        rest = (EMPTY * self.size,) * (self.size - 1)
        return IjkState(self, (TILES[0].ljust(self.size, EMPTY), *rest), player=0, turn=0)

    def parse(self, text: str) -> IjkState:
        """The position that a text describes, whether or not play leads to it (I1).

        >>> Ijk().parse("ijk A5/6/6/6/6/6 + 0") == Ijk().start(Dice(seed=1))
        True
        """
        fields = notation.parse_fields(text, self.text(), ["board", "player", "turn"])
        letters = LETTERS if self.end == "round" else LETTERS[: LETTERS.index(self.winning) + 1]
        cells = letters + letters.lower()
        board = notation.parse_board(fields["board"], self.size, self.size, cells)
        if fields["player"] not in tuple(PLAYERS):
            raise BadText(f"player {fields['player']!r}, expected + or -")
        turn = notation.parse_number(fields["turn"], "turn")
        state = IjkState(self, board, PLAYERS.index(fields["player"]), turn)
        return notation.checked(text, state, state.text)

    def tests_end(self, player: int) -> bool:
        """True if the end is tested when this player is to move (I10)."""
        return self.end == "ply" or player == 0


@dataclass(frozen=True)
class IjkState:
    """A position at which a player chooses a direction, or at which the game is over."""

    game: Ijk
    board: Rows
    player: int
    turn: int

    @property
    def is_over(self) -> bool:
        """True if the winning letter is there or no cell empty, and that is tested now (I10)."""
        return self.game.tests_end(self.player) and is_final(self.board, self.game.winning)

    @property
    def score(self) -> int:
        """Who has won: 1 player 0, -1 player 1, 0 nobody or not yet (I11)."""
        return leader(self.board) if self.is_over else 0

    def legal_moves(self) -> tuple[int, ...]:
        """All four directions, even those that change nothing, until the game is over (I3)."""
        return () if self.is_over else tuple(range(len(MOVES)))

    def play(self, move: int) -> IjkAfterstate:
        """Slide, merge and hand the turn over; the new tile is still to come (I3 to I8, I12)."""
        if move not in self.legal_moves():
            raise IllegalMove(f"move {move}, legal are {self.legal_moves()}, in:\n{self}")
        board, player = slid(self.board, move, self.player), 1 - self.player
        # one more tile, an A or a, fills the last cell but is never above the others: all is known
        is_end = self.game.tests_end(player) and is_final(board, self.game.winning, new_tiles=1)
        reward = leader(board) if is_end else 0
        return IjkAfterstate(self.game, board, player, self.turn + 1, reward)

    def words(self) -> tuple[int, ...]:
        """The state in whole numbers: a byte a cell in a word a row, then player and turn (D5)."""
        codes = tile_codes()
        rows = (sum(codes[cell] << 8 * i for i, cell in enumerate(row)) for row in self.board)
        return (*rows, self.player, self.turn)

    def digest(self) -> int:
        """64 bits that tell this state from others of the same game (D5)."""
        return digest(self.words())

    def text(self) -> str:
        """Game, board, player to move and turn in one line (N1).

        >>> Ijk().start(Dice(seed=1)).text()
        'ijk A5/6/6/6/6/6 + 0'
        """
        words = (self.game.text(), notation.board_text(self.board), PLAYERS[self.player])
        return f"{' '.join(words)} {self.turn}"

    def __str__(self) -> str:
        news = f"{PLAYERS[self.player]} to move"
        if self.is_over:
            news = {1: "+ has won", -1: "- has won", 0: "a tie"}[self.score]
        return "\n".join([*map(" ".join, self.board), f"turn {self.turn}, {news}"])


@dataclass(frozen=True)
class IjkAfterstate:
    """A board after the slide, with the player and the turn to come; a tile is missing (I9)."""

    game: Ijk
    board: Rows
    player: int
    turn: int
    reward: int  # the score of the state to come

    def tile_cells(self) -> tuple[int, ...]:
        """The cells, in reading order, in which the new tile may appear; all equally likely (I9).

        >>> state = Ijk(size=2).parse("ijk:size=2 A1/2 + 0")
        >>> state.play(3).tile_cells()                      # .A above ..
        (0,)
        """
        cells = empty_cells(self.board)
        return cells if self.game.mode == "nondeterministic" else cells[:1]

    def with_tile(self, cell: int | None) -> IjkState:
        """The state in which the new tile appeared in this cell; None if no cell was empty (I9)."""
        if cell not in (self.tile_cells() or (None,)):
            raise ValueError(f"tile in cell {cell}, possible are {self.tile_cells() or None}")
        board = self.board
        if cell is not None:
            row, column = divmod(cell, self.game.size)
            line = board[row][:column] + TILES[self.player] + board[row][column + 1 :]
            board = (*board[:row], line, *board[row + 1 :])
        return IjkState(self.game, board, self.player, self.turn)

    def chances(self) -> tuple[Chance, ...]:
        """Every way the new tile may appear; a single certain one if there is no choice (I9)."""
        cells = self.tile_cells() or (None,)
        return tuple(Chance(Fraction(1, len(cells)), self.with_tile(cell)) for cell in cells)

    def draw(self, dice: Dice) -> IjkState:
        """The state in which the dice of the turn just played have placed the new tile (I9)."""
        cells = self.tile_cells()
        if len(cells) < 2:
            return self.with_tile(next(iter(cells), None))
        return self.with_tile(cells[dice.roll(turn=self.turn - 1, sides=len(cells))])
