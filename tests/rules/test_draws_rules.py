"""The rules F10 and F11 about draws and chances (docs/rules/falling.md)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.rules.boards import (
    is_over,
    move_to,
    pentomino,
)
from tilefall.engines import Engine
from tilefall.rules import tetris as tetris_rules
from tilefall.rules.dice import Dice
from tilefall.rules.pieces import MIX_LANE, Draws, mix, posterior
from tilefall.rules.quintris import PIECES, Quintris, QuintrisAfterstate, QuintrisState
from tilefall.rules.tetris import Tetris, TetrisAfterstate, TetrisState


def test_f10_hidden_draws_follow_a_mix_that_the_dice_draw(engine: Engine) -> None:
    dice = Dice(11)
    weights = tuple(dice.roll(turn=0, sides=11, lane=8 + piece) for piece in range(6))
    assert mix(dice, 6) == weights
    drawn_pieces = list(pieces_drawn(engine, Quintris(), dice, 40))
    for number, piece in enumerate(drawn_pieces):
        assert piece == side_by_side(weights, dice.roll(turn=number, sides=sum(weights), lane=0))


def test_f10_a_mix_of_zeros_is_drawn_again() -> None:
    """No seed at hand rolls six zeros, so the dice are loaded."""

    class Loaded(Dice):
        def roll(self, *, turn: int, sides: int, lane: int = 0) -> int:
            return 3 if (turn, lane) == (2, MIX_LANE + 4) else 0

    assert mix(Loaded(0), 6) == (0, 0, 0, 0, 3, 0)


def test_f10_uniform_and_told_draws_follow_their_weights(engine: Engine) -> None:
    dice = Dice(5)
    for word, weights in [("uniform", (1,) * 6), ("3-0-1-2-4-5", (3, 0, 1, 2, 4, 5))]:
        found = list(pieces_drawn(engine, Quintris(word), dice, 40))
        rolls = [dice.roll(turn=number, sides=sum(weights), lane=0) for number in range(40)]
        assert found == [side_by_side(weights, roll) for roll in rolls]
        assert (1 in found) == (word == "uniform")


def test_f10_a_bag_gives_every_piece_once_before_any_comes_again(engine: Engine) -> None:
    found = list(pieces_drawn(engine, Quintris("bag"), Dice(5), 36))
    for first in range(0, 36, 6):
        assert sorted(found[first : first + 6]) == list(range(6))
    # also from a position in which some pieces are ahead: those seen least come first
    after = TetrisAfterstate(
        Tetris(pieces="bag"), ("." * 10,) * 20, None, (4, 4, 3, 4, 3, 5, 4), 0, 26, 0, False
    )
    drawn_from = {engine.draw(after, Dice(seed)).text().split()[2] for seed in range(40)}
    assert drawn_from == {"T", "S"}


def test_f10_a_list_comes_over_and_over(engine: Engine) -> None:
    found = pieces_drawn(engine, Quintris("NUXX"), Dice(1), 10)
    assert "".join("XILYUN"[piece] for piece in found) == "NUXXNUXXNU"


@pytest.mark.parametrize("word", ["", "odd", "3-0-1", "0-0-0-0-0-0", "XIQ", "1234567-1-1-1-1-1"])
def test_f10_other_words_are_refused(word: str) -> None:
    with pytest.raises(ValueError, match="allowed are hidden, uniform, bag"):
        Draws("XILYUN", word)


def test_f11_known_weights_are_the_chances() -> None:
    zero, one, half, third = Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3)
    assert Draws("ABC", "2-0-1").chances(7, (9, 9, 9)) == (2 * third, zero, third)
    assert Draws("ABC", "uniform").chances(7, (9, 0, 0)) == (third, third, third)
    assert Draws("ABC", "bag").chances(7, (3, 2, 2)) == (zero, half, half)
    assert Draws("ABC", "CAB").chances(7, (3, 2, 2)) == (one, zero, zero)


def test_f11_a_hidden_mix_is_judged_by_what_was_seen() -> None:
    """The posterior is what counting all mixes by hand gives, for three pieces."""
    seen = (3, 1, 0)
    shares = [Fraction(0)] * 3
    for weights in product(range(11), repeat=3):
        if total := sum(weights):
            chances = [Fraction(weight, total) for weight in weights]
            likelihood = chances[0] ** 3 * chances[1]
            for piece, chance in enumerate(chances):
                shares[piece] += likelihood * chance
    assert posterior(seen) == tuple(share / sum(shares) for share in shares)


def test_f11_chances_of_an_afterstate_know_nothing_of_the_mix() -> None:
    after = QuintrisAfterstate(
        Quintris(), ("." * 15,) * 25, pentomino("I0"), (5, 0, 1, 0, 0, 2), 0, 7, 0
    )
    by_piece = [Fraction(0)] * 6
    for chance in after.chances():
        assert isinstance(chance.state, QuintrisState)
        by_piece[PIECES.shapes[chance.state.next].piece] += chance.probability
    assert tuple(by_piece) == posterior((5, 0, 1, 0, 0, 2))


def side_by_side(weights: tuple[int, ...], roll: int) -> int:
    """The piece on which a roll falls when the weights are laid side by side."""
    parts = [piece for piece, weight in enumerate(weights) for _ in range(weight)]
    return parts[roll]


def pieces_drawn(engine: Engine, game: Quintris, dice: Dice, count: int) -> list[int]:
    """The pieces of a game in the order of their draws, the board wiped after every turn."""
    state = game.start(dice)
    found = [PIECES.shapes[state.current].piece]
    while len(found) < count:
        found.append(PIECES.shapes[state.next].piece)
        after = QuintrisAfterstate(
            game, ("." * 15,) * 25, state.next, state.seen, 0, state.turn + 1, 0
        )
        following = engine.draw(after, dice)
        assert isinstance(following, QuintrisState)
        assert not is_over(engine, following)
        state = following
    return found


def test_a_game_of_tetris_draws_as_the_same_rule_says(engine: Engine) -> None:
    """F10 in Tetris: draw number d is rolled in turn d, with and without preview."""
    dice = Dice(3)
    expected = [dice.roll(turn=number, sides=7, lane=0) for number in range(12)]
    for rules in ("research", "preview"):
        state = Tetris(rules=rules).start(dice)
        found = []
        for _ in range(10):
            assert state.current is not None
            found.append(state.current)
            number = len(found)
            if rules == "preview":
                assert state.next == expected[number]
            move = move_to(state, tetris_rules.PIECES.letters[state.current] + "0", 0)
            wiped = engine.play(state, move)
            assert isinstance(wiped, TetrisAfterstate)
            wiped = TetrisAfterstate(
                wiped.game, ("." * 10,) * 20, wiped.current, wiped.seen, 0, wiped.turn, 0, False
            )
            following = engine.draw(wiped, dice)
            assert isinstance(following, TetrisState)
            state = following
        assert found == expected[:10]
