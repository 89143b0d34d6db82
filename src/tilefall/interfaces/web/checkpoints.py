"""Checkpoints: the weights of a run that can be played with, and who plays with them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from tilefall.agents.agent import Agent
from tilefall.agents.catalog import catalog
from tilefall.interfaces.web.asking import in_words
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.library import Shelved, is_inside, runs_in, shelved
from tilefall.interfaces.web.session import Trouble
from tilefall.play.kept import ID
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import Game
from tilefall.rules.ijk import Ijk
from tilefall.rules.notation import parse_game_text
from tilefall.train.history import read_heading
from tilefall.train.runs import BEST, CHECKPOINTS

SUFFIX = ".json"


@dataclass(frozen=True)
class Checkpoint:
    """A file of weights; its name stands in links."""

    name: str  # best, or the generation or the games after which it was written
    path: Path

    @property
    def at(self) -> int | None:
        """After how many generations, or games, it was written; None of the best."""
        return int(self.name) if self.name.isdecimal() else None


@dataclass(frozen=True)
class Trained:
    """Who plays with the weights of a run, and what."""

    game: Game
    agents: tuple[Agent, ...]  # one for each player of the game
    name: str  # for people
    explainer: str | None  # who tells what it thinks, where a text can name the file


def checkpoints_of(folder: Path, run: Path) -> tuple[Checkpoint, ...]:
    """The files of a run to play with: the best first, then the latest; none from elsewhere."""
    found = []
    if os.path.isfile(run / BEST) and is_inside(folder, run / BEST):
        found.append(Checkpoint(BEST.removesuffix(SUFFIX), run / BEST))
    try:
        names = sorted(os.listdir(run / CHECKPOINTS), reverse=True)
    except OSError:
        names = []
    for name in names:
        path, stem = run / CHECKPOINTS / name, name.removesuffix(SUFFIX)
        if name.endswith(SUFFIX) and ID.fullmatch(stem) and is_inside(folder, path):
            found.append(Checkpoint(stem, path))
    return tuple(found)


def trained(house: House, wanted: str, name: str | None, seed: int) -> Trained:
    """The agent of a run with the weights of a checkpoint, the best ones if none is named.

    Trouble says why there is none.
    """
    run = shelved(runs_in(house.folder), wanted)
    known = {each.name: each for each in checkpoints_of(house.folder, run.path)}
    if not known:
        raise Trouble(f"{wanted} has no weights yet: they come with its first validation.")
    checkpoint = known.get(name or next(iter(known)))
    if checkpoint is None:
        raise Trouble(f"{wanted} has no checkpoint {name}; it has {', '.join(known)}.")
    try:
        return _made(house, run, checkpoint, seed)
    except (ValueError, OSError) as error:  # of the run or of the weights
        raise Trouble(in_words(error, house)) from error


def _made(house: House, run: Shelved, checkpoint: Checkpoint, seed: int) -> Trained:
    history = read_heading(run.path)
    game = parse_game(history.game)
    base, parameters = parse_game_text(history.agent)
    key = "network" if isinstance(game, Ijk) else "weights"
    file = str(checkpoint.path.resolve())
    make = catalog()[base].makers[game.name]
    agents = tuple(
        make(game, seed, house.engine, {**parameters, key: file}) for _ in range(game.players)
    )
    joint = "," if parameters else ":"
    explainer = None if "," in file else f"{history.agent}{joint}{key}={file}"
    return Trained(game, agents, f"{history.agent} of {run.id}, {checkpoint.name}", explainer)
