"""PPO with action masks, by a maintained library (sb3-contrib): Qwixx alone, or any game against bots.

pip install 'cinquina[examples]'
python examples/ppo.py --steps 500000 --regret 100
python examples/ppo.py --game extra --opponent medium
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from cinquina import rl
from cinquina.rl.single import OneSeat

ENVS, STEPS, BATCH = 8, 512, 512


class Masked(OneSeat):
    """An environment that tells its mask when it is asked, as the library wants it."""

    def action_masks(self) -> Any:
        """Return which options are legal."""
        return self.match.mask(self.seat).astype(bool)


def main(line: list[str] | None = None) -> float:
    """Learn, and tell how well; return the mean reward of a game at the end."""
    asked = argparse.ArgumentParser(description="PPO with action masks.")
    asked.add_argument("--game", default="qwixx")
    asked.add_argument("--opponent", default="", help="a bot; alone if none is named")
    asked.add_argument("--steps", type=int, default=500_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int, default=100, help="games to judge by")
    asked.add_argument("--regret", type=int, default=0, help="games in which to compare every choice with exact play")
    given = asked.parse_args(line)
    seats: dict[str, Any] = {"seats": 2, "opponents": given.opponent} if given.opponent else {"seats": 1}

    def made() -> Masked:
        return Masked(given.game, **seats)

    envs = DummyVecEnv([made] * ENVS)
    shape: dict[str, Any] = {
        "policy_kwargs": {"net_arch": [256, 256]},
        "n_steps": STEPS,
        "batch_size": BATCH,
        "gamma": 1.0,
    }
    model = MaskablePPO("MlpPolicy", envs, seed=given.seed, device="cpu", **shape)
    model.learn(given.steps)

    def decide(observation: Any, info: Any) -> int:
        return int(model.predict(observation, action_masks=info["action_mask"], deterministic=True)[0])

    env, results = made(), []
    for game in range(given.games):
        observation, info = env.reset(seed=given.seed if game == 0 else None)
        total, over = 0.0, False
        while not over:
            observation, reward, over, _, info = env.step(decide(observation, info))
            total += reward
        results.append(total)
    print(f"{given.steps} steps: {np.mean(results):.2f} a game")
    if given.regret:
        found = rl.regret(decide, given.game, games=given.regret, seed=given.seed + 1)
        print(f"regret {found.mean:.2f} ± {found.error:.2f} of {found.best:.2f} points in {found.games} games")
    return float(np.mean(results))


if __name__ == "__main__":
    main()
