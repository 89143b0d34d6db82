"""Render mode human of the falling environments: what a terminal shows of games."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest

import tilefall.envs  # noqa: F401  registers the environments
from tests.envs.terminals import Time, Tty, frames, time_fixture, tty_fixture  # noqa: F401

TETRIS_ID, QUINTRIS_ID = "tilefall/Tetris-v0", "tilefall/Quintris-v0"


def test_cells_are_in_the_colours_of_pieces_with_their_letters(tty: Tty) -> None:
    env: Any = gymnasium.make(TETRIS_ID, actions="keys", render_mode="human")
    env.reset(seed=0, options={"position": "tetris x9 O - 0-1-0-0-0-0-0 0 0"})
    text = tty.getvalue()
    assert text.count("\x1b[38;2;0;0;0;48;2;240;228;66mO ") == 4  # the colour of O, black on it
    assert text.count("48;2;91;100;114m  ") == 1  # the locked cell
    assert text.count("48;2;51;58;71m  ") == 4  # the ghost
    assert text.count("48;2;20;22;28m  ") == 10 * 20 - 9


def test_frames_come_as_fast_as_the_metadata_say(tty: Tty, time: Time) -> None:
    env: Any = gymnasium.make(TETRIS_ID, render_mode="human").unwrapped
    assert env.metadata["render_fps"] == 10
    env.reset(seed=4)
    assert time.slept == []
    env.step(0)
    time.now += 0.07
    env.step(0)
    time.now += 0.25
    env.step(0)
    assert time.slept == pytest.approx([0.1, 0.03])
    env.metadata = {**env.metadata, "render_fps": 4}
    env.step(0)
    env.step(0)
    assert time.slept == pytest.approx([0.1, 0.03, 0.1, 0.25])
    assert "turn  5" in tty.getvalue()
    env.close()


@pytest.mark.parametrize(
    ("columns", "lines", "expected"),
    [(80, 27, 26), (80, 26, 14), (46, 40, 26), (45, 40, 14), (10, 10, 9), (80, 40, 26)],
)
def test_a_frame_is_made_small_and_then_cut_to_fit(
    tty: Tty, monkeypatch: pytest.MonkeyPatch, columns: int, lines: int, expected: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))
    env: Any = gymnasium.make(QUINTRIS_ID, render_mode="human")
    env.reset(seed=4)
    env.close()
    ((*frame,),) = frames(tty)
    assert len(frame) == expected < lines
    assert max(map(len, frame)) <= columns
    assert ("▄" in tty.getvalue()) == (expected < 26)


def test_a_small_frame_shows_every_cell_in_half_a_line(
    tty: Tty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", "9")
    env: Any = gymnasium.make(QUINTRIS_ID, width=6, height=9, render_mode="human")
    env.reset(
        seed=0, options={"position": "quintris:width=6,height=9 x2xx1 I1@5 I1 0-2-0-0-0-0 0 0"}
    )
    locked, piece = "91;100;114", "255;119;16"
    lines = tty.getvalue().split("\n")
    assert [line.count(f"38;2;{piece}") for line in lines[:6]] == [1, 1, 1, 0, 0, 0]
    assert [line.count(f"48;2;{piece}") for line in lines[:6]] == [0, 1, 1, 0, 0, 0]
    assert [line.count(f"48;2;{locked}") for line in lines[:6]] == [0, 0, 0, 0, 3, 0]
    env.close()


def test_terminals_of_256_colours_get_the_nearest(
    tty: Tty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "")
    env: Any = gymnasium.make(TETRIS_ID, actions="keys", render_mode="human")
    env.reset(seed=0, options={"position": "tetris x9 O - 0-1-0-0-0-0-0 0 0"})
    assert "48;2;" not in tty.getvalue()
    assert tty.getvalue().count("38;5;16;48;5;221mO ") == 4  # 5 4 1 of 0 to 5
    env.close()


def test_many_games_are_side_by_side_as_far_as_they_fit(tty: Tty) -> None:
    many: Any = gymnasium.make_vec(TETRIS_ID, 20, width=4, height=4, render_mode="human")
    many.reset(seed=1)
    many.step(many.sample_actions(seed=3))
    many.close()
    first, second = frames(tty)
    assert first[3].count("score") == second[3].count("score") == 3
    assert max(map(len, first)) <= 80


def test_a_vector_shows_eight_games_at_most(tty: Tty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    many: Any = gymnasium.make_vec(TETRIS_ID, 20, width=4, height=4, render_mode="human")
    many.reset(seed=1)
    many.close()
    assert frames(tty)[0][3].count("score") == 8
