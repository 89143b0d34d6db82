"""Build: the one file of the viewer, with its scripts, its styles and the game inside."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from html import escape
from importlib.resources import files
from string import Template

from tilefall import __version__
from tilefall.interfaces.web.bundle import bundled
from tilefall.interfaces.web.encode import Encoded
from tilefall.interfaces.web.pages import STATIC

WEB = "tilefall.interfaces.web"
ENTRY = "viewer.js"
STYLES = ("base.css", "watch.css", "viewer.css")
NEVER = ("</", "@import", "url(")  # what would end a style sheet, or ask for something


def viewer_page(told: Encoded) -> str:
    """The page that shows a game, as `frames.told` tells it."""
    style = "\n".join(_static(f"css/{name}") for name in STYLES)
    for text in NEVER:
        if text in style.lower():
            raise ValueError(f"a style sheet that holds {text!r} cannot stand in a page")
    script = bundled(ENTRY, lambda path: _static(f"js/{path}"))
    frame = files(__package__).joinpath("viewer.html").read_text(encoding="utf-8")
    return Template(frame).substitute(
        title=escape(told["frames"][0]["title"]),
        version=escape(__version__),
        icon=base64.b64encode(_static("icon.svg").encode()).decode(),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        data=packed(told),
    )


def packed(told: Encoded) -> str:
    """A game as JSON in which nothing can be markup: its text is deflated.

    >>> packed({})
    '{"deflated":"eNqrrgUAAXUA+Q=="}'
    """
    text = json.dumps(told, separators=(",", ":"), allow_nan=False)
    deflated = base64.b64encode(zlib.compress(text.encode(), level=9)).decode()
    return json.dumps({"deflated": deflated}, separators=(",", ":"))


def _static(path: str) -> str:
    return files(WEB).joinpath(STATIC, *path.split("/")).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
