"""Choices: what somebody who wants to play may choose among."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tilefall.agents.catalog import catalog, default_agent
from tilefall.interfaces.web.encode import encoded
from tilefall.play.animated import PERIOD
from tilefall.rules.catalog import parse_game
from tilefall.rules.marathon import LEVELS


@dataclass(frozen=True)
class Way:
    """A way to play a game."""

    game: str
    name: str
    about: str
    options: tuple[str, ...] = ()  # what can be set: level, period, against


@dataclass(frozen=True)
class GameChoice:
    """A game, and the ways to play it."""

    title: str
    about: str
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class Opponent:
    """An agent that plays against people."""

    name: str
    about: str
    mode: str  # the only one of IJK that it plays; empty if it plays both


@dataclass(frozen=True)
class PlayChoices:
    """All that the chooser of the page offers, the usual first."""

    games: tuple[GameChoice, ...]
    opponents: tuple[Opponent, ...]
    usual: str  # opponent
    levels: tuple[int, int]
    period: float


GAMES = (
    GameChoice(
        "Quintris",
        "Pentominoes fall, of a mix that nobody sees.",
        (
            Way("quintris:reach=fall", "falling", "pieces fall by themselves", ("period",)),
            Way("quintris", "in no hurry", "a piece waits at the top until you drop it"),
        ),
    ),
    GameChoice(
        "Tetris",
        "The standard rules: hold, five pieces in sight, levels.",
        (
            Way("marathon", "marathon", "pieces fall, faster with every level", ("level",)),
            Way("tetris:rules=preview,pieces=bag", "in no hurry", "turn, move and drop a piece"),
        ),
    ),
    GameChoice(
        "IJK",
        "Slide and merge letters against an agent, or against whoever sits beside you.",
        (
            Way("ijk", "without chance", "a new tile takes the first empty cell", ("against",)),
            Way("ijk:mode=nondeterministic", "with chance", "it appears anywhere", ("against",)),
        ),
    ),
)


def choices() -> PlayChoices:
    """What there is, from the catalogs of games and agents."""
    opponents = tuple(
        Opponent(entry.name, entry.about.rpartition("IJK: ")[2], entry.ijk_mode)
        for entry in catalog().values()
        if "ijk" in entry.games
    )
    usual = default_agent(parse_game("ijk"), is_quick=True)
    return PlayChoices(GAMES, opponents, usual, (LEVELS[0], LEVELS[-1]), PERIOD)


async def play_choices(request: Request) -> Response:
    """What the chooser offers."""
    return JSONResponse(encoded(choices()))
