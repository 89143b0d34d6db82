"""Judges: who says what moves of a game are worth, and who can judge those who play it."""

from __future__ import annotations

from collections.abc import Sequence

from tilefall.agents.agent import Agent
from tilefall.agents.catalog import agent
from tilefall.agents.considering import default_explainer, has_reasons
from tilefall.agents.expecting import ExpectiminimaxAgent
from tilefall.agents.foreign.names import is_foreign
from tilefall.agents.minimaxing import MinimaxAgent
from tilefall.agents.searching import DEEPEST, SearchAgent
from tilefall.rules.game import Game
from tilefall.rules.ijk import Ijk
from tilefall.rules.notation import parse_game_text
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

Searching = SearchAgent | MinimaxAgent | ExpectiminimaxAgent
BEAM = 16  # placements that a judge deeper than usual follows: seconds become milliseconds
KEPT = ("weights", "belief", "evaluation", "network")  # what makes up an agent's values


def is_explained(game: Game) -> bool:
    """Whether there are agents that tell what they think of this game's moves."""
    return isinstance(game, Quintris | Tetris | Ijk)


def explainer_of(game: Game, names: Sequence[str], seed: int, engine: str) -> str:
    """Who explains a game: whoever plays it alone and has reasons, else the default one.

    One for all players, so that values can be compared.
    """
    usual = default_explainer(game)
    if len(set(names)) > 1:
        return usual
    made = _made(names[0], game, seed, engine)
    return names[0] if made is not None and has_reasons(made, game) else usual


def judge_of(game: Game, names: Sequence[str], seed: int, engine: str) -> str:
    """Who judges a game: the default explainer, or a deeper one where that is who plays.

    An agent never differs from what it thinks itself.
    """
    usual = default_explainer(game)
    judge = agent(usual, game, seed, engine)
    assert isinstance(judge, Searching)
    players = {name: _made(name, game, seed, engine) for name in names}
    depths = {name: made.depth for name, made in players.items() if isinstance(made, Searching)}
    deepest = max(depths, key=lambda name: depths[name], default="")
    if not deepest or depths[deepest] < judge.depth:
        return usual
    base, parameters = parse_game_text(deepest)
    words = {key: word for key, word in parameters.items() if key in KEPT and base == usual}
    more = 2 if usual == "alphabeta" else 1  # each side's slide
    words["depth"] = str(min(depths[deepest] + more, DEEPEST))
    if not isinstance(game, Ijk):
        words["beam"] = str(BEAM)
    return f"{usual}:{','.join(f'{key}={word}' for key, word in words.items())}"


def _made(name: str, game: Game, seed: int, engine: str) -> Agent | None:
    """The agent of this name; None if it is a program of others or not to be had here."""
    if is_foreign(name):
        return None
    try:
        return agent(name, game, seed, engine)
    except (ValueError, OSError):  # records name persons too, and files of elsewhere
        return None
