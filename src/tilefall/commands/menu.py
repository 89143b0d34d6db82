"""Menu: what the program shows when it is called without a word."""

from __future__ import annotations

from tilefall.commands.app import all_stages, show


def menu() -> None:
    """Let the user choose what to play or watch."""
    stages = all_stages()
    show(stages.menu(), stages)
