"""A table: a series of games, people and bots at its seats, dice from somewhere. People, bots and replays use the
same door, `happen`; whoever keeps the games is told after every event."""

from __future__ import annotations

from collections.abc import Callable

from cinquina.bots import chooser, names_of
from cinquina.core import CHOICE, OVER, ROLL, Choice, Event, IllegalSetup, Roll, faces_wanted, seen_by
from cinquina.core.record import BOT_PREFIX, Game
from cinquina.core.series import Series
from cinquina.core.text import shortened
from cinquina.sim.playout import Chooser, Dice


class Table:
    """A live game. Without dice the faces must be handed in; without a keeper nothing is kept."""

    def __init__(
        self,
        series: Series,
        *,
        dice: Dice | None,
        luck_of_bots: Dice,
        keep: Callable[[Series], None] = lambda series: None,
    ) -> None:
        self.series = series
        self.dice = dice
        self.keep = keep
        self.bots = bots_at(series.current, luck_of_bots)

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.series.current

    @property
    def is_over(self) -> bool:
        """Whether the game being played has ended."""
        return self.game.position.phase == OVER

    @property
    def people_waiting(self) -> tuple[int, ...]:
        """The seats of people who are asked to choose."""
        return tuple(seat for seat in self.game.position.waiting if seat not in self.bots)

    def happen(self, event: Event) -> None:
        """Let an event happen, or IllegalMove."""
        self._go_on(self.game.after(event))

    def undo(self, seat: int) -> None:
        """Take back a seat's newest choice in the open window, or IllegalMove."""
        self._go_on(self.game.undo(seat))

    def next_event(self) -> Event | None:
        """What happens now without people: a throw of the table's dice, or a bot's choice. None: people are due."""
        position = self.game.position
        if position.phase == ROLL and self.dice:
            return Roll(self.dice.throw(faces_wanted(position)))
        if position.phase == CHOICE and not self.people_waiting:
            seat = position.waiting[0]
            return Choice(seat, self.bots[seat](seen_by(position, seat), seat))
        return None

    def next_game(self, dice: Dice | None, luck_of_bots: Dice) -> None:
        """Start the next game of the series with its own luck, or IllegalMove."""
        self.series = self.series.next_game()
        self.dice = dice
        self.bots = bots_at(self.game, luck_of_bots)
        self.keep(self.series)

    def _go_on(self, game: Game) -> None:
        self.series = self.series.with_current(game)
        self.keep(self.series)


def bots_at(game: Game, luck: Dice) -> dict[int, Chooser]:
    """The bots among the seats: a seat called bot:LEVEL is one. IllegalSetup for a level there is not."""
    names, known = game.names, names_of(game.position.rules)
    levels = {seat: name.removeprefix(BOT_PREFIX) for seat, name in enumerate(names) if name.startswith(BOT_PREFIX)}
    for level in levels.values():
        if level not in known:
            raise IllegalSetup("no-such-bot", level=shortened(level), possible=", ".join(known))
    return {seat: chooser(level, luck) for seat, level in levels.items()}
