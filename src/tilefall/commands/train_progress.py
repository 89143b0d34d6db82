"""Train progress: a bar with what matters of a training, where somebody can see it."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilefall.train.runs import Config, Run

Line = dict[str, Any]
RECENT = 10  # steps that tell the pace: games become longer as weights become better


class TimeLeft:
    """How long the rest will take by the pace of this process, counted down between steps."""

    def __init__(self, total: float, done: float, seconds: float) -> None:
        self.total = total
        self._known = deque([(done, seconds)], maxlen=RECENT + 1)
        self._heard = time.monotonic()

    def tell(self, done: float, seconds: float) -> None:
        """So much is done after so many seconds."""
        if done > self._known[-1][0]:
            self._known.append((done, seconds))
            self._heard = time.monotonic()

    @property
    def seconds(self) -> float | None:
        """None as long as nobody can know."""
        (first, start), (last, end) = self._known[0], self._known[-1]
        if last == first:
            return None
        expected = (self.total - last) * (end - start) / (last - first)
        return max(expected - (time.monotonic() - self._heard), 0.0)

    def __str__(self) -> str:
        if self.seconds is None:
            return ""
        minutes, seconds = divmod(round(self.seconds), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02} left"


@contextmanager
def progress_of(run: Run) -> Iterator[Callable[[Line], None]]:
    """What hears of every line of the log."""
    if not sys.stderr.isatty():
        yield lambda line: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from tilefall.train.history import finished
    from tilefall.train.runs import read_log

    lines, work = read_log(run.folder), work_of(run.config)
    unit = "generation" if "generations" in run.config.plan else "game"
    done, planned = finished(lines), run.config.plan[f"{unit}s"]
    seconds = lines[-1]["seconds"] if lines else 0.0
    left = TimeLeft(work(planned), work(done), seconds)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.fields[news]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as progress:
        name = f"{unit} {{:,}} of {planned:,}"
        news = "" if lines else "the first games are played"
        task = progress.add_task(
            name.format(done), total=planned, completed=done, news=news, left=left
        )

        def tell(line: Line) -> None:
            before = lines[-1]["seconds"] if lines else 0.0
            lines.append(line)
            done = finished(lines)
            left.tell(work(done), line["seconds"])
            told = news_of(line, line["seconds"] - before, run.config)
            progress.update(task, description=name.format(done), completed=done, news=told)

        yield tell


def work_of(config: Config) -> Callable[[int], float]:
    """How much work so many generations are, or games that are learned from."""
    from tilefall.train.plan import parse_plan

    if "generations" not in config.plan:
        return float
    plan = parse_plan(config.plan)
    games = [0, *accumulate(map(plan.games_in, range(plan.generations)))]
    return lambda done: float(games[done])


def news_of(line: Line, seconds: float, config: Config) -> str:
    """The news of a line that took so many seconds: best, mean, deaths and games a second."""
    from tilefall.train.history import MEASURES

    pace = f"{line['games'] / max(seconds, 1e-3):,.0f} games/s"
    if line["kind"] == "lesson":
        return f"error {line['error']:.4g}, {pace}"
    if "score_percent" in line:
        return f"scored {line['score_percent']['value']:.1f} % against {line['opponent']}"
    if line["kind"] == "validation":
        return f"{line['lines']:,.1f} lines on other seeds"
    shown = MEASURES[config.plan["fitness"]].shown
    fitness = f"best {shown(line['best']):,.4g}, mean {shown(line['mean']):,.4g}"
    return f"{fitness}, {line['deaths']:,} died, {pace}"
