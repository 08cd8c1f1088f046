"""Five dice games at one table: the rules, for programs. This page is the whole public API.

A game begins with `opening` and goes on with `after`, one event at a time, spelled as in a record: a throw of the
dice is `roll` and the faces, a choice is the number of the seat and what it chooses.

>>> position = opening("qwixx", seats=2, begins="first")
>>> position = after(position, "roll 1 4 3 6 2 6")
>>> legal(position, seat=0)
['r5', 'y5', 'g5', 'b5', 'pass']
>>> position = after(position, "0 r5")
>>> scores(position)
(1, 0)

Positions are values: `after` gives a new one and leaves the old one as it was. What the rules forbid is refused, with
the key of the rule:

>>> after(position, "1 r12")
Traceback (most recent call last):
IllegalMove: last-cell-needs-five

`position.phase` says what comes next (ROLL, CHOICE or OVER), `position.waiting` which seats may choose, and
`faces_wanted` what is to be thrown. So this plays any game to its end:

>>> import random
>>> luck = random.Random(5)
>>> while position.phase != OVER:
...     if position.phase == ROLL:
...         event = Roll(tuple(luck.randint(1, most) for most in faces_wanted(position)))
...     else:
...         seat = position.waiting[0]
...         event = parse(position, f"{seat} {luck.choice(legal(position, seat))}")
...     position = after(position, event)
>>> len(scores(position))
2

A whole game with the names of its players can be written down and read again:

>>> game = new_game("qwixx", ("Anna", "Bruno"), begins="second").after(Roll((1, 4, 3, 6, 2, 6)))
>>> print(write(game), end="")
cinquina 1
game qwixx 1
option sheet classic
option late_die off
option begins second
seat 0 Anna
seat 1 Bruno
roll 1 4 3 6 2 6
>>> read(write(game)) == game
True
"""

from __future__ import annotations

from collections.abc import Sequence

from cinquina import core
from cinquina.core import (
    CHOICE,
    OVER,
    ROLL,
    Choice,
    Event,
    IllegalMove,
    IllegalSetup,
    Position,
    Refusal,
    Roll,
    Rules,
    faces_wanted,
    scores,
    undo,
)
from cinquina.core import record as _record
from cinquina.core import spelling as _spelling
from cinquina.core.record import BadRecord, Game, write
from cinquina.games import GAMES

__version__ = "0.1.0"

__all__ = [
    "CHOICE",
    "GAMES",
    "OVER",
    "ROLL",
    "BadRecord",
    "Choice",
    "Event",
    "Game",
    "IllegalMove",
    "IllegalSetup",
    "Position",
    "Refusal",
    "Roll",
    "Rules",
    "__version__",
    "after",
    "faces_wanted",
    "legal",
    "new_game",
    "opening",
    "parse",
    "read",
    "scores",
    "spell",
    "undo",
    "write",
]


def opening(game: str | Rules, seats: int, **options: str | int) -> Position:
    """The first position of a game, named as in GAMES, with its options; IllegalSetup for what it does not have."""
    return core.opening(_rules(game), seats, _spelled(options))


def after(position: Position, event: Event | str) -> Position:
    """The position an event leads to, or IllegalMove; the given position stays as it is."""
    return core.after(position, parse(position, event) if isinstance(event, str) else event)


def legal(position: Position, seat: int) -> list[str]:
    """What a seat may choose now, as it is spelled; nothing when it is not asked."""
    return _spelling.spelled_options(position, seat)


def parse(position: Position, line: str) -> Event:
    """The event a line spells in a position, or IllegalMove; whether it is legal is for `after` to say."""
    return _spelling.parse_event(position, line)


def spell(position: Position, event: Event) -> str:
    """The line for an event that is about to happen in a position; `parse` gives the event back."""
    return _spelling.spell_event(position, event)


def new_game(game: str | Rules, names: Sequence[str], **options: str | int) -> Game:
    """A game about to begin, with the names of its players; IllegalSetup for what will not do."""
    return _record.new_game(_rules(game), tuple(names), _spelled(options))


def read(text: str) -> Game:
    """The game a record tells, every line checked by the rules, or BadRecord."""
    return _record.read(text, GAMES)


def _rules(game: str | Rules) -> Rules:
    """The rules of a game that is named, or those given."""
    if not isinstance(game, str):
        return game
    if game not in GAMES:
        raise IllegalSetup("no-such-game", name=game, possible=", ".join(GAMES))
    return GAMES[game]


def _spelled(options: dict[str, str | int]) -> dict[str, str]:
    """Options with their values as they are spelled."""
    return {name: str(value) for name, value in options.items()}
