"""Arenas for tests: a small plan, and games made up for it."""

from __future__ import annotations

from tilefall.arena.plan import Plan
from tilefall.arena.played import Done, Played
from tilefall.play.openings import Plies
from tilefall.play.record import FORMAT, Record
from tilefall.rules.game import RULES_VERSION

PLAN = Plan(
    game="quintris",
    agents=("greedy", "first-fit"),
    games=20,
    is_until_sure=False,
    first_seed=1,
    max_turns=50,
    plies=Plies(8, 10),
    seconds_a_move=None,
    alpha=0.05,
    elo=20.0,
    margin=0.0,
)


def played(bout: int, place: int, score: int = 3) -> Played:
    """A game of one player."""
    return Played(
        bout=bout,
        seed=bout + 1,
        players=(place,),
        score=score,
        turns=2,
        is_over=False,
        moves=(2,),
        seconds=(0.25,),
        digest="0123456789abcdef",
    )


def done(bout: int, place: int, score: int = 3) -> Done:
    """The same with a record, which is no true one."""
    record = Record(
        version=FORMAT,
        tilefall="0",
        game="quintris",
        rules=RULES_VERSION,
        agents=(f"agent {place}",),
        seed=bout + 1,
        start=None,
        score=score,
        digest="0123456789abcdef",
        moves=(1, 2),
        checks="abcdef01",
    )
    return Done(played(bout, place, score), f"{record.sealed().line()}\n".encode())


def met(bout: int, plus: int, minus: int, score: int, digest: str = "") -> Played:
    """A game of two players; without a digest no other game ends as it does."""
    return Played(
        bout=bout,
        seed=bout + 1,
        players=(plus, minus),
        score=score,
        turns=40,
        is_over=True,
        moves=(20, 20),
        seconds=(0.5, 0.25),
        digest=digest or f"{bout:08x}{plus:04x}{minus:04x}",
    )
