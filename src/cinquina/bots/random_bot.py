"""The gentlest player: every legal option is as likely as any other."""

from cinquina.core import View, bits, legal_options
from cinquina.sim.playout import Dice


def choose(view: View, seat: int, luck: Dice) -> int:
    """One of the options, drawn by lot."""
    options = bits.members(legal_options(view.position, seat))
    return options[luck.throw((len(options),))[0] - 1]
