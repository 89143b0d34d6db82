"""Engines: the rules as plain Python or native code, and never a silent fallback."""

from __future__ import annotations

from tilefall.engines.protocol import Engine, EngineError, Outcome, Perft
from tilefall.engines.reference import Reference

__all__ = ["Engine", "EngineError", "Outcome", "Perft", "Reference", "engine"]


def engine(name: str = "native") -> Engine:
    """The engine of this name: `reference`, `native`, or `native:avx2` and the like.

    `native` takes the best instruction set of this machine, or the one that the environment
    variable TILEFALL_ISA names; one that the machine lacks is an error.
    """
    kind, _, isa = name.partition(":")
    if kind == "reference" and not isa:
        return Reference()
    if kind == "native":
        from tilefall.engines.native import Native

        return Native(isa or None)
    raise EngineError(f"engine {name!r}, allowed are reference, native and native:ISA")
