"""kbinput: the course's keyboard; nobody is there."""

from __future__ import annotations

import fcntl
import os
import sys
import termios

__all__ = ["fcntl", "get_char_keyboard", "os", "sys", "termios"]


def get_char_keyboard() -> str:
    """Nothing: a program that asks for a key is told that none will come."""
    raise EOFError("nobody is at the keyboard: course programs play as computer, not as human")
