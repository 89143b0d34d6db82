"""IJK positions: the fixed boards on which searches are measured, and how they were made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from tilefall.agents.agent import UNLIMITED
from tilefall.agents.catalog import agent
from tilefall.play.openings import Plies, opening
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import Ijk, IjkState, empty_cells

# The agent is a course program: it plays well enough, and what it plays never changes.
AGENT = "course-letters"
CHANCE = Ijk(mode="nondeterministic")
OPENING = Plies(8, 10)
FIRST_TURN, LAST_TURN = 60, 400
TILES = range(14, 27)
LANE = 98  # of the turn at which a game is looked at

# made_positions(Ijk(), 16), and of the game with chance 12
POSITIONS = (
    "ijk a5/1C4/1dEBEC/BfGCab/CecHEA/dAacae - 355",
    "ijk AfHfdb/baBDFE/a1DBCf/2Cdfb/5A/5b - 359",
    "ijk bAdacA/CcGcDC/beADBA/ACa3/eb4/a5 - 159",
    "ijk A5/6/2dfAd/bCaCfB/DECdBa/abBECc + 162",
    "ijk adEaDB/cAcDCa/CBa3/d5/a5/6 - 73",
    "ijk AeafBC/EbdeFD/baCBaA/a5/6/6 - 149",
    "ijk a5/6/6/a3c1/BdceDb/AcEabD - 77",
    "ijk ADacbc/dbdeCG/bDbcEc/aA1aBB/6/6 + 164",
    "ijk bAA3/cB4/ADa3/bfgd2/EDebC1/bCBcBA + 186",
    "ijk A4A/5b/4BE/3EGA/bbfbEb/BDAcfA + 206",
    "ijk BdaEdA/DbcABe/AaAbdb/5E/6/6 - 99",
    "ijk AAcDaC/bbgcGd/cFbEBa/Dcaa2/AA4/e5 - 251",
    "ijk a4B/5c/2AcDa/2BeFE/FdCFbc/beBacb - 195",
    "ijk AbaDcA/A1DfEc/2cCBa/3cDA/5A/6 + 102",
    "ijk AbecFD/BEdbAB/aCEGBa/edccAa/c5/b5 - 221",
    "ijk aEfadC/DAcdFe/bdebDB/bbDCaA/6/6 + 186",
)
CHANCE_POSITIONS = (
    "ijk:mode=nondeterministic 3bdB/2BhfA/3DeC/2aEgA/aDbfDB/1aebcA - 361",
    "ijk:mode=nondeterministic 5C/3bdA/2aEhE/aCGfDd/1bbcAC/baAbGb - 377",
    "ijk:mode=nondeterministic b1cA2/cCgh2/adAD2/ebEB2/aeFdba/eBCAE1 - 359",
    "ijk:mode=nondeterministic 3a2/D5/cB4/BAb3/FDgAd1/BbeCAB - 159",
    "ijk:mode=nondeterministic aEBAb1/DFd3/beb3/1g4/1D2A1/6 + 162",
    "ijk:mode=nondeterministic b5/aC4/d1a3/CbA3/CdEB2/abCDbC - 73",
    "ijk:mode=nondeterministic 5a/6/4cA/2BaeC/1egeBA/bDAdab - 149",
    "ijk:mode=nondeterministic aCaBDb/cbdBba/Dec1a1/bd2a1/A5/6 - 77",
    "ijk:mode=nondeterministic AhcaC1/CeBgF1/bdge2/aEbcb1/bDaa2/A5 - 383",
    "ijk:mode=nondeterministic Ac4/BFb3/ABeC2/DFcE1A/Aeac2/bcdBb1 + 164",
    "ijk:mode=nondeterministic aCBbFd/1eACDc/2DCEa/3gac/1A2Ba/4ab + 186",
    "ijk:mode=nondeterministic 1A4/d5/bG4/aCDc2/BfeFEA/BDaBAb + 206",
)


def made_positions(game: Ijk, wanted: int) -> tuple[IjkState, ...]:
    """One position of each of so many games of seed 1 and the following ones.

    After a random opening the agent plays against itself; where tiles come by chance it thinks they
    do not. A game that has no such position is passed over.
    """
    found: list[IjkState] = []
    seed = 0
    while len(found) < wanted:
        seed += 1
        first = FIRST_TURN + Dice(seed).roll(turn=0, sides=LAST_TURN - FIRST_TURN + 1, lane=LANE)
        later = (state for state in _played(game, seed) if state.turn >= first)
        found += islice(filter(_is_fit, later), 1)
    return tuple(found)


def _played(game: Ijk, seed: int) -> Iterator[IjkState]:
    """The positions of a game, up to the last turn that is wanted."""
    dice, player = Dice(seed), agent(AGENT, Ijk())
    begun = opening(game, seed, OPENING)
    assert begun is not None, "no game of 6 x 6 ends in ten plies"
    state = begun.state
    while not state.is_over and state.turn <= LAST_TURN:
        yield state
        state = state.play(player.choose(_without_chance(state), UNLIMITED)).draw(dice)


def _is_fit(state: IjkState) -> bool:
    return state.game.size**2 - len(empty_cells(state.board)) in TILES


def _without_chance(state: IjkState) -> IjkState:
    return replace(state, game=replace(state.game, mode="deterministic"))
