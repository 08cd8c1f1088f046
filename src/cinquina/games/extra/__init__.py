"""Extra!: `rules` has the rules, `telling` the text and marks for people, `GAME` is both joined.

The names of `rules` can also be imported from here.
"""

from cinquina import core
from cinquina.games.extra import rules, telling
from cinquina.games.extra.rules import *

GAME = core.join(
    rules,
    telling,
    pad=core.Pad(alike=rules.DICE),
    counted=telling.counted,
    score_tables=telling.score_tables,
    dice_of=telling.dice_of,
    told=telling.told,
    enders=telling.enders,
    is_out=telling.is_out,
    is_leaving=telling.is_leaving,
    forced_steps=telling.forced_steps,
)
score = GAME.score  # the sum of the parts
