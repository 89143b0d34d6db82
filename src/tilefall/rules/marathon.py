"""Marathon: Tetris by the rules that people know, key by key (M1 to M14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import ClassVar

from tilefall.rules import marathon_text
from tilefall.rules.dice import Dice, digest
from tilefall.rules.falling import columns_of
from tilefall.rules.falling_piece import (
    DOWN,
    DROP,
    HEIGHT,
    HIDDEN,
    HOLD,
    LOCK,
    MOST_RESETS,
    MOVES,
    WIDTH,
    Falling,
    appeared,
    parse_falling,
    steered,
)
from tilefall.rules.game import Chance, IllegalMove
from tilefall.rules.marathon_points import HARD, SOFT, Lock, level_of, locked
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
from tilefall.rules.pieces import FILLED, Draws, counted, empty_board
from tilefall.rules.tetris import NO_PIECE, PIECES

QUEUE = 5  # pieces that are seen before they appear
LEVELS = range(1, 21)  # at which a game may start
DEFAULTS = {"level": 1}
DRAWS = Draws(PIECES.letters, "bag")


@dataclass(frozen=True)
class Marathon:
    """The rules, and the level at which a game starts (M9)."""

    level: int = 1

    name: ClassVar[str] = "marathon"
    players: ClassVar[int] = 1
    width: ClassVar[int] = WIDTH
    height: ClassVar[int] = HEIGHT

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise ValueError(f"level {self.level}, allowed are {LEVELS[0]} to {LEVELS[-1]}")

    @property
    def moves(self) -> Sequence[str]:
        """What each move number means: keys, and what time does (M5)."""
        return MOVES

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, str]) -> Marathon:
        """The game that the words of a game text ask for (N4)."""
        words = all_parameters(cls.name, parameters, DEFAULTS)
        return cls(parse_number(words["level"], "level", LEVELS[0], LEVELS[-1]))

    def start(self, dice: Dice) -> MarathonState:
        """The first state: an empty board, the first piece, and the five after it (M2)."""
        seen, drawn = (0,) * len(PIECES.letters), []
        for number in range(1 + QUEUE):
            drawn.append(DRAWS.piece(number, seen, dice))
            seen = counted(seen, drawn[-1])
        board, piece = empty_board(WIDTH, HIDDEN + HEIGHT), appeared(drawn[0])
        return MarathonState(self, board, piece, tuple(drawn[1:]), None, False, seen)

    def parse(self, text: str) -> MarathonState:
        """The state of a position text (N1, N3)."""
        fields = parse_fields(text, self.text(), marathon_text.FIELDS)
        held, is_hold_spent = marathon_text.parse_hold(fields["hold"])
        board = parse_board(fields["board"], WIDTH, HIDDEN + HEIGHT, FILLED)
        state = MarathonState(
            game=self,
            board=board,
            falling=parse_falling(fields["piece"], fields["footing"], board),
            queue=marathon_text.parse_queue(fields["queue"], QUEUE),
            held=held,
            is_hold_spent=is_hold_spent,
            seen=parse_counts(fields["seen"], "seen", len(PIECES.letters)),
            score=parse_number(fields["score"], "score"),
            lines=parse_number(fields["lines"], "lines"),
            streak=parse_number(fields["streak"], "streak"),
            has_chain=marathon_text.parse_chain(fields["chain"]),
            turn=parse_number(fields["turn"], "turn"),
        )
        marathon_text.check_seen(state.seen, state.there)
        return checked(text, state, state.text)

    def text(self) -> str:
        """The game in one word: `marathon`, `marathon:level=5`."""
        return game_text(self.name, {"level": self.level}, DEFAULTS)


@dataclass(frozen=True)
class MarathonState:
    """A piece that falls; none, or one that found no room, when the game is over (M13)."""

    game: Marathon
    board: Rows  # the rows above the visible ones included
    falling: Falling | None
    queue: tuple[int, ...]  # the pieces that follow
    held: int | None
    is_hold_spent: bool
    seen: tuple[int, ...]  # how often each piece has been drawn, those of the queue included
    score: int = 0
    lines: int = 0
    streak: int = 0  # pieces in a row that removed rows (M12)
    has_chain: bool = False  # the last rows went in a difficult way (M11)
    turn: int = 0

    player: ClassVar[int] = 0

    @property
    def level(self) -> int:
        """How fast it is, and what points are multiplied by (M9)."""
        return level_of(self.game.level, self.lines)

    @property
    def pieces(self) -> int:
        """How many pieces have locked."""
        return sum(self.seen) - len(self.there)

    @property
    def there(self) -> tuple[int, ...]:
        """The pieces that have been drawn and have not locked."""
        falling = (self.falling.piece,) if self.falling else ()
        return (*falling, *self.queue, *(() if self.held is None else (self.held,)))

    @cached_property
    def is_over(self) -> bool:
        """Whether a piece locked out of sight, or the new one found no room (M13)."""
        return self.falling is None or not self.falling.fits(self.board)

    @cached_property
    def rests(self) -> bool:
        """Whether the piece stands on something (M7)."""
        return not (self.is_over or self._piece.lowered(self.board))

    @property
    def must_lock(self) -> bool:
        """Whether the piece rests and has been steered as often as it may (M7)."""
        return self.rests and self._piece.resets == MOST_RESETS

    @cached_property
    def ghost(self) -> Falling | None:
        """The piece where a drop would put it (M5)."""
        return None if self.is_over else self._piece.landed(self.board)

    @property
    def _piece(self) -> Falling:
        assert self.falling is not None
        return self.falling

    @cached_property
    def _steered(self) -> dict[int, Falling]:
        return {} if self.is_over or self.must_lock else steered(self._piece, self.board)

    def legal_moves(self) -> tuple[int, ...]:
        """The keys that change something, and what time may do now, ascending (M5 to M8)."""
        if self.is_over:
            return ()
        if self.must_lock:
            return (LOCK,)
        others = [DROP, *[HOLD] * (not self.is_hold_spent), *[LOCK] * self.rests]
        return tuple(sorted([*self._steered, *others]))

    def play(self, move: int) -> MarathonAfterstate:
        """What a key or a moment does; the queue is one short where a piece was taken from it."""
        if move not in self.legal_moves():
            raise IllegalMove(f"move {move}, legal are {self.legal_moves()}, in:\n{self}")
        reward = 0
        lock, resting = None, None
        state = replace(self, turn=self.turn + 1)
        if spot := self._steered.get(move):
            reward = SOFT if move == DOWN else 0
            state = replace(state, falling=spot)
        elif move == HOLD:
            state = state._with_hold()
        else:
            resting = self._piece.landed(self.board)
            state, lock = state._locked(resting)
            reward = HARD * (resting.row - self._piece.row) + (lock.points if lock else 0)
        return MarathonAfterstate(replace(state, score=self.score + reward), reward, lock, resting)

    def _with_hold(self) -> MarathonState:
        """The piece put aside, and the one that was, or the next, in its place (M8)."""
        following, queue = self.held, self.queue
        if following is None:
            following, queue = queue[0], queue[1:]
        return replace(
            self,
            falling=appeared(following),
            queue=queue,
            held=self._piece.piece,
            is_hold_spent=True,
        )

    def _locked(self, piece: Falling) -> tuple[MarathonState, Lock | None]:
        """The state with the piece in its board and the next one there, and what it did."""
        made = locked(self.board, piece, self.streak, self.has_chain, self.level)
        if made.lock is None:
            return replace(self, board=made.board, falling=None), None
        state = replace(
            self,
            board=made.board,
            falling=appeared(self.queue[0]),
            queue=self.queue[1:],
            is_hold_spent=False,
            lines=self.lines + made.lock.lines,
            streak=made.lock.streak,
            has_chain=made.has_chain,
        )
        return state, made.lock

    def text(self) -> str:
        """The position in one line (N1, N3)."""
        piece = self.falling
        words = [
            *(self.game.text(), board_text(self.board)),
            *((piece.text(), piece.footing()) if piece else (NO_PIECE, NO_PIECE)),
            *(
                marathon_text.queue_text(self.queue),
                marathon_text.hold_text(self.held, self.is_hold_spent),
            ),
            *("-".join(map(str, self.seen)), self.score, self.lines),
            *(self.streak, marathon_text.chain_text(self.has_chain), self.turn),
        ]
        return " ".join(map(str, words))

    def digest(self) -> int:
        """64 bits that stand for this state (D5)."""
        return self._digest

    @cached_property
    def _digest(self) -> int:
        piece = self.falling.words() if self.falling else (0,) * 7
        hold = (0 if self.held is None else self.held + 1, self.is_hold_spent)
        counts = (self.score, self.lines, self.streak, self.has_chain, self.turn)
        queue = [following + 1 for following in self.queue]
        return digest([*_columns(self.board), *piece, *queue, *hold, *self.seen, *counts])

    def __str__(self) -> str:
        return "\n".join(self.board[HIDDEN:])


@dataclass(frozen=True)
class MarathonAfterstate:
    """A key was pressed or a moment came; the queue is short of a piece where one was taken."""

    state: MarathonState
    reward: int = 0  # points
    lock: Lock | None = None  # what the piece did, if it locked in sight
    resting: Falling | None = None  # where it locked, if it did

    def chances(self) -> tuple[Chance, ...]:
        """Every piece that may be drawn with its chance (M2); one outcome if none is due."""
        if not self._is_short:
            return (Chance(Fraction(1), self.state),)
        pieces = DRAWS.chances(sum(self.state.seen), self.state.seen)
        return tuple(
            Chance(chance, self._with_draw(piece)) for piece, chance in enumerate(pieces) if chance
        )

    def draw(self, dice: Dice) -> MarathonState:
        """The state that the dice give (M2)."""
        if not self._is_short:
            return self.state
        return self._with_draw(DRAWS.piece(sum(self.state.seen), self.state.seen, dice))

    @property
    def _is_short(self) -> bool:
        return len(self.state.queue) < QUEUE

    def _with_draw(self, piece: int) -> MarathonState:
        state = self.state
        return replace(state, queue=(*state.queue, piece), seen=counted(state.seen, piece))


@lru_cache(maxsize=64)
def _columns(board: Rows) -> tuple[int, ...]:
    """A board stays the same for all keys of a piece, and digests are taken after each."""
    return tuple(columns_of(board))
