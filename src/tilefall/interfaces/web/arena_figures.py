"""Arena figures: what a page shows of an arena, as values of JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilefall.arena.columns import crossed, more_columns, notes, score_columns
from tilefall.arena.export import finite
from tilefall.arena.findings import Findings
from tilefall.arena.page.charts import is_skewed
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.solo import Solo, differences, games_of
from tilefall.arena.summary import summary
from tilefall.arena.verdict import Verdict
from tilefall.arena.versus import Versus
from tilefall.arena.winner import Winner
from tilefall.arena.wording import elo, facts, interval, names, plain, plus_minus, repeat_command
from tilefall.interfaces.web.encode import Encoded
from tilefall.stats import Estimate

STEPS = 400  # of a curve: more are not seen
BINS = 20  # of a histogram, even, so that one ends at 0
OPEN = "Nothing is decided yet."


def called(plan: Plan) -> list[str]:
    """The agents by names that can be shown."""
    return [plain(name) for name in names(plan)]


def planned(plan: Plan) -> int:
    """How many games there will be; the most, if it is until sure."""
    return plan.games * len(plan.groups)


def is_finished(plan: Plan, played: int, verdicts: Sequence[Verdict]) -> bool:
    """Whether nothing is left to play."""
    told = [each for each in verdicts if each.kind is not Winner.OPEN]
    is_sure = plan.is_until_sure and len(told) == len(plan.comparisons)
    return is_sure or played >= planned(plan)


def headline(found: Findings, places: Sequence[int]) -> str:
    """The sentence that says most: about the first two of the ranks if they were compared."""
    known = {frozenset((each.first, each.second)): each for each in found.verdicts}
    if not known:
        return OPEN
    best = known.get(frozenset(places[:2]))
    of_first = [each for pair, each in known.items() if places[0] in pair]
    return f"{plain((best or next(iter(of_first or known.values()))).text)}."


def figures(found: Findings) -> Encoded:
    """All figures; what is infinite or not known is null, agents are told by their places."""
    plan, played = found.plan, found.counted
    seen = summary(plan, played)
    places = [row.agent for row in seen.ranked]
    columns = [*score_columns(plan, seen), *more_columns(seen)]
    shown: Encoded = {
        "game": plan.game,
        "players": plan.players,
        "agents": called(plan),
        "ranks": places,
        "headline": headline(found, places),
        "verdicts": [
            {"kind": each.kind.value, "words": f"{plain(each.text)}."} for each in found.verdicts
        ],
        "facts": [plain(fact) for fact in facts(plan, played)],
        "notes": notes(plan, seen),
        "head": [column.head for column in columns],
        "rows": [[column.cells[i] for column in columns] for i in range(len(places))],
        "forfeits": [
            {
                "agent": row.agent,
                "games": each.games,
                "cause": plain(each.cause),
                "example": plain(each.example),
            }
            for row in seen.ranked
            for each in row.forfeits
        ],
        "command": plain(repeat_command(plan)),
        "has_records": plan.has_records,
    }
    shown |= _of_one(plan, played, seen) if isinstance(seen, Solo) else _of_two(plan, seen)
    checked: Encoded = finite(shown)
    return checked


def _of_one(plan: Plan, played: Sequence[Played], seen: Solo) -> Encoded:
    first = called(plan)[0]
    lines = [_bar(row.agent, row.mean, plus_minus(row.mean)) for row in seen.ranked if row.mean]
    apart = [
        _bar(row.agent, row.difference, plus_minus(row.difference, "+"))
        for row in seen.ranked
        if row.difference
    ]
    scores = [[game.score for game in games_of(played, row.agent)] for row in seen.rows]
    return {
        "bars": [
            _bars("Lines a game", "lines a game", None, lines),
            _bars(f"More than {first}, on the same seeds", "lines more", 0.0, apart),
        ],
        "curves": [_fallen(agent, each) for agent, each in enumerate(scores) if each],
        "is_skewed": is_skewed([score for each in scores for score in each]),
        "differences": [
            _histogram(row.agent, differences(played, row.agent))
            for row in seen.ranked
            if row.difference
        ],
        "results": None,
        "cross": None,
    }


def _of_two(plan: Plan, seen: Versus) -> Encoded:
    first = called(plan)[0]
    scores = [_bar(row.agent, row.score, interval(row.score)) for row in seen.ranked if row.score]
    rated = [
        _bar(row.agent, row.rating.elo, elo(row.rating.elo)) for row in seen.ranked if row.rating
    ]
    places = [row.agent for row in seen.ranked]
    return {
        "bars": [
            _bars("Score", "score, %", 50.0, scores),
            _bars("Elo", f"Elo against {first}", 0.0, rated),
        ],
        "curves": [],
        "is_skewed": False,
        "differences": [],
        "results": [
            [row.results.wins, row.results.ties, row.results.losses] for row in seen.ranked
        ],
        "cross": [[_crossed(seen, agent, other) for other in places] for agent in places],
    }


def _bars(title: str, unit: str, zero: float | None, bars: list[Encoded]) -> Encoded:
    return {"title": title, "unit": unit, "zero": zero, "bars": bars}


def _bar(agent: int, figure: Estimate | None, words: str) -> Encoded:
    assert figure is not None
    ends = {"value": figure.value, "low": figure.low, "high": figure.high}
    return {"agent": agent, **ends, "words": words}


def _crossed(seen: Versus, agent: int, other: int) -> Encoded | None:
    if agent == other:
        return None
    score = seen.score(agent, other)
    return {
        "words": crossed(seen, agent, other, has_games=False),
        "percent": None if score is None else score.value,
        "interval": interval(score),
        "games": len(seen.pairing(agent, other).games),
    }


def _fallen(agent: int, scores: Sequence[int]) -> Encoded:
    """The share of games that came to so many lines or more, at each step that can be seen."""
    lines, percent = [0], [100.0]
    left = shown = len(scores)
    for score, count in sorted(Counter(scores).items()):
        # the share falls right after a score, since whoever has it came to it
        left -= count
        if left == 0 or shown - left >= len(scores) / STEPS:
            lines.append(score + 1)
            percent.append(100 * left / len(scores))
            shown = left
    return {"agent": agent, "lines": lines, "percent": percent}


def _histogram(agent: int, apart: Sequence[int]) -> Encoded:
    """How often the differences were how large, nothing in the middle."""
    reach = max(map(abs, apart)) or 1
    counts = [0] * BINS
    for each in apart:
        counts[min(int((each + reach) / (2 * reach) * BINS), BINS - 1)] += 1
    return {
        "agent": agent,
        "reach": reach,
        "counts": counts,
        "better": sum(each > 0 for each in apart),
        "worse": sum(each < 0 for each in apart),
        "games": len(apart),
    }
