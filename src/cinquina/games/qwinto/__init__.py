"""Qwinto: `rules` has the rules, `telling` the text and marks for people, `GAME` is both joined.

The names of `rules` can also be imported from here.
"""

from cinquina import core
from cinquina.games.qwinto import rules, telling
from cinquina.games.qwinto.rules import *

GAME = core.join(
    rules,
    telling,
    pad=core.Pad(alike=rules.DICE),  # only their sum counts
    start_turn=rules.start_turn,
    counted=telling.counted,
    score_tables=telling.score_tables,
    dice_of=telling.dice_of,
    enders=telling.enders,
    stop=telling.stop,
)
score = GAME.score  # the sum of the parts
