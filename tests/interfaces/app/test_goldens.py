"""Screens of the whole app are what the goldens show, as text that a person can read.

`python -m tests.interfaces.app.test_goldens` writes the files again.
A difference is a change of behaviour.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests import GOLDEN
from tests.interfaces.app.pilot import TODAY, Driven, all_stages, running, setup_of
from tests.play.watching.watched import HandClock, recorded
from tilefall.interfaces.app.stage import Stage
from tilefall.interfaces.app.stages import AllStages
from tilefall.interfaces.screen.look import Look
from tilefall.play.kept import VARIABLE, keep_game

FOLDER = GOLDEN / "app"
SIZES = ((80, 24), (120, 40))
SMALL = "tetris:width=4,height=4,pieces=O"


@dataclass(frozen=True)
class Screen:
    """What is shown first, and the keys that lead to the picture; a number lets seconds pass."""

    first: Callable[[AllStages], Stage]
    keys: tuple[str | float, ...] = ()


def play(game: str, *keys: str | float, against: str | None = None) -> Screen:
    return Screen(lambda stages: stages.playing(setup_of(game, against=against)), keys)


def review(game: str, agents: tuple[str, ...], *keys: str | float) -> Screen:
    return Screen(lambda stages: stages.reviewing(recorded(game, agents, turns=20), 7), keys)


def watch(game: str, *keys: str | float) -> Screen:
    return Screen(lambda stages: stages.showing(setup_of(game)), keys)


def games(stages: AllStages) -> Stage:
    for number, game in enumerate(("quintris", "tetris", "ijk")):
        agents = ("greedy",) * (2 if game == "ijk" else 1)
        keep_game(recorded(game, agents, turns=20), TODAY + timedelta(hours=number))
    return stages.games()


SCREENS = {
    "menu": Screen(AllStages.menu),
    "menu-help": Screen(AllStages.menu, ("?",)),
    "play-quintris": play("quintris:reach=fall", "b", "n", "space", 1.0, "m"),
    "play-quintris-simple": play("quintris", "B", "space", "M", "space"),
    "play-tetris": play("marathon", "c", "B", "space", "z", 1.2),
    "play-tetris-simple": play("tetris", "B", "space", "M"),
    "play-ijk": play("ijk", "right", 0.5, 0.5, "down", 0.5, 0.5, against="greedy"),
    "play-ijk-two": play("ijk", "right", "down", "left"),
    "pause": play("quintris:reach=fall", "space", "p", "down"),
    "help": play("marathon", "?"),
    "question": play("quintris", "space", "backspace"),
    "advice-quintris": play("quintris", "space", "e", "e", 1.0),
    "advice-ijk": play("ijk", "right", 0.5, 0.5, "e", "e", 1.0, against="greedy"),
    "game-over": play(SMALL, "B", "space", "M", "space", "space", "space", "space"),
    "watch-tetris": watch("tetris", 1.0),
    "watch-help": watch("tetris", "?"),
    "replay-quintris": review("quintris", ("greedy",), "2"),
    "replay-ijk": review("ijk", ("greedy", "first-fit"), "1"),
    "replay-mistake": review("tetris", ("first-fit",), "n"),
    "games": Screen(games, ("down",)),
}


async def reached(app: Driven, keys: tuple[str | float, ...]) -> str:
    await app.wait(0.0)
    await app.settle()
    for key in keys:
        if isinstance(key, str):
            await app.press(key)
        else:
            await app.wait(key)
        await app.settle()
    text = app.text
    assert await app.drawn() == text.split("\n"), "Textual shows something else"
    return text


def shown(name: str) -> dict[tuple[int, int], str]:
    """The picture in every size."""

    async def whole(size: tuple[int, int]) -> str:
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            patch.setenv(VARIABLE, folder)
            clock = HandClock()
            stage = SCREENS[name].first(all_stages(clock))
            async with running(stage, clock, size, Look()) as app:
                return await reached(app, SCREENS[name].keys)

    return {size: asyncio.run(whole(size)) for size in SIZES}


def path(name: str, size: tuple[int, int]) -> Path:
    return FOLDER / f"{name}-{size[0]}x{size[1]}.txt"


@pytest.mark.parametrize("name", SCREENS)
def test_screens_of_the_app_are_as_the_goldens_show(name: str) -> None:
    for size, text in shown(name).items():
        assert f"{text}\n" == path(name, size).read_text(encoding="utf-8")


def test_every_golden_has_its_test() -> None:
    expected = {path(name, size).name for name in SCREENS for size in SIZES}
    assert {each.name for each in FOLDER.iterdir()} == expected


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for name in SCREENS:
        for size, text in shown(name).items():
            path(name, size).write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
