"""Played: how one game of an arena went, as the store keeps it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Played:
    """One game; agents are told by their places in the plan."""

    bout: int  # the common dice and the opening: 0, 1, 2, ... in the order in which they count
    seed: int
    players: tuple[int, ...]  # who played; of two players + first
    score: int  # lines, or 1 if + has won, -1 if - has, 0 for a tie
    turns: int  # pieces or plies, those of an opening included
    is_over: bool  # by the rules; False at the cap, and if somebody forfeited
    moves: tuple[int, ...]  # how many each of the players chose
    seconds: tuple[float, ...]  # how long each of them thought
    digest: str  # of the last state, as records write it
    forfeiter: int | None = None  # 0 or 1: who of the players forfeited
    cause: str = ""  # one of CAUSES
    detail: str = ""  # one line for people
    record: int | None = None  # its line in the file of records, from 1


@dataclass(frozen=True)
class Done:
    """A game that was played, and its record as a line."""

    played: Played
    line: bytes | None  # with its end
