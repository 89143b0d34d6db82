"""Summary: all figures of an arena, from its plan and the games that were played."""

from __future__ import annotations

from collections.abc import Sequence

from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.solo import Solo, solo
from tilefall.arena.versus import Versus, versus
from tilefall.rules.catalog import parse_game


def players(plan: Plan) -> int:
    """How many play a game: one or two."""
    return parse_game(plan.game).players


def summary(plan: Plan, played: Sequence[Played]) -> Solo | Versus:
    """The figures, of one player or of two as the game has them."""
    return solo(plan, played) if players(plan) == 1 else versus(plan, played)
