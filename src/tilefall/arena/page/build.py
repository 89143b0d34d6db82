"""Build: the HTML report of an arena, one file that asks nobody for anything."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template

from tilefall import __version__
from tilefall.arena.columns import notes
from tilefall.arena.page.charts import Bar, curves, histogram, intervals, shares
from tilefall.arena.page.chosen import chosen
from tilefall.arena.page.games import all_games, to_watch, viewer
from tilefall.arena.page.markup import Markup, joined, tag
from tilefall.arena.page.tables import crosstable, forfeits, legend, standings
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.solo import Solo, differences, games_of
from tilefall.arena.summary import summary
from tilefall.arena.verdict import Verdict
from tilefall.arena.versus import Versus
from tilefall.arena.wording import facts, names
from tilefall.play.record import Record

HERE = Path(__file__).parent
HISTOGRAMS = 8  # agents whose differences to the first are drawn


def page(
    plan: Plan,
    played: Sequence[Played],
    verdicts: Sequence[Verdict],
    records: Mapping[int, Record],
    folder: str,
) -> str:
    """The page; records are those that records_wanted names, by their lines in the file."""
    wanted = chosen(plan, played)
    found = summary(plan, played)
    body = [*_heading(plan, played, verdicts), *_figures(plan, played, found)]
    if (lost := forfeits(plan, found)) is not None:
        body += [tag("h2", "Forfeits"), lost]
    data = Markup("")
    if wanted:
        shown, data = viewer(plan, wanted, records, folder)
        body += [tag("h2", "Games to watch"), to_watch(plan, wanted, folder), shown]
    if played:
        body += [tag("h2", "All games"), all_games(plan, played, folder)]
    body.append(tag("footer", f"Made by tilefall {__version__}."))
    style = _file("page.css")
    script = _file("boards.js") + _file("viewer.js")
    return Template(_file("page.html")).substitute(
        title=joined((f"Arena: {plan.game}",)).text,
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        body="\n".join(part.text for part in body),
        data=data.text,
    )


def _heading(plan: Plan, played: Sequence[Played], verdicts: Sequence[Verdict]) -> list[Markup]:
    said = [tag("p", f"{each.text}.", class_=f"verdict {each.kind}") for each in verdicts]
    nothing = tag("p", "Nothing is decided yet.", class_="verdict open")
    told = [tag("p", f"{fact}.", class_="facts") for fact in facts(plan, played)]
    return [tag("h1", f"Arena: {plan.game}"), *(said or [nothing]), *told]


def _figures(plan: Plan, played: Sequence[Played], found: Solo | Versus) -> list[Markup]:
    told = [tag("p", note, class_="note") for note in notes(plan, found)]
    table = [tag("h2", "Table"), standings(plan, found), *told]
    if not played:
        return table
    more = _solo(plan, played, found) if isinstance(found, Solo) else _versus(plan, found)
    return [*table, *more]


def _solo(plan: Plan, played: Sequence[Played], found: Solo) -> list[Markup]:
    bars = [Bar(row.agent, names(plan)[row.agent], row.mean) for row in found.ranked if row.mean]
    label = "Lines a game with 95 % intervals"
    parts = [tag("h2", "Lines a game"), intervals(label, bars, None, "lines a game")]
    scores = [[game.score for game in games_of(played, row.agent)] for row in found.rows]
    label = "Share of games that came to so many lines or more"
    parts += [tag("h2", "How many games came how far"), curves(label, names(plan), scores)]
    parts += [tag("p", f"{label}.", class_="note"), legend(plan)]
    first = names(plan)[0]
    apart = [
        Bar(row.agent, names(plan)[row.agent], row.difference)
        for row in found.ranked
        if row.difference
    ]
    if apart:
        label = f"Lines a game more than {first}, on the same seeds"
        parts += [tag("h2", label), intervals(label, apart, 0.0, f"lines more than {first}")]
    for bar in apart[:HISTOGRAMS]:
        label = f"{bar.name}: lines more than {first}, game by game"
        parts += [
            tag("h3", label),
            histogram(label, bar.agent, differences(played, bar.agent), "lines"),
        ]
    return parts


def _versus(plan: Plan, found: Versus) -> list[Markup]:
    bars = [Bar(row.agent, names(plan)[row.agent], row.score) for row in found.ranked if row.score]
    if not bars:
        return []
    label = "Score in percent with 95 % intervals"
    parts = [tag("h2", "Score"), intervals(label, bars, 50.0, "score, %")]
    rated = [
        Bar(row.agent, names(plan)[row.agent], row.rating.elo) for row in found.ranked if row.rating
    ]
    if rated:
        label = f"Elo against {names(plan)[0]} with 95 % intervals"
        parts += [tag("h2", "Elo"), intervals(label, rated, 0.0, f"Elo against {names(plan)[0]}")]
    ranked = [names(plan)[row.agent] for row in found.ranked]
    counts = [(row.results.wins, row.results.ties, row.results.losses) for row in found.ranked]
    label = "Games won, tied and lost, from left to right"
    parts += [
        tag("h2", "Results"),
        shares(label, ranked, counts),
        tag("p", f"{label}.", class_="note"),
    ]
    if len(ranked) > 1:
        parts += [tag("h2", "Against each other"), crosstable(plan, found)]
    return parts


def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
