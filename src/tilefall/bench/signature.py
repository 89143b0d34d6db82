"""Signature: one number for everything an engine does, so that a change shows or is none."""

from __future__ import annotations

from tilefall.engines.protocol import Engine
from tilefall.rules.dice import Dice, digest
from tilefall.rules.ijk import Ijk
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris
from tilefall.search.linear import PUBLISHED, QUINTRIS_START, shipped

GAMES = (
    Quintris(),
    Quintris(pieces="bag", reach="fall"),
    Tetris(height=10),
    Tetris(width=8, height=16, rules="preview", pieces="bag"),
)


def signature(engine: Engine, seeds: int = 20, max_turns: int = 200, depth: int = 5) -> str:
    """The digest of many games and positions, in 16 digits; the same from every engine."""
    weights = [*shipped(PUBLISHED).values(), *shipped(QUINTRIS_START).values()]
    words = []
    for game in GAMES:
        for each in weights:
            outcomes = engine.playout(game, each.weights, range(seeds), max_turns)
            words += [outcome.digest for outcome in outcomes]
    for mode in ("deterministic", "nondeterministic"):
        dice = Dice(1)
        words.append(engine.perft(Ijk(mode=mode).start(dice), depth, dice).digest)
    return f"{digest(words):016x}"
