"""The bots of The Choice."""

from cinquina.bots.levels import EXPERT, GREEDY, HARD, LEVELS
from cinquina.bots.the_choice.luck import luck_of_throw
from cinquina.bots.the_choice.play import QUICK, RACE, judge
from cinquina.bots.the_choice.tables import at_hand, tables_for
from cinquina.bots.the_choice.valuing import valued

__all__ = ["BOTS", "FORESEES_THROWS", "STAND_INS", "at_hand", "judge", "luck_of_throw", "tables_for", "valued"]

BOTS = LEVELS | {"greedy": GREEDY, "race": RACE, "quick": QUICK}
STAND_INS: dict[int, int] = {HARD: QUICK, EXPERT: QUICK, RACE: QUICK}
FORESEES_THROWS = True
