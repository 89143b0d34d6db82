"""Errors: which exit code belongs to an error, and how it reads in one line."""

from __future__ import annotations

import click

from tilefall.agents.agent import Forfeit, UnknownName
from tilefall.agents.considering import NoReasons
from tilefall.agents.foreign.names import NeedsLinux
from tilefall.arena.plan import ArenaTaken, BadArena, NoArena
from tilefall.cluster.ray_cluster import BadCluster
from tilefall.engines import EngineError
from tilefall.play.animated import AgentFailed
from tilefall.play.folders import FolderInUse
from tilefall.play.kept import NotKept
from tilefall.play.record import BadRecord
from tilefall.rules.game import BadText, IllegalMove
from tilefall.search.ijk_network import BadNetwork
from tilefall.search.weights_file import BadWeights, MissingWeights
from tilefall.train.extras import MissingExtra
from tilefall.train.runs import BadRun, FolderTaken, NoRun

FAILURE, USAGE, NOT_FOUND, NOT_MET, INTERRUPTED = 1, 2, 3, 4, 130

OURS = (
    BadText,
    NoReasons,
    BadWeights,
    BadNetwork,
    BadRun,
    BadArena,
    FolderInUse,
    NotKept,
    BadCluster,
    UnknownName,
    BadRecord,
    IllegalMove,
    EngineError,
    AgentFailed,
    Forfeit,
    NeedsLinux,
    MissingExtra,
    OSError,
)


class Failed(click.ClickException):
    """Something of the outside world went wrong."""

    exit_code = FAILURE


class Misused(click.ClickException):
    """The command was given something it cannot take."""

    exit_code = USAGE


class Missing(click.ClickException):
    """There is no file, agent or game of this name."""

    exit_code = NOT_FOUND


def failure(error: Exception) -> click.ClickException | None:
    """What a known error becomes on the command line; None for one that is a fault of ours."""
    if not isinstance(error, OURS):
        return None
    text = str(error)
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, UnknownName | MissingWeights | NoRun | NoArena | FileNotFoundError):
        return Missing(text)
    is_misuse = isinstance(error, BadText | NoReasons | FolderTaken | ArenaTaken)
    return Misused(text) if is_misuse else Failed(text)
