"""Browser keys: the names that browsers give to the keys of the terminal."""

from __future__ import annotations

BROWSER_KEYS = {
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "space": " ",
    "backspace": "Backspace",
    "escape": "Escape",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "home": "Home",
    "end": "End",
}
