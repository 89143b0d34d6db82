"""Plain drawings are what the goldens show, in ASCII, for any state."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import GOLDEN
from tests.conftest import examples
from tilefall.agents.simple import RandomAgent
from tilefall.interfaces.terminal.plain import choices, drawing, result_line
from tilefall.play import turns
from tilefall.rules.catalog import GAMES, parse, parse_game
from tilefall.rules.tetris import TetrisState

DRAWINGS = (GOLDEN / "drawings.txt").read_text().split("====\n")


@pytest.mark.parametrize("block", DRAWINGS, ids=[block.split()[0] for block in DRAWINGS])
def test_drawings_are_as_the_goldens_show(block: str) -> None:
    position, _, expected = block.partition("\n")
    assert f"{drawing(parse(position))}\n" == expected


@examples(20)
@given(st.sampled_from(list(GAMES)), st.integers(0, 1000))
def test_every_state_of_a_game_has_a_drawing_of_one_height(name: str, seed: int) -> None:
    game = parse_game(name)
    heights = set()
    for turn in turns(game, [RandomAgent(seed)] * game.players, seed, max_turns=10):
        text = drawing(turn.next)
        assert text.isascii()
        assert not any(line != line.rstrip() for line in text.splitlines())
        heights.add(text.count("\n"))
        if isinstance(turn.next, TetrisState):
            assert choices(turn.next).isascii()
    assert len(heights) == 1


def test_results_name_the_winner() -> None:
    won = parse("ijk:size=2 K1/2 - 9")
    assert result_line(won, ("ann", "bob")) == "+ (ann) has won after 9 turns"
    lost = parse("ijk:size=2 k1/2 + 1")
    assert result_line(lost, ("ann", "bob")) == "- (bob) has won after 1 turn"
    assert result_line(parse("ijk:size=2 Ba/Ab + 9"), ("ann", "bob")) == "a tie after 9 turns"
