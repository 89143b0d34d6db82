"""Verify: plays a record again and finds the move at which it departs from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilefall.engines import Engine
from tilefall.play.record import CHECK_DIGITS, BadRecord, Record, check_text, digest_text
from tilefall.play.turning import following_state
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.game import RULES_VERSION, BadText, IllegalMove, State


@dataclass(frozen=True)
class Departure:
    """Where a record stops telling what happened, and how that shows."""

    move_number: int | None  # from 1 on; 0 before the first move, None if no move is to blame
    reason: str

    def __str__(self) -> str:
        if self.move_number is None:
            return self.reason
        where = f"at move {self.move_number}" if self.move_number else "before the first move"
        return f"{where}: {self.reason}"


class Departs(BadRecord):
    """Raised where a replay finds that its record does not hold."""

    def __init__(self, departure: Departure) -> None:
        super().__init__(f"the record departs {departure}")
        self.departure = departure


def replayed(record: Record, engine: Engine | None = None) -> Iterator[State]:
    """The states of a record from the first to the last; Departs as soon as one is wrong.

    An engine plays the turns if one is given, otherwise the rules do.
    """
    dice = Dice(record.seed)
    state = _first_state(record, dice)
    yield state
    checks = _split(record.checks)
    for number, move in enumerate(record.moves, 1):
        try:
            state = following_state(state, move, dice, engine)
        except IllegalMove as error:
            reason = f"illegal {str(error).splitlines()[0].removesuffix(', in:')}"
            raise Departs(Departure(number, reason)) from error
        found = check_text(state.digest())
        if number > len(checks):
            raise Departs(Departure(number, f"it has no check, the state has {found}"))
        if found != checks[number - 1]:
            reason = f"the check is {checks[number - 1]}, the state has {found}"
            raise Departs(Departure(number, reason))
        yield state
    _check_end(record, state, checks)


def verify(record: Record) -> Departure | None:
    """None if the record holds from its first move to its seal, else where it departs."""
    try:
        for _ in replayed(record):
            pass
    except Departs as error:
        return error.departure
    return None


def _first_state(record: Record, dice: Dice) -> State:
    if record.rules != RULES_VERSION:
        reason = f"it was played under rules {record.rules}, these are rules {RULES_VERSION}"
        raise Departs(Departure(0, reason))
    try:
        game = parse_game(record.game)
        state = game.start(dice) if record.start is None else game.parse(record.start)
    except BadText as error:
        raise Departs(Departure(0, str(error))) from error
    if len(record.agents) != game.players:
        reason = f"{len(record.agents)} agents, {game.name} has {game.players}"
        raise Departs(Departure(0, reason))
    return state


def _check_end(record: Record, state: State, checks: list[str]) -> None:
    last = len(record.moves)
    digest, seal = digest_text(state.digest()), record.expected_seal()
    if len(checks) > last:
        raise Departs(Departure(last, f"{len(checks)} checks for {last} moves"))
    if record.score != state.score:
        raise Departs(Departure(last, f"the score is {record.score}, the state's {state.score}"))
    if record.digest != digest:
        raise Departs(Departure(last, f"the digest is {record.digest}, the state's {digest}"))
    if record.seal != seal:
        reason = f"from its seal {record.seal}, expected {seal}: it was changed after the game"
        raise Departs(Departure(None, reason))


def _split(checks: str) -> list[str]:
    return [checks[i : i + CHECK_DIGITS] for i in range(0, len(checks), CHECK_DIGITS)]
