"""Sequence Dice: `rules` is the leaflet, `telling` what people are told about it, `GAME` both joined.

What the rules say can be taken from here as well.
"""

from cinquina import core
from cinquina.games.sequence_dice import rules, telling
from cinquina.games.sequence_dice.rules import *

GAME = core.join(
    rules,
    telling,
    lot=False,  # the players throw for it
    side=rules.side,
    side_colours=telling.SIDE_COLOURS,
    clash=rules.clash,
    line=telling.line,
)
score = GAME.score  # the sum of the parts
