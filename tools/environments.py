"""Frames for pictures: environments at chosen moments of fixed games."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import gymnasium
from PIL import Image

from tilefall.agents.agent import Limit
from tilefall.agents.catalog import agent
from tilefall.envs.settings import KEYS

PRESSED = {"b": "left", "m": "right", "n": "rotate", "h": "flip"}


def framed(env: Any) -> bytes:
    """What an environment shows, as PNG."""
    stream = BytesIO()
    Image.fromarray(env.render()).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def placed_tetris(seed: int, pieces: int) -> Any:
    """Tetris by placements, with the next piece in sight."""
    env: Any = gymnasium.make("tilefall/Tetris-v0", rules="preview", render_mode="rgb_array")
    env.reset(seed=seed)
    game, shapes = env.unwrapped.game, env.unwrapped.settings.pieces.of_piece
    player = agent("greedy", game, seed)
    for _ in range(pieces):
        move = player.choose(env.unwrapped.state, Limit())
        place = game.moves[move]
        turn = game.moves.shape_number(move) - shapes[place.shape.piece][0]
        env.step(turn * game.width + place.column)
    return env


def steered_quintris(seed: int, pieces: int) -> Any:
    """Quintris by keys, a piece on its way down."""
    env: Any = gymnasium.make(
        "tilefall/Quintris-v0", actions="keys", gravity=0, render_mode="rgb_array"
    )
    env.reset(seed=seed)
    player = agent("greedy", env.unwrapped.game, seed)
    for _ in range(pieces):
        state = env.unwrapped.state
        for key in state.keys_to(player.choose(state, Limit())):
            env.step(KEYS.index(PRESSED[key]))
        env.step(KEYS.index("drop"))
    for key in ("rotate", *["left"] * 2, *["down"] * 6):
        env.step(KEYS.index(key))
    return env
