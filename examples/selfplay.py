"""Self-play: a linear policy learns Qwixx against itself, then meets the bots of the ladder in the arena.

    python examples/selfplay.py --games 3000 --against random,easy,medium --deals 200

It learns by the policy gradient (REINFORCE) in the environment of PettingZoo in which seats choose one after the other.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from cinquina import rl
from cinquina.bots.arena import meet
from cinquina.bots.guests import welcome
from cinquina.core import View, bits, legal_options
from cinquina.games import GAMES

GAME, SEATS = "qwixx", 2
NAME = "learner"
RATE, SHARE_OF_MEAN = 0.002, 0.99


class Linear:
    """A policy: the chance of an option grows with a weighted sum of what is seen. It is also a bot."""

    GAMES = (GAME,)

    def __init__(self, seed: int = 0) -> None:
        rules = GAMES[GAME]
        self.observer = rl.Observer(rules, SEATS, {})
        self.weights = np.zeros((len(self.observer.entries) + 1, rules.CHOICES))
        self.luck = np.random.default_rng(seed)

    def chances(self, observation: Any, mask: Any) -> Any:
        """Return how likely every option is."""
        strengths = np.where(mask, np.append(observation, 1.0) @ self.weights, -np.inf)
        raised = np.exp(strengths - strengths.max())
        return raised / raised.sum()

    def choose(self, view: View, seat: int) -> int:
        """Return the most likely option."""
        position = view.position
        mask = np.zeros(self.weights.shape[1], bool)
        mask[list(bits.members(legal_options(position, seat)))] = True
        return int(self.chances(self.observer.see(position.now, seat), mask).argmax())

    def learn(self, games: int, seed: int) -> None:
        """Play against itself, and make likelier what did better than usual."""
        env = rl.turns(GAME, seats=SEATS, reward="points")
        usual = 0.0
        for game in range(games):
            env.reset(seed=seed if game == 0 else None)
            taken: dict[str, list[Any]] = {agent: [] for agent in env.agents}
            earned = dict.fromkeys(env.agents, 0.0)
            for agent in env.agent_iter():
                seen, reward, over, cut_off, _ = env.last()
                earned[agent] += reward
                if over or cut_off:
                    env.step(None)
                    continue
                chances = self.chances(seen["observation"], seen["action_mask"] > 0)
                option = int(self.luck.choice(len(chances), p=chances))
                taken[agent].append((np.append(seen["observation"], 1.0), chances, option))
                env.step(option)
            for agent, choices in taken.items():
                for inputs, chances, option in choices:
                    push = -chances
                    push[option] += 1
                    self.weights += RATE * (earned[agent] - usual) / 100 * np.outer(inputs, push)
                usual = SHARE_OF_MEAN * usual + (1 - SHARE_OF_MEAN) * earned[agent]


def main(line: list[str] | None = None) -> dict[str, float]:
    """Learn, meet the ladder, and return the part of the wins against each bot."""
    asked = argparse.ArgumentParser(description="Self-play with a linear policy.")
    asked.add_argument("--games", type=int, default=3000)
    asked.add_argument("--against", default="random,easy,medium")
    asked.add_argument("--deals", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args(line)
    policy = Linear(given.seed)
    policy.learn(given.games, given.seed)
    welcome(NAME, policy)
    shares = {}
    for other in given.against.split(","):
        meeting = meet(GAMES[GAME], (NAME, other), given.deals, given.seed)
        won, (own, others) = meeting.raw[0], meeting.scores
        print(f"{NAME} – {other}: {100 * won.share:.1f} ± {100 * won.error:.1f} %, {own:.1f} to {others:.1f} points")
        shares[other] = won.share
    return shares


if __name__ == "__main__":
    main()
