"""The tool that makes the pictures of pages."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from tools.pictures import main

from tools import pages


@pytest.mark.browser
@pytest.mark.slow
def test_a_picture_of_a_page_is_made_in_a_real_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "COMMANDS", ())  # the page of kept games needs neither
    main(["web-replays.png", "--to", str(tmp_path)])
    image = Image.open(BytesIO((tmp_path / "web-replays.png").read_bytes())).convert("RGB")
    assert image.size == (1280, 620)
    assert len(image.getcolors(1 << 20) or ()) > 20  # more than an empty page has
