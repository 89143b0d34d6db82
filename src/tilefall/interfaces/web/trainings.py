"""Trainings: the addresses that tell of runs of training, also of those that go on."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.routing import Route

from tilefall.interfaces.web.asking import UNUSABLE, answering, in_words
from tilefall.interfaces.web.checkpoints import Checkpoint, checkpoints_of
from tilefall.interfaces.web.encode import Encoded
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.library import MOST, Shelved, runs_in, shelved
from tilefall.interfaces.web.remembered import Remembered, latest, stamp_of
from tilefall.interfaces.web.run_figures import judged_words, run_figures, run_listed
from tilefall.play.folders import is_held
from tilefall.train.runs import BEST, CHECKPOINTS, CONFIG, LOG

FILES = (CONFIG, LOG)
WEIGHTS = (BEST, CHECKPOINTS)
KEPT = 16  # runs with all their curves


def training_routes(house: House) -> list[Route]:
    """The addresses below /data/runs."""
    runs, answer = _Runs(house), answering(house)
    return [
        Route("/data/runs", answer(runs.listed)),
        Route("/data/runs/{id}", answer(runs.shown)),
        Route("/data/runs/{id}/checkpoints", answer(runs.checkpoints)),
    ]


class _Runs:
    """Answers, each for itself; what was read is remembered for all of them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._figures = Remembered(run_figures, FILES, KEPT)
        self._listed = Remembered(run_listed, FILES, MOST)
        self._words = Remembered(judged_words, FILES, KEPT)

    def listed(self, request: Request) -> Encoded:
        """All runs, the one that changed last first; broken ones with what is wrong."""
        found = sorted(
            runs_in(self._house.folder), key=lambda each: latest(each.path, FILES), reverse=True
        )
        return {"runs": [self._entry(each) for each in found]}

    def shown(self, request: Request) -> Encoded:
        """The curves and figures of one run, unless the page knows them already."""
        run = self._run(request)
        about, known = _about(run), self._figures(run.path)
        weights = stamp_of(run.path, WEIGHTS)
        stamp = f"{hash((known.stamp, weights, about['is_running'])):x}"
        if request.query_params.get("known") == stamp:
            return {"stamp": stamp}
        return {"stamp": stamp, **about, **known.value}

    def checkpoints(self, request: Request) -> Encoded:
        """The weights of a run that can be watched, with how good they were."""
        run = self._run(request)
        words = self._words(run.path).value
        found = checkpoints_of(self._house.folder, run.path)
        return {"checkpoints": [_checkpoint(each, words) for each in found]}

    def _run(self, request: Request) -> Shelved:
        return shelved(runs_in(self._house.folder), request.path_params["id"])

    def _entry(self, run: Shelved) -> Encoded:
        about = _about(run)
        try:
            return about | self._listed(run.path).value
        except UNUSABLE as error:
            return about | {"wrong": in_words(error, self._house)}


def _about(run: Shelved) -> Encoded:
    return {
        "id": run.id,
        "name": run.name,
        "is_running": is_held(run.path),
        "changed": latest(run.path, FILES),
    }


def _checkpoint(checkpoint: Checkpoint, words: Mapping[int, str]) -> Encoded:
    """A checkpoint and what was found out about it; the best is the last that was judged."""
    at = max(words, default=None) if checkpoint.at is None else checkpoint.at
    return {"name": checkpoint.name, "at": at, "words": words.get(at, "") if at else ""}
