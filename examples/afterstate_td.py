"""A learner on afterstates in NumPy: more than 1,000 lines on 10 x 10 after a few seconds.

    python examples/afterstate_td.py

A board is worth the chance that its game is soon lost: one when it is, and a little less with
every step away from that (temporal differences, lambda returns). Batch after batch 256 games play
what looks safest, and the weights of the features go towards what Newton's method fits to the
batch. The weights that lost the fewest games are judged on games that learning never saw.
"""

import argparse
import time

import gymnasium
import numpy as np

GAMES, STEPS, DISCOUNT, TRACE, BLEND, KEPT, JUDGED = 256, 50, 0.998, 0.4, 0.3, 5, 3 * 10**6
GAME = {"height": 10, "observation": "bits", "copy": False, "autoreset_mode": "SameStep"}
# The first games pile up rows with holes: nobody learns to fear what he has never seen.
FIRST = np.eye(13)[8] * -0.25


def games(count, seed):
    env = gymnasium.make_vec("tilefall.envs:tilefall/Tetris-v0", num_envs=count, **GAME)
    env.reset(seed=seed)
    return env


def safest(env, weights):
    """The safest placement in every game: the action, what is left behind, the chance to lose."""
    after = env.afterstates(features=True, columns=True)
    heights = np.frexp(after.columns.astype(np.float32))[1]  # the highest bit of a column
    left = np.column_stack((after.features, heights.mean(1), (heights**2).mean(1) / 10))
    risks = left @ weights + 100 * after.ends
    least = np.minimum.reduceat(risks, after.offsets[:-1])
    ties = np.flatnonzero(risks == np.repeat(least, np.diff(after.offsets)))
    best = ties[np.searchsorted(ties, after.offsets[:-1])]
    return after.actions[best], left[best], (1 + np.tanh(least / 2)) / 2


def played(env, weights):
    """A batch: what was left behind, the chance to lose that should be seen in it, games lost."""
    turns = []
    for _ in range(STEPS):
        actions, left, seen = safest(env, weights)
        turns.append((left, seen, env.step(actions)[2].copy()))
    left, seen, lost = (np.array(each) for each in zip(*turns, strict=True))
    later = target = safest(env, weights)[2]
    for i in reversed(range(STEPS)):
        target = np.where(lost[i], 1, DISCOUNT * (TRACE * target + (1 - TRACE) * later))
        later, seen[i] = seen[i].copy(), target
    return np.concatenate(left), seen.ravel(), lost.sum()


def learnt(seed, steps, seconds):
    """The mean of the weights that lost the fewest games in a batch."""
    env, weights, tried, until = games(GAMES, seed), FIRST, [], time.monotonic() + seconds
    while len(tried) * STEPS < steps and time.monotonic() < until:
        left, targets, lost = played(env, weights)
        tried.append((lost, len(tried), weights / np.abs(weights).sum()))
        fitted = weights
        for _ in range(4):
            guess = (1 + np.tanh(left @ fitted / 2)) / 2
            curve = (left.T * (guess * (1 - guess))) @ left + 10 * np.eye(len(fitted))
            fitted = fitted - np.linalg.solve(curve, left.T @ (guess - targets) + 10 * fitted)
        weights = weights + BLEND * (fitted - weights)
    print(f"learnt from {len(tried) * STEPS * GAMES:,} placements in games of seeds {seed} and on")
    return np.mean([kept for _, _, kept in sorted(tried)[:KEPT]], axis=0)


def judged(weights, count):
    """The mean lines of so many games, and the error of that mean."""
    env, found, going = games(count, JUDGED), np.zeros(count), np.ones(count, bool)
    while going.any():
        _, rewards, ended, _, _ = env.step(safest(env, weights)[0])
        found += rewards * going
        going &= ~ended
    return found.mean(), found.std(ddof=1) / count**0.5


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in {"seed": 1, "seconds": 60.0, "steps": 2500, "games": 100}.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    asked = parser.parse_args()
    if min(asked.seed + 1, asked.seconds, asked.steps, asked.games - 1) <= 0:
        parser.error("allowed are seeds from 0, seconds and steps above 0, and games from 2")
    mean, error = judged(learnt(asked.seed, asked.steps, asked.seconds), asked.games)
    print(f"{mean:.1f} ± {error:.1f} lines in {asked.games} games of seeds {JUDGED} and on")
