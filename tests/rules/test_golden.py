"""Golden files: short games move by move, and counts of all games from a position.

`python -m tests.rules.test_golden` writes the files again. Their moves and positions stay; what
follows from them is worked out by the rules. A difference is a change of behaviour.
"""

from __future__ import annotations

import pytest

from tests import GOLDEN
from tilefall.engines import Engine, Reference
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice

GAMES, PERFT = GOLDEN / "games.txt", GOLDEN / "perft.txt"
BLOCKS = GAMES.read_text(encoding="utf-8").split("\n====\n")
COUNTS = PERFT.read_text(encoding="utf-8").splitlines()
MOST = 2000  # games that the reference engine counts within a second


def replayed(block: str, engine: Engine) -> str:
    """The block as this engine plays it: the first position, then moves and positions in turn."""
    title, first, *lines = block.splitlines()
    dice, state = Dice(int(title.split(" seed ")[1])), parse(first)
    played = [title, first]
    for line in lines[::2]:
        meaning = line.removeprefix("    ")
        names = {str(state.game.moves[move]): move for move in engine.legal_moves(state)}
        state = engine.draw(engine.play(state, names[meaning]), dice)
        played += [line, state.text()]
    return "\n".join(played)


def counted(line: str, engine: Engine) -> str:
    """The line with the counts that this engine finds."""
    position, seed, depth = asked(line)
    found = engine.perft(parse(position), depth, Dice(seed))
    return (
        f"{position} | seed {seed} | depth {depth} | games {found.leaves} "
        f"| digest {found.digest:016x}"
    )


def asked(line: str) -> tuple[str, int, int]:
    """Position, seed and depth of a line."""
    position, seed, depth = line.split(" | ")[:3]
    return position, int(seed.removeprefix("seed ")), int(depth.removeprefix("depth "))


def title(line: str) -> str:
    """Game and depth of a line, short enough for a list of tests."""
    position, _, depth = asked(line)
    return f"{position.split()[0]} depth {depth}"


FEW = [line for line in COUNTS if int(line.split(" | ")[3].removeprefix("games ")) <= MOST]
MANY = [line for line in COUNTS if line not in FEW]


@pytest.mark.parametrize("block", BLOCKS, ids=[block.partition("\n")[0] for block in BLOCKS])
def test_games_go_as_the_golden_file_says(block: str, engine: Engine) -> None:
    assert replayed(block, engine).strip() == block.strip()


@pytest.mark.parametrize("line", FEW, ids=map(title, FEW))
def test_counts_of_all_games_are_as_the_golden_file_says(line: str, engine: Engine) -> None:
    assert counted(line, engine) == line


@pytest.mark.parametrize("line", MANY, ids=map(title, MANY))
def test_large_counts_are_as_the_golden_file_says(line: str, native: Engine) -> None:
    assert counted(line, native) == line


def main() -> None:
    """The large counts take the reference engine half a minute."""
    reference = Reference()
    text = "\n====\n".join(replayed(block, reference) for block in BLOCKS)
    GAMES.write_text(f"{text}\n", encoding="utf-8")
    counts = "\n".join(counted(line, reference) for line in COUNTS)
    PERFT.write_text(f"{counts}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
