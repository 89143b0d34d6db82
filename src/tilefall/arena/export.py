"""Export: an arena for other programs: its games and its table as CSV, all figures as JSON."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from tilefall import __version__
from tilefall.arena.counting import Forfeited, forfeiter, ordered, seeds
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.solo import Solo, SoloRow
from tilefall.arena.summary import players, summary
from tilefall.arena.verdict import Verdict
from tilefall.arena.versus import Pairing, Versus, VersusRow
from tilefall.arena.wording import names
from tilefall.stats import Estimate

FORMAT = 1  # changes whenever a field of the JSON does


def games_csv(plan: Plan, played: Sequence[Played]) -> str:
    """A row a game, in the order in which they count."""
    roles = ("agent",) if players(plan) == 1 else ("plus", "minus")
    head = [
        *("bout", "seed", *roles, "score", "turns", "is_over"),
        *(f"{role}_moves" for role in roles),
        *(f"{role}_seconds" for role in roles),
        *("forfeiter", "cause", "detail", "digest", "record"),
    ]
    rows = []
    for game in ordered(played):
        lost = forfeiter(game)
        rows.append(
            [
                *(game.bout, game.seed, *(names(plan)[each] for each in game.players)),
                *(game.score, game.turns, int(game.is_over), *game.moves),
                *(f"{seconds:.6f}" for seconds in game.seconds),
                "" if lost is None else names(plan)[lost],
                *(game.cause, game.detail, game.digest, game.record),
            ]
        )
    return _csv(head, rows)


def table_csv(plan: Plan, played: Sequence[Played]) -> str:
    """A row an agent, in the order of the plan; a figure that is not there is empty."""
    found = summary(plan, played)
    if isinstance(found, Solo):
        table = [_solo_cells(plan, row) for row in found.rows]
    else:
        table = [_versus_cells(plan, row) for row in found.rows]
    return _csv(list(table[0]), [list(cells.values()) for cells in table])


def report(plan: Plan, played: Sequence[Played], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """All figures for JSON; what is infinite or not known is null, agents are told by name."""
    found, called, span = summary(plan, played), names(plan), seeds(played)
    whole: dict[str, Any] = {
        "format": FORMAT,
        "tilefall": __version__,
        "plan": asdict(plan),
        "games": len(played),
        "seeds": None if span is None else asdict(span),
    }
    whole["agents"] = [{**asdict(row), "agent": called[row.agent]} for row in found.rows]
    if isinstance(found, Versus):
        whole["pairings"] = [_pairing(plan, each) for each in found.pairings]
        whole |= {"pairs_dropped": found.dropped, "games_without_pair": found.halves}
    whole["verdicts"] = [
        {**asdict(each), "first": called[each.first], "second": called[each.second]}
        for each in verdicts
    ]
    told: dict[str, Any] = finite(whole)
    return told


def _solo_cells(plan: Plan, row: SoloRow) -> dict[str, object]:
    return {
        "agent": names(plan)[row.agent],
        "games": row.games,
        **_cells("mean", row.mean),
        **_cells("median", row.median),
        "best": row.best,
        **_cells("alive_percent", row.alive),
        **_cells("more_than_first", row.difference),
        "common_games": row.common,
        "lines": row.lines,
        "pieces": row.pieces,
        "ms_a_move": row.ms_a_move,
        "forfeits": _lost(row.forfeits),
    }


def _versus_cells(plan: Plan, row: VersusRow) -> dict[str, object]:
    rating = row.rating
    return {
        "agent": names(plan)[row.agent],
        "games": row.results.games,
        "wins": row.results.wins,
        "ties": row.results.ties,
        "losses": row.results.losses,
        **_cells("score_percent", row.score),
        **_cells("elo", rating.elo if rating else None),
        "superiority": rating.superiority if rating else None,
        "to_the_end": row.ends.rules,
        "at_the_cap": row.ends.cap,
        "forfeited": row.ends.forfeit,
        "ms_a_move": row.ms_a_move,
        "forfeits": _lost(row.forfeits),
    }


def _cells(name: str, figure: Estimate | None) -> dict[str, object]:
    parts = (
        {"": None, "_low": None, "_high": None}
        if figure is None
        else {"": figure.value, "_low": figure.low, "_high": figure.high}
    )
    return {f"{name}{part}": value for part, value in parts.items()}


def _lost(found: Iterable[Forfeited]) -> int:
    return sum(each.games for each in found)


def _pairing(plan: Plan, pairing: Pairing) -> dict[str, object]:
    return {
        "first": names(plan)[pairing.first],
        "second": names(plan)[pairing.second],
        "pairs": len(pairing.points),
        "points": list(pairing.points),
        "score_percent": pairing.score and asdict(pairing.score),
        "pairs_dropped": pairing.dropped,
    }


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_csv_cell(value) for value in row] for row in rows)
    return file.getvalue()


def _csv_cell(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    # a spreadsheet runs text that begins so, and programs choose some of it themselves
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return value


def finite(value: Any) -> Any:
    """The same for JSON, which knows neither infinities nor what is no number: null instead."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    return value
