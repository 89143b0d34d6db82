from tilefall._native import (
    env as env,
    falling as falling,
    ijk as ijk
)


def isas() -> list[str]:
    """The instruction sets to be had, the best one first."""

def set_isa(isa: str) -> None:
    """Takes this instruction set from now on, in all threads."""

def left_out_isas() -> list[str]:
    """Those that were not compiled."""

class Perft:
    @property
    def leaves(self) -> int: ...

    @property
    def digest(self) -> int: ...

def allow_searches() -> None: ...

def end_searches() -> None: ...

class Stop:
    """
    Set it, in any thread, to end the searches of the threads that carry it.
    """

    def __init__(self) -> None: ...

    def set(self) -> None: ...

    @property
    def is_set(self) -> bool: ...

def carry(stop: Stop | None) -> None: ...
