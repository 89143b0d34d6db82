"""Pages: one frame of HTML for all of them, each with a module of its own."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Template

STATIC = "static"
ICON = '<img src="/static/icon.svg" alt="">'
# The address, the module and the title of every page, in the order of the menu.
PAGES = {
    "/": ("home", "tilefall"),
    "/play": ("play", "Play"),
    "/watch": ("watch", "Watch"),
    "/arena": ("arena", "Arena"),
    "/training": ("training", "Training"),
    "/replays": ("replays", "Replays"),
}


@cache
def page(path: str) -> str:
    """The HTML of a page."""
    module, title = PAGES[path]
    home, *menu = [
        f'<a href="{address}"{_current(address == path)}>{ICON if address == "/" else ""}{name}</a>'
        for address, (_, name) in PAGES.items()
    ]
    frame = files(__package__).joinpath(STATIC, "page.html").read_text(encoding="utf-8")
    name = title if path == "/" else f"{title} - tilefall"
    return Template(frame).substitute(title=name, module=module, home=home, menu="".join(menu))


def _current(is_here: bool) -> str:
    return ' aria-current="page"' if is_here else ""
