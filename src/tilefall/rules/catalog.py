"""Catalog: the games by name, and texts of any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from tilefall.rules.game import BadText, Game, State
from tilefall.rules.ijk import Ijk
from tilefall.rules.marathon import Marathon
from tilefall.rules.notation import parse_game_text
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

GAMES: dict[str, Callable[[Mapping[str, str]], Game]] = {
    "quintris": Quintris.from_parameters,
    "tetris": Tetris.from_parameters,
    "ijk": Ijk.from_parameters,
    "marathon": Marathon.from_parameters,
}
AGENT_GAMES = tuple(name for name in GAMES if name != Marathon.name)
FOR_PEOPLE = (
    "marathon is played by people: tilefall play marathon. "
    "Agents play tetris:rules=preview,pieces=bag, which deals the same pieces."
)


def parse_game(text: str) -> Game:
    """The game that a text names, with its parameters (N4).

    >>> parse_game("tetris:height=10").text()
    'tetris:height=10'
    """
    name, parameters = parse_game_text(text)
    if name not in GAMES:
        close = get_close_matches(name, GAMES, n=1)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise BadText(f'No game "{name}".{hint} There are {", ".join(GAMES)}.')
    try:
        return GAMES[name](parameters)
    except BadText:
        raise
    except ValueError as error:
        raise BadText(f"game {text!r}: {error}") from error


def parse(text: str) -> State:
    """The state of a position text of any game (N1).

    >>> parse("tetris:height=4 x2x6/xx8 T - 0-0-1-0-0-0-0 0 0").legal_moves()[:2]
    (962, 994)
    """
    return parse_game(text.partition(" ")[0]).parse(text)


def check_agents_play(game: Game) -> None:
    """BadText where nobody but people plays a game; it says what agents play instead."""
    if game.name not in AGENT_GAMES:
        raise BadText(FOR_PEOPLE)
