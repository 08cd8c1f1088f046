"""The bots of Sequence Dice.

`easy` likes any space that helps its own lines. `medium` weighs everybody's lines by how likely they are to be thrown.
`hard` knows from experience how good a board is, and `expert` looks at every throw of the next player as well. `line`,
by which they are measured, counts chips on open lines, its own and the others'. The game is mostly luck: the best of
them loses four games in ten to `line` when five in a row win.
"""

from cinquina.bots.levels import GREEDY, LEVELS
from cinquina.bots.sequence_dice.play import LINE, judge, luck_of_throw
from cinquina.bots.sequence_dice.tables import tables_for
from cinquina.bots.sequence_dice.valuing import valued
from cinquina.bots.simple import at_hand

__all__ = ["BOTS", "FORESEES_THROWS", "STAND_INS", "at_hand", "judge", "luck_of_throw", "tables_for", "valued"]

BOTS = LEVELS | {"greedy": GREEDY, "line": LINE}
STAND_INS: dict[int, int] = {}
FORESEES_THROWS = False
