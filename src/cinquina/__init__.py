"""The public API of Cinquina: the rules of five dice games.

A game starts with `opening` and continues with `after`, one event at a time, written as in a record: a throw of the
dice is `roll` and the faces, a choice is the number of the seat and the option.

>>> position = opening("qwixx", seats=2, begins="first")
>>> position = after(position, "roll 1 4 3 6 2 6")
>>> legal(position, seat=0)
['r5', 'y5', 'g5', 'b5', 'pass']
>>> position = after(position, "0 r5")
>>> scores(position)
(1, 0)

Positions are immutable: `after` returns a new one. An illegal event raises IllegalMove with the key of the rule:

>>> after(position, "1 r12")
Traceback (most recent call last):
IllegalMove: last-cell-needs-five

`position.phase` is what comes next (ROLL, CHOICE or OVER), `position.waiting` has the seats that may choose, and
`faces_wanted` returns what to throw. This plays any game to its end:

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

A game with the names of its players can be written as text and read again:

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

Public are these names, `cinquina.coach`, `cinquina.rl` and `cinquina.truth` with the names in their `__all__`, and what
the documentation says to import from inside:

    bots.answer  bots.stand_ins  bots.arena.meet  bots.compiled.compiled_bots  bots.guests.welcome
    core.View  core.bits  core.legal_options  core.position.full_options
    rl.regretting.at_random  rl.single.OneSeat  rl.spiel  rl.vector.SeatInMany
    sim.batch.Batch  sim.batch.Noted  sim.batch.play_games  sim.batch.warm_up  sim.cluster.workers
    sim.loops.LEAD_CHANGES  sim.luck.Games  sim.pool.pieces_of  sim.task.Task  sim.whatif.Pairs  sim.whatif.UNITS

Everything else may change in any version, also what a game, a bot or a page that is added to the program uses.
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
    """Return the first position of a game, named as in GAMES; IllegalSetup for invalid seats or options."""
    return core.opening(_rules(game), seats, _spelled(options))


def after(position: Position, event: Event | str) -> Position:
    """Return the position after an event, or raise IllegalMove; the given position does not change."""
    return core.after(position, parse(position, event) if isinstance(event, str) else event)


def legal(position: Position, seat: int) -> list[str]:
    """Return the legal options of a seat as text; empty if it is not asked."""
    return _spelling.spelled_options(position, seat)


def parse(position: Position, line: str) -> Event:
    """Parse a line into an event, or raise IllegalMove; `after` checks whether the event is legal."""
    return _spelling.parse_event(position, line)


def spell(position: Position, event: Event) -> str:
    """Return the line for an event in a position; `parse` returns the event."""
    return _spelling.spell_event(position, event)


def new_game(game: str | Rules, names: Sequence[str], **options: str | int) -> Game:
    """Return a game about to start; IllegalSetup for invalid names or options."""
    return _record.new_game(_rules(game), tuple(names), _spelled(options))


def read(text: str) -> Game:
    """Read a record and check every line against the rules; BadRecord if one is wrong."""
    return _record.read(text, GAMES)


def _rules(game: str | Rules) -> Rules:
    """Return the rules of a named game, or the given rules."""
    if not isinstance(game, str):
        return game
    if game not in GAMES:
        raise IllegalSetup("no-such-game", name=game, possible=", ".join(GAMES))
    return GAMES[game]


def _spelled(options: dict[str, str | int]) -> dict[str, str]:
    """Return options with their values as text."""
    return {name: str(value) for name, value in options.items()}
