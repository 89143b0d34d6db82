"""The pictures of the documents: made from fixed seeds, and as new as the code."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from tools.pages import PHONE, pages
from tools.pictures import FOLDER, MATCH, PAGES, PICTURES, Picture, main

LARGEST = 1_500_000


@pytest.mark.parametrize(
    "picture", [each for each in PICTURES if each.name.endswith(".svg")], ids=lambda each: each.name
)
def test_pictures_in_the_documents_are_those_that_are_made_now(picture: Picture) -> None:
    """If one is not: make pictures."""
    assert picture.made(picture.about) == (FOLDER / picture.name).read_bytes()


@pytest.mark.parametrize(
    "picture", [each for each in PICTURES if each.name.endswith(".png")], ids=lambda each: each.name
)
def test_frames_in_the_documents_are_those_that_are_made_now(picture: Picture) -> None:
    """Pixel by pixel, since libraries pack them differently."""
    shown, made = (
        Image.open(BytesIO(content))
        for content in ((FOLDER / picture.name).read_bytes(), picture.made(picture.about))
    )
    assert shown.size == made.size
    assert shown.convert("RGB").tobytes() == made.convert("RGB").tobytes()


def test_moving_pictures_are_made_alike_and_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    (moving,) = (each for each in PICTURES if each.name.endswith(".gif"))
    monkeypatch.setattr("tools.pictures.MATCH", replace(MATCH, agents=("greedy",), moves=6))
    assert moving.made("") == moving.made("")
    content = (FOLDER / moving.name).read_bytes()
    assert len(content) < LARGEST
    image = Image.open(BytesIO(content))
    assert getattr(image, "n_frames", 0) > MATCH.moves


def test_pictures_of_pages_are_there_as_large_as_their_windows() -> None:
    assert [each.name for each in pages()] == list(PAGES)
    for page in pages():
        content = (FOLDER / page.name).read_bytes()
        assert len(content) < LARGEST / 10
        width, height = Image.open(BytesIO(content)).size
        assert height == max(shot.size[1] for shot in page.shots)
        assert width >= sum(shot.size[0] for shot in page.shots)
        assert (len(page.shots) > 1) == (page.shots[0].size == PHONE)


def test_all_pictures_are_known_and_named_ones_can_be_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [*(each.name for each in PICTURES), *PAGES]
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(names)
    main(["menu.svg", "--to", str(tmp_path)])
    assert [path.name for path in tmp_path.iterdir()] == ["menu.svg"]
    with pytest.raises(SystemExit):
        main(["none.svg"])
    assert "no picture 'none.svg', there are quintris.gif" in capsys.readouterr().err
