"""Frames of the falling environments: as text and pixels they show what the observation says."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

import tilefall.envs  # noqa: F401  registers the environments
from tilefall.colours import QUINTRIS, TETRIS, WELL
from tilefall.envs.lettering import GLYPHS
from tilefall.envs.painting import LOCKED
from tilefall.envs.pixels import CELL, FADED, MARGIN, NEXT, PANEL
from tilefall.envs.sight import ABOVE, sight_of
from tilefall.rules import quintris, tetris

TETRIS_ID, QUINTRIS_ID = "tilefall/Tetris-v0", "tilefall/Quintris-v0"
KINDS: list[tuple[str, dict[str, Any]]] = [
    (TETRIS_ID, {}),
    (TETRIS_ID, {"width": 4, "height": 4, "rules": "preview"}),
    (TETRIS_ID, {"actions": "keys", "width": 15, "height": 31, "gravity": 2}),
    (TETRIS_ID, {"actions": "keys", "height": 6, "rules": "preview"}),
    (QUINTRIS_ID, {"width": 6, "height": 6}),
    (QUINTRIS_ID, {"reach": "fall"}),
    (QUINTRIS_ID, {"actions": "keys", "width": 7, "height": 9}),
]


def positions(env: Any, seed: int, steps: int) -> Iterator[tuple[Any, dict[str, Any], bool]]:
    """What is seen of random games, with whether a game is over."""
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    yield observation, info, False
    is_over = False
    for _ in range(steps):
        if is_over:
            observation, info = env.reset()
            is_over = False
        else:
            action = env.action_space.sample(info["action_mask"])
            observation, _, is_over, _, info = env.step(action)
        yield observation, info, is_over


def letter_of(name: str, kind: int) -> str:
    if name == TETRIS_ID:
        return tetris.PIECES.letters[kind]
    return quintris.PIECES.shapes[kind].name[0]


@pytest.mark.parametrize(
    ("name", "arguments", "position", "drawing"),
    [
        (
            TETRIS_ID,
            {"width": 6, "height": 5, "rules": "preview"},
            "tetris:width=6,height=5,rules=preview x5/x1x2x S J 0-0-0-0-1-1-0 7 12",
            """
            @   SS
            @  SS
            @
            @|......|  score 7
            @|......|  turn  12
            @|......|
            @|x.....|  next  J
            @|x.x..x|  J
            @+------+  JJJ""",
        ),
        (
            TETRIS_ID,
            {"width": 6, "height": 5, "actions": "keys"},
            "tetris:width=6,height=5 x5/x1x2x S - 0-0-0-0-1-0-0 7 12",
            """
            @|..SS..|  score 7
            @|.SS...|  turn  12
            @|......|
            @|x.....|
            @|x.x..x|
            @+------+""",
        ),
        (
            QUINTRIS_ID,
            {"width": 6, "height": 6},
            "quintris:width=6,height=6 x5/x1x2x L1@2 I1 0-1-1-0-0-0 0 0",
            """
            @|...L..|  score 0
            @|...L..|  turn  0
            @|...L..|
            @|..LL..|  next  I
            @|x.....|  I
            @|x.x..x|  I
            @+------+  I
            @          I
            @          I""",
        ),
    ],
)
def test_a_position_as_text(
    name: str, arguments: dict[str, Any], position: str, drawing: str
) -> None:
    env = gymnasium.make(name, render_mode="ansi", **arguments)
    env.reset(seed=0, options={"position": position})
    lines = [line.partition("@")[2] for line in drawing.strip("\n").split("\n")]
    assert env.render() == "\n".join(lines)


@pytest.mark.parametrize(("name", "arguments"), KINDS)
def test_text_shows_the_board_and_the_pieces_of_the_observation(
    name: str, arguments: dict[str, Any]
) -> None:
    env: Any = gymnasium.make(name, render_mode="ansi", **arguments)
    ended = 0
    for seen, info, is_over in positions(env, seed=5, steps=400):
        text = env.render()
        assert text.isascii()
        assert text.replace("\n", "").isprintable()
        rows = text.split("\n")
        board, width = seen["board"], seen["board"].shape[1]
        above = 0 if env.unwrapped.settings.has_spot else ABOVE
        well = [row[1 : width + 1] for row in rows[above : above + len(board)]]
        drawn = [[{".": 0, "x": 1}.get(cell, 2) for cell in row] for row in well]
        assert np.array_equal(drawn, board)
        words = [row[width + 4 :] for row in rows[above:]]
        assert words[0] == f"score {info['score']}"
        assert words[1] == f"turn  {info['turn']}"
        assert words[2] == ("over" if is_over else "")
        if "next" in seen and not (is_over and name == TETRIS_ID and above):
            assert words[3] == f"next  {letter_of(name, seen['next'])}"
        shown = {cell for row in rows[: above + len(board)] for cell in row[1 : width + 1]}
        if not (is_over and above):
            assert letter_of(name, seen["current"]) in shown
        ended += is_over
    assert ended or "gravity" in arguments


def centre(pixels: Any, above: int, row: int, column: int) -> tuple[int, ...]:
    y = MARGIN + (above + row) * CELL + CELL // 2
    return tuple(pixels[y, MARGIN + column * CELL + CELL // 2])


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@pytest.mark.parametrize(("name", "arguments"), KINDS)
def test_pixels_show_the_board_of_the_observation_in_frames_of_one_shape(
    name: str, arguments: dict[str, Any]
) -> None:
    env: Any = gymnasium.make(name, render_mode="rgb_array", **arguments)
    colours = TETRIS if name == TETRIS_ID else QUINTRIS
    shapes = set()
    for seen, _, is_over in positions(env, seed=6, steps=60):
        pixels = env.render()
        assert pixels.dtype == np.uint8
        shapes.add(pixels.shape)
        above = 0 if env.unwrapped.settings.has_spot else ABOVE
        expected = [rgb(WELL), rgb(FADED if is_over else LOCKED)]
        if not (is_over and above):
            expected.append(rgb(colours[letter_of(name, seen["current"])]))
        height, width = seen["board"].shape
        for row in range(height):
            if is_over and abs(row - (height - 1) / 2) <= 1:
                continue  # the word stands there
            for column in range(width):
                found = centre(pixels, above, row, column)
                assert found == expected[seen["board"][row, column]], (row, column)
    ((height, width, depth),) = shapes
    assert (height % 2, width % 2, depth) == (0, 0, 3)


def tetris_at(fields: str, **arguments: Any) -> Any:
    """A frame of Tetris 6 x 8 at a position."""
    env: Any = gymnasium.make(
        TETRIS_ID, width=6, height=8, rules="preview", render_mode="rgb_array", **arguments
    )
    env.reset(seed=0, options={"position": f"tetris:width=6,height=8,rules=preview {fields}"})
    return env.render()


def differences(one: Any, other: Any) -> set[str]:
    """The parts of the panel and the well in which two frames differ."""
    rows, columns = np.nonzero((one != other).any(axis=2))
    top, left = MARGIN + ABOVE * CELL, 3 * MARGIN + 6 * CELL
    parts = np.where(columns < left, 0, np.clip((rows - top) // 40, 0, 2) + 1)
    return {("well", "score", "turn", "next")[part] for part in parts.tolist()}


def test_pixels_tell_of_score_turn_and_the_next_piece_each_in_its_place() -> None:
    seen = "0-0-0-0-1-1-0"
    frame = tetris_at(f"- S J {seen} 7 12")
    assert NEXT == 80
    assert differences(frame, tetris_at(f"- S J {seen} 8 12")) == {"score"}
    assert differences(frame, tetris_at(f"- S J {seen} 7 13")) == {"turn"}
    assert differences(frame, tetris_at(f"- S L {seen} 7 12")) == {"next"}
    assert differences(frame, tetris_at(f"- Z J {seen} 7 12")) == {"well"}
    assert differences(frame, tetris_at(f"x5 S J {seen} 7 12")) == {"well"}


def test_numbers_of_any_length_fit_beside_the_well() -> None:
    numbers = [1, 10**9, 10**10, 2**63 - 1]
    frames = [tetris_at(f"- S J 0-0-0-0-1-1-0 {number} {number}") for number in numbers]
    assert len({frame.shape for frame in frames}) == 1
    for frame in frames:
        assert (frame[:, -MARGIN:] == frame[0, 0]).all()
    assert frames[0].shape[1] == 3 * MARGIN + 6 * CELL + PANEL + MARGIN


def test_every_digit_and_letter_looks_different() -> None:
    assert len(set(GLYPHS.values())) == len(GLYPHS)
    for character, rows in GLYPHS.items():
        assert len(rows) == 5, character
        assert len({len(row) for row in rows}) == 1, character


@pytest.mark.parametrize(("name", "arguments"), [kind for kind in KINDS if "actions" in kind[1]])
def test_the_ghost_is_where_a_drop_puts_the_piece(name: str, arguments: dict[str, Any]) -> None:
    env: Any = gymnasium.make(name, **arguments).unwrapped
    checked = 0
    for seen, _, is_over in positions(env, seed=8, steps=120):
        sight = sight_of(env.settings, env._native.state(0))
        assert (sight.ghost is None) == is_over
        if sight.ghost is None:
            continue
        kept = env.clone()
        after, reward, *_ = env.step(5)
        if reward == 0:
            locked = (seen["board"] == 1).copy()
            locked[tuple(zip(*sight.ghost.cells, strict=True))] = True
            is_hidden = after["board"] == 2
            assert np.array_equal(locked[~is_hidden], (after["board"] == 1)[~is_hidden])
            checked += 1
        env.restore(kept)
    assert checked > 20


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
@pytest.mark.parametrize("name", [TETRIS_ID, QUINTRIS_ID])
def test_a_vector_shows_every_game_as_an_environment_of_its_own_does(name: str, mode: str) -> None:
    many: Any = gymnasium.make_vec(name, 3, render_mode=mode)
    one: Any = gymnasium.make(name, render_mode=mode)
    many.reset(seed=11)
    many.step(many.sample_actions(seed=1))
    frames = many.render()
    assert isinstance(frames, tuple)
    for i, frame in enumerate(frames):
        one.reset(seed=11 + i)
        one.step(int(many.bound_actions[i]))
        assert np.array_equal(frame, one.render())
    assert not np.array_equal(frames[0], frames[1])


@pytest.mark.parametrize("name", [TETRIS_ID, QUINTRIS_ID])
def test_rendering_without_a_mode_says_what_to_do(name: str) -> None:
    one: Any = gymnasium.make(name)
    many: Any = gymnasium.make_vec(name, 2)
    for env, maker in ((one, "make"), (many, "make_vec")):
        env.reset(seed=1)
        example = f'gymnasium.{maker}\\("{name}", render_mode="rgb_array"\\)'
        with pytest.warns(UserWarning, match=f"choose one of ansi, .*{example}"):
            assert env.unwrapped.render() is None


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_there_is_nothing_to_render_before_the_first_reset(mode: str) -> None:
    one: Any = gymnasium.make(TETRIS_ID, render_mode=mode)
    many: Any = gymnasium.make_vec(TETRIS_ID, 2, render_mode=mode)
    for env in (one, one.unwrapped, many, pickle.loads(pickle.dumps(one.unwrapped))):
        with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
            env.render()


def test_frames_can_be_collected_and_are_not_drawn_over() -> None:
    env: Any = gymnasium.make(TETRIS_ID, render_mode="rgb_array_list")
    env.reset(seed=3)
    env.step(0)
    first, second = env.render()
    assert not np.array_equal(first, second)
