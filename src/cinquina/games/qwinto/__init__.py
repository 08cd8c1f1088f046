"""Qwinto: `rules` is the leaflet, `telling` what people are told about it, `GAME` both joined.

What the rules say can be taken from here as well.
"""

from cinquina import core
from cinquina.games.qwinto import rules, telling
from cinquina.games.qwinto.rules import *

GAME = core.join(
    rules,
    telling,
    passing=telling.PASSING,
    pad=core.Pad(alike=rules.DICE),  # their sum counts
    start_turn=rules.start_turn,
    counted=telling.counted,
)
score = GAME.score  # the sum of the parts
