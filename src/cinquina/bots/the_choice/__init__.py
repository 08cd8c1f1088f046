"""The bots of The Choice."""

from cinquina.bots.levels import EXPERT, GREEDY, HARD, LEVELS
from cinquina.bots.the_choice.fortunes import fortune
from cinquina.bots.the_choice.memory import at_hand, mind
from cinquina.bots.the_choice.play import QUICK, RACE, judge

__all__ = ["BOTS", "HASTY", "at_hand", "fortune", "judge", "mind"]

BOTS = LEVELS | {"greedy": GREEDY, "race": RACE, "quick": QUICK}
HASTY: dict[int, int] = {HARD: QUICK, EXPERT: QUICK, RACE: QUICK}
