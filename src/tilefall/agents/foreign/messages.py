"""Messages: what referee and program say to each other, a JSON object a line (docs/protocol.md).

referee                                              program
{"type": "start", "protocol": 1, "game": ..., ...}   {"type": "ready"}
{"type": "choose", "text": ..., "moves": [...], ...} {"move": 17} or {"keys": "bbn"}
{"type": "over", "score": ..., "text": ...}          nothing
"""

from __future__ import annotations

from tilefall.engines.protocol import Engine
from tilefall.rules.game import Game, State
from tilefall.rules.ijk import MOVES, PLAYERS, IjkState
from tilefall.rules.pieces import Shape
from tilefall.rules.quintris import PIECES as QUINTRIS_PIECES
from tilefall.rules.quintris import Quintris, QuintrisState
from tilefall.rules.tetris import PIECES as TETRIS_PIECES
from tilefall.rules.tetris import Tetris, TetrisState

PROTOCOL = 1
ENTRY_POINTS = "tilefall.agents"  # the group of agents that other packages bring
Message = dict[str, object]


def start_message(
    game: Game, player: int, seconds: float, first_seconds: float, seed: int = 0
) -> Message:
    """The first message: what is played, as whom, and how long an answer may take."""
    return {
        "type": "start",
        "protocol": PROTOCOL,
        "game": game.text(),
        "player": player,
        "seconds": seconds,
        "first_seconds": first_seconds,  # for the answer to this message
        "seed": seed,  # for chance in the program; the same game has the same again
    }


def choose_message(state: State, engine: Engine, seconds: float) -> Message:
    """The question for a move; the engine tells which there are."""
    return {"type": "choose", "seconds": seconds, **position(state, engine)}


def over_message(state: State) -> Message:
    """The last message of a game that ended by its rules or at its cap."""
    return {"type": "over", "score": state.score, "turn": state.turn, "text": state.text()}


def position(state: State, engine: Engine) -> Message:
    """All that a player may know of a state that is not over, as text and in parts."""
    return parts(state) | {"moves": moves(state, engine)}


def parts(state: State) -> Message:
    """All that a player may know, but for the moves."""
    common: Message = {"text": state.text(), "turn": state.turn, "score": state.score}
    if isinstance(state, IjkState):
        return common | {"board": list(state.board), "player": PLAYERS[state.player]}
    if isinstance(state, QuintrisState):
        return common | {
            "board": list(state.board),
            "current": _shape(QUINTRIS_PIECES.shapes[state.current]),
            "column": state.column,
            "next": _shape(QUINTRIS_PIECES.shapes[state.next]),
            "seen": list(state.seen),
        }
    assert isinstance(state, TetrisState)
    return common | {
        "board": list(state.board),
        "current": _piece(state.current),
        "next": _piece(state.next),
        "seen": list(state.seen),
    }


def moves(state: State, engine: Engine) -> list[Message]:
    """Every legal move: where its shape comes to rest, and by which keys if there are any."""
    if isinstance(state, IjkState):
        return [{"move": move, "name": name} for move, name in enumerate(MOVES)]
    if isinstance(state, QuintrisState):
        keys = engine.keys(state).items()
        return [placement(state.game, move) | {"keys": pressed} for move, pressed in keys]
    assert isinstance(state, TetrisState)
    return [placement(state.game, move) for move in engine.legal_moves(state)]


def placement(game: Quintris | Tetris, move: int) -> Message:
    """Where the shape of a move comes to rest."""
    place = game.moves[move]
    return {
        "move": move,
        "row": place.row,
        "column": place.column,
        "shape": place.shape.name,
        "rows": list(place.shape.rows),
    }


def _shape(shape: Shape) -> Message:
    return {"name": shape.name, "rows": list(shape.rows)}


def _piece(piece: int | None) -> Message | None:
    """A piece of Tetris in the first of its shapes."""
    if piece is None:
        return None
    rows = TETRIS_PIECES.shapes[TETRIS_PIECES.of_piece[piece][0]].rows
    return {"name": TETRIS_PIECES.letters[piece], "rows": list(rows)}
