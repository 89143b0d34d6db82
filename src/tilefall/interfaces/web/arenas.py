"""Arenas: the addresses that tell of tournaments, also of those that are still being played."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tilefall.arena.export import games_csv, table_csv
from tilefall.arena.findings import Findings, findings
from tilefall.arena.played import Played
from tilefall.arena.store import GAMES, read_record
from tilefall.interfaces.web.arena_figures import figures, is_finished, planned
from tilefall.interfaces.web.arena_games import ORDERS, Wanted, games_page, left_out
from tilefall.interfaces.web.asking import (
    UNUSABLE,
    BadQuestion,
    answering,
    chosen,
    in_words,
    whole,
)
from tilefall.interfaces.web.encode import Encoded
from tilefall.interfaces.web.house import House
from tilefall.interfaces.web.library import MOST, Shelved, arenas_in, shelved
from tilefall.interfaces.web.remembered import Remembered, latest
from tilefall.interfaces.web.session import Trouble
from tilefall.play.folders import is_held
from tilefall.play.record import Record

FILES = (GAMES, f"{GAMES}-wal")  # games stand in the second one until that is large
LISTED = ("game", "agents", "headline", "players")  # of all figures
KEPT = 4  # arenas with all their games, which may be many
FARTHEST = 10**9  # page


@dataclass(frozen=True)
class _Known:
    """An arena as it was read."""

    found: Findings
    figures: Encoded
    left_out: frozenset[Played]  # games that no table counts

    @property
    def progress(self) -> Encoded:
        plan, played = self.found.plan, len(self.found.counted)
        return {
            "played": played,
            "planned": planned(plan),
            "is_most": plan.is_until_sure,
            "is_finished": is_finished(plan, played, self.found.verdicts),
        }


def _known(folder: Path) -> _Known:
    found = findings(folder)
    return _Known(found, figures(found), left_out(found))


def _listed(folder: Path) -> Encoded:
    known = _known(folder)
    return {name: known.figures[name] for name in LISTED} | known.progress


def arena_record(house: House, wanted: str, number: int) -> Record:
    """The record of a game of an arena; Trouble says why there is none."""
    arena = shelved(arenas_in(house.folder), wanted)
    try:
        return read_record(arena.path, number)
    except UNUSABLE as error:
        raise Trouble(in_words(error, house)) from error


def arena_routes(house: House) -> list[Route]:
    """The addresses below /data/arenas."""
    arenas, answer = _Arenas(house), answering(house)
    one = "/data/arenas/{id}"
    return [
        Route("/data/arenas", answer(arenas.listed)),
        Route(one, answer(arenas.shown)),
        Route(f"{one}/games", answer(arenas.games)),
        Route(f"{one}/table.csv", answer(arenas.table_file)),
        Route(f"{one}/games.csv", answer(arenas.games_file)),
        Route(f"{one}/report.json", answer(arenas.report_file)),
    ]


class _Arenas:
    """Answers, each for itself; what was read is remembered for all of them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known = Remembered(_known, FILES, KEPT)
        self._listed = Remembered(_listed, FILES, MOST)

    def listed(self, request: Request) -> Encoded:
        """All arenas, the one that changed last first; broken ones with what is wrong."""
        found = sorted(
            arenas_in(self._house.folder), key=lambda each: latest(each.path, FILES), reverse=True
        )
        return {"arenas": [self._entry(each) for each in found]}

    def shown(self, request: Request) -> Encoded:
        """All figures of one arena, unless the page knows them already."""
        arena = self._arena(request)
        about, known = _about(arena), self._known(arena.path)
        stamp = f"{hash((known.stamp, about['is_running'])):x}"
        if request.query_params.get("known") == stamp:
            return {"stamp": stamp}
        return {"stamp": stamp, **about, **known.value.progress, **known.value.figures}

    def games(self, request: Request) -> Encoded:
        """A page of the games of a cell."""
        known = self._known(self._arena(request).path).value
        found = known.found
        last = len(found.plan.agents) - 1
        first = whole(request, "first", 0, last, 0)
        second = None
        if "second" in request.query_params:
            second = whole(request, "second", 0, last, 0)
            if second == first or found.plan.players == 1:
                raise BadQuestion(f"second: {second}, expected another agent of a game for two")
        order = chosen(request, "order", ORDERS)
        page = whole(request, "page", 1, FARTHEST, 1)
        return games_page(found, Wanted(first, second, order, page), known.left_out)

    def table_file(self, request: Request) -> Response:
        """The table, for other programs."""
        found = self._known(self._arena(request).path).value.found
        return _file(request, "table.csv", table_csv(found.plan, found.counted))

    def games_file(self, request: Request) -> Response:
        """All games, for other programs."""
        found = self._known(self._arena(request).path).value.found
        return _file(request, "games.csv", games_csv(found.plan, found.counted))

    def report_file(self, request: Request) -> Response:
        """All figures, for other programs."""
        found = self._known(self._arena(request).path).value.found
        return _file(request, "report.json", json.dumps(found.as_json(), indent=2) + "\n")

    def _arena(self, request: Request) -> Shelved:
        return shelved(arenas_in(self._house.folder), request.path_params["id"])

    def _entry(self, arena: Shelved) -> Encoded:
        about = _about(arena)
        try:
            return about | self._listed(arena.path).value
        except UNUSABLE as error:
            return about | {"wrong": in_words(error, self._house)}


def _about(arena: Shelved) -> Encoded:
    return {
        "id": arena.id,
        "name": arena.name,
        "is_running": is_held(arena.path),
        "changed": latest(arena.path, FILES),
    }


def _file(request: Request, name: str, content: str) -> Response:
    """A file to be kept; ids are safe in headers, names of folders are not."""
    headers = {"Content-Disposition": f'attachment; filename="{request.path_params["id"]}-{name}"'}
    kind = "text/csv" if name.endswith(".csv") else "application/json"
    return Response(content, headers=headers, media_type=f"{kind}; charset=utf-8")
