"""Plays on from kept games that were damaged, word by word: what is not refused must be harmless.

It runs in a process of its own, which a fault would end. The words on its command line are the
first of the settings to take, how many, and a seed.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import gymnasium

from tilefall.envs.settings import Settings
from tilefall.envs.single import FallingEnv
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

STEPS = 12
WORD = 4
SETTINGS = [
    Settings(Quintris(), observation="flat"),
    Settings(Quintris(reach="fall"), observation="features"),
    Settings(Quintris(pieces="bag"), actions="keys", observation="bits"),
    Settings(Quintris(pieces="3-0-1-2-4-5"), actions="keys"),
    Settings(Tetris(4, 4, "preview", "hidden"), observation="float"),
    Settings(Tetris(15, 31, pieces="hidden"), observation="flat", illegal="error"),
    Settings(Tetris(9, 9, "preview", "bag"), actions="keys", observation="features"),
    Settings(Tetris(pieces="OI"), actions="keys", observation="bits", gravity=0),
]


def damaged(games: bytes, random: Random) -> Iterator[bytes]:
    """Each word of kept bytes changed to several others, and a few at once."""
    for at in range(0, len(games), WORD):
        (word,) = struct.unpack_from("<I", games, at)
        odd = random.getrandbits(32)
        for other in (0, 1, 7, 31, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, word + 1, word - 1, odd):
            copy = bytearray(games)
            struct.pack_into("<I", copy, at, other & 0xFFFFFFFF)
            yield bytes(copy)
    for _ in range(200):
        copy = bytearray(games)
        for _ in range(random.randint(2, 12)):
            copy[random.randrange(len(copy))] = random.choice([0, 1, 255, random.getrandbits(8)])
        yield bytes(copy)


def play_on(env: FallingEnv, random: Random) -> None:
    """Some steps by random legal actions, into the next game, too; positions stay whole."""
    for _ in range(STEPS):
        state = env.state
        assert env.settings.has_next == (state.next is not None) or state.current is None, state
        legal = env.action_masks().nonzero()[0].tolist()
        if not legal:
            return
        _, _, terminated, truncated, _ = env.step(random.choice(legal))
        env.clone()
        if terminated or truncated:
            env.reset()


def main(first: int, count: int, seed: int) -> None:
    """Prints how many damaged games were refused and how many were played on."""
    refused, taken = 0, 0
    for given in SETTINGS[first : first + count]:
        random = Random(seed)
        env = FallingEnv(given)
        env.reset(seed=seed)
        play_on(env, random)
        kept = env.clone()
        other = FallingEnv(given)
        other.reset(seed=seed + 1)
        for games in damaged(kept.games, random):
            try:
                other.restore(type(kept)(given, 1, games, has_begun=True))
            except ValueError:
                refused += 1
                continue
            taken += 1
            # one that is said to have ended, or never to have begun, asks for a reset
            with suppress(gymnasium.error.ResetNeeded):
                play_on(other, random)
            other.reset(seed=seed)
            play_on(other, random)
    print(refused, taken)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
