"""Train show: how trainings went, in figures and curves."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import click

from tilefall.commands import options
from tilefall.errors import UsageError


@click.command("show")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    "picture_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the curves into this file, .png or .svg, instead of the terminal.",
)
@options.json_option
def show(runs: tuple[Path, ...], picture_file: Path | None, as_json: bool) -> None:
    """How the training in the folder RUN went, also while it is under way.

    Several runs are drawn over the games that each of them took, so that they can be compared.
    """
    from tilefall.train.curves import MOST_RUNS, picture_of
    from tilefall.train.history import read_history
    from tilefall.train.report import report_of
    from tilefall.train.text_plot import text_plot

    if len(runs) > MOST_RUNS:
        raise UsageError(f"{len(runs)} runs, at most {MOST_RUNS} can be told apart in one picture")
    kind = None if picture_file is None else _picture_kind(picture_file)
    histories = [read_history(run) for run in runs]
    reports = [report_of(history) for history in histories]
    picture = picture_of(histories)
    if picture_file is not None and kind is not None:
        if not picture.panels:
            raise UsageError(f"{picture_file}: nothing to draw, no generation is finished yet")
        from tilefall.play.files import write_whole
        from tilefall.train.picture import image

        write_whole(picture_file, image(picture, kind))
    if as_json:
        found = [each.as_json() for each in reports]
        click.echo(json.dumps(found[0] if len(found) == 1 else {"runs": found}))
        return
    click.echo("\n\n".join(each.text() for each in reports))
    if picture_file is not None:
        click.echo(f"\npicture     {picture_file}")
    elif picture.panels:
        click.echo("\n" + text_plot(picture, shutil.get_terminal_size((80, 24)).columns - 1))


def _picture_kind(path: Path) -> str:
    """The ending of a picture's name."""
    from tilefall.train.picture import FORMATS

    kind = path.suffix.removeprefix(".").lower()
    if kind not in FORMATS:
        raise UsageError(f"{path}, a picture ends in .png or .svg")
    return kind
