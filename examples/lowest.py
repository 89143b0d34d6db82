"""An agent in ten lines: it puts every piece as low as it can, and the first such place."""

from tilefall.agents.agent import Limit
from tilefall.play import play_match, verify
from tilefall.rules.tetris import Tetris, TetrisState


class Lowest:
    name = "lowest"

    def choose(self, state: TetrisState, limit: Limit) -> int:
        return max(state.legal_moves(), key=lambda move: state.game.moves[move].row)


if __name__ == "__main__":
    record = play_match(Tetris(), [Lowest()], seed=1, max_turns=1000)
    print(f"{record.score} rows with {len(record.moves)} pieces, seed {record.seed}")
    print(f"The record {'holds' if verify(record) is None else 'does not hold'}: {record.digest}")
