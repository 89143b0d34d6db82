"""Judging: how a network of IJK does against the best evaluation made by hand."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tilefall.agents.agent import Limit
from tilefall.play.duel import Duel, Side, play_pair
from tilefall.play.duel_report import report
from tilefall.play.openings import Plies, openings
from tilefall.rules.ijk import Ijk
from tilefall.search.ijk_network import Network
from tilefall.search.provenance import DuelValidation

AGENTS = {"deterministic": "alphabeta", "nondeterministic": "expectiminimax"}
DEPTHS = {"deterministic": 4, "nondeterministic": 2}  # of both sides
PLIES, MAX_PLIES = Plies(8, 10), 5000


def judged(network: Network, first_seed: int, pairs: int) -> DuelValidation:
    """The score of a network against hand-made terms, in pairs of games with colours swapped."""
    agent, depth = AGENTS[network.mode], DEPTHS[network.mode]
    opponent, limit = f"{agent}:evaluation=terms", Limit(depth=depth)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "network.json"
        path.write_text(network.text(), encoding="utf-8")
        side = Side(f"{agent}:network={path}", limit)
        duel = Duel(Ijk(mode=network.mode), side, Side(opponent, limit), PLIES, MAX_PLIES)
        found = openings(duel.game, pairs, first_seed, PLIES)
        played = [play_pair(duel, opening) for opening in found]
    counted = report(duel, played)  # a pair that ran into an earlier one tells nothing new
    return DuelValidation(first_seed, len(counted.pairs), opponent, depth, counted.score)
