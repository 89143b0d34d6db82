"""Openings: distinct positions after a few random plies, from which a pair of games starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from tilefall.agents.agent import UNLIMITED
from tilefall.agents.simple import RandomAgent
from tilefall.errors import UsageError
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import Ijk, IjkState
from tilefall.rules.notation import Rows

LANE = 99  # neither a game nor the random agent rolls it
PATIENCE = 1000  # seeds in a row that bring nothing new


class TooFewOpenings(UsageError, ValueError):
    """There are fewer distinct openings than pairs; says how many were found."""


@dataclass(frozen=True)
class Plies:
    """How long an opening may be, both ends included."""

    shortest: int
    longest: int

    def __str__(self) -> str:
        return f"{self.shortest} to {self.longest}"


@dataclass(frozen=True)
class Opening:
    """The first moves of a game with this seed, and where they lead."""

    seed: int
    moves: tuple[int, ...]
    states: tuple[IjkState, ...]  # the start, then after each move

    @property
    def state(self) -> IjkState:
        """Where the agents begin."""
        return self.states[-1]

    @property
    def key(self) -> tuple[Rows, int]:
        """What decides the rest of a game: the board and who is to move, however they came."""
        return self.state.board, self.state.player


def opening(game: Ijk, seed: int, plies: Plies) -> Opening | None:
    """The random opening of a seed; None if the game ends in it."""
    dice, player = Dice(seed), RandomAgent(seed)
    length = plies.shortest + dice.roll(turn=0, sides=plies.longest - plies.shortest + 1, lane=LANE)
    moves: list[int] = []
    states = [game.start(dice)]
    while len(moves) < length and not states[-1].is_over:
        moves.append(player.choose(states[-1], UNLIMITED))
        states.append(states[-1].play(moves[-1]).draw(dice))
    return None if states[-1].is_over else Opening(seed, tuple(moves), tuple(states))


def openings(game: Ijk, wanted: int, first_seed: int, plies: Plies) -> list[Opening]:
    """So many openings of first_seed and the seeds after it; those known already are left out."""
    found = list(islice(distinct_openings(game, first_seed, plies), wanted))
    if len(found) < wanted:
        raise TooFewOpenings(
            f"{wanted} pairs, but {game.text()} has only {len(found)} distinct openings of {plies} "
            f"plies from seed {first_seed} on; give fewer pairs or other plies"
        )
    return found


def distinct_openings(game: Ijk, first_seed: int, plies: Plies) -> Iterator[Opening]:
    """Openings of first_seed and the seeds after it that lead to different positions.

    They end where many seeds in a row have brought nothing new.
    """
    known: set[tuple[Rows, int]] = set()
    seed = last_new = first_seed
    while seed - last_new < PATIENCE:
        made = opening(game, seed, plies)
        if made and made.key not in known:
            known.add(made.key)
            last_new = seed
            yield made
        seed += 1
