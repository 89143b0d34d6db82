"""MaskablePPO of sb3-contrib on Tetris, on one environment or on many native ones.

    python examples/masked_ppo.py                   one environment, a few thousand steps
    python examples/masked_ppo.py --envs 16         16 native ones at once

The network chooses among legal placements only. It is then compared with random legal placements
on games that it never saw: so few steps teach it to live longer, not to play well.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_vector import NativeVecEnv

NAME = "tilefall.envs:tilefall/Tetris-v0"
GAME = {"width": 6, "height": 12, "observation": "float"}
REWARDS = {"reward_line": 1.0, "reward_piece": 0.1, "reward_end": -2.0}
BATCH = 512  # steps between two updates
JUDGED = 2 * 10**6  # the first seed of the games that judge


def trained(steps, envs, seed):
    """A network after so many steps of all environments together, and the seconds they took."""
    if envs == 1:
        env = gymnasium.make(NAME, **GAME, **REWARDS)
    else:
        options = {"autoreset_mode": "SameStep", **GAME, **REWARDS}
        env = NativeVecEnv(gymnasium.make_vec(NAME, num_envs=envs, **options))
    rollout = {"n_steps": BATCH // envs, "batch_size": 128, "n_epochs": 8}
    learning = {"learning_rate": 1e-3, "gamma": 0.9}
    model = MaskablePPO("MlpPolicy", env, **rollout, **learning, seed=seed, device="cpu")
    began = time.monotonic()
    model.learn(steps)
    return model, time.monotonic() - began


def judged(choose, count):
    """The lines and the pieces of so many games, by what chooses actions."""
    env = gymnasium.make_vec(NAME, num_envs=count, autoreset_mode="SameStep", **GAME)
    seen, _ = env.reset(seed=JUDGED)
    lines, pieces, going = np.zeros(count), np.zeros(count), np.ones(count, bool)
    while going.any():
        seen, rewards, ended, _, _ = env.step(choose(env, seen))
        lines += rewards * going
        pieces += going
        going &= ~ended
    return lines, pieces


def shown(found):
    return f"{found.mean():.2f} ± {found.std(ddof=1) / len(found) ** 0.5:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=8192, help="of all environments together")
    parser.add_argument("--envs", type=int, default=1, help=f"1 to {BATCH // 2}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200, help="that judge, at least 2")
    asked = parser.parse_args()
    if not 1 <= asked.envs <= BATCH // 2:
        parser.error(f"--envs {asked.envs}, allowed are 1 to {BATCH // 2}")
    if asked.games < 2:
        parser.error(f"--games {asked.games}, allowed are 2 and more: one has no error")
    torch.set_num_threads(1)  # so small a network only waits for more of them
    model, seconds = trained(asked.steps, asked.envs, asked.seed)
    steps = model.num_timesteps
    print(f"{steps} steps of {asked.envs} environments: {steps / seconds:.0f} a second")

    def by_chance(env, seen):
        return env.sample_actions(int(dice.integers(2**63)))

    def by_network(env, seen):
        return model.predict(seen, action_masks=env.action_masks(), deterministic=True)[0]

    dice = np.random.default_rng(asked.seed)
    print(f"{asked.games} games of 6 x 12, seeds {JUDGED} to {JUDGED + asked.games - 1}:")
    for name, choose in (("random", by_chance), ("trained", by_network)):
        lines, pieces = judged(choose, asked.games)
        print(f"{name}: {shown(lines)} lines, {shown(pieces)} pieces")


if __name__ == "__main__":
    main()
