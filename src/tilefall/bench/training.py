"""Training bench: games a second of a generation, and of a plain loop over moves."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random

from tilefall.agents.linear import LinearAgent
from tilefall.engines import engine
from tilefall.play.match import turns
from tilefall.rules.catalog import parse_game
from tilefall.search.linear import LinearWeights
from tilefall.search.weights_file import shipped_entries
from tilefall.train.task import Task, games

# With the weights that candidates are near.
GAMES = {"quintris": "quintris-greedy", "tetris:height=10": "tetris-greedy"}
MAX_PIECES = 2000
POPULATION = 40
SPREAD = 0.02
PLAIN_GAMES, PLAIN_PIECES = 2, 300  # of the first candidate: a plain loop is slow


@dataclass(frozen=True)
class Throughput:
    """How fast the games of a generation are played."""

    game: str
    games: int
    pieces: int
    seconds: float
    core_share: float  # of the cores that were given, how much was used
    games_per_s: float
    pieces_per_s: float
    plain_games_per_s: float  # in a loop of one move after the other
    times_plain: float


def measure(name: str, seconds: float, threads: int) -> Throughput:
    """A generation of candidates near good weights, as many games each as fit the time."""
    task, population = generation(name)
    count = 1
    while True:
        start, used = time.perf_counter(), time.process_time()
        played = games(task, population, range(count), threads)
        wall, used = time.perf_counter() - start, time.process_time() - used
        if wall >= seconds / 2:
            break
        count *= 2
    pieces = sum(game.pieces for of_one in played for game in of_one)
    plain = plain_pieces_per_s(task, population[0])
    number = len(population) * count
    return Throughput(
        game=task.game,
        games=number,
        pieces=pieces,
        seconds=wall,
        core_share=used / (wall * threads),
        games_per_s=number / wall,
        pieces_per_s=pieces / wall,
        plain_games_per_s=plain * number / pieces,
        times_plain=pieces / wall / plain,
    )


def generation(name: str) -> tuple[Task, list[tuple[int, ...]]]:
    """Candidates near the weights of a game, always the same."""
    weights = GAMES[name]
    features = tuple(shipped_entries(weights)[weights].features)
    task = Task(name, "greedy", features, MAX_PIECES)
    random, centre = Random(1), task.start(weights)
    candidates = [
        tuple(random.gauss(weight, SPREAD) for weight in centre) for _ in range(POPULATION)
    ]
    return task, [task.whole(candidate) for candidate in candidates]


def plain_pieces_per_s(task: Task, weights: tuple[int, ...]) -> float:
    """The first pieces of such games in a loop: the native engine chooses, Python plays."""
    player = LinearAgent("candidate", LinearWeights("candidate", "", weights), engine())
    start, pieces = time.perf_counter(), 0
    for seed in range(PLAIN_GAMES):
        game = turns(parse_game(task.game), [player], seed, max_turns=PLAIN_PIECES)
        pieces += sum(1 for _ in game)
    return pieces / (time.perf_counter() - start)
