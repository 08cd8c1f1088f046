"""The bots of The Choice."""

from cinquina.bots.levels import EXPERT, GREEDY, HARD, LEVELS
from cinquina.bots.the_choice.fortunes import fortune
from cinquina.bots.the_choice.memory import mind
from cinquina.bots.the_choice.play import QUICK, RACE, SOLO, judge

__all__ = ["BOTS", "HASTY", "fortune", "judge", "mind"]

BOTS = LEVELS | {"greedy": GREEDY, "solo": SOLO, "race": RACE, "quick": QUICK}
HASTY: dict[int, int] = {HARD: QUICK, EXPERT: QUICK, SOLO: QUICK, RACE: QUICK}
