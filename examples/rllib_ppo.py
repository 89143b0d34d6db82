"""PPO of RLlib on Tetris, with RLlib's own module for action masks.

    pip install "ray[rllib]" torch
    python examples/rllib_ppo.py

RLlib wants the mask inside of the observation: a wrapper of ten lines puts it there.
"""

import argparse

import gymnasium
import numpy as np
import ray
from gymnasium.spaces import Box, Dict
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

NAME = "tilefall.envs:tilefall/Tetris-v0"
GAME = {"width": 6, "height": 12, "observation": "float", "reward_piece": 0.1, "reward_end": -2.0}
MINIBATCH = 128


class MaskInside(gymnasium.ObservationWrapper):
    """Observations with their action mask beside them, under the names that RLlib's module has."""

    def __init__(self, env):
        super().__init__(env)
        mask = Box(0, 1, (env.action_space.n,), np.float32)
        self.observation_space = Dict({"observations": env.observation_space, "action_mask": mask})

    def observation(self, observation):
        mask = self.env.unwrapped.action_masks().astype(np.float32)
        return {"observations": observation, "action_mask": mask}


def configured(steps, seed):
    """PPO in this process alone: no workers, no GPU."""
    ray.tune.register_env("masked-tetris", lambda _: MaskInside(gymnasium.make(NAME, **GAME)))
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"head_fcnet_hiddens": [64, 64]},
    )
    return (
        PPOConfig()
        .environment("masked-tetris")
        .env_runners(num_env_runners=0)
        .learners(num_learners=0)
        .rl_module(rl_module_spec=module)
        .training(
            train_batch_size_per_learner=steps, minibatch_size=MINIBATCH, num_epochs=4, lr=1e-3
        )
        .debugging(seed=seed, log_level="ERROR")
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=3)
    parser.add_argument("--steps", type=int, default=1024, help="of an iteration")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.iterations < 1 or asked.steps < MINIBATCH:
        parser.error(f"allowed are iterations from 1 and steps from {MINIBATCH}")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    algorithm = configured(asked.steps, asked.seed).build_algo()
    for i in range(asked.iterations):
        found = algorithm.train()["env_runners"]
        pieces, games = found["episode_len_mean"], found["num_episodes"]
        print(f"iteration {i + 1}: {pieces:.2f} pieces a game, {games:.0f} games", flush=True)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
