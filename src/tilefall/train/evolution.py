"""Evolution: a trainer asks, workers play, the trainer is told, and from time to time it is judged.

The log is the checkpoint: all scores are in it, and a new trainer that is told them again stands
where the old one stood, to the last bit.
"""

from __future__ import annotations

import json
import math
from hashlib import sha256
from pathlib import Path
from statistics import fmean

from tilefall.play.files import write_whole
from tilefall.search.provenance import Provenance, Validation
from tilefall.search.weights_file import Entry, file_text
from tilefall.train.cma import Cma
from tilefall.train.methods import CrossEntropy, Genetic
from tilefall.train.plan import Evolution
from tilefall.train.runs import BEST, CHECKPOINTS, LOG, BadRun, Config, Line
from tilefall.train.task import FITNESS, Games, Vector, validated
from tilefall.train.trainer import Question, Trainer
from tilefall.train.workers import Workers

LEAST_JUDGED = 10


def trainer_of(plan: Evolution) -> Trainer:
    """The method of a plan at its start."""
    if plan.method == "genetic":
        return Genetic(plan)
    return Cma(plan) if plan.method == "cma" else CrossEntropy(plan)


class Evolving:
    """A plan under way."""

    def __init__(self, plan: Evolution, config: Config, workers: Workers) -> None:
        self.plan = plan
        self.config = config
        self.workers = workers
        self.trainer = trainer_of(plan)
        self.judged = 0  # the generation that was judged last
        self.validation: Validation | None = None  # in the end
        self.next_seed = plan.first_seed
        self.games = 0

    def step(self) -> Line | None:
        """One question asked and answered, or the best weights judged."""
        plan, generation = self.plan, self.trainer.generation
        is_last = generation == plan.generations
        if generation > self.judged and (is_last or generation % plan.checkpoint_every == 0):
            return self._judged(is_last)
        return None if is_last else self._asked()

    def restore(self, lines: list[Line], folder: Path) -> int:
        """Tells a new trainer all scores of the log."""
        for number, line in enumerate(lines, 1):
            try:
                self._replay(line)
            except (KeyError, TypeError, ValueError) as error:
                what = f"no {error}" if isinstance(error, KeyError) else error
                raise BadRun(f"{folder / LOG}, line {number}: {what}") from error
        return len(lines)

    def save(self, folder: Path, line: Line) -> None:
        """Writes the weights that were judged."""
        if line["kind"] == "validation":
            text = file_text(self.entry(folder.resolve().name)).encode()
            write_whole(folder / CHECKPOINTS / f"{line['generation']:06}.json", text)
            write_whole(folder / BEST, text)

    def entry(self, name: str) -> Entry:
        """The best weights so far, with where they come from."""
        plan, task = self.plan, self.plan.task
        provenance = Provenance(
            command=plan.command(),
            version=self.config.version,
            date=self.config.date,
            game=task.game,
            agent=task.agent,
            first_seed=plan.first_seed,
            last_seed=self.next_seed - 1,
            games=self.games,
            validation=self.validation,
            earlier=plan.earlier,
        )
        features = dict(zip(task.features, self.trainer.best, strict=True))
        about = f"trained for {task.agent} in {task.game}"
        source = f"{plan.method}, {self.trainer.generation} generations of {plan.population}"
        return Entry(name, about, source, features, provenance)

    def _asked(self) -> Line:
        question = self.trainer.ask()
        seeds = range(self.next_seed, self.next_seed + question.games)
        population = [self.plan.task.whole(candidate) for candidate in question.candidates]
        played = self.workers.play(self.plan.task, population, seeds)
        fitness, most = FITNESS[self.plan.fitness], self.plan.task.max_pieces
        scores = [fitness(games, most) for games in played]
        best = max(range(len(scores)), key=scores.__getitem__)
        line: Line = {
            "kind": "games",
            "generation": self.trainer.generation,
            "stage": question.stage,
            "first_seed": seeds.start,
            "games": len(population) * len(seeds),
            "pieces": sum(sum(games.pieces) for games in played),
            "deaths": sum(games.deaths for games in played),
            "digest": digest(question),
            "best": scores[best],
            "mean": fmean(scores),
            "worst": min(scores),
            "best_lines": fmean(played[best].lines),
            "most_lines": max(max(games.lines) for games in played),
            "scores": scores,
        }
        self._tell(line, question)
        line["weights"] = list(self.trainer.best) if self.trainer.generation else None
        return line

    def _tell(self, line: Line, question: Question) -> None:
        self.trainer.tell(line["scores"])
        self.next_seed += question.games
        self.games += line["games"]

    def _replay(self, line: Line) -> None:
        if line["generation"] != self.trainer.generation:
            expected = self.trainer.generation
            raise ValueError(f"generation {line['generation']!r}, expected {expected}")
        if line["kind"] == "validation":
            self.judged = line["generation"]
            if line["is_last"]:
                self._validate(Games(*line["played"]))
            return
        if self.trainer.generation == self.plan.generations:
            raise ValueError(f"more than the {self.plan.generations} generations of the plan")
        question = self.trainer.ask()
        if (line["digest"], line["first_seed"]) != (digest(question), self.next_seed):
            raise ValueError(
                "its candidates or seeds were others; was the run begun with another version of "
                "tilefall, cma or numpy, or on another kind of machine?"
            )
        if len(line["scores"]) != len(question.candidates) or not all(
            type(score) in (int, float) and math.isfinite(score) for score in line["scores"]
        ):
            raise ValueError(f"expected {len(question.candidates)} scores")
        self._tell(line, question)

    def _validate(self, games: Games) -> None:
        plan = self.plan
        self.validation = validated(games, plan.validation_seed, plan.task.max_pieces)

    def _judged(self, is_last: bool) -> Line:
        seeds = self.plan.validation_seeds
        if not is_last:
            seeds = seeds[: max(len(seeds) // 10, LEAST_JUDGED)]
        weights = self.plan.task.whole(self.trainer.best)
        (games,) = self.workers.play(self.plan.task, [weights], seeds)
        self.judged = self.trainer.generation
        if is_last:
            self._validate(games)
        return {
            "kind": "validation",
            "generation": self.judged,
            "is_last": is_last,
            "first_seed": seeds.start,
            "games": len(seeds),
            "fitness": FITNESS[self.plan.fitness](games, self.plan.task.max_pieces),
            "lines": fmean(games.lines),
            "alive": fmean(games.alive),
            "played": [games.lines, games.pieces, games.alive],
        }


def digest(question: Question) -> str:
    """What stands for the candidates, to the last bit."""
    candidates: tuple[Vector, ...] = question.candidates
    text = json.dumps([question.stage, question.games, candidates])
    return sha256(text.encode()).hexdigest()[:16]


def bytes_needed(plan: Evolution) -> int:
    """About how large the folder of a run becomes."""
    lines = 2 * plan.generations * (400 + 20 * plan.population + 25 * len(plan.task.features))
    checkpoints = plan.generations // plan.checkpoint_every + 4
    return lines + 20 * plan.validation_games + 4096 * checkpoints
