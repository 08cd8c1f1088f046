"""The games by name."""

from cinquina.core import Rules
from cinquina.games import extra, qwinto, qwixx, sequence_dice, the_choice

GAMES: dict[str, Rules] = {
    game.NAME: game for game in (qwixx.GAME, qwinto.GAME, the_choice.GAME, extra.GAME, sequence_dice.GAME)
}
