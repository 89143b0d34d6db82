"""Learning from afterstates in plain Python, by its definition: slow, and in exact steps."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_float
from dataclasses import dataclass, field

from tilefall.rules.dice import Dice, philox
from tilefall.rules.features import Features, features
from tilefall.rules.tetris import Tetris, TetrisState
from tilefall.search.tuples import left_by, part_sizes, places

SOLVED_EVERY, RIDGE, FADED, TRACED = 100, 1.0, 0.1, 16


@dataclass(frozen=True)
class Lesson:
    """What both ways to learn are told."""

    game: Tetris
    discount: float
    trust: float
    row_reward: float
    end_reward: float
    random_moves: float
    max_turns: int


@dataclass(frozen=True)
class Step:
    """A state of a game with the moves that last, and the random one if the dice want it."""

    state: TetrisState
    moves: list[int]
    random_move: int | None


def step_at(lesson: Lesson, seed: int, state: TetrisState) -> Step:
    moves = [move for move in state.legal_moves() if not state.ends_game(move)]
    word, other, *_ = philox(seed, state.turn, 1)
    is_random = bool(moves) and word < int(lesson.random_moves * 2**32)
    return Step(state, moves, moves[other * len(moves) >> 32] if is_random else None)


@dataclass
class PlainLinear:
    """Least-squares temporal differences, over the features of placements and a constant."""

    lesson: Lesson
    wanted: tuple[str, ...]
    weights: list[float] = field(default_factory=lambda: [0.0] * 12)
    products: list[list[float]] = field(default_factory=lambda: [[0.0] * 12 for _ in range(12)])
    gains: list[float] = field(default_factory=lambda: [0.0] * 12)

    def valued(self, found: Features) -> list[float]:
        named = {**found._asdict(), "landing_height": found.landing_height / 2}
        return [named[name] if name in self.wanted else 0.0 for name in named] + [1.0]

    def value(self, valued: list[float]) -> float:
        return sum(w * x for w, x in zip(self.weights, valued, strict=True))

    def solve(self) -> None:
        """Gauss and Jordan, the largest pivot first."""
        rows = [
            [p + (RIDGE if i == k else 0) for k, p in enumerate(row)] + [self.gains[i]]
            for i, row in enumerate(self.products)
        ]
        for i in range(12):
            pivot = max(range(i, 12), key=lambda k: abs(rows[k][i]))
            rows[i], rows[pivot] = rows[pivot], rows[i]
            rows[i] = [x / rows[i][i] for x in rows[i]]
            for k in range(12):
                if k != i:
                    rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i], strict=True)]
        self.weights = [row[12] for row in rows]

    def play(self, seed: int, rate: float) -> int:
        """Learns from a game; its lines."""
        lesson, dice = self.lesson, Dice(seed)
        state, before, led = lesson.game.start(dice), [0.0] * 12, [0.0] * 12

        def learn(to: list[float], reward: float) -> None:
            nonlocal led
            led = [lesson.discount * lesson.trust * x + y for x, y in zip(led, before, strict=True)]
            for i in range(12):
                for k in range(12):
                    change = before[k] - lesson.discount * to[k]
                    self.products[i][k] = (1 - rate) * self.products[i][k] + led[i] * change
                self.gains[i] = (1 - rate) * self.gains[i] + led[i] * reward

        while state.turn < lesson.max_turns:
            step = step_at(lesson, seed, state)
            if not step.moves:
                if state.turn:
                    learn([0.0] * 12, lesson.end_reward)
                break
            found = {m: features(state.board, state.game.moves[m]) for m in step.moves}
            worth = {
                move: lesson.row_reward * each.rows_removed
                + lesson.discount * self.value(self.valued(each))
                for move, each in found.items()
            }
            best = max(worth, key=lambda move: (worth[move], -move))
            move = best if step.random_move is None else step.random_move
            after = self.valued(found[move])
            if state.turn:
                learn(after, lesson.row_reward * found[move].rows_removed)
            if state.turn % SOLVED_EVERY == SOLVED_EVERY - 1:
                self.solve()
            before, state = after, state.play(move).draw(dice)
        self.solve()
        return state.score


def single(number: float) -> float:
    """The nearest number of 24 bits: what native code has after each step of its sums."""
    return c_float(number).value


@dataclass
class PlainTables:
    """Temporal differences on tables, each weight the slower the less its errors agree."""

    lesson: Lesson

    def __post_init__(self) -> None:
        count = sum(part_sizes(self.lesson.game.width).values())
        self.weights, self.errors, self.sizes = ([0.0] * count for _ in range(3))

    def value(self, numbers: list[int]) -> float:
        total = 0.0
        for number in numbers:
            total = single(total + self.weights[number])
        return total

    def play(self, seed: int, rate: float) -> int:
        """Learns from a game; its lines."""
        lesson, dice = self.lesson, Dice(seed)
        state, before = lesson.game.start(dice), 0.0
        trace: list[list[int]] = []  # the newest first
        while state.turn < lesson.max_turns:
            step = step_at(lesson, seed, state)
            if not step.moves:
                self.learn(trace, single(single(lesson.end_reward) - before), rate)
                break
            found = {}
            for move in step.moves if step.random_move is None else [step.random_move]:
                board, removed = left_by(state, move)
                numbers = [place.number for place in places(board)]
                later = single(single(lesson.discount) * self.value(numbers))
                found[move] = (single(lesson.row_reward * removed + later), -move, numbers)
            worth, negative, numbers = max(found.values(), key=lambda each: each[:2])
            self.learn(trace, single(worth - before), rate)
            trace = [numbers, *trace][:TRACED]
            before, state = self.value(numbers), state.play(-negative).draw(dice)
        return state.score

    def learn(self, trace: list[list[int]], error: float, rate: float) -> None:
        for numbers, share in zip(trace, self.shares(), strict=False):
            part = single(error * share)
            step = single(single(single(rate) * part) / len(numbers))
            for number in numbers:
                errors, sizes = self.errors[number], self.sizes[number]
                agreed = single(abs(errors) / sizes) if sizes else 1
                self.weights[number] = single(self.weights[number] + single(agreed * step))
                self.errors[number] = single(errors + part)
                self.sizes[number] = single(sizes + abs(part))

    def shares(self) -> Iterator[float]:
        """What is left of an error, one afterstate after the other."""
        share = 1.0
        while share >= single(FADED):
            yield share
            share = single(share * single(self.lesson.discount * self.lesson.trust))
