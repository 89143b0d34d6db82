"""Progress: a bar for long work where somebody can see it, and nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


def teller(progress: Progress | None, name: str, games: int) -> Callable[[int], None]:
    """What hears of finished games: a new line of the progress bar, or nobody."""
    if progress is None:
        return lambda done: None
    return partial(progress.advance, progress.add_task(name, total=games))


def progress_bar() -> AbstractContextManager[Progress | None]:
    """A progress bar where somebody can see it."""
    if not sys.stderr.isatty():
        return nullcontext(None)
    from rich.console import Console
    from rich.progress import Progress

    return Progress(console=Console(stderr=True), transient=True)
