"""Correcting real dice that were entered wrongly, until somebody has inked with them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from cinquina.core import OVER, Choice, IllegalMove, Roll, after
from cinquina.core.record import Game
from cinquina.table.happenings import BOT, REAL, Corrected
from cinquina.table.lines import Line
from cinquina.table.refusals import NotYours, Stale

if TYPE_CHECKING:
    from cinquina.table.dice_games import DiceGames


def corrected_throw(table: DiceGames, key: str, throw: int, faces: tuple[int, ...]) -> Corrected:
    """Return the correction of the newest throw, or raise Refusal."""
    line = correctable(table)
    if isinstance(line, str):
        raise IllegalMove(line)
    own = [seat for seat in correctors(table, line) if seat in table.seats_of(key)]
    if not own:
        raise NotYours("correct-not-yours")
    if throw != table.throws:
        raise Stale("stale-throw")
    after(line.before, Roll(faces))
    if line.event == Roll(faces):
        raise IllegalMove("correct-same")
    return Corrected(own[0], faces)


def may_correct(table: DiceGames, mine: Collection[int]) -> bool:
    """Whether the owner of some seats may correct the newest throw."""
    line = correctable(table)
    return not isinstance(line, str) and any(seat in mine for seat in correctors(table, line))


def correctable(table: DiceGames) -> Line | str:
    """Return the newest throw if it can still be corrected, else the reason why not.

    Bots answer again, so that their ink does not count.
    """
    if table.settings.dice != REAL:
        return "correct-virtual"
    line = newest_throw(table)
    if line is None or table.ended or table.game.position.phase == OVER:
        return "correct-nothing"
    inked = [event.seat for event in table.game.events[place_of_throw(table.game) :] if isinstance(event, Choice)]
    if any(table.places[seat].seat.kind != BOT for seat in inked):
        return "correct-inked"
    return line


def correctors(table: DiceGames, line: Line) -> tuple[int, ...]:
    """Return the seats that may correct a throw: who entered it, and whose throw it is."""
    return table.entered_by, line.before.active


def newest_throw(table: DiceGames) -> Line | None:
    """Return the newest throw of the game; None if there is none yet."""
    return next((line for line in reversed(table.log) if line.is_throw), None)


def place_of_throw(game: Game) -> int:
    """Return how many events came before the newest throw of a game."""
    return max(place for place, event in enumerate(game.events) if isinstance(event, Roll))
