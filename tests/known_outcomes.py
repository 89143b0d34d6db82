"""Known outcomes: IJK positions with who wins and how soon, in a file that a person can read.

`python -m tests.known_outcomes` writes the file again: games of random slides, and their positions
with whatever outcome and distance is still missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tilefall.engines.native import Native
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import PLAYERS, Ijk, IjkState
from tilefall.search.solving import MemoryIsFull, Solution, Solver, after_slide

FILE = Path(__file__).parent / "golden" / "outcomes.txt"
GAMES = (
    Ijk(3, winning="D"),
    Ijk(3, winning="E"),
    Ijk(3),
    Ijk(3, end="round", winning="D"),
    Ijk(4, winning="C"),
    Ijk(4, winning="D"),
    Ijk(4, winning="E"),
)
FARTHEST = 12  # slides
LONGEST_TIE = 10  # so that a search to the end of every game is quick
MOST_SEEDS = 40
MEBIBYTES = 4


@dataclass(frozen=True)
class Outcome:
    """A position and how it ends."""

    state: IjkState
    winner: int  # 1 player 0, -1 player 1, 0 neither
    slides: int  # until the win; of a tie until its longest game has ended

    def line(self) -> str:
        """The outcome as a line of the file."""
        who = {1: PLAYERS[0], -1: PLAYERS[1], 0: "="}[self.winner]
        return f"{who} {self.slides:2} | {self.state.text()}"


def read(line: str) -> Outcome:
    """The outcome that a line of the file tells."""
    told, position = line.split(" | ")
    who, slides = told.split()
    state = parse(position)
    assert isinstance(state, IjkState)
    return Outcome(state, {PLAYERS[0]: 1, PLAYERS[1]: -1, "=": 0}[who], int(slides))


def random_states(game: Ijk, seed: int) -> Iterator[IjkState]:
    """The positions of a game of random slides, the last ones first."""
    dice = Dice(seed)
    states = [game.start(dice)]
    while moves := states[-1].legal_moves():
        states.append(
            after_slide(states[-1], moves[dice.roll(turn=states[-1].turn, sides=4, lane=1)])
        )
    return reversed(states[:-1])


def outcome(state: IjkState) -> Outcome | None:
    """How a position ends, if that is soon enough to be of use."""
    solution = Solver(state, MEBIBYTES, Native()).solved(slides=FARTHEST)
    if not isinstance(solution, Solution):
        return None
    if solution.outcome:
        return Outcome(state, solution.outcome, solution.slides)
    try:
        longest = Solver(state, 1, Native()).census().longest
    except MemoryIsFull:
        return None
    return Outcome(state, 0, longest) if longest <= LONGEST_TIE else None


def outcomes_of(game: Ijk) -> list[Outcome]:
    """One position of this game for each outcome and distance that random games come by."""
    chosen: dict[tuple[int, int], Outcome] = {}
    for seed in range(MOST_SEEDS):
        for state in list(random_states(game, seed))[:FARTHEST]:
            found = outcome(state)
            if found is not None:
                chosen.setdefault((found.winner, found.slides), found)
    return [chosen[key] for key in sorted(chosen)]


if __name__ == "__main__":
    lines = [each.line() for game in GAMES for each in outcomes_of(game)]
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
