"""CUDA workers: the GPU of this machine plays the games of a generation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilefall.engines.cuda import Cuda
from tilefall.engines.cuda_kinds import check_playable
from tilefall.engines.protocol import EngineError
from tilefall.train.plan import BadPlan, parse_plan
from tilefall.train.task import Games, Task


class CudaWorkers:
    """The first GPU of this machine."""

    def __init__(self) -> None:
        self.cuda = Cuda()

    def play(
        self, task: Task, population: Sequence[tuple[int, ...]], seeds: Sequence[int]
    ) -> list[Games]:
        """The games of every member, one a seed."""
        check_task(task)
        player = task.player
        found = self.cuda.columns(
            player.game, population, seeds, task.max_pieces, player.depth, player.beam
        )
        played = Games(found[0].tolist(), found[1].tolist(), (found[4] == 0).tolist())
        return played.parts(len(seeds))

    def close(self) -> None:
        """Nothing was taken for longer than a call."""


def check_task(task: Task) -> None:
    """Raises EngineError for an agent that a GPU does not play."""
    if task.player.program is not None:
        raise EngineError(
            f"agent {task.agent}, a GPU plays greedy and lookahead; take the cores of this machine"
        )
    check_playable(task.player.game, task.player.depth, task.player.beam)


def check_plan(plan: Mapping[str, Any]) -> None:
    """Raises EngineError for a plan whose games a GPU does not play."""
    try:
        task = parse_plan(plan).task
    except BadPlan:
        return  # told with the name of its file when the run is opened
    check_task(task)
