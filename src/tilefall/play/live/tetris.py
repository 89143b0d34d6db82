"""LiveTetris: a person turns and moves a piece above the well, then drops it (T3)."""

from __future__ import annotations

from tilefall.play.live.history import History, Moment
from tilefall.play.live.landing import Landing, placement_landing
from tilefall.play.live.live import Action
from tilefall.play.painted import painted
from tilefall.play.record import Record
from tilefall.rules.dice import Dice
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import Placement
from tilefall.rules.tetris import PIECES, Tetris, TetrisState

ABOVE = max(shape.height for shape in PIECES.shapes)  # rows in which a piece waits
STEPS = {Action.LEFT: -1, Action.RIGHT: 1}
TURNS = {Action.TURN: 1, Action.TURN_BACK: 3}  # quarters clockwise


class LiveTetris:
    """Nothing sinks by itself: a piece waits until it is dropped."""

    def __init__(
        self,
        game: Tetris,
        seed: int,
        *,
        start: TetrisState | None = None,
        cells: Rows = (),
    ) -> None:
        first = game.start(Dice(seed)) if start is None else start
        self.game, self.seed, self.start = game, seed, start
        self._history = History(game, seed, Moment(first, cells or first.board), start)
        self.is_paused = False  # no key is heard
        self._appear()

    def _appear(self) -> None:
        """The piece of the state waits in the middle, as it is drawn in the rules (T2)."""
        self._shape, self._column = 0, 0
        if self.state.current is not None:
            self._shape = PIECES.of_piece[self.state.current][0]
            self._column = (self.game.width - PIECES.shapes[self._shape].width) // 2

    @property
    def state(self) -> TetrisState:
        """The position."""
        return self._history.now.state

    @property
    def actions(self) -> tuple[Action, ...]:
        """What can be asked for."""
        return (*STEPS, Action.WALL_LEFT, Action.WALL_RIGHT, *TURNS, Action.DROP)

    @property
    def is_over(self) -> bool:
        """Whether the last piece reached above the board (T4)."""
        return self.state.is_over

    @property
    def is_assisted(self) -> bool:
        """Whether a piece was taken back, or an agent gave advice."""
        return self._history.is_assisted

    @property
    def cells(self) -> Rows:
        """The board, with the letters of the pieces that filled it."""
        return self._history.now.cells

    @property
    def last(self) -> Placement | None:
        """Where the last piece came to rest; its rows may be gone."""
        move = self._history.now.last
        return None if move is None else self.game.moves[move]

    @property
    def removed(self) -> int:
        """How many rows the last piece removed."""
        return self._history.now.reward

    @property
    def landing(self) -> Landing | None:
        """What the last piece did; None before the first one has come to rest."""
        last, before = self.last, self._history.before
        if last is None or before is None:
            return None
        return placement_landing(before.cells, last, self.removed)

    @property
    def piece(self) -> Placement | None:
        """The piece, right above the top row; None when the game is over."""
        if self.is_over:
            return None
        shape = PIECES.shapes[self._shape]
        return Placement(shape, -shape.height, self._column)

    @property
    def ghost(self) -> Placement | None:
        """Where a drop would put the piece; rows above the top mean that it ends the game."""
        return None if self.is_over else self.game.moves[self._move()]

    @property
    def following(self) -> tuple[str, ...]:
        """The names of the shapes to come that are in sight: one with preview (T6)."""
        if self.state.next is None:
            return ()
        return (PIECES.shapes[PIECES.of_piece[self.state.next][0]].name,)

    def _move(self) -> int:
        """The move that a drop plays: every orientation and column is one (T3)."""
        moves = self.game.moves
        return next(
            move
            for move in self.state.legal_moves()
            if moves.shape_number(move) == self._shape and moves[move].column == self._column
        )

    def act(self, action: Action, now: float) -> bool:
        """Do what was asked for."""
        if self.is_paused or self.is_over or action not in self.actions:
            return False
        if action is Action.DROP:
            self._drop()
            return True
        before = self._shape, self._column
        column = self._column
        if action in TURNS:
            column = self._turn(TURNS[action])
        elif action in STEPS:
            column += STEPS[action]
        else:
            column = 0 if action is Action.WALL_LEFT else self.game.width
        self._column = min(max(column, 0), self.game.width - PIECES.shapes[self._shape].width)
        return before != (self._shape, self._column)

    def _turn(self, quarters: int) -> int:
        """Turn the piece; the column that keeps its middle, so that four turns change nothing."""
        middle = self._column + PIECES.shapes[self._shape].width // 2
        for _ in range(quarters):
            self._shape = PIECES.rotations[self._shape]
        return middle - PIECES.shapes[self._shape].width // 2

    def _drop(self) -> None:
        state, move = self.state, self._move()
        after = state.play(move)
        cells = painted(self.cells, state, move)
        self._history.add(Moment(after.draw(self._history.dice), cells, move, after.reward))
        self._appear()

    def advance(self, now: float) -> bool:
        """Nothing happens by itself."""
        return False

    def due(self, now: float) -> float | None:
        """Only a key can change anything."""
        return None

    def pause(self, now: float) -> None:
        """Hear no key until it goes on."""
        self.is_paused = not self.is_over

    def resume(self, now: float) -> None:
        """Hear keys again."""
        self.is_paused = False

    def undo(self, now: float) -> bool:
        """Take back the last piece: it waits above the well again."""
        if self.is_paused or not self._history.take_back(1):
            return False
        self._appear()
        return True

    def assist(self) -> None:
        """Mark the game as assisted."""
        self._history.is_assisted = True

    def record(self) -> Record:
        """The game so far, without the piece that waits."""
        return self._history.record((None,))

    def close(self) -> None:
        """Nothing runs beside the game."""
