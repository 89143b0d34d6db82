"""How IJK's environments are seen: as text, as a picture, and in place in a terminal."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.envs.terminals import Tty, time_fixture, tty_fixture  # noqa: F401
from tilefall.colours import LOWER, UPPER, WELL, rgb
from tilefall.envs import ijk_v0
from tilefall.envs.glyphs import GLYPHS
from tilefall.envs.ijk_render import GAP, TILE, picture
from tilefall.rules.ijk import LETTERS, Ijk

ROUND = Ijk(size=2, end="round")


def tile(letter: str) -> np.ndarray:
    """The pixels of one tile."""
    pixels = picture(ROUND.parse(f"ijk:size=2,end=round {letter}1/2 - 1"))
    return pixels[GAP : GAP + TILE, GAP : GAP + TILE]


def test_the_text_is_the_board_and_who_is_to_move() -> None:
    environment = ijk_v0.env(size=3, render_mode="ansi")
    environment.reset(seed=1)
    environment.step(3)
    assert environment.render() == "a . A\n. . .\n. . .\nturn 1, - to move"


def test_a_picture_has_room_for_every_cell() -> None:
    for size in (2, 8):
        environment = ijk_v0.raw_env(size=size, render_mode="rgb_array")
        environment.reset(seed=1)
        pixels = environment.render()
        assert isinstance(pixels, np.ndarray)
        side = size * (TILE + GAP) + GAP
        assert pixels.shape == (side, side, 3)
        assert pixels.dtype == np.uint8


def test_tiles_stand_where_the_board_has_them() -> None:
    pixels = picture(ROUND.parse("ijk:size=2,end=round 1B/a1 + 2"))
    middle = [GAP + 2 + TILE // 2, 2 * GAP + TILE + 2 + TILE // 2]
    edge = [GAP + 2, 2 * GAP + TILE + 2]  # above any letter
    assert pixels[edge[0], middle[1]].tolist() == list(rgb(UPPER))
    assert pixels[edge[1], middle[0]].tolist() == list(rgb(LOWER))
    assert pixels[0, 0].tolist() == list(rgb(WELL))


def test_every_tile_looks_different_and_players_also_without_colours() -> None:
    tiles = {letter: tile(letter) for letter in LETTERS + LETTERS.lower()}
    for one, other in combinations(tiles, 2):
        assert not np.array_equal(tiles[one], tiles[other]), (one, other)
    well = list(rgb(WELL))
    for letter, pixels in tiles.items():  # square corners, and round ones
        assert (pixels[0, 0].tolist() == well) == letter.islower()
        assert (pixels[-1, -1].tolist() == well) == letter.islower()


def test_glyphs_are_five_wide_and_seven_high_and_all_different() -> None:
    assert set(GLYPHS) == set(LETTERS + LETTERS.lower())
    assert {(len(lines), *map(len, lines)) for lines in GLYPHS.values()} == {(7, *[5] * 7)}
    assert len(set(GLYPHS.values())) == len(GLYPHS)


def test_a_picture_is_the_caller_s_own() -> None:
    environment = ijk_v0.raw_env(render_mode="rgb_array")
    environment.reset(seed=1)
    first, second = environment.render(), environment.render()
    assert isinstance(first, np.ndarray)
    assert isinstance(second, np.ndarray)
    first[:] = 0
    assert second.any()
    assert np.array_equal(environment.render(), second)  # type: ignore[arg-type]


def test_in_a_terminal_letters_are_on_the_colours_of_their_players(tty: Tty) -> None:
    environment = ijk_v0.raw_env(size=2, render_mode="human")
    environment.reset(options={"position": "ijk:size=2 1B/a1 + 2"})
    first, second, news, _ = tty.getvalue().split("\x1b[K\n")
    assert first.endswith(". \x1b[38;2;255;255;255;48;2;0;114;178mB\x1b[0m")
    assert second == "\x1b[38;2;0;0;0;48;2;230;159;0ma\x1b[0m ."
    assert news == "turn 2, + to move"
    environment.close()


def test_mode_human_shows_every_turn_until_it_is_closed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    environment = ijk_v0.env(size=2, render_mode="human")
    environment.reset(seed=1)
    environment.step(3)
    environment.render()  # the same again
    environment.close()
    environment.step(3)
    shown = "A .\n. .\nturn 0, + to move\n\na A\n. .\nturn 1, - to move\n\n"
    assert capsys.readouterr().out == shown
    environment.reset(seed=1)
    assert capsys.readouterr().out == "A .\n. .\nturn 0, + to move\n\n"


def test_parallel_environments_are_seen_too(capsys: pytest.CaptureFixture[str]) -> None:
    environment = ijk_v0.parallel_env(size=2, render_mode="human")
    environment.reset(seed=1)
    environment.step({"player_0": 3})
    assert capsys.readouterr().out.count("to move") == 2


def test_other_modes_and_no_mode_print_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for mode in (None, "ansi", "rgb_array"):
        environment = ijk_v0.raw_env(render_mode=mode)
        environment.reset(seed=1)
        environment.step(0)
    assert capsys.readouterr().out == ""


def test_rendering_without_a_mode_says_how_to_have_one() -> None:
    environment = ijk_v0.raw_env()
    environment.reset(seed=1)
    with pytest.warns(UserWarning, match="make the environment with render_mode='ansi'"):
        assert environment.render() is None
