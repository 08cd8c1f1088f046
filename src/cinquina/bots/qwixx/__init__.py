"""The bots of Qwixx.

- easy crosses what skips few cells, and does not mind a few more than it must.
- medium crosses what skips the fewest cells, rather in long rows, and does not end a game that it loses.
- hard plays for its expected score in a game that may end after any round, and ends it only when ahead.
- expert plays for its chance to win against the sheets it sees.

`gap`, `points` (perfect play for points in a game alone) and `linear` (a champion of four weights) are to measure them
by. The tables are for the classic sheet with the usual numbers: elsewhere hard and expert play as medium does.
"""

from cinquina.bots.levels import GREEDY, LEVELS
from cinquina.bots.qwixx.heuristics import GAP, LINEAR, POINTS
from cinquina.bots.qwixx.play import judge, luck_of_throw
from cinquina.bots.qwixx.tables import tables_for
from cinquina.bots.qwixx.valuing import valued
from cinquina.bots.simple import at_hand

__all__ = ["BOTS", "FORESEES_THROWS", "STAND_INS", "at_hand", "judge", "luck_of_throw", "tables_for", "valued"]

BOTS = LEVELS | {"greedy": GREEDY, "gap": GAP, "points": POINTS, "linear": LINEAR}
STAND_INS: dict[int, int] = {}
FORESEES_THROWS = False
