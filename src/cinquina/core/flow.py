"""The steps every game is made of: throw, ask, finish; and the lot that says who begins.

Like the rules themselves these keep to plain integers, so that they compile with them.
"""

from cinquina.core.state import CHOICE, OVER, ROLL, State

LOT = 1 << 62
"""The mask `rolling` gives while the beginner is drawn: one draw from 1 to the number of seats."""

LOT_WORD = "lot"
"""The value of the option `begins` that leaves it to the lot."""


def seat_players(s: State, seats: int, begins: int) -> None:
    """Seat the players. `begins` is the beginner's seat plus one, 0 while nobody is said to begin."""
    s.seats = seats
    s.active = -1
    s.beginner = -1
    if begins > 0:
        begin(s, begins - 1)
    elif seats == 1:
        begin(s, 0)


def begin(s: State, seat: int) -> None:
    """A seat is the first to be active."""
    s.active = seat
    s.beginner = seat


def has_beginner(s: State) -> bool:
    """Whether it is settled who begins."""
    return s.beginner >= 0


def throw(s: State) -> None:
    """Dice are about to be thrown."""
    s.phase = ROLL
    s.waiting = 0


def ask(s: State, seats: int) -> None:
    """Open a window of choices for a bit set of seats."""
    s.phase = CHOICE
    s.waiting = seats
    s.window += 1


def answered(s: State, seat: int) -> bool:
    """Note that a seat has chosen; whether it was the last one and the window is to close."""
    s.waiting &= ~(1 << seat)
    return s.waiting == 0


def next_seat(s: State) -> int:
    """The seat to the left of the active one."""
    return s.active + 1 if s.active + 1 < s.seats else 0


def finish(s: State, ending: int) -> None:
    """End the game, for the reasons in a bit set."""
    s.phase = OVER
    s.waiting = 0
    s.ending = ending
