"""Train: make weights by learning from games."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilefall.commands import options
from tilefall.commands.progress import progress_bar, teller
from tilefall.rules.ijk import Ijk

if TYPE_CHECKING:
    from tilefall.train.differences import Block, Learning


def _ijk(ctx: click.Context, param: click.Parameter, value: str) -> Ijk:
    found = options.named_game(value)
    if found not in (Ijk(), Ijk(mode="nondeterministic")):
        raise click.BadParameter(f"{value!r}, allowed are ijk and ijk:mode=nondeterministic.")
    assert isinstance(found, Ijk)
    return found


@click.command()
@click.argument("game", default="ijk", callback=_ijk)
@click.option("--games", type=click.IntRange(1), default=1_000_000, show_default=True)
@click.option(
    "--first-seed", type=click.IntRange(0, 2**62), default=1_000_000_000, show_default=True
)
@click.option(
    "--rate",
    type=click.FloatRange(0, 1),
    default=0.004,
    show_default=True,
    help="How fast weights change at first; in the end a tenth of it.",
)
@click.option(
    "--trust", type=click.FloatRange(0, 1), default=0.7, show_default=True, help="Lambda."
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default="network.json",
    show_default=True,
    help="The network; a checkpoint lies beside it until it is done.",
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoint.")
@options.json_option
def train(
    game: Ijk,
    games: int,
    first_seed: int,
    rate: float,
    trust: float,
    out: Path,
    resume: bool,
    as_json: bool,
) -> None:
    """A network for IJK that learns by temporal differences from games against itself.

    A million games take about a quarter of an hour on one core. The agents `alphabeta:network=FILE`
    and `expectiminimax:network=FILE` play with it.
    """
    from tilefall.play.files import write_whole
    from tilefall.train.differences import Learning, Plan

    learning = Learning(Plan(game.mode, games, first_seed, rate, trust))
    checkpoint = out.with_name(out.name + ".checkpoint")
    if resume:
        learning.restore(checkpoint)
    elif checkpoint.exists():
        raise click.UsageError(f"{checkpoint} is there: give --resume to go on, or remove it.")
    learning.save(checkpoint)  # a folder that cannot be written to is told now
    _learn(learning, checkpoint, as_json)
    write_whole(out, learning.network(out.stem).text().encode())
    checkpoint.unlink()
    if not as_json:
        click.echo(f"{learning.done} games learned, {out} written")


def _learn(learning: Learning, checkpoint: Path, as_json: bool) -> None:
    """Learns to the end; what was learned is kept if it is interrupted."""
    try:
        with progress_bar() as progress:
            tell = teller(progress, learning.plan.mode, learning.plan.games - learning.done)
            before = learning.done
            for block in learning.blocks():
                learning.save(checkpoint)
                tell(block.done - before)
                before = block.done
                _print_block(block, as_json)
    except KeyboardInterrupt:
        options.hint(f"{learning.kept} games are kept in {checkpoint}; --resume goes on.")
        raise


def _print_block(block: Block, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(asdict(block)))
    else:
        click.echo(
            f"{block.done:9} games: {block.turns:5.0f} turns, {100 * block.ties:4.1f} % ties, "
            f"error {block.error:.4f}"
        )
