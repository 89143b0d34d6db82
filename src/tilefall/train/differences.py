"""Temporal differences: a network of IJK learns from games against itself.

Games are played one after the other on seeds that follow each other, so the same plan gives the
same weights, also if it was interrupted in between.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from tilefall.engines.native import Native
from tilefall.engines.packing_ijk import ijk, packed_rules
from tilefall.play.files import write_whole
from tilefall.rules.ijk import MODES, Ijk
from tilefall.search.ijk_network import SCALE, Network
from tilefall.search.provenance import BadProvenance, DuelValidation, Provenance, parse_duel
from tilefall.train.judging import AGENTS, judged
from tilefall.train.plan import BadPlan, check_fields, check_ranges, check_seeds
from tilefall.train.runs import BEST, LOG, BadRun, Config, Line
from tilefall.train.seeds import TRAINING_SEED, VALIDATION_SEED

BLOCK = 5000  # games from one checkpoint to the next, and from one rate to the next
CHECKPOINT = "checkpoint.json"


@dataclass(frozen=True)
class Plan:
    """What is learned, and how."""

    mode: str = MODES[0]
    games: int = 1_000_000
    first_seed: int = TRAINING_SEED
    rate: float = 0.004  # at first; in the end a tenth of it
    trust: float = 0.7  # lambda: how far later positions count
    random_moves: float = 0.02
    opening: int = 8  # random moves at the start of a game, and fewer than the span more
    opening_span: int = 16
    validation_games: int = 100  # against the best evaluation made by hand, in pairs
    validation_seed: int = VALIDATION_SEED

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise BadPlan(f"mode {self.mode!r}, allowed are {', '.join(MODES)}")
        check_ranges(self, RANGES)
        # an opening may leave out some seeds, so that more are looked at than there are games
        judging = range(self.validation_seed, self.validation_seed + self.validation_games)
        check_seeds(range(self.first_seed, self.last_seed + 1), judging)

    @property
    def last_seed(self) -> int:
        """Of the games that are learned from."""
        return self.first_seed + self.games - 1

    def command(self) -> str:
        """The command line that carries this plan out."""
        words = [
            f"{option} {value}"
            for option, value, usual in (
                ("--random-moves", self.random_moves, Plan.random_moves),
                ("--validation-games", self.validation_games, Plan.validation_games),
                ("--validation-seed", self.validation_seed, Plan.validation_seed),
            )
            if value != usual
        ]
        return " ".join(
            (
                f"tilefall train ijk:mode={self.mode} --games {self.games} --first-seed",
                f"{self.first_seed} --rate {self.rate} --trust {self.trust}",
                *words,
            )
        )

    def source(self) -> str:
        """How the weights came to be, for their file."""
        return (
            f"TD(lambda) on {self.games:,} games against itself, seeds {self.first_seed} to "
            f"{self.last_seed}"
        )


# What numbers may be, both ends included.
RANGES: dict[str, tuple[float, float]] = {
    "games": (1, 10**12),
    "first_seed": (0, 2**62),
    "rate": (0, 1),
    "trust": (0, 1),
    "random_moves": (0, 0.999),
    "opening": (0, 100),
    "opening_span": (1, 100),
    "validation_games": (2, 10**6),
    "validation_seed": (0, 2**62),
}


def parse_lessons(found: object) -> Plan:
    """The plan of a file; BadPlan says what is wrong with it."""
    return Plan(**check_fields(found, Plan, "plan"))


class Learning:
    """A plan under way."""

    def __init__(self, plan: Plan, config: Config) -> None:
        self.plan = plan
        self.config = config
        self.validation: DuelValidation | None = None  # in the end
        self.done = 0  # games
        Native().set_isa()
        self.learner = ijk.Learner(
            packed_rules(Ijk(mode=plan.mode)),
            plan.trust,
            plan.random_moves,
            plan.opening,
            plan.opening_span,
        )

    def step(self) -> Line | None:
        """A block of games is learned from, or in the end the network is judged."""
        plan, before = self.plan, self.done
        games = min(BLOCK, plan.games - before)
        if games == 0:
            return None if self.validation else self._judged()
        # divided in this order, since the last bit of a rate decides the network
        first, last = (
            plan.rate * (1 - 0.9 * (done / BLOCK) / (plan.games / BLOCK))
            for done in (before, before + games)
        )
        found = self.learner.play(plan.first_seed + before, games, first, last)
        self.done += games
        return {
            "kind": "lesson",
            "done": self.done,
            "games": games,
            "turns": found.turns / games,
            "ties": found.ties / games,
            # of the chance to win, from one position to the next
            "error": (found.squared_error / max(found.turns, 1)) ** 0.5,
        }

    def save(self, folder: Path, line: Line) -> None:
        """Keep all that is needed to go on, and the network when it has learned all."""
        weights = b64encode(zlib.compress(self.learner.state(), 6)).decode("ascii")
        kept = json.dumps({"done": self.done, "weights": weights})
        write_whole(folder / CHECKPOINT, f"{kept}\n".encode())
        if self.done == self.plan.games:
            write_whole(folder / BEST, self.network(folder.resolve().name).text().encode())

    def restore(self, lines: list[Line], folder: Path) -> int:
        """Goes on from the checkpoint; lines of the log that came after it do not stand."""
        path = folder / CHECKPOINT
        if not path.exists():  # it ended before the first one
            return 0
        try:
            kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            done, packed = kept["done"], kept["weights"]
            self.learner.restore(zlib.decompress(b64decode(packed, validate=True)))
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            raise BadRun(f"{path}: not a checkpoint: {error}") from error
        lessons = [line for line in lines if line["kind"] == "lesson"]
        known = [0, *(line.get("done") for line in lessons)]
        if type(done) is not int or done not in known:
            raise BadRun(f"{path}: done is {done!r}, expected one of the log's")
        self.done = done
        if done == self.plan.games and len(lines) > len(lessons):
            self._restore_validation(lines[len(lessons)], folder)
        return known.index(done) + (self.validation is not None)

    def network(self, name: str) -> Network:
        """What was learned, in whole weights."""
        about = f"for {self.plan.mode} IJK on 6 x 6"
        weights, plan = self.learner.rounded(SCALE), self.plan
        provenance = Provenance(
            command=plan.command(),
            version=self.config.version,
            date=self.config.date,
            game=f"ijk:mode={plan.mode}",
            agent=AGENTS[plan.mode],
            first_seed=plan.first_seed,
            last_seed=plan.last_seed,
            games=self.done,
            validation=self.validation,
        )
        return Network(name, plan.mode, about, plan.source(), weights, provenance)

    def _judged(self) -> Line:
        plan = self.plan
        found = judged(self.network("judged"), plan.validation_seed, plan.validation_games // 2)
        self.validation = found
        return {"kind": "validation", "done": self.done, "games": 2 * found.pairs, **asdict(found)}

    def _restore_validation(self, line: Line, folder: Path) -> None:
        names = [field.name for field in fields(DuelValidation)]
        try:
            self.validation = parse_duel({name: line[name] for name in names})
        except (KeyError, BadProvenance) as error:
            raise BadRun(f"{folder / LOG}: no validation: {error}") from error
