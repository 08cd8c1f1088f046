"""Extra!: `rules` is the leaflet, `telling` what people are told about it, `GAME` both joined.

What the rules say can be taken from here as well.
"""

from cinquina import core
from cinquina.games.extra import rules, telling
from cinquina.games.extra.rules import *

GAME = core.join(
    rules,
    telling,
    pad=core.Pad(alike=rules.DICE),
    counted=telling.counted,
)
score = GAME.score  # the sum of the parts
