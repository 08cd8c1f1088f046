"""The steps every game is made of: throw, ask, finish; and the lot, which chooses the starting player.

Like the rules, these functions use only plain integers, so that they compile.
"""

from cinquina.core.state import CHOICE, OVER, ROLL, State

LOT = 1 << 62
"""What `rolling` returns while the starting player is drawn: one draw from 1 to the number of seats."""

LOT_WORD = "lot"
"""The value of the option `begins` that draws the starting player at random."""


def seat_players(s: State, seats: int, begins: int) -> None:
    """Seat the players. `begins` is the starting seat plus one; 0 if it is not chosen yet."""
    s.seats = seats
    s.active = -1
    s.beginner = -1
    if begins > 0:
        begin(s, begins - 1)
    elif seats == 1:
        begin(s, 0)


def begin(s: State, seat: int) -> None:
    """Make a seat the starting player."""
    s.active = seat
    s.beginner = seat


def has_beginner(s: State) -> bool:
    """Return whether the starting player is known."""
    return s.beginner >= 0


def throw(s: State) -> None:
    """Wait for a throw of the dice."""
    s.phase = ROLL
    s.waiting = 0


def ask(s: State, seats: int) -> None:
    """Open a window of choices for a bit set of seats."""
    s.phase = CHOICE
    s.waiting = seats
    s.window += 1


def answered(s: State, seat: int) -> bool:
    """Mark a seat as done; return whether it was the last one, so that the window closes."""
    s.waiting &= ~(1 << seat)
    return s.waiting == 0


def next_seat(s: State) -> int:
    """Return the seat to the left of the active one."""
    return s.active + 1 if s.active + 1 < s.seats else 0


def finish(s: State, ending: int) -> None:
    """End the game, for the reasons in a bit set."""
    s.phase = OVER
    s.waiting = 0
    s.ending = ending
