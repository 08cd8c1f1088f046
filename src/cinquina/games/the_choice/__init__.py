"""The Choice: `rules` has the rules, `telling` the text and marks for people, `GAME` is both joined.

The names of `rules` can also be imported from here.
"""

from cinquina import core
from cinquina.games.the_choice import rules, telling
from cinquina.games.the_choice.rules import *

GAME = core.join(
    rules,
    telling,
    pad=core.Pad(others={"dice": "dice_of_others"}),
    counted=telling.counted,
    score_tables=telling.score_tables,
    sheet_numbers=telling.sheet_numbers,
    dice_of=telling.dice_of,
    enders=telling.enders,
    stop=telling.stop,
    turned=telling.turned,
    dice_asked=telling.dice_asked,
)
score = GAME.score  # the sum of the parts
