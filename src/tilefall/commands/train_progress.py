"""Train progress: a bar with what matters of a training, where somebody can see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tilefall.commands.progress import progress_bar

if TYPE_CHECKING:
    from tilefall.train.runs import Run


@contextmanager
def progress_of(run: Run) -> Iterator[Callable[[dict[str, Any]], None]]:
    """What hears of every line of the log."""
    from tilefall.train.runs import read_log

    plan, earlier = run.config.plan, read_log(run.folder)
    steps, done = ("generations", "generation") if "generations" in plan else ("games", "done")
    with progress_bar() as progress:
        if progress is None:
            yield lambda line: None
            return
        task = progress.add_task("training", total=plan[steps])

        def tell(line: dict[str, Any]) -> None:
            finished = line[done] + (line["kind"] == "games" and line["stage"] == "elite")
            progress.update(task, completed=finished, description=described(line, earlier))
            earlier.append(line)

        yield tell


def described(line: dict[str, Any], earlier: list[dict[str, Any]]) -> str:
    """The news of a line: best, mean and games a second."""
    before = earlier[-1]["seconds"] if earlier else 0.0
    pace = line["games"] / max(line["seconds"] - before, 1e-9)
    if line["kind"] == "lesson":
        lines = f", {line['lines']:,.1f} lines" if "lines" in line else ""
        return f"{line['done']:,} games{lines}, error {line['error']:.4f}, {pace:,.0f} games/s"
    if line["kind"] == "validation":
        when = f"generation {line['generation']}" if "generation" in line else "learned"
        return f"{when}: {line['lines']:,.1f} lines on other seeds"
    news = f"best {line['best']:,.4g}, mean {line['mean']:,.4g}, {pace:,.0f} games/s"
    return f"generation {line['generation'] + 1}: {news}"
