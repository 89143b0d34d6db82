"""Train show: how a training went."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tilefall.commands import options


@click.command("show")
@click.argument("run", type=click.Path(path_type=Path))
@options.json_option
def show(run: Path, as_json: bool) -> None:
    """How the training in the folder RUN went."""
    from tilefall.train.report import report

    found = report(run)
    click.echo(json.dumps(found.as_json()) if as_json else found.text())
