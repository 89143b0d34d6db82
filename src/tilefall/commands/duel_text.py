"""Duel text: the report of a duel as tables for a document, and as figures for JSON."""

from __future__ import annotations

import math
from dataclasses import asdict

from tilefall.play.duel import CAP, Side
from tilefall.play.duel_report import DuelReport
from tilefall.stats import Estimate
from tilefall.tables import table_lines

SUMMARY = ["pairs", "wins", "ties", "losses", "score, %", "Elo", "plies a game", "ms a move"]


def text(report: DuelReport) -> str:
    """The report in Markdown: a line about the games, a table, and a table by end."""
    duel, results = report.duel, report.results
    first_ms, second_ms = (f"{ms:.3g}" for ms in report.ms_a_move)
    summary = [
        f"{len(report.pairs):,}",
        f"{results.wins:,}",
        f"{results.ties:,} ({report.tie_percent:.1f} %)",
        f"{results.losses:,}",
        str(report.score),
        elo_text(report.elo),
        f"{report.mean_plies:,.0f}",
        f"{first_ms} and {second_ms}",
    ]
    ends = [
        [end, f"{each.wins:,}", f"{each.ties:,}", f"{each.losses:,}"]
        for end, each in report.results_by_end.items()
    ]
    points = ", ".join(f"{score:g}: {n:,}" for score, n in report.pairs_by_score.items())
    lines = [
        f"`{duel.first}` against `{duel.second}`, {duel.game.text()}, seeds {report.seeds},",
        f"openings of {duel.plies} plies; [...] are 95 % intervals over pairs of games:",
        "",
        *table_lines(SUMMARY, [summary]),
        "",
        *table_lines(["end", "wins", "ties", "losses"], ends),
        "",
        f"Pairs by the points of the first agent: {points}.",
    ]
    if report.dropped:
        lines.append(f"{report.dropped:,} more pairs were dropped: they ran into an earlier one.")
    if report.cut_off:
        lines.append(f"{report.cut_off:,} ties are games cut off at {duel.max_plies:,} plies.")
    return "\n".join(lines)


def elo_text(difference: Estimate) -> str:
    """A difference in Elo with its sign.

    >>> elo_text(Estimate(190.8, -20.3, math.inf))
    '+191 [-20, +inf]'
    """
    return f"{difference.value:+.0f} [{difference.low:+.0f}, {difference.high:+.0f}]"


def figures(report: DuelReport, pairs_asked: int) -> dict[str, object]:
    """The report for JSON; an infinite Elo is null."""
    duel, results, score = report.duel, report.results, report.score
    elo = {
        name: value if math.isfinite(value) else None for name, value in asdict(report.elo).items()
    }
    return {
        "game": duel.game.text(),
        "first": _side(duel.first, report.ms_a_move[0]),
        "second": _side(duel.second, report.ms_a_move[1]),
        "openings": [duel.plies.shortest, duel.plies.longest],
        "first_seed": report.first_seed,
        "last_seed": report.last_seed,
        "max_plies": duel.max_plies,
        "pairs_asked": pairs_asked,
        "pairs_played": len(report.pairs) + report.dropped,
        "pairs_dropped": report.dropped,
        "pairs": len(report.pairs),
        **asdict(results),
        "ties_at_cap": report.results_by_end[CAP].ties,
        "tie_percent": report.tie_percent,
        "score_percent": asdict(score),
        "elo": elo,
        "pairs_by_score": {f"{points:g}": n for points, n in report.pairs_by_score.items()},
        "by_end": {end: asdict(each) for end, each in report.results_by_end.items()},
        "mean_plies": report.mean_plies,
    }


def _side(side: Side, ms_a_move: float) -> dict[str, object]:
    given = {what: getattr(side.limit, what) for what in ("nodes", "depth", "seconds")}
    limit = {what: value for what, value in given.items() if value is not None}
    return {"agent": side.name, "limit": limit, "ms_a_move": ms_a_move}
