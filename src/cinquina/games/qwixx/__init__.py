"""Qwixx: `rules` has the rules, `telling` the text and marks for people, `GAME` is both joined.

The names of `rules` can also be imported from here.
"""

from cinquina import core
from cinquina.games.qwixx import rules, telling
from cinquina.games.qwixx.rules import *

GAME = core.join(
    rules,
    telling,
    series=5,
    pad=core.Pad(alike=rules.DICE[: rules.COLOURED], one_of=rules.COLOURS),
    counted=telling.counted,
    dice_of=telling.dice_of,
    enders=telling.enders,
    stop=telling.stop,
    part_names=telling.part_names,
    closed=telling.closed,
    score_tables=telling.score_tables,
    lost=telling.lost,
    dice_asked=telling.dice_asked,
)
score = GAME.score  # the sum of the parts
