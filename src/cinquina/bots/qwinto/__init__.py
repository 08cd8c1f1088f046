"""The bots of Qwinto.

easy places numbers by their size and is content with any place nearby; medium is strict about it, and takes the dice
that most likely bring a number with a good place; quantile, by which others are measured, goes by size alone: all
dice, anything that fits, as near as can be to where it belongs. hard works out its turn exactly over learned points;
expert over chances to win, with what the others have and will answer, and over points where chances are alike.
"""

from cinquina.bots.levels import GREEDY, LEVELS
from cinquina.bots.qwinto.heuristics import QUANTILE
from cinquina.bots.qwinto.play import judge, luck_of_throw
from cinquina.bots.qwinto.tables import tables_for
from cinquina.bots.qwinto.valuing import valued
from cinquina.bots.simple import at_hand

BOTS = LEVELS | {"greedy": GREEDY, "quantile": QUANTILE}
STAND_INS: dict[int, int] = {}
FORESEES_THROWS = True

__all__ = ["BOTS", "FORESEES_THROWS", "STAND_INS", "at_hand", "judge", "luck_of_throw", "tables_for", "valued"]
