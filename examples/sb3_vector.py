"""Native vector environments as a VecEnv of Stable-Baselines3: one call steps all games.

env = NativeVecEnv(gymnasium.make_vec("tilefall.envs:tilefall/Tetris-v0", num_envs=64,
                                      autoreset_mode="SameStep", observation="features"))
MaskablePPO("MlpPolicy", env).learn(10_000)
"""

from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv


class NativeVecEnv(VecEnv):
    """Around `FallingVectorEnv`; games that end begin again in the same step, as is usual here."""

    def __init__(self, env):
        if env.autoreset_mode != AutoresetMode.SAME_STEP or not env.copy:
            raise ValueError(
                f"autoreset_mode {env.autoreset_mode.value} and copy={env.copy}: "
                'make it with autoreset_mode="SameStep" and copy=True'
            )
        self.env = env
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def reset(self):
        if any(self._options):
            raise ValueError(
                "options of single environments: reset the inner environment with them"
            )
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        observations, infos = self.env.reset(seed=seeds)
        self._reset_seeds()
        self.reset_infos = self._split(infos)
        return observations

    def step_async(self, actions):
        self._actions = actions

    def step_wait(self):
        observations, rewards, terminated, truncated, infos = self.env.step(self._actions)
        each = self._split(infos)
        ended = terminated | truncated
        for i in ended.nonzero()[0]:
            last = infos["final_info"]
            each[i] = {
                "score": int(last["score"][i]),
                "turn": int(last["turn"][i]),
                "terminal_observation": infos["final_obs"][i],
                "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
            }
        return observations, rewards.astype("float32"), ended, each

    def _split(self, infos):
        scores, turns = infos["score"].tolist(), infos["turn"].tolist()
        return [{"score": score, "turn": turn} for score, turn in zip(scores, turns, strict=True)]

    def close(self):
        self.env.close()

    def get_attr(self, attr_name, indices=None):
        value = getattr(self.env, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name, value, indices=None):
        raise AttributeError(f"{attr_name}: native environments share their settings")

    def env_method(self, method_name, *method_args, indices=None, **method_kwargs):
        if method_name != "action_masks":
            raise AttributeError(f"{method_name}: of single environments there is action_masks")
        masks = self.env.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False for _ in self._get_indices(indices)]
