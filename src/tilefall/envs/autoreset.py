"""Autoreset: what vector environments do with games that have ended, by its name in Gymnasium."""

from __future__ import annotations

from gymnasium.vector import AutoresetMode


def autoreset_of(mode: AutoresetMode | str) -> AutoresetMode:
    """The mode, which may be given in words.

    >>> autoreset_of("same_step") is autoreset_of("SameStep") is AutoresetMode.SAME_STEP
    True
    """
    if isinstance(mode, AutoresetMode):
        return mode
    for each in AutoresetMode:
        if mode in (each.value, each.name.lower()):
            return each
    allowed = ", ".join(each.value for each in AutoresetMode)
    raise ValueError(f"autoreset_mode {mode!r}, allowed are {allowed}")
