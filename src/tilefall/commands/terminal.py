"""Terminal: whether there is one."""

from __future__ import annotations

import os
import sys


def is_terminal() -> bool:
    """Whether keys come from a terminal and pictures go to one."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "dumb") != "dumb"
