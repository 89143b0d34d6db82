"""A crew that is sent home: everything that plays ends, also what was about to begin."""

from __future__ import annotations

import time
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from threading import Thread

import pytest

from tilefall.arena import crew as crew_file
from tilefall.arena.crew import LocalCrew
from tilefall.arena.work import Work

PATIENCE = 60.0


class Nap(float):
    """Work that is nothing but time."""

    setting = None
    players = (0,)


@pytest.mark.parametrize("looks_that_see_nothing", [0, 1, 2])
def test_a_process_that_starts_while_all_others_are_ended_ends_too(
    monkeypatch: pytest.MonkeyPatch, looks_that_see_nothing: int
) -> None:
    looks: list[int] = []

    def seen() -> list[BaseProcess]:
        looks.append(1)
        return [] if len(looks) <= looks_that_see_nothing else active_children()

    monkeypatch.setattr(crew_file, "play", time.sleep)
    monkeypatch.setattr(crew_file, "is_batch", lambda setting, players: False)
    before = active_children()
    crew = LocalCrew(2)
    works = iter([Nap(0.01), Nap(1000.0), Nap(1000.0)])

    def take() -> Work | None:
        return next(works, None)  # type: ignore[return-value]

    playing = crew.play(take)
    assert next(playing).seconds < PATIENCE
    monkeypatch.setattr(crew_file, "active_children", seen)

    def end() -> None:
        playing.close()
        crew.close()

    ending = Thread(target=end, daemon=True)
    ending.start()
    ending.join(PATIENCE)
    assert not ending.is_alive()
    assert active_children() == before
