"""Tables of the page: who is how good, against whom, and what went wrong."""

from __future__ import annotations

from collections.abc import Sequence

from tilefall.arena.columns import crossed, more_columns, score_columns
from tilefall.arena.page.charts import COLOURS
from tilefall.arena.page.markup import Markup, joined, tag
from tilefall.arena.plan import Plan
from tilefall.arena.solo import Solo
from tilefall.arena.versus import Versus
from tilefall.arena.wording import names

SHADES = 7  # of a crosstable, from all lost to all won; the style sheet knows them


def table(label: str, head: Sequence[Markup], rows: Sequence[Sequence[Markup]]) -> Markup:
    """A table that scrolls by itself where the page is narrow; its label is read out."""
    body = [tag("tr", joined(list(row))) for row in rows]
    whole = tag(
        "table",
        tag("caption", label, class_="note"),
        tag("thead", tag("tr", joined(list(head)))),
        tag("tbody", joined(body)),
    )
    return tag("div", whole, class_="scroll", role="region", aria_label=label, tabindex="0")


def head_cell(word: str, is_word: bool = False) -> Markup:
    """The heading of a column."""
    return tag("th", word, scope="col", class_="word" if is_word else None)


def agent_cell(plan: Plan, agent: int) -> Markup:
    """The heading of an agent's row: its colour in the charts, its place and its name."""
    name = f"{agent + 1} {plan.agents[agent]}"
    return tag("th", _swatch(agent), name, scope="row", class_="word")


def legend(plan: Plan) -> Markup:
    """Whose curves are which."""
    entries = [tag("li", _swatch(i), name) for i, name in enumerate(names(plan))]
    return tag("ul", joined(entries), class_="legend")


def _swatch(agent: int) -> Markup:
    sample = tag("line", x1=0, x2=28, y1=5, y2=5, class_=f"curve a{agent % COLOURS}")
    return tag("svg", sample, class_="swatch", viewBox="0 0 28 10", aria_hidden="true")


def standings(plan: Plan, found: Solo | Versus) -> Markup:
    """All figures of all agents, the best one first."""
    columns = [*score_columns(plan, found), *more_columns(found)]
    head = [head_cell("agent", is_word=True), *(head_cell(column.head) for column in columns)]
    places = [row.agent for row in found.ranked]
    rows = [
        [agent_cell(plan, agent), *(tag("td", column.cells[i]) for column in columns)]
        for i, agent in enumerate(places)
    ]
    return table("All figures, the best agent first", head, rows)


def crosstable(plan: Plan, found: Versus) -> Markup:
    """What the agent of the row has scored against that of the column."""
    places = [row.agent for row in found.ranked]
    head = [head_cell("agent", is_word=True), *(head_cell(str(place + 1)) for place in places)]
    rows = [
        [agent_cell(plan, agent), *(_crossed(found, agent, other) for other in places)]
        for agent in places
    ]
    return table("Score in percent of the row against the column, and games", head, rows)


def forfeits(plan: Plan, found: Solo | Versus) -> Markup | None:
    """Who forfeited games and why; None if nobody did."""
    rows = [
        [
            agent_cell(plan, row.agent),
            tag("td", f"{each.games:,}"),
            tag("td", each.cause, class_="word"),
            tag("td", each.example, class_="word"),
        ]
        for row in found.ranked
        for each in row.forfeits
    ]
    words = ("cause", "for instance")
    head = [head_cell("agent", True), head_cell("games"), *(head_cell(w, True) for w in words)]
    return table("Games that were forfeited", head, rows) if rows else None


def _crossed(found: Versus, agent: int, other: int) -> Markup:
    score = None if agent == other else found.score(agent, other)
    shade = None if score is None else f"s{min(int(score.value * SHADES / 100), SHADES - 1)}"
    return tag("td", crossed(found, agent, other, has_games=True), class_=shade)
