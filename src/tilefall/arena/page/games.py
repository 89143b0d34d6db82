"""Games of the page: those to watch as data for the viewer, and all of them as a table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from tilefall.arena.counting import ordered
from tilefall.arena.page.chosen import Chosen
from tilefall.arena.page.frames import frames, letters, shapes
from tilefall.arena.page.markup import Markup, joined, tag
from tilefall.arena.page.tables import head_cell, table
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.solo import is_alive
from tilefall.arena.wording import names, plain, replay_command
from tilefall.colours import LOWER, QUINTRIS, TETRIS, UPPER, WELL, paint
from tilefall.play.record import BadRecord, Record
from tilefall.rules.catalog import parse_game
from tilefall.rules.ijk import LETTERS, Ijk
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

ROOM = 800_000  # letters for the moves of all games to watch
LISTED = 2000  # games that the page lists; the others are in games.csv
HERE = Path(__file__).parent


def viewer(
    plan: Plan, wanted: Sequence[Chosen], records: Mapping[int, Record], folder: str
) -> tuple[Markup, Markup]:
    """The viewer's element, and the element with the data of the games that it shows."""
    data = viewer_data(plan, wanted, records, folder)
    options = joined(
        [tag("option", game["title"], value=str(i)) for i, game in enumerate(data["games"])]
    )
    whole = Template((HERE / "viewer.html").read_text(encoding="utf-8"))
    # no "<" in it, so that no text of it can end the element
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    holder = f'<script type="application/json" id="games">{text}</script>'
    return Markup(whole.substitute(options=options.text)), Markup(holder)


def viewer_data(
    plan: Plan, wanted: Sequence[Chosen], records: Mapping[int, Record], folder: str
) -> dict[str, Any]:
    """What the viewer has to know of the game, and of each game to watch."""
    game = parse_game(plan.game)
    assert isinstance(game, Quintris | Tetris | Ijk)
    width, height = (game.size,) * 2 if isinstance(game, Ijk) else (game.width, game.height)
    return {
        "width": width,
        "height": height,
        "shapes": shapes(game),
        "letters": letters(game),
        "paints": _paints(game),
        "well": WELL,
        "games": [
            _game(plan, each, records, folder, ROOM // max(len(wanted), 1)) for each in wanted
        ],
    }


def _game(
    plan: Plan, chosen: Chosen, records: Mapping[int, Record], folder: str, room: int
) -> dict[str, Any]:
    line = chosen.game.record
    assert line is not None
    record, where = records.get(line), f"{plain(folder)}/records.jsonl, line {line}"
    if record is None:
        raise BadRecord(f"{where}: the file has no such line, but the arena has its game")
    if record.digest != chosen.game.digest:
        raise BadRecord(f"{where}: this is not the game of the arena")
    return {
        "title": plain(title(plan, chosen)),
        "result": plain(outcome(plan, chosen.game)),
        "command": replay_command(plain(folder), line),
        **vars(frames(record, room)),
    }


def title(plan: Plan, chosen: Chosen) -> str:
    """Who plays which game, and why it is worth a look."""
    who = " against ".join(names(plan)[player] for player in chosen.game.players)
    return f"{who}, seed {chosen.game.seed}: {chosen.why}"


def outcome(plan: Plan, game: Played) -> str:
    """How a game ended, in words."""
    if game.forfeiter is not None:
        who = names(plan)[game.players[game.forfeiter]]
        return f"forfeited by {who}, {game.cause}: {game.detail}"
    if len(game.players) == 1:
        return f"{game.score:,} lines, {'alive at the cap' if is_alive(game) else 'over'}"
    if game.score == 0:
        return "a tie" if game.is_over else "a tie at the cap"
    return f"won by {names(plan)[game.players[0 if game.score > 0 else 1]]}"


def to_watch(plan: Plan, wanted: Sequence[Chosen], folder: str) -> Markup:
    """A link and a command for each of the chosen games."""
    head = [head_cell("game", True), head_cell("end", True), head_cell("in a terminal", True)]
    rows = [
        [
            tag("td", tag("a", title(plan, each), href=f"#game-{i}"), class_="word"),
            tag("td", outcome(plan, each.game), class_="word"),
            _command(each.game, folder),
        ]
        for i, each in enumerate(wanted)
    ]
    return table("Games to watch", head, rows)


def all_games(plan: Plan, played: Sequence[Played], folder: str) -> Markup:
    """Every game with its seed and the command that shows it."""
    words = ("players", "end", "in a terminal")
    head = [head_cell("seed"), head_cell("turns"), *(head_cell(word, True) for word in words)]
    rows = [
        [
            tag("td", str(game.seed)),
            tag("td", f"{game.turns:,}"),
            tag("td", " against ".join(names(plan)[p] for p in game.players), class_="word"),
            tag("td", outcome(plan, game), class_="word"),
            _command(game, folder),
        ]
        for game in ordered(played)[:LISTED]
    ]
    label = f"All {len(played):,} games"
    if len(played) > LISTED:
        label = f"The first {LISTED:,} of {len(played):,} games; games.csv has all of them"
    return tag("details", tag("summary", label), table(label, head, rows))


def _command(game: Played, folder: str) -> Markup:
    if game.record is None:
        return tag("td", "not recorded", class_="word")
    return tag("td", tag("code", replay_command(folder, game.record)), class_="word")


def _paints(game: Quintris | Tetris | Ijk) -> dict[str, list[str]]:
    if isinstance(game, Ijk):
        fills = dict.fromkeys(LETTERS, UPPER) | {each.lower(): LOWER for each in LETTERS}
    else:
        fills = QUINTRIS if isinstance(game, Quintris) else TETRIS
    painted = {letter: paint(fill) for letter, fill in fills.items()}
    # what stood there before the game was shown from has no letter of its own
    return {letter: [each.fill, each.ink] for letter, each in painted.items()} | {
        "x": ["#8a8f98", "#000000"]
    }
