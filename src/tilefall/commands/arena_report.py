"""Arena report: a page, tables and figures of an arena, also while it is under way."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tilefall.commands import options


@click.command("report")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the files to this folder; to DIR itself if you give none.",
)
@options.json_option
def report(folder: Path, out: Path | None, as_json: bool) -> None:
    """Write what the arena in DIR found: report.html, report.json, table.csv and games.csv.

    The page needs neither network nor server: tables, how sure they are, and games to watch.
    """
    from tilefall.arena.findings import findings

    found = findings(folder)
    paths = found.write(out or folder)
    click.echo(json.dumps(found.as_json()) if as_json else found.text())
    names = ", ".join(click.format_filename(path) for path in paths)
    options.hint(f"Written: {names}")
