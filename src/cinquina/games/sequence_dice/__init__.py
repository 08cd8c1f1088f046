"""Sequence Dice: `rules` has the rules, `telling` the text and marks for people, `GAME` is both joined.

The names of `rules` can also be imported from here.
"""

from cinquina import core
from cinquina.games.sequence_dice import rules, telling
from cinquina.games.sequence_dice.rules import *

GAME = core.join(
    rules,
    telling,
    lot=False,  # the players throw for the first turn
    side=rules.side,
    side_colours=telling.SIDE_COLOURS,
    clash=rules.clash,
    points=False,  # there is only a winner
    line=telling.line,
    reasons=telling.reasons,
    supply=telling.supply,
    legend=telling.legend,
    throw_off=telling.throw_off,
)
score = GAME.score  # the sum of the parts
