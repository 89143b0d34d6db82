"""Temporal differences: a network of IJK learns from games against itself.

Games are played one after the other on seeds that follow each other, so the same plan gives the
same weights, also if it was interrupted in between.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tilefall.engines import packing_ijk
from tilefall.engines.native import Native
from tilefall.play.files import write_whole
from tilefall.rules.ijk import MODES, Ijk
from tilefall.search.ijk_network import SCALE, Network

BLOCK = 5000  # games from one checkpoint to the next, and from one rate to the next


class BadCheckpoint(ValueError):
    """A checkpoint that cannot be gone on from; says why."""


@dataclass(frozen=True)
class Plan:
    """What is learned, and how."""

    mode: str = MODES[0]
    games: int = 1_000_000
    first_seed: int = 1_000_000_000
    rate: float = 0.004  # at first; in the end a tenth of it
    trust: float = 0.7  # lambda: how far later positions count
    random_moves: float = 0.02
    opening: int = 8  # random moves at the start of a game, and fewer than the span more
    opening_span: int = 16

    def source(self) -> str:
        """How the weights came to be, for their file."""
        return (
            f"TD(lambda) on {self.games:,} games against itself, seeds {self.first_seed} to "
            f"{self.first_seed + self.games - 1}: tilefall train ijk:mode={self.mode} --games "
            f"{self.games} --first-seed {self.first_seed} --rate {self.rate:g} --trust "
            f"{self.trust:g}"
        )


@dataclass(frozen=True)
class Block:
    """How the games since the last checkpoint went."""

    done: int  # games so far
    turns: float  # a game
    ties: float  # share of games
    error: float  # root of the mean squared difference of chances from one position to the next


class Learning:
    """A plan under way."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.done = self.kept = 0  # games, of which so many are in the checkpoint
        self.learner = packing_ijk.IjkLearner(
            Native().isa,
            packing_ijk.packed_rules(Ijk(mode=plan.mode)),
            plan.trust,
            plan.random_moves,
            plan.opening,
            plan.opening_span,
        )

    def blocks(self) -> Iterator[Block]:
        """Learns, block by block, until all games are played."""
        plan = self.plan
        while self.done < plan.games:
            games = min(BLOCK, plan.games - self.done)
            blocks = plan.games / BLOCK
            first, last = (
                plan.rate * (1 - 0.9 * (done / BLOCK) / blocks)
                for done in (self.done, self.done + games)
            )
            found = self.learner.play(plan.first_seed + self.done, games, first, last)
            self.done += games
            error = (found.squared_error / max(found.turns, 1)) ** 0.5
            yield Block(self.done, found.turns / games, found.ties / games, error)

    def network(self, name: str) -> Network:
        """What was learned, in whole weights."""
        about = f"for {self.plan.mode} IJK on 6 x 6"
        weights = self.learner.rounded(SCALE)
        return Network(name, self.plan.mode, about, self.plan.source(), weights)

    def save(self, path: Path) -> None:
        """Keep all that is needed to go on."""
        weights = b64encode(zlib.compress(self.learner.state(), 6)).decode("ascii")
        kept = {"plan": asdict(self.plan), "done": self.done, "weights": weights}
        write_whole(path, (json.dumps(kept) + "\n").encode())
        self.kept = self.done

    def restore(self, path: Path) -> None:
        """Go on from what was kept of the same plan."""
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            plan, done, packed = {**kept["plan"]}, kept["done"], kept["weights"]
            weights = zlib.decompress(b64decode(packed, validate=True))
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            raise BadCheckpoint(f"{path}: not a checkpoint: {error}") from error
        own = asdict(self.plan)
        differing = [key for key in own | plan if own.get(key) != plan.get(key)]
        if differing:
            raise BadCheckpoint(
                f"{path}: of another plan, {', '.join(differing)} differ; "
                "give the same options, or remove the file to begin again"
            )
        if type(done) is not int or not 0 <= done <= self.plan.games:
            raise BadCheckpoint(f"{path}: done is {done!r}, expected 0 to {self.plan.games}")
        try:
            self.learner.restore(weights)
        except ValueError as error:
            raise BadCheckpoint(f"{path}: {error}") from error
        self.done = self.kept = done
