"""A game of IJK as its environments lead it: seeds, and a state that stays in native code."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tilefall.engines.native import Native
from tilefall.engines.packing_ijk import ijk, packed, packed_rules, unpacked
from tilefall.envs.seeds import Seeding, next_seeding
from tilefall.rules.dice import Dice
from tilefall.rules.game import BadText, IllegalMove
from tilefall.rules.ijk import LETTERS, MOVES, Ijk, IjkState

PLANES = 2 * len(LETTERS)
ALL, NONE = np.ones(len(MOVES), np.int8), np.zeros(len(MOVES), np.int8)


@dataclass(frozen=True)
class IjkMoment:
    """A game as it stood, with all that is to come of it."""

    game: str
    kept: bytes
    first_turn: int
    seeding: Seeding | None


class IjkGame:
    """One game after another by the same rules.

    >>> game = IjkGame(Ijk(size=2))
    >>> game.reset(seed=1)
    >>> game.play(MOVES.index("R"))
    False
    >>> game.state.board
    ('aA', '..')
    """

    def __init__(self, rules: Ijk, max_turns: int | None = None) -> None:
        self.rules = rules
        self.max_turns = max_turns
        self.is_over = False
        self.is_cut = False  # so many turns were played that nobody looks further
        self.player = 0
        self._seeding: Seeding | None = None
        self._first_turn = 0
        letters = np.zeros((2, rules.size, rules.size), np.uint8)
        self._letters: list[NDArray[np.uint8]] = list(letters)  # native code writes into them
        self._planes = np.zeros((PLANES, rules.size, rules.size), np.float32)
        self._start = packed(rules.start(Dice(0)))  # the same with any dice (I2)
        Native().set_isa()
        self._native = ijk.Env(packed_rules(rules), self._start, 0, letters, self._planes)

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin another game; of the options only `position` is heard, a position text."""
        text = (options or {}).get("position")
        start = None if text is None else _checked_position(self.rules, text)
        self._seeding = next_seeding(self._seeding, seed)
        self._native.begin(packed(start) if start else self._start, self._seeding.seed)
        self._first_turn = start.turn if start else 0
        self._look()

    def play(self, action: SupportsIndex) -> bool:
        """Play a whole turn; True if the game has ended or is cut short after it."""
        try:
            is_over = self._native.step(operator.index(action))
        except (TypeError, ValueError):
            raise IllegalMove(self._refusal(action)) from None
        self.is_over = is_over
        self.player = self._native.player
        if self.max_turns is None:
            return is_over
        self.is_cut = not is_over and self._native.turn - self._first_turn >= self.max_turns
        return is_over or self.is_cut

    @property
    def score(self) -> int:
        """Who has won: 1 player 0, -1 player 1, 0 nobody or not yet (I11)."""
        return self._native.result

    @property
    def state(self) -> IjkState:
        """The position, as the rules hold it."""
        return unpacked(self.rules, self._native.position)

    def letters(self, player: int) -> NDArray[np.uint8]:
        """The board as a player sees it: one's own letters 1 to 13, the other's 16 more."""
        return self._letters[player].copy()

    def planes(self, player: int) -> NDArray[np.float32]:
        """The same, a plane a letter: thirteen of one's own, then thirteen of the other's."""
        self._native.look(player)
        return self._planes.copy()

    def mask(self, player: int) -> NDArray[np.int8]:
        """A 1 for every slide, or a 0 for whoever is not to move."""
        is_heard = player == self.player and not (self.is_over or self.is_cut)
        return (ALL if is_heard else NONE).copy()

    def moment(self) -> IjkMoment:
        """What `restore` needs to come back here."""
        return IjkMoment(self.rules.text(), self._native.state(), self._first_turn, self._seeding)

    def restore(self, moment: IjkMoment) -> None:
        """Go back, or on, to a moment of a game by the same rules."""
        if moment.game != self.rules.text():
            raise ValueError(
                f"the state is one of {moment.game!r}, this environment plays "
                f"{self.rules.text()!r}: restore it in an environment of its own game"
            )
        self._native.restore(moment.kept)
        self._first_turn = moment.first_turn
        self._seeding = moment.seeding
        self._look()

    def __reduce__(self) -> tuple[object, ...]:
        return _revived, (self.rules, self.max_turns, self.moment())

    def _look(self) -> None:
        self.is_over = self._native.is_over
        self.player = self._native.player
        played = self._native.turn - self._first_turn
        self.is_cut = not self.is_over and self.max_turns is not None and played >= self.max_turns

    def _refusal(self, action: object) -> str:
        if self.is_over:
            return "the game is over, no action is heard: call reset()"
        names = ", ".join(f"{number} for {name}" for number, name in enumerate(MOVES))
        return f"action {action!r}, allowed are {names}"


def _revived(rules: Ijk, max_turns: int | None, moment: IjkMoment) -> IjkGame:
    game = IjkGame(rules, max_turns)
    game.restore(moment)
    return game


def _checked_position(rules: Ijk, text: object) -> IjkState:
    if not isinstance(text, str):
        raise ValueError(f"position {text!r}, expected a text such as 'ijk A5/6/6/6/6/6 + 0'")
    try:
        state = rules.parse(text)
    except BadText as error:
        raise ValueError(f"position {text!r}: {error}") from None
    if state.is_over:
        raise ValueError(f"position {text!r}: the game is over there, nobody can move")
    return state
