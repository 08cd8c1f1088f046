"""The Choice: `rules` is the leaflet, `telling` what people are told about it, `GAME` both joined.

What the rules say can be taken from here as well.
"""

from cinquina import core
from cinquina.games.the_choice import rules, telling
from cinquina.games.the_choice.rules import *

GAME = core.join(
    rules,
    telling,
    pad=core.Pad(others={"dice": "dice_of_others"}),
    counted=telling.counted,
    dice_asked=telling.dice_asked,
)
score = GAME.score  # the sum of the parts
