"""The bots of Extra!."""

from cinquina.bots.extra.play import SOLO, judge, luck_of_throw
from cinquina.bots.extra.tables import tables_for
from cinquina.bots.extra.valuing import valued
from cinquina.bots.levels import GREEDY, LEVELS
from cinquina.bots.simple import at_hand

__all__ = ["BOTS", "FORESEES_THROWS", "STAND_INS", "at_hand", "judge", "luck_of_throw", "tables_for", "valued"]

BOTS = LEVELS | {"greedy": GREEDY, "solo": SOLO}
STAND_INS: dict[int, int] = {}
FORESEES_THROWS = False
