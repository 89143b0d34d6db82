"""Host of a course's ai_IJK.py: python -m tilefall.agents.foreign.course_ijk PATH."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import cast

from tilefall.agents.foreign.channel import Channel
from tilefall.agents.foreign.course_clock import last_move
from tilefall.agents.foreign.course_program import move_in, program_path, refuse, started, told
from tilefall.agents.foreign.messages import Message
from tilefall.agents.foreign.skeleton.logic_IJK import Game_IJK
from tilefall.rules.catalog import parse_game
from tilefall.rules.ijk import MOVES, Ijk
from tilefall.rules.notation import EMPTY

NextMove = Callable[[Game_IJK], Iterable[object]]
MARGIN = 0.1  # of the time for a move, for the way to the referee,
LONGEST_MARGIN = 0.5  # but not more than so many seconds


def main() -> None:
    """Play one game, in which the program's next_move is asked for every move."""
    path = program_path(sys.argv[1:], "course_ijk")
    channel = Channel()
    start = started(channel)
    game = parse_game(str(start["game"]))
    if not isinstance(game, Ijk) or (game.size, game.winning) != (6, "K"):
        refuse(f"a course program plays ijk on 6 x 6 cells up to K, not {game.text()}")
    move_in(path, start)
    told(path, lambda: _play(channel, _next_move(path), game.mode == "deterministic"))


def _next_move(path: Path) -> NextMove:
    """The program's function."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        refuse(f"course program {str(path)!r}: expected a file of Python, its name ending in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    if not callable(getattr(module, "next_move", None)):
        refuse(f"course program {str(path)!r}: it has no function next_move")
    return cast(NextMove, module.next_move)


def _play(channel: Channel, next_move: NextMove, is_deterministic: bool) -> None:
    channel.answer({"type": "ready"})
    while (request := channel.request()) is not None and request["type"] == "choose":
        game = _position(request, is_deterministic)
        channel.answer({"move": _chosen(next_move, game, cast(float, request["seconds"]))})


def _position(request: Message, is_deterministic: bool) -> Game_IJK:
    cells = [list(row.replace(EMPTY, " ")) for row in cast(list[str], request["board"])]
    return Game_IJK(cells, str(request["player"]), is_deterministic)


def _chosen(next_move: NextMove, game: Game_IJK, seconds: float) -> int:
    """The number of the last move that came in time."""
    begin = time.monotonic()
    thinking = seconds - min(seconds * MARGIN, LONGEST_MARGIN)
    move = last_move(lambda: next_move(game), thinking)
    if move is None:
        if time.monotonic() - begin >= thinking:
            time.sleep(seconds)  # the referee's own clock ends the game first
        raise RuntimeError("next_move has given no move")
    if move not in MOVES:
        raise ValueError(f"next_move has given {move!r}, allowed are {', '.join(MOVES)}")
    return MOVES.index(move)


if __name__ == "__main__":
    main()
