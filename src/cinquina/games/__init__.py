"""The games by name."""

from typing import cast

from cinquina.core import Rules
from cinquina.games import extra, qwinto, qwixx, sequence_dice, the_choice

GAMES: dict[str, Rules] = {
    rules.NAME: rules for rules in cast(list[Rules], [qwixx, qwinto, the_choice, extra, sequence_dice])
}
