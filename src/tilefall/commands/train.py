"""Train: make weights by learning from games, and look at how that went."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilefall.commands import options
from tilefall.commands.crews import crew_of
from tilefall.commands.nested import beside
from tilefall.commands.train_options import EVOLUTION, asked_plan, training_options
from tilefall.commands.train_progress import progress_of
from tilefall.commands.train_show import show
from tilefall.rules.catalog import check_agents_play
from tilefall.rules.game import Game

if TYPE_CHECKING:
    from tilefall.train.runs import Run, Training


@click.command(cls=beside(show))
@click.argument("game", required=False)
@training_options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The folder of the run; a free one in runs/ if you give none.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="RUN",
    help="Go on with this run, as it was asked for.",
)
@options.trainers_option
@options.address_option
@options.threads_option
@click.option("--tensorboard", is_flag=True, help="Write event files for TensorBoard too.")
@options.json_option
def train(
    game: str | None,
    out: Path | None,
    resume: Path | None,
    workers: str,
    address: str | None,
    threads: int,
    tensorboard: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Make weights for a GAME by learning from games: quintris if you name none.

    A run is a folder with its configuration, its log, checkpoints and the best weights. After any
    interruption --resume goes on to the same end.

    `tilefall train show RUN` tells how a run went. docs/training.md explains the methods; an
    option that only some of them have names them in brackets.
    """
    from tilefall.train.runs import create, read_config, reopen
    from tilefall.train.trainings import training_of

    if address is not None and workers != "ray":
        raise click.UsageError("--address is for --workers ray.")
    given = {name: value for name, value in asked.items() if value is not None}
    if resume is not None and (game is not None or out is not None or given):
        raise click.UsageError(
            "--resume goes on with a run as it was asked for: give only --workers, --address, "
            "--threads, --tensorboard and --json with it."
        )
    if tensorboard:
        from tilefall.train.events import check_tensorboard

        check_tensorboard()
    if resume is not None:
        config = read_config(resume)
        _check_workers(workers, config.kind, config.plan)
        with closing(crew_of(workers, address, threads)) as crew:
            run, training = reopen(resume, lambda config: training_of(config, crew))
            _carry_out(run, training, tensorboard, as_json)
        return
    found: Game = options.named_game(game or "quintris")
    check_agents_play(found)
    plan = asked_plan(found, given)
    _check_workers(workers, plan.kind, plan.config)
    with closing(crew_of(workers, address, threads)) as crew:
        folder = out or _free_folder(found.name, plan.method)
        run = create(folder, plan.kind, plan.config, plan.bytes_needed)
        _carry_out(run, training_of(run.config, crew), tensorboard, as_json)


def _check_workers(workers: str, kind: str, plan: dict[str, Any]) -> None:
    from tilefall.train.runs import EVOLUTION as KIND

    if workers != "local" and kind != KIND:
        raise click.UsageError(f"--workers {workers} is for {', '.join(EVOLUTION)}, not td.")
    if workers == "cuda":
        from tilefall.train.cuda_workers import check_plan

        check_plan(plan)


def _free_folder(game: str, method: str) -> Path:
    """The first folder of its kind that is not there yet."""
    number = 1
    while (folder := Path("runs") / f"{game}-{method}-{number}").exists():
        number += 1
    return folder


def _events(folder: Path, wanted: bool) -> AbstractContextManager[Callable[[dict[str, Any]], None]]:
    """What hears of every line for TensorBoard, or nobody."""
    if not wanted:
        return nullcontext(lambda line: None)
    from tilefall.train.events import event_files

    return event_files(folder)


def _carry_out(run: Run, training: Training, tensorboard: bool, as_json: bool) -> None:
    from tilefall.train.report import report
    from tilefall.train.runs import carry_out

    options.hint(f"Training in {run.folder}")
    try:
        with progress_of(run) as tell_progress, _events(run.folder, tensorboard) as tell_events:

            def tell(line: dict[str, Any]) -> None:
                tell_progress(line)
                tell_events(line)

            carry_out(run, training, tell)
    except (KeyboardInterrupt, OSError):
        options.hint(f"What was found is kept: tilefall train --resume {run.folder} goes on.")
        raise
    finally:
        run.close()
    found = report(run.folder)
    click.echo(json.dumps(found.as_json()) if as_json else found.text())
