"""Markup: HTML and SVG in which every text is escaped, because only markup is not."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from tilefall.arena.wording import plain

VOID = ("meta", "input", "br", "line", "rect", "circle", "path", "polyline")


@dataclass(frozen=True)
class Markup:
    """Text that is markup already."""

    text: str


def tag(name: str, *children: Markup | str, **attributes: str | float | bool | None) -> Markup:
    """An element; underscores in attributes are hyphens, None and False leave an attribute out.

    >>> tag("p", "<script>", class_="a", data_game=3).text
    '<p class="a" data-game="3">&lt;script&gt;</p>'
    """
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = key.rstrip("_").replace("_", "-")
        words.append(key if value is True else f'{key}="{_attribute(value)}"')
    if name in VOID and not children:
        return Markup(f"<{' '.join(words)}>" if name in VOID[:3] else f"<{' '.join(words)}/>")
    return Markup(f"<{' '.join(words)}>{joined(children).text}</{name}>")


def joined(children: tuple[Markup | str, ...] | list[Markup]) -> Markup:
    """Markup and texts after each other, the texts escaped."""
    return Markup(
        "".join(
            child.text if isinstance(child, Markup) else escape(plain(child)) for child in children
        )
    )


def _attribute(value: str | float) -> str:
    return escape(plain(value)) if isinstance(value, str) else f"{value:.6g}"
