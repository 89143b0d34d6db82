"""Replay: shows or verifies the games of a file of records, or prints links to them."""

from __future__ import annotations

import json
from itertools import islice, zip_longest

import click

from tilefall.commands import options
from tilefall.commands.recorded import game_in, games_in, link_in
from tilefall.commands.terminal import is_terminal
from tilefall.errors import NOT_MET, TilefallError
from tilefall.interfaces.terminal.plain import drawing, move_line, result_line
from tilefall.interfaces.terminal.plain_marathon import marathon_game
from tilefall.play.links import LinkTooLong, link_of
from tilefall.play.record import Record
from tilefall.play.verify import Departure, replayed, verify
from tilefall.rules.marathon import Marathon, MarathonState
from tilefall.rules.quintris import QuintrisState
from tilefall.rules.timing import presses


@click.command()
@click.argument("file")
@click.option("--game-number", "number", type=click.IntRange(1), help="Which game of the file.")
@click.option("--verify", "is_check", is_flag=True, help="Play all games again and compare.")
@click.option("--move", type=click.IntRange(0), help="Show the position after this many moves.")
@click.option("--link", "is_link", is_flag=True, help="Print a link to each game instead.")
@click.option("--plain", "is_plain", is_flag=True, help=options.PLAIN_HELP)
@options.json_option
def replay(
    file: str,
    number: int | None,
    is_check: bool,
    move: int | None,
    is_link: bool,
    is_plain: bool,
    as_json: bool,
) -> None:
    """Show a recorded game of FILE, or verify its games with --verify.

    FILE is a file of records, or a link to a game: in quotes, from # on or with all before it.
    """
    if is_link:
        if is_check:
            raise click.UsageError("--link and --verify do not go together.")
        print_links(file, number, move, as_json)
        return
    if is_check:
        if move is not None:
            raise click.UsageError("--move and --verify do not go together.")
        _verify(file, number, as_json)
        return
    record = game_in(file, number or 1)
    if number is None and (count := sum(1 for _ in games_in(file))) > 1:
        options.hint(f"This is game 1 of {count}; --game-number chooses another.")
    if is_terminal() and not is_plain and not as_json:
        from tilefall.commands.app import all_stages, show

        stages = all_stages()
        link = link_in(file)
        first = link.at if link is not None and move is None else move
        show(stages.reviewing(record, first or 0), stages)
    elif move is not None:
        _show_position(record, move, as_json)
    elif as_json:
        click.echo(json.dumps(_whole_game(record)))
    else:
        _show_game(record)


def _show_game(record: Record) -> None:
    if record.game.partition(":")[0] == Marathon.name:
        _show_marathon(record)
        return
    for state, move in zip_longest(replayed(record), record.moves):
        click.echo(drawing(state))
        if move is not None:
            click.echo(f"{move_line(state, record.agents[state.player], move)}\n")
    click.echo(f"{result_line(state, record.agents)}, seed {record.seed}")


def _show_marathon(record: Record) -> None:
    """Piece by piece: its moves are single keys."""
    states = [state for state in replayed(record) if isinstance(state, MarathonState)]
    for part in marathon_game(states, record.moves, record.agents[0]):
        click.echo(part)
    click.echo(f"{result_line(states[-1], record.agents)}, seed {record.seed}")


def _whole_game(record: Record) -> dict[str, object]:
    """The record and its positions; with the presses of every move where pieces slide (F12)."""
    states = list(replayed(record))
    whole: dict[str, object] = {
        "record": json.loads(record.line()),
        "positions": [state.text() for state in states],
    }
    timed = [
        [press._asdict() for press in presses(state.keys_to(move))]
        for state, move in zip(states, record.moves, strict=False)
        if isinstance(state, QuintrisState) and state.game.reach == "fall"
    ]
    return whole | {"presses": timed} if timed else whole


def _show_position(record: Record, move: int, as_json: bool) -> None:
    if move > len(record.moves):
        raise click.UsageError(f"--move {move}: the game has {len(record.moves)} moves.")
    state = next(islice(replayed(record), move, None))
    if as_json:
        position = {"move": move, "seed": record.seed, "position": state.text()}
        click.echo(json.dumps(position))
    else:
        click.echo(drawing(state))
        click.echo(f"{state.text()}\nafter move {move} of {len(record.moves)}, seed {record.seed}")


def _verify(file: str, number: int | None, as_json: bool) -> None:
    """Verify one game or all; exit code 4 if one does not hold."""
    if number is None:
        records = list(enumerate(games_in(file), 1))
    else:
        records = [(number, game_in(file, number))]
    found = [(i, record, verify(record)) for i, record in records]
    if as_json:
        games = [_entry(*each) for each in found]
        ok = all(game["ok"] for game in games)
        click.echo(json.dumps({"file": file, "ok": ok, "games": games}))
    else:
        for i, record, departure in found:
            fine = f"holds, {len(record.moves)} moves, score {record.score}, seed {record.seed}"
            click.echo(f"game {i} {fine if departure is None else f'departs {departure}'}")
    if any(departure for _, _, departure in found):
        click.get_current_context().exit(NOT_MET)


def _entry(number: int, record: Record, departure: Departure | None) -> dict[str, object]:
    entry: dict[str, object] = {
        "number": number,
        "ok": departure is None,
        "moves": len(record.moves),
        "score": record.score,
        "seed": record.seed,
    }
    if departure is not None:
        entry |= {"move": departure.move_number, "reason": departure.reason}
    return entry


def print_links(file: str, number: int | None, move: int | None, as_json: bool) -> None:
    """One line for each game, or for the one of this number; at a position if a move is given."""
    games = enumerate(games_in(file), 1) if number is None else [(number, game_in(file, number))]
    found = []
    for i, record in games:
        link = _link(i, record, move)
        found.append({"number": i, "moves": len(record.moves), "link": link})
        if not as_json:
            click.echo(link)
    if as_json:
        click.echo(json.dumps({"file": file, "games": found}))


def _link(number: int, record: Record, move: int | None) -> str:
    if move is not None and move > len(record.moves):
        raise click.UsageError(f"--move {move}: game {number} has {len(record.moves)} moves.")
    try:
        return link_of(record, move)
    except LinkTooLong as error:
        raise TilefallError(f"Game {number}: {error}.") from error
